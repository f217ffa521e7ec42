"""The corrections that are allowed while a round holds secrets: none whose answer could reveal one.

Its functions are the rows of “While a secret is open” in docs/corrections.md; of each table the first row that applies
decides. `old` is a move as it stands, `new` the same move with the correction; either is None where the move is put in
or struck.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from typing import Any

from msgspec import Struct

from companion.games.game import Ask, Game, Secret
from companion.games.moves import Adjust, Count, Move, Refused, Stop
from companion.table.corrections import check_targets, edits_of, new_readings
from companion.table.fold import append
from companion.table.model import Correct, Line, Progress, RecordedMove, Table, all_written, step
from companion.table.questions import is_as_wide
from companion.table.rights import Answer
from companion.table.visibility import closed

HOST = "host"


def reporter(table: Table, seat: int | None) -> str:
    """The name under which a seat (None: the host) reports. A player called "host" is not taken for the host."""
    if seat is None:
        return HOST
    name = table.seats[seat]
    return name if name != HOST else f"{name} (seat {seat + 1})"


class Caller(Struct, frozen=True):
    """A device or program that corrects: the names it reports under, its `seats`, and all seats with own `phones`."""

    names: frozenset[str] = frozenset()
    seats: frozenset[int] = frozenset()
    phones: frozenset[int] = frozenset()


def corrected(
    table: Table, move: Correct, caller: Caller, reporters: Sequence[str], kept: frozenset[int] = frozenset()
) -> Table:
    """The table with one more correction, by `caller`; `reporters` wrote its lines.

    In the lines `kept` a move is put in before the old ones, which stay. Refused as by `fold.append`, and with
    `secrets-open` where the answer could depend on a secret that the caller may not know.
    """
    if is_locked(table):
        Reading(table, move, caller, reporters, kept).check()
    return append(table, move)


def proposed(table: Table, move: Correct, kept: frozenset[int] = frozenset()) -> Table:
    """The table as it would be with a proposed correction, in which everything is public.

    Refused as in `corrected`, for a caller who knows no secret.
    """
    check_targets(table, len(table.lines) + 1, move)
    if says_a_secret(table, (table.lines[number - 1] for number, _ in move.lines)):
        raise Refused("secrets-open")
    after = corrected(table, move, Caller(), [""] * len(table.lines), kept)
    if says_a_secret(table, [after.lines[-1]]) or says_a_secret(after, [after.lines[-1]]):
        raise Refused("secrets-open")
    return after


def is_locked(table: Table) -> bool:
    """Whether a line holds a secret on which the legality of a later one can depend."""
    return any(secret.locks for written in _hiding(table) for secret in closed(table, written))


def is_of_the_open_round(table: Table, number: int) -> bool:
    """Whether nothing but an adjust is put before line `number`: a secret is open, and the line is of that round."""
    standing = table.game.standing
    return is_locked(table) and standing(table.folds[number - 1].state).round >= standing(_open_state(table)).round


def _open_state(table: Table) -> Any:
    """The state in the open round; for a table that was counted, in the round that was dropped."""
    return next(fold.state for fold in reversed(table.folds) if not table.game.standing(fold.state).counted)


def says_a_secret(table: Table, lines: Iterable[Line]) -> bool:
    """Whether one of these lines, or a line that it corrected, holds a secret that is not public yet."""
    left, looked_at = list(lines), set[int]()
    while left:
        line = left.pop()
        written = (*all_written(line), *(table.sheet[line.number - 1] if line.number <= len(table.lines) else ()))
        if any(closed(table, one) for one in written):
            return True
        targets = {target for target, _ in line.corrects} - looked_at
        looked_at |= targets
        left += [table.lines[target - 1] for target in targets]
    return False


def _hiding(table: Table) -> Iterator[RecordedMove]:
    for number in table.secret_lines:
        yield from all_written(table.lines[number - 1])


@dataclass(frozen=True)
class Change:
    """A move of line `number` before and after a correction: `old` becomes `new`.

    `old_game`: the game before `old`, as the sheet stands; `new_game`: the game at this place with the correction.
    """

    reading: "Reading"
    number: int
    old: RecordedMove | None
    new: RecordedMove | None
    old_game: Progress
    new_game: Progress

    @cached_property
    def after(self) -> Progress:
        return self.new_game if self.new is None else self.reading.stepped(self.new_game, self.new)

    @cached_property
    def old_secrets(self) -> list[Secret]:
        """The secrets of `old` that are not public yet and can decide over later lines."""
        written = [] if self.old is None else closed(self.reading.table, self.old)
        return [secret for secret in written if secret.locks]

    @property
    def is_named(self) -> bool:
        """Whether the correction names the line and replaces all its moves."""
        return self.number in self.reading.targets and self.number not in self.reading.kept

    @property
    def is_known(self) -> bool:
        """Whether the caller knows `old`: from its own seat, or because it reported the line.

        A report of the host for a seat that has a phone by now is for that player alone to replace.
        """
        caller, reporter = self.reading.caller, self.reading.reporters[self.number - 1]
        if any(caller.seats & {*secret.seats} for secret in self.old_secrets):
            return True
        seat = None if self.new is None else getattr(self.new.move, "seat", None)
        return reporter in caller.names and (reporter != HOST or seat not in caller.phones)

    def is_of_the_open_round(self, fold: Progress) -> bool:
        return self.reading.game.standing(fold.state).round >= self.reading.round


# --- the rows: each move that a correction changes


def a_move_struck(change: Change) -> Answer | None:
    """Whether the strike opens a secret is decided line by line."""
    return "allowed" if change.new is None else None


def a_move_that_ends_or_adjusts_put_in(change: Change) -> Answer | None:
    """Its legality depends on nothing in the open round."""
    if change.new is None or change.old is not None:
        return None
    return "allowed" if isinstance(change.new.move, Adjust | Stop | Count) else None


def a_struck_move_put_back(change: Change) -> Answer | None:
    """The strike is struck: the move fitted there."""
    return "allowed" if change.old is None and change.number not in change.reading.targets else None


def a_move_put_into_the_open_round(change: Change) -> Answer | None:
    if change.old is not None:
        return None
    is_open = change.is_of_the_open_round(change.new_game) or change.is_of_the_open_round(change.after)
    return "refused" if is_open else None


def a_move_put_into_an_earlier_round(change: Change) -> Answer | None:
    return "allowed" if change.old is None else None


def a_public_move_of_the_same_kind_and_seat(change: Change) -> Answer | None:
    return None if change.old_secrets else "allowed"


def anothers_secret(change: Change) -> Answer | None:
    return "refused" if change.is_named and not change.is_known else None


def a_secret_that_is_asked_for_otherwise(change: Change) -> Answer | None:
    """A secret fits whatever it is only where the same question asks for it, and it stays closed as long as before."""
    game = change.reading.game
    assert change.new is not None  # a strike
    old, new = (_asked(game, fold.state, change.new.move) for fold in (change.old_game, change.new_game))
    if not new:
        raise Refused("no-longer-fits", line=change.number, refused=Refused("not-asked"))
    secret = game.secret_in(change.new_game.state, change.new.move)
    is_alike = secret is not None and secret.until in {one.until for one in change.old_secrets}
    return None if is_alike and is_as_wide(old, new) else "refused"


def a_secret_that_stays(change: Change) -> Answer | None:
    return None if change.is_named else "allowed"


def an_own_secret(change: Change) -> Answer | None:
    return "own"


MOVE_BY_MOVE: tuple[Callable[[Change], Answer | None], ...] = (
    a_move_struck,
    a_move_that_ends_or_adjusts_put_in,
    a_struck_move_put_back,
    a_move_put_into_the_open_round,
    a_move_put_into_an_earlier_round,
    a_public_move_of_the_same_kind_and_seat,
    anothers_secret,
    a_secret_that_is_asked_for_otherwise,
    a_secret_that_stays,
    an_own_secret,
)


class Opening(Struct, frozen=True):
    """A line with its `new` moves: whether a line `before` it, or this one (`here`), brings a secret into the open."""

    before: bool
    here: bool
    strikes_only: bool
    new: Sequence[RecordedMove]


# --- the rows: each line of the sheet with the correction


def a_line_behind_what_was_opened(opening: Opening) -> Answer | None:
    """Whether it fits would reveal the secret; an adjust always fits."""
    adjusts = all(isinstance(written.move, Adjust) for written in opening.new)
    return "refused" if opening.before and not adjusts else None


def a_secret_opened_by_more_than_strikes(opening: Opening) -> Answer | None:
    return "refused" if (opening.before or opening.here) and not opening.strikes_only else None


def a_line_of_any_other_kind(opening: Opening) -> Answer | None:
    return "allowed"


LINE_BY_LINE: tuple[Callable[[Opening], Answer | None], ...] = (
    a_line_behind_what_was_opened,
    a_secret_opened_by_more_than_strikes,
    a_line_of_any_other_kind,
)


class Reading:
    """The sheet folded with a correction, beside the sheet as it stands. `met`: the rows that decided."""

    def __init__(
        self, table: Table, move: Correct, caller: Caller, reporters: Sequence[str], kept: frozenset[int]
    ) -> None:
        check_targets(table, len(table.lines) + 1, move)
        edits = edits_of(move)
        self.table, self.game, self.caller, self.reporters, self.kept = table, table.game, caller, reporters, kept
        self.targets = {number for number, _ in edits}
        self._strikes_only = not any(moves for _, moves in edits)
        self._new = new_readings(table, edits)
        last = _open_state(table)
        self.round = self.game.standing(last).round
        self._secrets = [secret for written in _hiding(table) for secret in closed(table, written) if secret.locks]
        self._settled = {secret for secret in self._secrets if self.game.settled(last, secret)}
        self.met: list[tuple[str, Answer]] = []

    def check(self) -> None:
        """Raise Refused where this correction may not be made while secrets are open.

        Folds until a public line does not fit, which `append` refuses in full.
        """
        first = min(self._new, default=len(self.table.lines) + 1)
        new_game, opened = self.table.folds[first - 1], False
        for number in range(first, len(self.table.lines) + 1):
            old = self.table.sheet[number - 1]
            new = self._new.get(number, old)
            try:
                new_game = self._line(number, old, new, self.table.folds[number - 1], new_game)
            except _PublicRefusal:
                return
            opens = any(self._opens(secret, new_game) for secret in self._secrets)
            self._decide(LINE_BY_LINE, Opening(opened, opens, self._strikes_only, new))
            opened = opened or opens

    def _decide(self, rows: Sequence[Callable[[Any], Answer | None]], about: Any) -> None:
        row, answer = next((row, answer) for row in rows if (answer := row(about)) is not None)
        self.met.append((row.__name__, answer))
        if answer == "refused":
            raise Refused("secrets-open")

    def _line(
        self,
        number: int,
        old: Sequence[RecordedMove],
        new: Sequence[RecordedMove],
        old_game: Progress,
        new_game: Progress,
    ) -> Progress:
        """The game after line `number` with its `new` moves; `old_game` and `new_game` are the game before it."""
        pairs = _aligned(old, new)
        for place, gone in enumerate(old):
            if place not in pairs.values():
                self._decide(MOVE_BY_MOVE, Change(self, number, gone, None, old_game, new_game))
        for place, written in enumerate(new):
            partner = pairs.get(place)
            before = old_game if partner is None else self._fold(old_game, old[:partner])
            change = Change(self, number, None if partner is None else old[partner], written, before, new_game)
            self._decide(MOVE_BY_MOVE, change)
            new_game = change.after
        return new_game

    def _fold(self, fold: Progress, moves: Sequence[RecordedMove]) -> Progress:
        for written in moves:
            fold, _ = step(self.game, fold, written.move, written.reported)
        return fold

    def stepped(self, fold: Progress, written: RecordedMove) -> Progress:
        try:
            return step(self.game, fold, written.move, written.reported)[0]
        except Refused as refused:
            raise _PublicRefusal from refused

    def _opens(self, secret: Secret, fold: Progress) -> bool:
        return secret not in self._settled and self.game.settled(fold.state, secret)


class _PublicRefusal(Exception):
    """A line does not fit for a public reason, which `append` states in full."""


def _aligned(old: Sequence[RecordedMove], new: Sequence[RecordedMove]) -> dict[int, int]:
    """The place in `old` of each move of `new` that is there already: by order, kind and seat alone."""
    one, other = ([_kind(written.move) for written in moves] for moves in (old, new))
    blocks = SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    return {block.b + n: block.a + n for block in blocks for n in range(block.size)}


def _kind(move: Move) -> tuple[type[Move], Any]:
    return type(move), getattr(move, "seat", None)


def _asked(game: Game, state: Any, move: Move) -> list[Ask]:
    """The questions that a move of a seat can answer."""
    tag, seat = move.__struct_config__.tag, getattr(move, "seat", None)
    return [] if seat is None else [ask for ask in game.asks(state, seat) if ask.move == tag]
