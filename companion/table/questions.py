"""What is asked of whom, who may report, and whether a move came late."""

from collections.abc import Sequence

import msgspec

from companion.games.game import Ask
from companion.games.moves import Adjust, Move, Refused
from companion.table.corrections import as_of
from companion.table.fold import append
from companion.table.model import Correct, Table, all_written, moves_of


def asks(table: Table, seat: int) -> tuple[Ask, ...]:
    """What `seat` is asked now, the most urgent first; found once for each table."""
    if ("asks", seat) not in table.kept:
        table.kept["asks", seat] = () if table.stopped else table.game.asks(table.state, seat)
    asked: tuple[Ask, ...] = table.kept["asks", seat]
    return asked


def waiting(table: Table) -> tuple[int, ...]:
    """The seats that are still asked something which may not be left undone."""
    return tuple(seat for seat in range(len(table.seats)) if any(not ask.optional for ask in asks(table, seat)))


def is_stale(table: Table, seen: int, move: Move) -> bool:
    """Whether `move`, sent by somebody who saw line `seen`, came late: its question was answered since, or is another.

    A tap whose question still stands is taken, whatever others reported meanwhile.
    """
    if seen >= len(table.lines):
        return seen > len(table.lines)
    since = table.lines[seen:]
    if isinstance(move, Correct):
        targets = {target for target, _ in move.lines}
        return any(target in targets for line in since for target, _ in line.corrects)
    if any(line.recorded is not None and _answers(line.recorded.move, move) for line in since):
        return True
    was, becomes = _asked(as_of(table, seen), move), _asked(table, move)
    return was != becomes and (not was or not fits(table, move))


def fits(table: Table, move: Move) -> bool:
    """Whether the rules would take `move` now."""
    try:
        append(table, move)
    except Refused:
        return False
    return True


def _answers(one: Move, other: Move) -> bool:
    same_kind = type(one) is type(other) and not isinstance(one, Adjust)
    return same_kind and getattr(one, "seat", None) == getattr(other, "seat", None)


def may_report(table: Table, seat: int, move: Move) -> bool:
    """Whether the player in `seat` may report `move`; a correction, only of such lines, before and after."""
    if not isinstance(move, Correct):
        return table.game.may_report(table.state, seat, move)
    after = (one for _, reads in move.lines for one in moves_of(reads))
    return _are_own(table, seat, [target for target, _ in move.lines]) and all(
        may_report(table, seat, one) for one in after
    )


def _are_own(table: Table, seat: int, numbers: Sequence[int]) -> bool:
    """Whether the player in `seat` may report all that these lines say and said, and those that they corrected.

    That there is no such line, is for the rules to say.
    """
    left, looked = [target for target in numbers if 1 <= target <= len(table.lines)], set[int]()
    while left:
        number = left.pop()
        if number in looked:
            continue
        looked.add(number)
        line = table.lines[number - 1]
        written = (*all_written(line), *table.sheet[number - 1])
        if not all(table.game.may_report(table.state, seat, one.move) for one in written):
            return False
        left += [target for target, _ in line.corrects]
    return True


def _asked(table: Table, move: Move) -> list[Ask]:
    name, about = move.__struct_config__.tag, getattr(move, "seat", None)
    seats = range(len(table.seats)) if about is None else [about] if about < len(table.seats) else []
    return [ask for seat in seats for ask in asks(table, seat) if ask.move == name]


def is_as_wide(before: Sequence[Ask], after: Sequence[Ask]) -> bool:
    """Whether every answer to one of the questions `before` is one to a question `after`."""
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
