"""What occurs in a Death Over The Kingdom record."""

from tests.reference.death_over_the_kingdom import CHARACTERS, DEALERS_MONK, Table, score, with_defaults
from tests.reference.record_features import correction_features, moment_features, seen
from tests.reference.sheet import final_sheet

TURNING = ("innkeeper", "jester", "sorceress", "dragon", "knight", "queen")

FEATURES = frozenset(
    {
        *("move:count", "counted", "count taken back"),
        *("option:mode=classic", "option:mode=crowd", "option:mode=last-standing"),
        *("classic with 3", "classic with 4", "classic with 5", "classic with 6", "classic with 7"),
        *("crowd with 3 to 7", "crowd with 8 to 15", "crowd with 16"),
        *("last-standing with 3 to 7", "last-standing with 8 to 15", "last-standing with 16"),
        *("option:dealer=0", "option:dealer=last", "option:dealer=other"),
        *("option:lives=default", "option:lives=1", "option:lives=9", "option:lives=other"),
        *("option:rounds=left out", "option:rounds=1", "option:rounds=fewer", "option:rounds=more"),
        *("option:turns=own", "option:turns=none", "option:flips=each", "option:flips=once", "each and once differ"),
        *("option:values=none", "option:values=some", "option:values=all", "the values of the deck matter"),
        *("upright value taught", "upright value not taught", "turned value taught", "turned value not taught"),
        *("value 0 taught", "value 99 taught", "monk taught"),
        *("move:card", "move:value", "move:winners", "move:losers", "move:adjust", "move:stop", "move:correct"),
        *(f"card:{character}" for character in CHARACTERS),
        *("card with a character alone", "card with a value alone", "card with both", "value 0 read", "value 99 read"),
        *(f"turned {character}" for character in TURNING),
        *("dragon turned twice", "dragon turned by three", "dragon turned by two once"),
        *("knight turned twice", "knight turned by two once", "turned knight turns a dragon"),
        *(
            "a value read is not touched",
            "a card read off counts as in play",
            "turned value known",
            "turned value asked",
        ),
        *(
            "monk copies",
            "monk copies a monk",
            "monk copies the king",
            "monk copies what was read",
            "monk copies a queen",
        ),
        *("monk copies the dealer", "dealer's monk", "dealer's monk whatever was taught", "monk past somebody out"),
        *("monk copies the dealer's monk", "monk waits for a value", "monk read off", "two are asked for values"),
        *("round with a tie for highest", "round with a tie for lowest", "nobody between", "several between"),
        *("all cards equal", "one between", "highest won by one", "lowest won by one"),
        *("winners of highest told", "winners of lowest told", "winners of intermediate told", "nobody told"),
        *("losers told in crowd", "losers told in last-standing"),
        *("cards dropped", "cards dropped while a value is asked", "all told"),
        *("classic: one wins", "classic: shared", "classic: nobody", "classic: the most are several"),
        *("classic: all have the same", "classic: two scores only", "crowd: one wins", "crowd: shared"),
        *("several lose together", "one loses alone", "out together", "the last go together", "one is left"),
        *("dealer out in the round", "dealer passes somebody out", "everybody's lives at zero or below"),
        *("adjust before the first card", "adjust while cards lie", "adjust after the end", "adjust after the stop"),
        *("adjust changes the outcome", "adjust changes the winners", "out by adjust", "out by adjust after a card"),
        *("dealer out by adjust", "adjust completes a round", "adjust ends the game", "lives for somebody out"),
        *("out by adjust after the end", "out by adjust after the stop", "more than the lives of the start"),
        *("finished", "unfinished", "stopped", "stop taken back", "stopped before the first card"),
        *("stopped between rounds", "stopped in a round", "no move at all"),
        *("correction", "strike", "insertion in the middle", "line corrected twice", "two lines in one correction"),
        *("undo", "undo of an undo", "correction after the end", "correction after the stop"),
        *("back in the middle", "winners corrected", "a told round played out", "a round put in"),
    }
)


