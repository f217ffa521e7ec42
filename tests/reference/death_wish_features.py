"""What occurs in a Death Wish record."""

from tests.reference.death_wish import happen, is_over, living_of, next_of, opened, score, skulls, with_defaults
from tests.reference.record_features import correction_features, moment_features, seen
from tests.reference.sheet import final_sheet

COLORS = ["white", "blue", "orange", "red", "wild"]

FEATURES = frozenset(
    {
        *("move:count", "counted", "count taken back"),
        *(f"seats={count}" for count in range(2, 9)),
        *("target left out, few seats", "target left out, many seats", "target=1", "target below", "target above"),
        *("target=40", "last_survivor=true", "last_survivor=false", "first=0", "first=later"),
        *("move:contract", "move:act", "move:give", "move:cure", "move:farewell", "move:outbreak", "move:play-keeper"),
        *("move:mutate", "mutated to more skulls", "mutated to fewer skulls", "mutated in colour alone"),
        *("mutated and unchanged", "died of what mutated", "mutated out of turn"),
        *("move:revive", "revived without a cure", "revived and cured of some", "revived and cured of all"),
        *("revived after the end", "winner revived", "over though somebody was revived", "revived who died again"),
        *("outbreak forfeited", "contracted again after the revival"),
        *("move:adjust", "move:stop", "move:correct", "action=symptoms", "action=afflicted", "action=spread"),
        *(f"color={color}" for color in COLORS),
        *("skulls=0", "skulls=9", "outbreak shown", "outbreak=false", "outbreak left out", "stolen", "wild not stolen"),
        *("cause", "symptoms", "symptoms none", "spaces round a disease", "diagnosis bare"),
        *("outbreak kept with text", "outbreak kept without text", "outbreak done with text"),
        *("outbreak done without text", "outbreak told later", "outbreak never told", "outbreak of a wild disease"),
        *("keeper played", "keeper played with text", "two keepers", "keeper left at the end", "outbreak on the way"),
        *("given", "exchanged", "given without skulls", "exchanged for as many skulls", "given of somebody's own turn"),
        *("given on and on", "given back", "exchange to a lower seat", "exchange to a higher seat"),
        *("cured", "cured without skulls", "contracted again after the cure", "same disease in two stacks"),
        *("farewell of the living", "farewell of the dead", "farewell after the end", "farewell on the way"),
        *("died by contract", "died by a gift", "died by what came back", "died by hand", "died over the target"),
        *("died on the target", "outbreak of the deadly contract", "died before anybody did anything"),
        *("died out of turn", "the next one died", "first seat died before its turn", "all but one dead"),
        *("dead and below the target by hand", "killed by hand after the end", "killed by hand after the stop"),
        *(
            "under zero",
            "below the line by giving",
            "close call: skulls given away",
            "adjust before the first contract",
        ),
        *("next skips the dead", "out of turn", "twice in a row", "next after a contract", "next after an act"),
        *("next stays after a give", "next left the first seat", "places shared", "places shared among the living"),
        *("winner has fewer skulls", "survivor has more than a dead one", "two dead while it goes on"),
        *("finished", "unfinished", "stopped", "stop taken back", "stopped after a death", "nothing happened"),
        *("adjust after the end", "adjust after the stop", "rounds renumbered", "back in the middle"),
        *("correction", "strike", "insertion in the middle", "line corrected twice", "two lines in one correction"),
        *("undo", "undo of an undo", "correction after the end", "correction after the stop", "winners corrected"),
        *("more skulls after all", "another seat contracted", "forgotten contract put in"),
    }
)


def features(record: dict) -> set[str]:
    """What occurs in a record."""
    names = option_features(record) | sheet_features(record) | result_features(record)
    return names | moment_features(score, record) | change_features(record) | correction_features(record["moves"])


def option_features(record: dict) -> set[str]:
    options, given = with_defaults(record), record["options"]
    seats, target = len(record["seats"]), options["target"]
    usual = 10 if seats <= 5 else 8
    return {
        f"seats={seats}",
        "first=later" if options["first"] else "first=0",
        f"last_survivor={str(options['last_survivor']).lower()}",
    } | seen(
        {
            "target left out, few seats": "target" not in given and seats <= 5,
            "target left out, many seats": "target" not in given and seats > 5,
            "target=1": target == 1,
            "target=40": target == 40,
            "target below": target < usual,
            "target above": target > usual,
        }
    )


