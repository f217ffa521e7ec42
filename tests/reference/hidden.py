"""What of a record is secret the plain way: read from the sheet alone, by the table of secrets in the contract.

A name and its reading until the round is scored, a declaration until all who still draft have declared, a choice of
Day 2 until all have chosen; killers until the day is judged; the text of a kept outbreak until it is played.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tests.reference import death_name, final_deathweek
from tests.reference.sheet import readings_of_lines

NOBODY: frozenset[int] = frozenset()


class Hidden(NamedTuple):
    """A field of a move that line `line` holds (a correction holds several), its text, and the seats that may know."""

    line: int
    field: str
    text: str
    seats: frozenset[int]


class Written(NamedTuple):
    """A move that line `line` holds, and the line that it stands or stood for."""

    line: int
    stands_for: int
    move: dict


def hidden(record: dict) -> list[Hidden]:
    """All that is secret in the lines of a valid record, also in those that were struck."""
    of_game = {"death-name": of_death_name, "final-deathweek": of_final_deathweek, "death-wish": of_death_wish}
    return [*of_game[record["game"]](record)] if record["game"] in of_game else []


def written(moves: list[dict]) -> Iterator[Written]:
    """Every move that the lines hold, those of corrections among them."""
    for line, move in enumerate(moves, 1):
        if move["move"] != "correct":
            yield Written(line, line, move)
            continue
        for corrected, reads in move["lines"]:
            stands = [] if reads is None else reads if isinstance(reads, list) else [reads]
            yield from (Written(line, corrected, one) for one in stands)


def before(record: dict, line: int) -> list[dict]:
    """What the sheet reads above a line; that it was counted brings nothing into the open."""
    lines = readings_of_lines(record["moves"]).items()
    return [move for number, reads in lines if number < line for move in reads if move["move"] != "count"]


# DEATH Name


def of_death_name(record: dict) -> Iterator[Hidden]:
    """Names and readings, declarations and choices of rounds of which not everything is known yet."""
    options, seats = death_name.with_defaults(record), len(record["seats"])
    rounds = death_name.unfold(before(record, len(record["moves"]) + 1), options)[0]
    is_scored = [death_name.scored(this, rounds, seats, options) is not None for this in rounds]
    for one in written(record["moves"]):
        so_far = death_name.unfold(before(record, one.stands_for), options)[0]
        if 0 < len(so_far) <= len(rounds) and not is_scored[len(so_far) - 1]:
            this, position = rounds[len(so_far) - 1], len(so_far[-1]["declared"])
            yield from of_open_round(one, this, position, seats)


def of_open_round(one: Written, this: dict, position: int, seats: int) -> Iterator[Hidden]:
    """What is secret of a move of a round; `position`: how many declarations were made in it before."""
    move = one.move
    match move["move"]:
        case "write" | "reading":
            field = "name" if move["move"] == "write" else "reading"
            stands = this["names" if field == "name" else "readings"].get(move["seat"]) == move[field].strip()
            holders = {seat for seat, card in in_hand(this, seats).items() if stands and card == move["seat"]}
            yield Hidden(one.line, field, move[field], frozenset({move["seat"], *holders}))
        case "declare" if position >= declared_by_all(this, seats):
            yield Hidden(one.line, "choice", move["choice"], frozenset({move["seat"]}))
        case "choose" if len(this["chosen"]) < seats:
            yield Hidden(one.line, "round", str(move["round"]), frozenset({move["seat"]}))


def declared_by_all(this: dict, seats: int) -> int:
    """How many declarations of a round belong to declarings in which all who still drafted have declared."""
    number, drafting = 0, seats
    for choices in death_name.declarings(this["declared"], seats):
        if len(choices) < drafting:
            break
        number, drafting = number + drafting, len(death_name.passers_of(choices))
    return number


def in_hand(this: dict, seats: int) -> dict[int, int]:
    """For each seat whose card it holds as far as is known: nobody's before all have written, or it was told."""
    if this["held"] or len(this["names"]) < seats:
        held: dict[int, int] = this["held"]
        return held
    step, drafting = death_name.step_of(death_name.direction_of(this["round"])), seats
    cards = {(seat + step) % seats: seat for seat in range(seats)}
    for choices in death_name.declarings(this["declared"], seats):
        passers = death_name.passers_of(choices)
        if len(choices) < drafting or len(passers) < 2:
            break
        cards |= {death_name.next_passer(seat, passers, seats, step): cards[seat] for seat in passers}
        drafting = len(passers)
    return cards


# Final Deathweek


def of_final_deathweek(record: dict) -> Iterator[Hidden]:
    """Killers of a day that was not judged: nobody may know them, as long as it may be judged still."""
    week = the_week(record, len(record["moves"]) + 1)
    judged = len(week["days"])
    if week["outcome"] != "playing":
        return
    for one in written(record["moves"]):
        if one.move["move"] == "killers" and len(the_week(record, one.stands_for)["days"]) >= judged:
            yield Hidden(one.line, "colors", " ".join(one.move["colors"]), NOBODY)


def the_week(record: dict, line: int) -> dict:
    """The week as it was above a line."""
    table = final_deathweek.opened(len(record["seats"]), final_deathweek.with_defaults(record))
    for move in before(record, line):
        final_deathweek.happen(table, move)
    return table


# Death Wish


def of_death_wish(record: dict) -> Iterator[Hidden]:
    """Texts of kept outbreaks that were not played, or that are kept once more."""
    kept, played = outbreaks(before(record, len(record["moves"]) + 1), len(record["seats"]))
    for one in written(record["moves"]):
        if one.move["move"] == "outbreak" and one.move["kept"] and one.move.get("text") is not None:
            seat, text = one.move["seat"], one.move["text"]
            if text in kept[seat] or text not in played[seat]:
                yield Hidden(one.line, "text", text, frozenset({seat}))


def outbreaks(sheet: list[dict], seats: int) -> tuple[list[list[str | None]], list[set[str | None]]]:
    """For each seat the texts that it keeps, and those that it has played: all, once it has played so many."""
    kept: list[list[str | None]] = [[] for _ in range(seats)]
    played: list[set[str | None]] = [set() for _ in range(seats)]
    unnamed = [0] * seats
    for move in sheet:
        seat, text = move.get("seat", 0), move.get("text")
        if move["move"] == "outbreak" and move["kept"]:
            kept[seat].append(text)
        elif move["move"] == "play-keeper" and text is not None and text in kept[seat]:
            kept[seat].remove(text)
            played[seat].add(text)
        elif move["move"] == "play-keeper":
            unnamed[seat] += 1
        if len(kept[seat]) == unnamed[seat]:
            played[seat] |= {*kept[seat]}
            kept[seat], unnamed[seat] = [], 0
    return kept, played
