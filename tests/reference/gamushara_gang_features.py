"""What occurs in a Gamushara Gang record."""

from tests.reference.gamushara_gang import happen, living_of, opened, score, with_defaults
from tests.reference.record_features import correction_features, moment_features, seen
from tests.reference.sheet import final_sheet, readings_of_lines

FEATURES = frozenset(
    {
        *("move:count", "counted", "count taken back"),
        *("seats=3", "seats=4", "seats=5", "first=0", "first=later", "characters=numbers", "characters=names"),
        *(
            "amounts=own",
            "an amount of 0",
            "points=default",
            "points=[]",
            *(f"rule {rule} {how}" for rule in (1, 2, 3, 4, 5) for how in ("on", "off")),
        ),
        *("move:no-partner", "move:nominate", "move:exchange", "move:add", "move:execute", "move:succeed", "move:out"),
        *("move:flip", "move:confess", "move:turn", "move:personality", "move:adjust", "move:stop", "move:correct"),
        *("cause=meeting", "cause=effect", "cause left out", "effect on active", "effect on hiding"),
        *("effect on candidate", "other candidates hide", "meeting without candidates", "execution without a meeting"),
        *("two executions in a turn", "both executions in a turn answered", "candidates wake at the turn"),
        *("turn without an execution", "hiding wake", "hiding stay", "a candidate less and all wake"),
        *("turn passes over the dead", "nobody's role", "turn player's own partner", "turn player out"),
        *("succeed", "out without a partner", "out with a partner used", "out with a dead partner"),
        *("one of several passes", "exchanged into a named one", "added with three alive"),
        *("flip to active", "flip to hiding", "flip after the meeting"),
        *("about=condition", "about=gender", "about=nationality", "about=career", "condition twice", "with answer"),
        *("without answer", "three markers", "markers fall", "a marker again after they fell"),
        *("spy out first", "spy out later", "spy out and one is left", "last one left", "several win", "one wins"),
        *("personality=gang", "personality=spy", "spy wins", "personality not told", "winner has fewer points"),
        *("execution doubled", "win doubled", "spy-first-out doubled", "spy-wins doubled", "places shared"),
        *("execution single", "win single", "spy-first-out single", "spy-wins single", "role hit, points off"),
        *("living first without points", "without points and won", "spaces round a name"),
        *("finished", "unfinished", "stopped", "stop taken back", "stopped with two alive"),
        *("adjust", "adjust on turn 1", "adjust after the end", "adjust after the stop", "adjust without points"),
        *("correction", "strike", "insertion in the middle", "line corrected twice", "two lines in one correction"),
        *("undo", "undo of an undo", "correction after the end", "correction after the stop", "back in the middle"),
        *("winners corrected", "forgotten answer put in", "forgotten no-partner put in", "another was executed"),
        *("spy after all", "played on after a correction", "the answer was another seat's"),
    }
)


def features(record: dict) -> set[str]:
    """What occurs in a record."""
    return set().union(
        option_features(record),
        sheet_features(record),
        result_features(record),
        moment_features(score, record),
        correction_features(record["moves"]),
        seen({"played on after a correction": was_played_on(record)}),
        *(change_features(record["moves"], line) for line in range(1, len(record["moves"]) + 1)),
    )


def option_features(record: dict) -> set[str]:
    options = with_defaults(record)
    given = record["options"]
    return (
        {
            f"seats={len(record['seats'])}",
            "first=later" if options["first"] else "first=0",
            "characters=names" if "characters" in given else "characters=numbers",
            *(f"rule {rule} {'on' if rule in options['points'] else 'off'}" for rule in (1, 2, 3, 4, 5)),
        }
        | seen({"amounts=own": "amounts" in given, "an amount of 0": 0 in options["amounts"].values()})
        | seen({"points=default": "points" not in given, "points=[]": not options["points"]})
    )


def sheet_features(record: dict) -> set[str]:
    """What a table meets on its way through the corrected sheet."""
    table = opened(len(record["seats"]), with_defaults(record))
    names = {"move:correct" for move in record["moves"] if move["move"] == "correct"}
    story: list[dict] = []  # the moves of the turn
    fell: set[int] = set()
    asked: list[int] = []
    for move in final_sheet(record["moves"]):
        before = stand_of(table, story)
        happen(table, move)
        names |= {f"move:{move['move']}"} | move_features(table, move, before, story)
        names |= marker_features(table, move, before, fell, asked)
        story = [] if move["move"] == "turn" else [*story, move]
    return names