def features(record: dict) -> set[str]:
    """What occurs in a record."""
    result = score(record)
    moves = record["moves"]
    return set().union(
        option_features(record, result),
        sheet_features(record),
        end_features(record, result),
        *(change_features(record, line) for line, move in enumerate(moves, 1) if move["move"] == "adjust"),
        moment_features(score, record),
        correction_features(moves),
        told_features(moves),
    )


def option_features(record: dict, result: dict) -> set[str]:
    options, seats = with_defaults(record), len(record["seats"])
    crowd = "3 to 7" if seats < 8 else "8 to 15" if seats < 16 else "16"
    lives = {1: "1", 9: "9"}.get(options["lives"], "other")
    taught = options["values"]
    rounds = options["rounds"]
    other_flips = {"each": "once", "once": "each"}[options["flips"]]
    return {
        f"option:mode={options['mode']}",
        f"{options['mode']} with {seats if options['mode'] == 'classic' else crowd}",
        f"option:dealer={ {0: 0, seats - 1: 'last'}.get(options['dealer'], 'other') }",
        f"option:flips={options['flips']}",
        f"option:turns={'own' if options['turns'] else 'none'}",
        f"option:values={'none' if not taught else 'all' if len(taught) == len(CHARACTERS) else 'some'}",
    } | seen(
        {
            f"option:lives={lives if 'lives' in record['options'] else 'default'}": options["mode"] == "last-standing",
            "option:rounds=left out": options["mode"] == "crowd" and rounds is None,
            "option:rounds=1": rounds == 1,
            "option:rounds=fewer": rounds is not None and rounds < seats,
            "option:rounds=more": rounds is not None and rounds > seats,
            "upright value taught": any(upright is not None for upright, _ in taught.values()),
            "upright value not taught": any(upright is None for upright, _ in taught.values()),
            "turned value taught": any(turned is not None for _, turned in taught.values()),
            "turned value not taught": any(turned is None for _, turned in taught.values()),
            "value 0 taught": any(0 in both for both in taught.values()),
            "value 99 taught": any(99 in both for both in taught.values()),
            "monk taught": "monk" in taught,
            "each and once differ": differs(record, result, {"flips": other_flips}),
            "the values of the deck matter": differs(record, result, {"values": {}}),
        }
    )


def differs(record: dict, result: dict, options: dict) -> bool:
    """Whether a record comes to something else under other options."""
    return score(record | {"options": with_defaults(record) | options})["tracks"] != result["tracks"]


def sheet_features(record: dict) -> set[str]:
    """What a table meets on its way through the corrected sheet."""
    table = Table(record)
    names = {"move:correct" for move in record["moves"] if move["move"] == "correct"}
    for move in final_sheet(record["moves"]):
        names |= {f"move:{move['move']}"} | before_features(table, move)
        before = Snapshot(table, move)
        table.put(move)
        names |= after_features(before, table, move)
    return names


class Snapshot:
    """What a table looked like before a move, with the cards as they lie once the move is made."""

    def __init__(self, table: Table, move: dict):
        self.number, self.dealer, self.over = table.number, table.dealer, table.over
        self.goal, self.gone, self.shown = table.goal, len(table.gone), table.shown
        self.played = dict(table.cards)
        if move["move"] == "card":
            self.played[move["seat"]] = move


def before_features(table: Table, move: dict) -> set[str]:
    """What is to be said of a move before it is made."""
    match move["move"]:
        case "card":
            kind = "both" if {"character", "value"} <= set(move) else "a value alone"
            said = f"with {kind}" if "value" in move else "with a character alone"
            named = {f"card:{move['character']}"} if "character" in move else set()
            return named | {f"card {said}"} | seen({"monk read off": "value" in move and named == {"card:monk"}})
        case "value":
            waiting = [seat for seat in table.living if table.value(seat) is None]
            return seen(
                {
                    "turned value asked": True,
                    "value 0 read": move["value"] == 0,
                    "value 99 read": move["value"] == 99,
                    "two are asked for values": len(table.unread()) > 1,
                    "monk waits for a value": len(waiting) > len(table.unread()),
                }
            )
        case "winners" | "losers":
            return seen(
                {
                    f"winners of {table.goal} told": table.mode == "classic",
                    f"losers told in {table.mode}": table.mode != "classic",
                    "nobody told": not move["seats"],
                    "all told": len(move["seats"]) == len(table.living),
                    "cards dropped": bool(table.cards),
                    "cards dropped while a value is asked": bool(table.unread()),
                }
            )
        case "stop":
            return seen(
                {
                    "stopped before the first card": not table.cards and table.number == 1,
                    "stopped between rounds": not table.cards and table.number > 1,
                    "stopped in a round": bool(table.cards),
                }
            )
        case "adjust":
            return adjust_features(table, move)
    return set()