def sheet_features(record: dict) -> set[str]:
    """What a table meets on its way through the corrected sheet."""
    names = {"move:correct" for move in record["moves"] if move["move"] == "correct"}
    table = opened(record)
    story: list[dict] = []
    after = stand_of(table)
    for move in final_sheet(record["moves"]):
        before = after
        happen(table, move)
        after = stand_of(table)
        names |= {f"move:{move['move']}"} | stand_features(table, move, before, after)
        again = {other["seat"] for other in story if other["move"] == "revive"} & set(after["dead"])
        names |= seen({"revived who died again": bool(again - set(before["dead"]))})
        match move["move"]:
            case "contract":
                names |= contract_features(move, story, before)
            case "give":
                names |= give_features(table, move, story, before, after)
            case "mutate":
                names |= mutate_features(move, before, after)
            case "revive":
                names |= revive_features(move, story, before, after)
            case "outbreak" | "play-keeper":
                names |= outbreak_features(move, story, after)
            case _:
                names |= other_features(table, move, before, after)
        story.append(move)
    drawn = [move for move in story if move["move"] in ("contract", "outbreak")]
    for number, move in enumerate(drawn):
        if move["move"] == "contract" and move.get("outbreak"):
            later = [other["move"] for other in drawn[number + 1 :] if other["seat"] == move["seat"]]
            names |= seen({"outbreak never told": later[:1] != ["outbreak"]})
    return names


def stand_of(table: dict) -> dict:
    """What a table is between two moves."""
    return {
        "skulls": skulls(table),
        "dead": list(table["dead"]),
        "stacks": [[dict(one) for one in stack] for stack in table["stacks"]],
        "keepers": list(table["keepers"]),
        "next": next_of(table),
        "last": table["last"],
        "over": is_over(table) and not table["stopped"],
        "stopped": table["stopped"],
        "contracts": table["contracts"],
    }


def stand_features(table: dict, move: dict, before: dict, after: dict) -> set[str]:
    """Who died of a move, and whose turn it is after it."""
    kind, target = move["move"], table["target"]
    died = [seat for seat in after["dead"] if seat not in before["dead"]]
    by = {"contract": "by contract", "adjust": "by hand", "give": "by a gift", "mutate": "of what mutated"}
    names = {f"died {by[kind]}" for _ in died}
    for seat in died:
        names |= seen(
            {
                "died by what came back": kind == "give" and seat == move["seat"],
                "died over the target": after["skulls"][seat] > target,
                "died on the target": after["skulls"][seat] == target,
                "died before anybody did anything": before["last"] is None and kind == "adjust",
                "died out of turn": seat != before["next"] and not before["over"],
                "the next one died": seat == before["next"] and kind != "contract" and after["next"] is not None,
                "first seat died before its turn": before["last"] is None and seat == table["first"],
                "killed by hand after the end": before["over"],
                "killed by hand after the stop": before["stopped"],
                "outbreak of the deadly contract": kind == "contract" and move.get("outbreak", False),
            }
        )
    took_turn = kind in ("contract", "act")
    return names | seen(
        {
            "all but one dead": len(living_of(table)) == 1,
            "under zero": min(after["skulls"]) < 0,
            "two dead while it goes on": len(after["dead"]) > 1 and not after["over"] and not after["stopped"],
            "dead and below the target by hand": any(
                after["skulls"][seat] < target <= before["skulls"][seat] for seat in before["dead"]
            ),
            "out of turn": took_turn and move["seat"] != before["next"],
            "twice in a row": took_turn and move["seat"] == before["last"],
            "next after a contract": kind == "contract" and after["next"] is not None,
            "next after an act": kind == "act",
            "next stays after a give": kind == "give" and before["next"] == after["next"],
            "next left the first seat": took_turn and before["last"] is None,
            "next skips the dead": took_turn and (move["seat"] + 1) % table["seats"] in after["dead"] and not died,
        }
    )


def contract_features(move: dict, story: list[dict], before: dict) -> set[str]:
    name, wild = move["disease"].strip(), move["color"] == "wild"
    others = [one["disease"] for stack in before["stacks"] for one in stack]
    cured = [(other["seat"], other["disease"].strip()) for other in story if other["move"] == "cure"]
    revived = [
        (other["seat"], one.strip()) for other in story if other["move"] == "revive" for one in other.get("cured", ())
    ]
    return {f"color={move['color']}"} | seen(
        {
            f"skulls={move['skulls']}": move["skulls"] in (0, 9),
            "outbreak shown": move.get("outbreak") is True,
            "outbreak=false": move.get("outbreak") is False,
            "outbreak left out": "outbreak" not in move,
            "stolen": "from" in move,
            "wild not stolen": wild,
            "cause": "cause" in move,
            "symptoms": bool(move.get("symptoms")),
            "symptoms none": move.get("symptoms") == [],
            "diagnosis bare": not {"cause", "symptoms", "outbreak", "from"} & move.keys(),
            "spaces round a disease": move["disease"] != name,
            "same disease in two stacks": name in others,
            "contracted again after the cure": (move["seat"], name) in cured,
            "contracted again after the revival": (move["seat"], name) in revived,
        }
    )