def stand_of(table: dict, story: list[dict]) -> dict:
    """What a table was before a move; `story`: what was said before in the same turn."""
    open_ones = [one for one in table["executed"] if one["turn"] == table["number"] and one["seat"] is None]
    return {
        "stands": dict(table["characters"]),
        "partner": list(table["partner"]),
        "markers": [set(markers) for markers in table["markers"]],
        "living": set(living_of(table)),
        "player": table["player"],
        "met": any(move["move"] == "execute" and move.get("cause") != "effect" for move in story),
        "entered": any(move["move"] in ("nominate", "add") for move in story),
        "named": {move["seat"] for move in story if move["move"] == "nominate"},
        "open": bool(open_ones),
        "out": len(table["out"]),
    }


def move_features(table: dict, move: dict, before: dict, story: list[dict]) -> set[str]:
    """What is to be said of a move that was just taken."""
    stands, living = before["stands"], before["living"]
    spaces = any(value != value.strip() for value in move.values() if isinstance(value, str))
    names = seen({"spaces round a name": spaces})
    executions = [other for other in story if other["move"] == "execute"]
    answers = [other for other in story if other["move"] in ("succeed", "out")]
    hiding = [name for name, how in stands.items() if how == "hiding"]
    candidates = [name for name, how in stands.items() if how == "candidate"]
    match move["move"]:
        case "exchange":
            given = {other.get("character", "").strip() for other in story if other["move"] == "nominate"}
            return names | seen({"exchanged into a named one": move["out"].strip() in given})
        case "add":
            return names | seen({"added with three alive": len(living) == 3})
        case "execute":
            cause = move.get("cause", "meeting")
            meeting = cause == "meeting"
            stood = stands[move["character"].strip()]
            return (
                names
                | {f"cause={cause}"}
                | seen(
                    {
                        "cause left out": "cause" not in move,
                        "effect on active": not meeting and stood == "active",
                        "effect on hiding": not meeting and stood == "hiding",
                        "effect on candidate": not meeting and stood == "candidate",
                        "other candidates hide": meeting and len(candidates) > 1,
                        "meeting without candidates": meeting and not before["entered"],
                        "one of several passes": meeting and 0 < len(before["named"]) < len(living) - 1,
                        "two executions in a turn": bool(executions),
                    }
                )
            )
        case "succeed" | "out":
            own = move["seat"] == before["player"]
            partner = before["partner"][move["seat"]]
            out = move["move"] == "out"
            return names | seen(
                {
                    "succeed": not out,
                    "turn player's own partner": own and not out,
                    "turn player out": own and out,
                    "out without a partner": out and partner == "none",
                    "out with a partner used": out and partner == "used",
                    "out with a dead partner": out and partner == "held",
                    "both executions in a turn answered": len(executions) > 1 and bool(answers),
                    "spy out first": out and move["spy"] and before["out"] == 0,
                    "spy out later": out and move["spy"] and before["out"] > 0,
                    "spy out and one is left": out and move["spy"] and len(living_of(table)) == 1,
                    "last one left": out and not move["spy"] and len(living_of(table)) == 1,
                    "role hit, points off": not table["rules"],
                }
            )
        case "flip":
            return names | {f"flip to {move['to']}"} | seen({"flip after the meeting": before["met"]})
        case "turn":
            woken = [name for name in hiding if table["characters"][name] == "active"]
            free = list(stands.values()).count("active")
            return names | seen(
                {
                    "candidates wake at the turn": bool(candidates),
                    "turn without an execution": not executions,
                    "execution without a meeting": bool(executions) and not before["met"],
                    "hiding wake": bool(woken),
                    "hiding stay": bool(hiding) and not woken,
                    "a candidate less and all wake": bool(woken) and free + len(candidates) == len(living) - 2,
                    "turn passes over the dead": (before["player"] + 1) % table["seats"] not in living,
                    "nobody's role": before["open"],
                }
            )
        case "personality":
            return names | {"personality=spy" if move["spy"] else "personality=gang"}
        case "adjust":
            return (
                names
                | {"adjust"}
                | seen(
                    {
                        "adjust on turn 1": table["number"] == 1,
                        "adjust after the stop": table["stopped"],
                        "adjust without points": not table["rules"],
                    }
                )
            )
        case "stop":
            return names | seen({"stopped with two alive": len(living) == 2})
    return names


