"""What may be corrected while a round holds secrets: nothing whose answer could tell one of them."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any

from msgspec import Struct

from companion.games.game import Ask, Game, Secret
from companion.games.moves import Adjust, Count, Move, Refused, Stop
from companion.table.corrections import as_given, changes, check_targets
from companion.table.fold import append
from companion.table.model import Correct, Progress, RecordedMove, Table, all_written, step
from companion.table.questions import is_as_wide
from companion.table.visibility import closed

HOST = "host"


def reporter(table: Table, seat: int | None) -> str:
    """Under which name a seat (None: the host) reports. A player called "host" is not taken for the host."""
    if seat is None:
        return HOST
    name = table.seats[seat]
    return name if name != HOST else f"{name} (seat {seat + 1})"


class Caller(Struct, frozen=True):
    """Who reports: the names under which it does so, the seats it speaks for, and those with a phone of their own.

    What a host reported for a seat that has a phone by now, is that player's to replace.
    """

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
        _Reading(table, move, caller, reporters, kept).check()
    return append(table, move)


def is_locked(table: Table) -> bool:
    """Whether a line holds a secret on which the legality of a later one can depend."""
    return any(secret.locks for written in _hiding(table) for secret in closed(table, written))


def _hiding(table: Table) -> Iterator[RecordedMove]:
    """The moves that hide something, or once did."""
    for number in table.secret_lines:
        yield from all_written(table.lines[number - 1])


class _Reading:
    """The sheet, read anew with a correction, beside the sheet as it stands."""

    def __init__(
        self, table: Table, move: Correct, caller: Caller, reporters: Sequence[str], kept: frozenset[int]
    ) -> None:
        check_targets(table, len(table.lines) + 1, move)
        given = as_given(move)
        self._table, self._game, self._caller, self._reporters, self._kept = table, table.game, caller, reporters, kept
        self._targets = {number for number, _ in given}
        self._strikes_only = not any(moves for _, moves in given)
        self._opened = False
        self._changes = changes(table, given)
        last = next(fold for fold in reversed(table.folds) if not self._game.standing(fold.state).counted)
        self._round = self._game.standing(last.state).round  # of a table that was counted, the round that it dropped
        self._secrets = [secret for written in _hiding(table) for secret in closed(table, written) if secret.locks]
        self._settled = {secret for secret in self._secrets if self._game.settled(last.state, secret)}

    def check(self) -> None:
        """Refused where this correction may not be made while secrets are open.

        It is folded beside the sheet as it stands, until a public line does not fit: `append` says so in full.
        """
        first = min(self._changes, default=len(self._table.lines) + 1)
        now = self._table.folds[first - 1]
        for number in range(first, len(self._table.lines) + 1):
            stands = self._table.sheet[number - 1]
            reads = self._changes.get(number, stands)
            try:
                now = self._line(number, stands, reads, self._table.folds[number - 1], now)
            except _PublicRefusal:
                return
            self._check_open(reads, now)

    def _fold(self, fold: Progress, stands: Sequence[RecordedMove]) -> Progress:
        for written in stands:
            fold, _ = step(self._game, fold, written.move, written.reported)
        return fold

    def _line(
        self, number: int, stands: Sequence[RecordedMove], reads: Sequence[RecordedMove], was: Progress, now: Progress
    ) -> Progress:
        """The game after a line that reads these moves by now; `was` and `now` are the game before it."""
        pairs = _aligned(stands, reads)
        for index, written in enumerate(reads):
            place = pairs.get(index)
            if place is None:
                now = self._added(number, written, now)
            else:
                self._check_kept(number, stands[place], written.move, self._fold(was, stands[:place]), now)
                now = self._stepped(now, written)
        return now

    def _check_open(self, reads: Sequence[RecordedMove], now: Progress) -> None:
        """No correction brings a secret into the open, but a strike of one that nothing follows which could not fit."""
        if self._opened and not all(isinstance(written.move, Adjust) for written in reads):
            raise Refused("secrets-open")
        self._opened = self._opened or any(self._opens(secret, now) for secret in self._secrets)
        if self._opened and not self._strikes_only:
            raise Refused("secrets-open")

    def _added(self, number: int, written: RecordedMove, now: Progress) -> Progress:
        """A move that did not stand there: none of the open round, unless its strike is struck.

        Nothing of that round decides over an adjust.
        """
        if isinstance(written.move, Adjust | Stop | Count) or number not in self._targets:
            return self._stepped(now, written)
        self._check_round(now)
        after = self._stepped(now, written)
        self._check_round(after)
        return after

    def _check_round(self, fold: Progress) -> None:
        if self._game.standing(fold.state).round >= self._round:
            raise Refused("secrets-open")

    def _check_kept(self, number: int, standing: RecordedMove, move: Move, was: Progress, now: Progress) -> None:
        """A line of the same kind and seat. One that holds a secret: its own to replace, and asked for as before."""
        held = [secret for secret in closed(self._table, standing) if secret.locks]
        if not held:
            return
        if number in self._targets and number not in self._kept and not self._may_replace(number, move, held):
            raise Refused("secrets-open")
        before, after = (_asked(self._game, fold.state, move) for fold in (was, now))
        if not after:
            raise Refused("no-longer-fits", line=number, refused=Refused("not-asked"))
        secret = self._game.secret_in(now.state, move)
        if secret is None or secret.until not in {one.until for one in held} or not is_as_wide(before, after):
            raise Refused("secrets-open")

    def _may_replace(self, number: int, move: Move, held: Sequence[Secret]) -> bool:
        """Whether the caller knows what stands there: by its own seat, or because the line is its own report."""
        seat, reporter = getattr(move, "seat", None), self._reporters[number - 1]
        if any(self._caller.seats & {*secret.seats} for secret in held):
            return True
        return reporter in self._caller.names and (reporter != HOST or seat not in self._caller.phones)

    def _stepped(self, now: Progress, written: RecordedMove) -> Progress:
        try:
            return step(self._game, now, written.move, written.reported)[0]
        except Refused as refused:
            raise _PublicRefusal from refused

    def _opens(self, secret: Secret, now: Progress) -> bool:
        return secret not in self._settled and self._game.settled(now.state, secret)


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