def adjust_features(table: Table, move: dict) -> set[str]:
    lives = table.mode == "last-standing"
    living = move["seat"] in table.living
    kills = lives and living and table.scores[move["seat"]] + move["by"] <= 0
    return seen(
        {
            "adjust before the first card": table.number == 1 and not table.cards,
            "adjust while cards lie": bool(table.cards),
            "out by adjust": kills,
            "out by adjust after a card": kills and move["seat"] in table.cards,
            "out by adjust after the end": kills and table.over,
            "out by adjust after the stop": kills and table.stopped,
            "dealer out by adjust": kills and move["seat"] == table.dealer,
            "lives for somebody out": lives and not living and move["by"] > 0,
        }
    )


def after_features(before: Snapshot, table: Table, move: dict) -> set[str]:
    """What a move has brought: a round, somebody out, the end."""
    scored = table.shown is not before.shown and any(table.shown)
    names = round_features(before, table) if scored else set()
    if table.mode != "last-standing":
        return names
    out = table.gone[before.gone :]
    by_adjust = move["move"] == "adjust"
    return names | seen(
        {
            "out together": any(len(group) > 1 for group in out),
            "the last go together": not table.living and not before.over and not by_adjust,
            "one is left": len(table.living) == 1 and not before.over,
            "adjust completes a round": by_adjust and scored,
            "adjust ends the game": by_adjust and table.over and not before.over,
            "dealer out in the round": not by_adjust
            and any(before.dealer in group for group in out)
            and not table.over,
            "dealer passes somebody out": not by_adjust
            and table.number > before.number
            and table.dealer != (before.dealer + 1) % len(table.seats),
            "everybody's lives at zero or below": max(table.scores) <= 0,
            "more than the lives of the start": max(table.scores) > table.options["lives"],
        }
    )


def round_features(before: Snapshot, table: Table) -> set[str]:
    """What was to be seen in the cards of a round that was just scored."""
    shown = {seat: card for seat, card in enumerate(table.shown) if card}
    values = [card["value"] for card in shown.values()]
    between = [value for value in values if min(values) < value < max(values)]
    characters = [card["character"] for card in shown.values()]
    return (
        turn_features(before, table, shown, characters)
        | monk_features(before, table, shown)
        | seen(
            {
                "all cards equal": len(set(values)) == 1,
                "round with a tie for highest": before.goal == "highest" and values.count(max(values)) > 1,
                "round with a tie for lowest": before.goal == "lowest" and values.count(min(values)) > 1,
                "highest won by one": before.goal == "highest" and values.count(max(values)) == 1,
                "lowest won by one": before.goal == "lowest" and values.count(min(values)) == 1,
                "nobody between": before.goal == "intermediate" and not between,
                "one between": before.goal == "intermediate" and len(between) == 1,
                "several between": before.goal == "intermediate" and len(between) > 1,
                "several lose together": before.goal == "loss" and values.count(min(values)) > 1,
                "one loses alone": before.goal == "loss" and values.count(min(values)) == 1,
            }
        )
    )