def marker_features(table: dict, move: dict, before: dict, fell: set[int], asked: list[int]) -> set[str]:
    """What is to be said of confessions; gathers the seats whose markers fell, and who told their condition."""
    if move["move"] == "succeed" and before["markers"][move["seat"]]:
        fell.add(move["seat"])
        return {"markers fall"}
    if move["move"] != "confess":
        return set()
    seat, about = move["seat"], move["about"]
    if about == "condition":
        asked.append(seat)
    return {f"about={about}"} | seen(
        {
            "condition twice": about == "condition" and asked.count(seat) > 1,
            "with answer": "answer" in move,
            "without answer": "answer" not in move,
            "three markers": len(table["markers"][seat]) == 3,
            "a marker again after they fell": seat in fell and about != "condition",
        }
    )


def result_features(record: dict) -> set[str]:
    result = score(record)
    points = with_defaults(record)["points"]
    sheet = final_sheet(record["moves"])
    amounts = {"execution": 1, "win": 2, "spy-first-out": 1, "spy-wins": 1}
    paid = {
        f"{line['because']} {'single' if line['by'] == amounts[line['because']] else 'doubled'}"
        for line in result["ledger"]
        if line["by"] > 0 and line["because"] in amounts
    }
    told = any(move["move"] == "personality" for move in sheet)
    one_left = sum(result["facts"]["alive"]) == 1
    best = max(result["totals"])
    return paid | seen(
        {
            "finished": result["over"],
            "unfinished": result["outcome"] == "playing",
            "stopped": result["outcome"] == "stopped",
            "counted": "counted" in result,
            "several win": len(result["winners"]) > 1,
            "one wins": len(result["winners"]) == 1,
            "spy wins": any(line["because"] == "spy-wins" for line in result["ledger"]),
            "personality not told": result["over"] and one_left and 5 in points and not told,
            "winner has fewer points": any(result["totals"][seat] < best for seat in result["winners"])
            and bool(points),
            "places shared": bool(points) and result["over"] and len(set(result["places"])) < len(result["places"]),
            "living first without points": not points and not result["over"] and bool(result["facts"]["out"]),
            "without points and won": not points and result["over"],
        }
    )


def was_played_on(record: dict) -> bool:
    """Whether a game was over, then open again, and somebody reported a move of it."""
    moves = record["moves"]
    ends = [score(record | {"moves": moves[:line]})["over"] for line in range(len(moves) + 1)]
    return any(
        ends[line] and not ends[line + 1] and moves[line + 1]["move"] not in ("adjust", "correct", "stop")
        for line in range(len(moves) - 1)
    )


def change_features(moves: list[dict], line: int) -> set[str]:
    """What a correction made of lines."""
    if moves[line - 1]["move"] != "correct":
        return set()
    before, after = (readings_of_lines(moves[:length]) for length in (line - 1, line))
    pairs = [(reads, after[of]) for of, reads in before.items() if reads != after[of]]
    came = {move["move"] for old, new in pairs for move in new if len(new) > len(old) and move not in old}
    turned = [(old[0], new[0]) for old, new in pairs if len(old) == len(new) == 1]
    kinds = [(old["move"], new["move"], old, new) for old, new in turned]
    return seen(
        {
            "forgotten answer put in": bool(came & {"out", "succeed"}),
            "forgotten no-partner put in": "no-partner" in came,
            "another was executed": any(old == new == "execute" for old, new, _, _ in kinds),
            "spy after all": any(old == new == "out" and a["spy"] != b["spy"] for old, new, a, b in kinds),
            "the answer was another seat's": any(
                old == new and old in ("out", "succeed") and a["seat"] != b["seat"] for old, new, a, b in kinds
            ),
        }
    )
