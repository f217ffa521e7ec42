"""What occurs in a DEATH Name record."""

from msgspec import to_builtins

from companion.table.model import Progress, step
from companion.table.record import read
from tests.reference.death_name import (
    declarings,
    direction_of,
    drafted,
    has_kanji,
    passers_of,
    score,
    sheet_with_rulings,
    spelt_in,
    step_of,
    unfold,
    with_defaults,
)
from tests.reference.death_name_records import NAMES
from tests.reference.record_features import correction_features, of_correct, seen

FEATURES = frozenset(
    {
        *("move:count", "counted", "count taken back"),
        *(f"option:language={language}" for language in NAMES),
        *(f"the alphabet of {language} decides" for language in NAMES if language not in ("en", "ko")),
        *("option:kill_rule=net", "option:kill_rule=any", "option:practice=true", "option:practice=false"),
        *("option:day2_duplicates=penalty", "option:day2_duplicates=none", "day 2 duplicates that cost nothing"),
        *(f"option:rounds={rounds}" for rounds in (4, 5, 6, 7)),
        *("option:pass_limit=null", "option:pass_limit=1", "option:pass_limit=more"),
        *("seats=4", "seats=5", "seats=6"),
        *("move:decree", "move:write", "move:declare", "move:hold", "move:choose", "move:reading", "move:same"),
        *("move:correct", "move:adjust", "move:stop"),
        *("-2 icon", "+2 icon", "net and any differ"),
        *("draft:hand", "draft:declared", "lone passer", "passers skip keepers", "pass limit reached"),
        *("own card back", "own card back and marked", "held before it was written"),
        *("duplicate pair", "triple", "same group", "same group of three", "reading", "kanji reading"),
        *("last known thing is a reading", "practice round put together"),
        *("option:same_reading=one", "option:same_reading=two", "two spellings of one reading"),
        *("a spelling that fell out of its ruling", "a ruling that holds without its first seats", "ruled anew"),
        *("day 2 duplicates from different Day 1 rounds", "day 2 same group", "reading on day 2"),
        *("tie for first place", "tie broken by kill points"),
        *("adjust", "adjust before the first decree", "adjust of kill points", "adjust after the end"),
        *("adjust after the stop", "same after the end"),
        *("finished", "unfinished", "stopped", "stop taken back"),
        *("correction", "strike", "insertion in the middle", "line corrected twice", "two lines in one correction"),
        *("undo", "undo of an undo", "correction after the end", "correction after the stop"),
        *("back in the middle", "winners corrected"),
    }
)


def features(record: dict) -> set[str]:
    """What occurs in a record."""
    result = score(record)
    options = with_defaults(record)
    rounds, _, _ = unfold(sheet_with_rulings(record["moves"], options), options)
    return set().union(
        option_features(record),
        sheet_features(record),
        *(draft_features(this, record) for this in rounds if this["declared"] or this["held"]),
        *(card_features(facts) for facts in result["facts"]["rounds"]),
        *(name_features(this, rounds, record, result) for this in rounds),
        *(day_2_features(facts, rounds) for facts in result["facts"]["rounds"] if facts["day"] == 2),
        end_features(result),
        *(other_option_features(record, result) for _ in result["facts"]["rounds"][:1]),
        *(moment_features(record, line) for line in range(1, len(record["moves"]) + 1)),
        correction_features(record["moves"]),
    )


def option_features(record: dict) -> set[str]:
    options = with_defaults(record)
    limit = {None: "null", 1: "1"}.get(options["pass_limit"], "more")
    return {
        f"seats={len(record['seats'])}",
        f"option:language={options['language']}",
        f"option:kill_rule={options['kill_rule']}",
        f"option:pass_limit={limit}",
        f"option:rounds={options['rounds']}",
        f"option:practice={str(options['practice']).lower()}",
        f"option:same_reading={options['same_reading']}",
        f"option:day2_duplicates={options['day2_duplicates']}",
    }


def sheet_features(record: dict) -> set[str]:
    """What a table meets on its way through the corrected sheet."""
    names = {"move:correct" for move in record["moves"] if move["move"] == "correct"}
    table = read(record).table
    for before, stands in zip(table.folds, table.sheet, strict=False):
        for written in stands:
            after, _ = step(table.game, before, written.move, written.reported)
            move = to_builtins(written.move)
            names |= {f"move:{move['move']}"} | move_features(move, before, after)
            before = after
    return names


def move_features(move: dict, before: Progress, after: Progress) -> set[str]:
    """What is to be said of a move that was just taken."""
    now = after.state.newest
    match move["move"]:
        case "decree":
            return seen({"-2 icon": -2 in move["icons"], "+2 icon": 2 in move["icons"]})
        case "hold":
            return seen({"held before it was written": now.names[move["card"]] is None})
        case "reading":
            kanji = has_kanji(now.names[move["seat"]])
            last = now.scored and not before.state.newest.scored
            return {"reading"} | seen({"kanji reading": kanji, "last known thing is a reading": last})
        case "same":
            places = {card.writer: card.place for card in now.cards}
            alike = list(places.values()).count(places[move["seats"][0]])
            return {"same group"} | seen(
                {
                    "same group of three": alike > 2,
                    "practice round put together": now.number == 0,
                    "day 2 same group": now.day == 2,
                }
            )
        case "adjust":
            return {"adjust"} | seen(
                {
                    "adjust before the first decree": now is None,
                    "adjust of kill points": move["track"] == "kill_points",
                    "adjust after the stop": after.stopped,
                }
            )
    return set()


