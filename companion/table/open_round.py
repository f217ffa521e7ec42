"""What may be corrected while a round holds secrets: nothing whose answer could tell one of them.

The rows of “While a secret is open” in docs/corrections.md: of each table the first that applies decides.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from typing import Any

from msgspec import Struct

from companion.games.game import Ask, Game, Secret
from companion.games.moves import Adjust, Count, Move, Refused, Stop
from companion.table.corrections import as_given, changes, check_targets
from companion.table.fold import append
from companion.table.model import Correct, Line, Progress, RecordedMove, Table, all_written, step
from companion.table.questions import is_as_wide
from companion.table.rights import Answer
from companion.table.visibility import closed

HOST = "host"


def reporter(table: Table, seat: int | None) -> str:
    """Under which name a seat (None: the host) reports. A player called "host" is not taken for the host."""
    if seat is None:
        return HOST
    name = table.seats[seat]
    return name if name != HOST else f"{name} (seat {seat + 1})"


class Caller(Struct, frozen=True):
    """Who reports: the names under which it does so, the seats it speaks for, and those with a phone of their own."""

    names: frozenset[str] = frozenset()
    seats: frozenset[int] = frozenset()
    phones: frozenset[int] = frozenset()


def corrected(
    table: Table, move: Correct, caller: Caller, reporters: Sequence[str], kept: frozenset[int] = frozenset()
) -> Table:
    """The table with one more correction, by this caller; `reporters` wrote its lines.

    In the lines `kept` something is put before what stands there, which stays as it is. Refused as by
    `table.append`, and with `secrets-open` where the answer could depend on what the caller may not know.
    """
    if is_locked(table):
        Reading(table, move, caller, reporters, kept).check()
    return append(table, move)


def proposed(table: Table, move: Correct, kept: frozenset[int] = frozenset()) -> Table:
    """The table as it would be with a correction that is proposed: whatever it says and touches is public now.

    Refused as in `corrected`, by a caller who knows nothing.
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
    """Whether nothing but an adjust is put before this line: a secret is open, and it is of that round."""
    standing = table.game.standing
    return is_locked(table) and standing(table.folds[number - 1].state).round >= standing(_open_state(table)).round


def _open_state(table: Table) -> Any:
    """The game in the round that is open; of a table that was counted, in the one that it dropped."""
    return next(fold.state for fold in reversed(table.folds) if not table.game.standing(fold.state).counted)


def says_a_secret(table: Table, lines: Iterable[Line]) -> bool:
    """Whether one of these lines holds what not everybody may know, or corrected one that does."""
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
    """The moves that hide something, or once did."""
    for number in table.secret_lines:
        yield from all_written(table.lines[number - 1])


@dataclass(frozen=True)
class Change:
    """What a correction makes of one move of a line: `stands` becomes `reads`. None: put in, or struck.

    `was`: the game before what stands, as the sheet has it; `now`: as it is with all that is corrected before.
    """

    reading: "Reading"
    number: int
    stands: RecordedMove | None
    reads: RecordedMove | None
    was: Progress
    now: Progress

    @cached_property
    def after(self) -> Progress:
        """The game after it."""
        return self.now if self.reads is None else self.reading.stepped(self.now, self.reads)

    @cached_property
    def held(self) -> list[Secret]:
        """What is secret in what stands, and can decide over later lines."""
        written = [] if self.stands is None else closed(self.reading.table, self.stands)
        return [secret for secret in written if secret.locks]

    @property
    def is_named(self) -> bool:
        """Whether the correction names the line, and says all that it reads."""
        return self.number in self.reading.targets and self.number not in self.reading.kept

    @property
    def is_known(self) -> bool:
        """Whether the caller knows what stands there: by its own seat, or because the line is its own report.

        What a host reported for a seat that has a phone by now, is that player's to replace.
        """
        caller, reporter = self.reading.caller, self.reading.reporters[self.number - 1]
        if any(caller.seats & {*secret.seats} for secret in self.held):
            return True
        seat = None if self.reads is None else getattr(self.reads.move, "seat", None)
        return reporter in caller.names and (reporter != HOST or seat not in caller.phones)

    def is_of_the_open_round(self, fold: Progress) -> bool:
        return self.reading.game.standing(fold.state).round >= self.reading.round


# --- the rows ------------------------------------------------------------------------------------------------------


def a_move_struck(change: Change) -> Answer | None:
    """Whether its strike opens something, is seen when the line is read."""
    return "allowed" if change.reads is None else None


def a_move_that_ends_or_adjusts_put_in(change: Change) -> Answer | None:
    """Nothing of the open round decides over it."""
    if change.reads is None or change.stands is not None:
        return None
    return "allowed" if isinstance(change.reads.move, Adjust | Stop | Count) else None


def a_struck_move_put_back(change: Change) -> Answer | None:
    """The strike of it is struck: it fitted there."""
    return "allowed" if change.stands is None and change.number not in change.reading.targets else None


def a_move_put_into_the_open_round(change: Change) -> Answer | None:
    if change.stands is not None:
        return None
    is_open = change.is_of_the_open_round(change.now) or change.is_of_the_open_round(change.after)
    return "refused" if is_open else None


def a_move_put_into_an_earlier_round(change: Change) -> Answer | None:
    return "allowed" if change.stands is None else None