def turn_features(before: Snapshot, table: Table, shown: dict, characters: list) -> set[str]:
    """What turned, and what did not."""
    each = table.options["flips"] == "each"
    knights, princesses = characters.count("knight"), characters.count("princess")
    plain = [seat for seat in shown if "value" not in before.played[seat]]
    upright = {shown[seat]["character"] for seat in plain if not shown[seat]["turned"]}
    turned = {shown[seat]["character"] for seat in plain if shown[seat]["turned"]}
    typed = {shown[seat]["character"] for seat in shown if seat not in plain}
    called = {"innkeeper": "king", "jester": "queen", "sorceress": "monk", "queen": "princess", "knight": "princess"}
    known = [seat for seat in plain if shown[seat]["turned"]]
    taught = table.options["values"]
    return {f"turned {character}" for character in turned} | seen(
        {
            "dragon turned twice": each and knights == 2 and "dragon" in upright,
            "dragon turned by three": each and knights == 3 and "dragon" in turned,
            "dragon turned by two once": not each and knights == 2 and "dragon" in turned,
            "knight turned twice": each and princesses == 2 and "knight" in upright,
            "knight turned by two once": not each and princesses == 2 and "knight" in turned,
            "turned knight turns a dragon": {"knight", "dragon"} <= turned and knights == 1,
            "a value read is not touched": any(called.get(character) in characters for character in typed if character),
            "a card read off counts as in play": any(
                called.get(character) in typed and characters.count(called.get(character)) == 1 for character in turned
            ),
            "turned value known": any(taught.get(shown[seat]["character"], [0, None])[1] is not None for seat in known),
        }
    )


def monk_features(before: Snapshot, table: Table, shown: dict) -> set[str]:
    """Whom the Monks copied."""
    names = set()
    for seat, card in shown.items():
        if card["character"] != "monk" or "value" in before.played[seat]:
            continue
        if seat == before.dealer:
            taught = "monk" in table.options["values"]
            names |= {"dealer's monk"} | ({"dealer's monk whatever was taught"} if taught else set())
            assert card["value"] == DEALERS_MONK
            continue
        left = next(other for other in [*range(seat + 1, len(table.seats)), *range(seat)] if other in shown)
        copied = shown[left]
        names |= {"monk copies"} | seen(
            {
                "monk copies a monk": copied["character"] == "monk",
                "monk copies the king": copied["character"] == "king",
                "monk copies a queen": copied["character"] == "queen" and copied["turned"],
                "monk copies what was read": "value" in before.played[left],
                "monk copies the dealer": left == before.dealer,
                "monk copies the dealer's monk": left == before.dealer and copied["character"] == "monk",
                "monk past somebody out": left != (seat + 1) % len(table.seats),
            }
        )
    return names


def end_features(record: dict, result: dict) -> set[str]:
    mode, over, totals = with_defaults(record)["mode"], result["over"], result["totals"]
    classic, crowd = over and mode == "classic", over and mode == "crowd"
    return seen(
        {
            "no move at all": not record["moves"],
            "finished": over,
            "unfinished": result["outcome"] == "playing",
            "stopped": result["outcome"] == "stopped",
            "counted": "counted" in result,
            "classic: one wins": classic and len(result["winners"]) == 1,
            "classic: shared": classic and len(result["winners"]) > 1,
            "classic: nobody": classic and not result["winners"],
            "classic: all have the same": classic and len(set(totals)) == 1,
            "classic: two scores only": classic and len(set(totals)) == 2,
            "classic: the most are several": classic and totals.count(max(totals)) > 1 and bool(result["winners"]),
            "crowd: one wins": crowd and len(result["winners"]) == 1,
            "crowd: shared": crowd and len(result["winners"]) > 1,
        }
    )


def change_features(record: dict, line: int) -> set[str]:
    """What an adjust after the end has changed."""
    before, after = (score(record | {"moves": record["moves"][:length]}) for length in (line - 1, line))
    return seen(
        {
            "adjust changes the outcome": before["over"] and before["outcome"] != after["outcome"],
            "adjust changes the winners": before["over"] and before["winners"] != after["winners"],
        }
    )


def told_features(moves: list[dict]) -> set[str]:
    """What corrections made of rounds that were told."""
    corrections = [reads for move in moves if move["move"] == "correct" for reads in move["lines"]]
    lists = [(moves[line - 1], reads) for line, reads in corrections if isinstance(reads, list)]
    told = ("winners", "losers")
    return seen(
        {
            "a told round played out": any(
                was["move"] in told and all(move["move"] == "card" for move in reads) for was, reads in lists
            ),
            "a round put in": any(
                len(reads) > 1 and reads[0]["move"] in told and reads[-1] == was for was, reads in lists
            ),
        }
    )
