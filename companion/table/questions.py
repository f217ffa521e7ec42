"""Questions of a table: who is asked, who may report, and whether a move came late."""

from collections.abc import Iterator, Sequence
from operator import attrgetter

import msgspec
from msgspec import Struct

from companion.games.game import Ask
from companion.games.moves import Adjust, Move, Refused
from companion.games.view import ViewBase
from companion.table.corrections import as_of
from companion.table.fold import append
from companion.table.model import Correct, Table
from companion.table.rights import may_correct

IS_OPTIONAL = attrgetter("optional")
Question = tuple[str, int | None]  # the move that answers it, and the seat that it is about; None: the whole table


def asks(table: Table, seat: int) -> tuple[Ask, ...]:
    """The questions of `seat`, the most urgent first; cached in the table."""
    if ("asks", seat) not in table.kept:
        table.kept["asks", seat] = () if table.stopped else table.game.asks(table.state, seat)
    asked: tuple[Ask, ...] = table.kept["asks", seat]
    return asked


def all_asked(table: Table) -> dict[Question, list[Ask]]:
    return _by_question([asks(table, seat) for seat in range(len(table.seats))])


def all_asked_before(table: Table, line: int) -> dict[Question, list[Ask]]:
    """As `all_asked`, before a line as the sheet stands now."""
    fold = table.folds[line - 1]
    seats = range(0 if fold.stopped else len(table.seats))
    return _by_question([table.game.asks(fold.state, seat) for seat in seats])


def _by_question(asked: Sequence[Sequence[Ask]]) -> dict[Question, list[Ask]]:
    questions: dict[Question, list[Ask]] = {}
    for of_seat in asked:
        for ask in of_seat:
            put = questions.setdefault((ask.move, ask.seat), [])
            if ask not in put:  # what the whole table is asked, several seats are
                put.append(ask)
    return questions


def stands_anew(question: Question, move: Move) -> bool:
    """Whether a question asked after the line `move` may be a new one, though it reads the same: the line is about its
    seat, answers a question to the whole table, or is about all, as a correction is."""
    asked, about = question
    seat = getattr(move, "seat", None)
    return seat is None or seat == about or (about is None and move.__struct_config__.tag == asked)


def waiting(table: Table) -> tuple[int, ...]:
    return tuple([seat for seat in range(len(table.seats)) if not all(map(IS_OPTIONAL, asks(table, seat)))])


def is_stale(table: Table, seen: int, move: Move) -> bool:
    """Whether `move`, sent when line `seen` was the last, is late: its question was answered or changed since.

    A tap whose question still stands is taken, whatever others reported meanwhile.
    """
    if seen >= len(table.lines):
        return seen > len(table.lines)
    since = table.lines[seen:]
    if isinstance(move, Correct):
        targets = {target for target, _ in move.lines}
        return any(target in targets for line in since for target, _ in line.corrects)
    if any(line.recorded is not None and answer_the_same(line.recorded.move, move) for line in since):
        return True
    was, becomes = _asked(as_of(table, seen), move), _asked(table, move)
    return was != becomes and (not was or not fits(table, move))


def fits(table: Table, move: Move) -> bool:
    try:
        append(table, move)
    except Refused:
        return False
    return True


def answer_the_same(one: Move, other: Move) -> bool:
    """Whether two moves answer one question: of one kind, not by hand, and about the same."""
    same_kind = type(one) is type(other) and not isinstance(one, Adjust)
    same_seat = same_kind and getattr(one, "seat", None) == getattr(other, "seat", None)
    return same_seat and (
        not one.ABOUT or [getattr(one, name) for name in one.ABOUT] == [getattr(other, name) for name in one.ABOUT]
    )


def are_alternatives(table: Table, number: int, move: Move) -> bool:
    """Whether `move` is another answer to the question of line `number`: both were asked of one seat, and either closes
    the other."""
    recorded, before = table.lines[number - 1].recorded, as_of(table, number - 1)
    if recorded is None or getattr(recorded.move, "seat", None) != getattr(move, "seat", None):
        return False
    pair = recorded.move, move
    return all(_asked(before, one) for one in pair) and _closes(before, *pair) and _closes(before, *reversed(pair))


def _closes(table: Table, move: Move, other: Move) -> bool:
    try:
        after = append(table, move)
    except Refused:
        return False
    return not _asked(after, other)


def may_report(table: Table, seat: int, move: Move) -> bool:
    """Whether the player in `seat` may report `move`, a correction included."""
    if isinstance(move, Correct):
        return may_correct(table, move, seat) in ("allowed", "own")
    return table.game.may_report(table.state, seat, move)


def _asked(table: Table, move: Move) -> list[Ask]:
    name, about = move.__struct_config__.tag, getattr(move, "seat", None)
    seats = range(len(table.seats)) if about is None else [about] if about < len(table.seats) else []
    return [ask for seat in seats for ask in asks(table, seat) if ask.move == name]


def is_as_wide(before: Sequence[Ask], after: Sequence[Ask]) -> bool:
    """Whether every answer to a question of `before` is one to a question of `after`."""
    return all(any(_covers(wide, narrow) for wide in after) for narrow in before)


def _covers(wide: Ask, narrow: Ask) -> bool:
    fields = {*narrow.given, *narrow.choices}
    if fields != {*wide.given, *wide.choices} or wide.taken != narrow.taken:
        return False
    return all(_field_covers(wide, narrow, name) for name in fields)


def _field_covers(wide: Ask, narrow: Ask, name: str) -> bool:
    if name in wide.given:
        return name in narrow.given and wide.given[name] == narrow.given[name]
    choices = wide.choices[name]
    if name in narrow.given:
        value = narrow.given[name]
        values = value if isinstance(value, list | tuple) else [value]
        return isinstance(choices, list) and all(one in choices for one in values)
    if isinstance(choices, list):
        return all(one in choices for one in narrow.choices[name]) if isinstance(narrow.choices[name], list) else False
    return msgspec.json.encode(choices) == msgspec.json.encode(narrow.choices[name])


class Late(Struct, frozen=True):
    """A question that was open until line `line`, and the public view at that time."""

    line: int
    ask: Ask
    view: ViewBase


def late_asks(table: Table) -> Iterator[Late]:
    """The questions that lines of this table have closed, as they read now, the newest first."""
    closes = table.game.view(table.state).closes
    for number in range(len(table.lines) if closes else 0, 0, -1):
        stands = table.sheet[number - 1]
        closed = closes.get(str(stands[0].move.__struct_config__.tag)) if stands else None
        state = table.folds[number - 1].state
        asks = table.game.asks(state, 0) if closed else ()
        yield from (Late(number, ask, table.game.view(state)) for ask in asks if ask.move == closed)