def a_public_move_of_the_same_kind_and_seat(change: Change) -> Answer | None:
    return None if change.held else "allowed"


def anothers_secret(change: Change) -> Answer | None:
    return "refused" if change.is_named and not change.is_known else None


def a_secret_that_is_asked_for_otherwise(change: Change) -> Answer | None:
    """What was asked for by the same question, and hides until the same, fits whatever is hidden."""
    game = change.reading.game
    assert change.reads is not None  # a strike
    before, after = (_asked(game, fold.state, change.reads.move) for fold in (change.was, change.now))
    if not after:
        raise Refused("no-longer-fits", line=change.number, refused=Refused("not-asked"))
    secret = game.secret_in(change.now.state, change.reads.move)
    is_alike = secret is not None and secret.until in {one.until for one in change.held}
    return None if is_alike and is_as_wide(before, after) else "refused"


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
    """A line as it is read by now: whether it, or one before it, brought a secret into the open."""

    before: bool
    here: bool
    strikes_only: bool
    reads: Sequence[RecordedMove]


def a_line_behind_what_was_opened(opening: Opening) -> Answer | None:
    """Whether it fits would tell; an adjust always does."""
    adjusts = all(isinstance(written.move, Adjust) for written in opening.reads)
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
    """The sheet, read anew with a correction, beside the sheet as it stands. `met`: the rows that decided."""

    def __init__(
        self, table: Table, move: Correct, caller: Caller, reporters: Sequence[str], kept: frozenset[int]
    ) -> None:
        check_targets(table, len(table.lines) + 1, move)
        given = as_given(move)
        self.table, self.game, self.caller, self.reporters, self.kept = table, table.game, caller, reporters, kept
        self.targets = {number for number, _ in given}
        self._strikes_only = not any(moves for _, moves in given)
        self._changes = changes(table, given)
        last = _open_state(table)
        self.round = self.game.standing(last).round
        self._secrets = [secret for written in _hiding(table) for secret in closed(table, written) if secret.locks]
        self._settled = {secret for secret in self._secrets if self.game.settled(last, secret)}
        self.met: list[tuple[str, Answer]] = []

    def check(self) -> None:
        """Refused where this correction may not be made while secrets are open.

        It is folded beside the sheet as it stands, until a public line does not fit: `append` says so in full.
        """
        first = min(self._changes, default=len(self.table.lines) + 1)
        now, opened = self.table.folds[first - 1], False
        for number in range(first, len(self.table.lines) + 1):
            stands = self.table.sheet[number - 1]
            reads = self._changes.get(number, stands)
            try:
                now = self._line(number, stands, reads, self.table.folds[number - 1], now)
            except _PublicRefusal:
                return
            opens = any(self._opens(secret, now) for secret in self._secrets)
            self._decide(LINE_BY_LINE, Opening(opened, opens, self._strikes_only, reads))
            opened = opened or opens

    def _decide(self, rows: Sequence[Callable[[Any], Answer | None]], about: Any) -> None:
        """Refused if the first row that applies says so."""
        row, answer = next((row, answer) for row in rows if (answer := row(about)) is not None)
        self.met.append((row.__name__, answer))
        if answer == "refused":
            raise Refused("secrets-open")

    def _line(
        self, number: int, stands: Sequence[RecordedMove], reads: Sequence[RecordedMove], was: Progress, now: Progress
    ) -> Progress:
        """The game after a line that reads these moves by now; `was` and `now` are the game before it."""
        pairs = _aligned(stands, reads)
        for gone, written in enumerate(stands):
            if gone not in pairs.values():
                self._decide(MOVE_BY_MOVE, Change(self, number, written, None, was, now))
        for index, written in enumerate(reads):
            before = pairs.get(index)
            there = None if before is None else stands[before]
            stood = was if before is None else self._fold(was, stands[:before])
            change = Change(self, number, there, written, stood, now)
            self._decide(MOVE_BY_MOVE, change)
            now = change.after
        return now

    def _fold(self, fold: Progress, stands: Sequence[RecordedMove]) -> Progress:
        for written in stands:
            fold, _ = step(self.game, fold, written.move, written.reported)
        return fold

    def stepped(self, now: Progress, written: RecordedMove) -> Progress:
        try:
            return step(self.game, now, written.move, written.reported)[0]
        except Refused as refused:
            raise _PublicRefusal from refused

    def _opens(self, secret: Secret, now: Progress) -> bool:
        return secret not in self._settled and self.game.settled(now.state, secret)


class _PublicRefusal(Exception):
    """A line does not fit for a reason that everybody may know: `append` will say so in full."""


def _aligned(stands: Sequence[RecordedMove], reads: Sequence[RecordedMove]) -> dict[int, int]:
    """Which of the moves that a line is to read stands there at which place: by order, kind and seat alone."""
    one, other = ([_kind(written.move) for written in moves] for moves in (stands, reads))
    blocks = SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    return {block.b + n: block.a + n for block in blocks for n in range(block.size)}


def _kind(move: Move) -> tuple[type[Move], Any]:
    return type(move), getattr(move, "seat", None)


def _asked(game: Game, state: Any, move: Move) -> list[Ask]:
    """The questions that a move of a seat can answer."""
    tag, seat = move.__struct_config__.tag, getattr(move, "seat", None)
    return [] if seat is None else [ask for ask in game.asks(state, seat) if ask.move == tag]
