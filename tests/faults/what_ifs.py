"""Corrections by which somebody may try to learn a secret: those that would fit in one of two worlds alone."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from companion.games.moves import Adjust, Refused
from companion.storage.log import to_json
from companion.table.corrections import as_of
from companion.table.fold import append
from companion.table.model import Correct, Replacement, Table, move_of
from companion.table.moves import move, move_to_json
from companion.table.questions import may_report
from tests.support.forms import flat
from tests.support.games.random_play import answer, offered, played

Plain = dict[str, Any]
NEWEST = 12  # lines, of which such corrections are about
MOST = 3  # lines that one of them is about
DRAWN = 100  # of which some would tell
WAYS = 10  # on which a game may go on
STEPS = 8  # of such a way at most
HOW = {"replace": 4, "before": 3, "strike": 1}


class Change(NamedTuple):
    """What becomes of a line: other moves stand there (`replace`), or one before it (`before`), or none (`strike`)."""

    line: int
    how: str
    moves: tuple[Plain, ...] = ()

    @property
    def spelt(self) -> list[Any]:
        """As a form brings it."""
        return [self.line, self.how, self.moves[0] if self.moves else None]


class WhatIf(NamedTuple):
    """A correction: its changes, of which a form says the last and brings the others."""

    changes: tuple[Change, ...]

    @property
    def fits_forms(self) -> bool:
        """Whether a form can say it: one move a line."""
        return all(len(change.moves) < 2 for change in self.changes)

    @property
    def fits_programs(self) -> bool:
        """Whether a program can say it, which says all that a line is to read: what stands there may be secret."""
        return all(change.how != "before" for change in self.changes)

    @property
    def form(self) -> Plain:
        """As the fields of a form that asks what it would change."""
        *pending, last = self.changes
        about = {"pending": to_json([change.spelt for change in pending]), "line": last.line, "how": last.how}
        return flat(last.moves[0] if last.moves else {}) | about

    @property
    def sure(self) -> Plain:
        """As the fields of a form that makes it."""
        return {"pending": to_json([change.spelt for change in self.changes]), "sure": "yes"}

    @property
    def body(self) -> Plain:
        """As a program reports it."""
        return {"move": "correct", "lines": [[change.line, change.moves or None] for change in self.changes]}

    def correct(self, table: Table) -> Correct:
        """As a move, with what stands in the lines of this table."""
        return Correct(tuple((change.line, _reads(table, change)) for change in self.changes))


def _reads(table: Table, change: Change) -> Replacement:
    stands = table.sheet[change.line - 1] if change.how == "before" else ()
    return (*(move(table.game, plain) for plain in change.moves), *(written.move for written in stands)) or None


class Questions:
    """Corrections and moves about a table of two worlds, drawn once; many are such as `seat` may report."""

    def __init__(self, rng: Random, one: Table, other: Table, seat: int | None) -> None:
        self._rng, self._table = rng, one
        self.moves = _moves(rng, one)
        newest = range(max(1, len(one.lines) - NEWEST + 1), len(one.lines) + 1)
        drawn = [_changed(rng, self.moves, newest) for _ in range(DRAWN)]
        drawn += _of_seat(rng, self.moves, one, newest, seat) if seat is not None else []
        drawn += [what_if for table in (one, other) for what_if in _continued(rng, table)]
        self._telling = [what_if for what_if in drawn if _tells(what_if, one, other)]
        self._others = [what_if for what_if in drawn if what_if not in self._telling]

    def forms(self, number: int) -> list[WhatIf]:
        """So many corrections for forms, first those that the bare rules would answer otherwise in the other world."""
        return self._some(number, lambda what_if: what_if.fits_forms)

    def programs(self, number: int, seat: int | None = None) -> list[WhatIf]:
        """The same for programs; for one of a seat, what that seat may report."""

        def fits(what_if: WhatIf) -> bool:
            is_own = seat is None or may_report(self._table, seat, what_if.correct(self._table))
            return what_if.fits_programs and is_own

        return self._some(number, fits)

    def _some(self, number: int, fits: Callable[[WhatIf], bool]) -> list[WhatIf]:
        telling, others = ([*filter(fits, drawn)] for drawn in (self._telling, self._others))
        some = self._rng.sample(telling, min(number, len(telling)))
        return [*some, *self._rng.sample(others, min(number - len(some), len(others)))]


def _moves(rng: Random, table: Table) -> list[Plain]:
    """An answer to all that somebody is asked, or was asked before one of the last lines; and what was reported."""
    numbers = range(max(0, len(table.lines) - NEWEST), len(table.lines) + 1)
    asked = [ask for number in numbers for ask in offered(as_of(table, number))]
    return [*(answer(rng, ask) for ask in asked), *(move_to_json(move_of(line)) for line in table.lines[-NEWEST:])]


def _of_seat(rng: Random, pool: list[Plain], table: Table, newest: Sequence[int], seat: int) -> list[WhatIf]:
    """Changes of lines that this seat may report, into moves that it may report."""
    own = [plain for plain in pool if may_report(table, seat, move(table.game, plain))]
    lines = [line for line in newest if may_report(table, seat, Correct(((line, None),)))]
    return [_changed(rng, own, lines) for _ in range(DRAWN)] if own and lines else []


def _changed(rng: Random, pool: list[Plain], among: Sequence[int]) -> WhatIf:
    """Some of these lines read something else."""
    numbers = sorted(rng.sample(among, min(len(among), rng.randint(1, MOST))))
    return WhatIf(tuple(_change(rng, pool, number) for number in numbers))


def _change(rng: Random, pool: list[Plain], line: int) -> Change:
    (how,) = rng.choices([*HOW], [*HOW.values()])
    return Change(line, how, () if how == "strike" else (rng.choice(pool),))


def _continued(rng: Random, table: Table) -> Iterator[WhatIf]:
    """In the place of entries by hand, which are the newest lines, the game goes on: a move in each, or all in one."""
    entries = [line.number for line in table.lines if isinstance(move_of(line), Adjust)]
    for _ in range(WAYS if entries and offered(table, optional=False) else 0):
        *_, end = table, *played(rng, table, len(table.lines) + rng.randint(1, STEPS))
        way = [move_to_json(move_of(line)) for line in end.lines[len(table.lines) :]]
        yield WhatIf(tuple(Change(line, "replace", (plain,)) for line, plain in zip(entries, way, strict=False)))
        yield WhatIf((Change(entries[0], "replace", tuple(way)),))


def _tells(what_if: WhatIf, one: Table, other: Table) -> bool:
    """Whether the bare rules answer it otherwise in the other world."""
    return _answer(what_if, one) != _answer(what_if, other)


def _answer(what_if: WhatIf, table: Table) -> Any:
    try:
        append(table, what_if.correct(table))
    except Refused as refused:
        return refused.code, refused.numbers.get("line")
    return None