def give_features(table: dict, move: dict, story: list[dict], before: dict, after: dict) -> set[str]:
    seat, to = move["seat"], move["to"]
    weight = {
        one["disease"]: one["skulls"] for stack in (before["stacks"][seat], before["stacks"][to]) for one in stack
    }
    given, back = weight[move["disease"].strip()], weight.get(move.get("back", "").strip())
    earlier = [other for other in story if other["move"] == "give" and other["disease"] == move["disease"]]
    return seen(
        {
            "given": back is None,
            "exchanged": back is not None,
            "given without skulls": given == 0,
            "exchanged for as many skulls": back is not None and back == given > 0,
            "given of somebody's own turn": before["next"] == seat,
            "given on and on": any(other["to"] == seat for other in earlier),
            "given back": any((other["seat"], other["to"]) == (to, seat) for other in earlier),
            "exchange to a lower seat": back is not None and to < seat,
            "exchange to a higher seat": back is not None and to > seat,
            "below the line by giving": after["skulls"][seat] < before["skulls"][seat] and not after["dead"],
            "close call: skulls given away": before["skulls"][seat] + 1 >= table["target"]
            and after["skulls"][seat] < before["skulls"][seat],
        }
    )


def mutate_features(move: dict, before: dict, after: dict) -> set[str]:
    seat = move["seat"]
    more = after["skulls"][seat] - before["skulls"][seat]
    return seen(
        {
            "mutated to more skulls": more > 0,
            "mutated to fewer skulls": more < 0,
            "mutated in colour alone": "skulls" not in move,
            "mutated and unchanged": before["stacks"] == after["stacks"],
            "mutated out of turn": seat != before["next"] == after["next"],
        }
    )


def revive_features(move: dict, story: list[dict], before: dict, after: dict) -> set[str]:
    cured, stack = len(move.get("cured", ())), before["stacks"][move["seat"]]
    drawn = [one for one in story if one["move"] in ("contract", "outbreak") and one["seat"] == move["seat"]]
    return seen(
        {
            "outbreak forfeited": bool(drawn) and drawn[-1].get("outbreak", False),
            "revived without a cure": cured == 0,
            "revived and cured of some": 0 < cured < len(stack),
            "revived and cured of all": cured == len(stack) > 0,
            "revived after the end": before["over"],
            "winner revived": move["seat"] == before["dead"][0],
            "over though somebody was revived": after["over"],
        }
    )


def outbreak_features(move: dict, story: list[dict], after: dict) -> set[str]:
    text = "with" if "text" in move else "without"
    if move["move"] == "play-keeper":
        return {"keeper played"} | seen({"keeper played with text": text == "with"})
    contracts = [other for other in story if other["move"] == "contract" and other["seat"] == move["seat"]]
    drawn = contracts[-1] if contracts else None
    return {f"outbreak {'kept' if move['kept'] else 'done'} {text} text"} | seen(
        {
            "outbreak told later": story[-1] is not drawn,
            "outbreak on the way": story[-1] is drawn,
            "outbreak of a wild disease": drawn is not None and drawn["color"] == "wild",
            "two keepers": max(after["keepers"]) > 1,
        }
    )


def other_features(table: dict, move: dict, before: dict, after: dict) -> set[str]:
    match move["move"]:
        case "act":
            return {f"action={move['action']}"}
        case "cure":
            return {"cured"} | seen({"cured without skulls": before["skulls"] == after["skulls"]})
        case "farewell":
            dead = move["seat"] in before["dead"]
            return {"farewell of the dead" if dead else "farewell of the living"} | {
                "farewell after the end" if before["over"] else "farewell on the way"
            }
        case "adjust":
            return seen({"adjust before the first contract": before["contracts"] == 0})
        case "stop":
            return seen({"stopped after a death": bool(before["dead"])})
    return set()


def result_features(record: dict) -> set[str]:
    result = score(record)
    over, totals, dead = result["over"], result["totals"], result["facts"]["dead"]
    alive = [seat for seat in range(len(totals)) if seat not in dead]
    of_living = [result["places"][seat] for seat in alive]
    return seen(
        {
            "finished": over,
            "unfinished": result["outcome"] == "playing",
            "stopped": result["outcome"] == "stopped",
            "counted": "counted" in result,
            "nothing happened": not record["moves"],
            "places shared": over and len(set(result["places"])) < len(totals),
            "places shared among the living": bool(dead) and len(set(of_living)) < len(of_living),
            "winner has fewer skulls": any(totals[seat] < max(totals) for seat in result["winners"]),
            "survivor has more than a dead one": over
            and len(dead) > 1
            and any(totals[seat] > totals[other] for seat in alive for other in dead),
            "keeper left at the end": over and any(result["facts"]["keepers"]),
        }
    )


def change_features(record: dict) -> set[str]:
    """What corrections made of contracts."""
    names: set[str] = set()
    for line, move in enumerate(record["moves"], 1):
        if move["move"] != "correct":
            continue
        for of, reads in move["lines"]:
            was, now = record["moves"][of - 1], reads if isinstance(reads, list) else [reads] if reads else []
            contracts = [one for one in now if one["move"] == "contract"]
            names |= seen(
                {
                    "more skulls after all": was["move"] == "contract"
                    and any(one["skulls"] > was["skulls"] for one in contracts),
                    "another seat contracted": was["move"] == "contract"
                    and any(one == was | {"seat": one["seat"]} != was for one in contracts),
                    "forgotten contract put in": len(now) > 1 and len(contracts) > (was["move"] == "contract"),
                    "rounds renumbered": was["move"] == "contract" and not now and of < line - 1,
                }
            )
    return names