def draft_features(this: dict, record: dict) -> set[str]:
    """How the cards of a round went round."""
    seats = len(record["seats"])
    if this["held"]:
        return seen({"draft:hand": len(this["held"]) == seats})
    step = step_of(direction_of(this["round"]))
    turns = [passers_of(choices) for choices in declarings(this["declared"], seats)]
    limit = with_defaults(record)["pass_limit"]
    complete = drafted(this["declared"], seats, step, limit) is not None
    return seen(
        {
            "draft:declared": complete,
            "lone passer": complete and len(turns[-1]) == 1,
            "pass limit reached": complete and len(turns[-1]) > 1,
            "passers skip keepers": complete and any(skips(passers, seats, step) for passers in turns),
        }
    )


def skips(passers: set[int], seats: int, step: int) -> bool:
    """Whether a card goes past somebody who keeps."""
    return len(passers) > 1 and any((seat + step) % seats not in passers for seat in passers)


def card_features(facts: dict) -> set[str]:
    places = [card["place"] for card in facts["cards"]]
    own = [card for card in facts["cards"] if facts["day"] == 1 and card["writer"] == card["holder"]]
    return seen(
        {
            "duplicate pair": any(places.count(place) == 2 for place in places),
            "triple": any(places.count(place) == 3 for place in places),
            "own card back": bool(own),
            "own card back and marked": any(card["x"] for card in own),
        }
    )


def name_features(this: dict, rounds: list[dict], record: dict, result: dict) -> set[str]:
    """What is to be said of how names are compared in a scored round."""
    if this["round"] not in [facts["round"] for facts in result["facts"]["rounds"]]:
        return set()
    texts = spelt_in(this, rounds, with_defaults(record))
    heard = [text[0] for text in texts]
    fallen = [{seat for seat in seats if texts[seat] not in spelt} for seats, spelt in this["same"]]
    kept = [len(spelt & set(texts)) > 1 for _, spelt in this["same"]]
    seats = [frozenset(seats) for seats, _ in this["same"]]
    return seen(
        {
            "two spellings of one reading": len(set(texts)) > len(set(heard)),
            "a spelling that fell out of its ruling": any(fallen),
            "a ruling that holds without its first seats": any(
                holds and len(ruled - out) < 2 for holds, ruled, out in zip(kept, seats, fallen, strict=True)
            ),
            "ruled anew": len(set(seats)) < len(seats),
        }
    )


def day_2_features(facts: dict, rounds: list[dict]) -> set[str]:
    """Where the cards of Day 2 come from."""
    picked = next(this["chosen"] for this in rounds if this["round"] == facts["round"])
    origins: dict[int, set[int]] = {}
    for card in facts["cards"]:
        origins.setdefault(card["place"], set()).add(picked[card["writer"]])
    readings = {this["round"]: this["readings"] for this in rounds}
    return seen(
        {
            "day 2 duplicates from different Day 1 rounds": any(len(numbers) > 1 for numbers in origins.values()),
            "reading on day 2": any(seat in readings[number] for seat, number in picked.items()),
        }
    )


def end_features(result: dict) -> set[str]:
    best = [total for total in result["totals"] if total == max(result["totals"])]
    return seen(
        {
            "finished": result["over"],
            "unfinished": result["outcome"] == "playing",
            "stopped": result["outcome"] == "stopped",
            "counted": "counted" in result,
            "tie for first place": len(result["winners"]) > 1,
            "tie broken by kill points": result["over"] and len(result["winners"]) < len(best),
        }
    )


def other_option_features(record: dict, result: dict) -> set[str]:
    """Whether it matters under which options a record is scored."""
    options = with_defaults(record)
    other_rule = {"net": "any", "any": "net"}[options["kill_rule"]]
    is_mild = options["day2_duplicates"] == "none"
    return seen(
        {
            "net and any differ": score(record | {"options": options | {"kill_rule": other_rule}}) != result,
            "day 2 duplicates that cost nothing": is_mild
            and score(record | {"options": options | {"day2_duplicates": "penalty"}})["ledger"] != result["ledger"],
            f"the alphabet of {options['language']} decides": options["language"] != "en"
            and score(record | {"options": options | {"language": "en"}}) != result,
        }
    )


def moment_features(record: dict, line: int) -> set[str]:
    """What a line meant at the moment it was written."""
    kind = record["moves"][line - 1]["move"]
    if kind not in ("adjust", "same", "correct"):
        return set()
    before, after = (score(record | {"moves": record["moves"][:length]}) for length in (line - 1, line))
    if kind != "correct":
        return seen({f"{kind} after the end": before["over"]})
    return of_correct(before, after)
