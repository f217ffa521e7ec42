"""Rights to correct a line: the rows of “Who” in docs/corrections.md, of which the first that applies decides."""

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from msgspec import Struct

from companion.games.moves import Move
from companion.table.model import Correct, RecordedMove, Replacement, Table, all_written, moves_of
from companion.table.visibility import closed

Answer = Literal["allowed", "own", "proposed", "refused"]
ANSWERS: tuple[Answer, ...] = ("allowed", "own", "proposed", "refused")  # of several lines the last of these counts
NOBODY = -1  # instead of a seat: a device without one


class Claim(Struct, frozen=True):
    """A line that `seat` (None: a host; NOBODY) wants to read `new`.

    `own`: the seat may report all that the line says, said and corrected. `hides`: the line holds a secret from the
    seat. `beside`: the own lines that the same correction corrects.
    """

    table: Table
    seat: int | None
    number: int
    new: Replacement
    own: bool
    hides: bool
    beside: Sequence[tuple[int, Replacement]]

    @property
    def old(self) -> tuple[Move, ...]:
        return tuple(written.move for written in self.table.sheet[self.number - 1])

    def may_report(self, moves: Iterable[Move]) -> bool:
        table, seat = self.table, self.seat
        return seat is not None and all(table.game.may_report(table.state, seat, move) for move in moves)


def a_host(claim: Claim) -> Answer | None:
    return "allowed" if claim.seat is None else None


def nobody_who_sits_here(claim: Claim) -> Answer | None:
    return "refused" if claim.seat == NOBODY else None


def a_line_that_is_not_there(claim: Claim) -> Answer | None:
    """The rules refuse it."""
    there = 1 <= claim.number <= len(claim.table.lines)
    return None if there else "own" if claim.may_report(moves_of(claim.new)) else "refused"


def an_own_line(claim: Claim) -> Answer | None:
    return "own" if claim.own and claim.may_report(moves_of(claim.new)) else None


def an_own_line_made_anothers(claim: Claim) -> Answer | None:
    return "proposed" if claim.own else None


def anothers_line_with_a_secret(claim: Claim) -> Answer | None:
    return "refused" if claim.hides else None


def an_own_line_forgotten_before_anothers(claim: Claim) -> Answer | None:
    """All old moves stay, in their order; the new ones beside them are the seat's to report."""
    if not claim.old or not isinstance(claim.new, tuple):
        return None
    put_in, left = [], list(claim.old)
    for move in claim.new:
        if left and move == left[0]:
            left.pop(0)
        else:
            put_in.append(move)
    return "own" if not left and claim.may_report(put_in) else None


def anothers_line_that_only_read_off(claim: Claim) -> Answer | None:
    """Struck together with its cause: nothing is left to read off."""
    if moves_of(claim.new) or len(claim.old) != 1:
        return None
    return "own" if any(_caused(claim, number, new) for number, new in claim.beside) else None


def anothers_line(claim: Claim) -> Answer | None:
    return "proposed"


WHO: tuple[Callable[[Claim], Answer | None], ...] = (
    a_host,
    nobody_who_sits_here,
    a_line_that_is_not_there,
    an_own_line,
    an_own_line_made_anothers,
    anothers_line_with_a_secret,
    an_own_line_forgotten_before_anothers,
    anothers_line_that_only_read_off,
    anothers_line,
)


def may_correct(table: Table, move: Correct, *seats: int | None) -> Answer:
    """The answer for a speaker of one of these seats (None: a host); for two, for them together."""
    claims = [list(_claims(table, move, seat)) for seat in seats]
    answers = [min(map(_decided, together), key=ANSWERS.index) for together in zip(*claims, strict=True)]
    return max(answers, key=ANSWERS.index, default="own")


def best(table: Table, move: Correct, speakers: Iterable[int | None]) -> Answer:
    """The best answer for a device that speaks for several seats, one at a time."""
    return min((may_correct(table, move, seat) for seat in speakers), key=ANSWERS.index, default="refused")


def seats_that_may(table: Table, move: Correct, *beside: int) -> tuple[int, ...]:
    """The seats that may make a correction, each together with those `beside`."""
    each = range(len(table.seats))
    return tuple(seat for seat in each if may_correct(table, move, seat, *beside) in ("allowed", "own"))


def has_read_off(table: Table, move: Correct, number: int) -> bool:
    """Whether line `number` only read off what a correction takes away, and so falls away too."""
    if not 1 <= number <= len(table.lines):
        return False
    claim = Claim(table, None, number, None, own=False, hides=False, beside=move.lines)
    return anothers_line_that_only_read_off(claim) is not None


def _decided(claim: Claim) -> Answer:
    return next(answer for row in WHO if (answer := row(claim)) is not None)


def _claims(table: Table, move: Correct, seat: int | None) -> Iterable[Claim]:
    own, hides = _looked_at(table, seat, [number for number, _ in move.lines])
    beside = [(number, new) for number, new in move.lines if own.get(number)]
    for number, new in move.lines:
        yield Claim(table, seat, number, new, own.get(number, False), hides.get(number, False), beside)


def _looked_at(table: Table, seat: int | None, numbers: Sequence[int]) -> tuple[dict[int, bool], dict[int, bool]]:
    """The lines that are the seat's own, and those that hide a secret from the seat, with the lines that they
    corrected."""
    reached, left = set[int](), [number for number in numbers if 1 <= number <= len(table.lines)]
    if seat is None or seat == NOBODY:
        return {}, {}
    while left:
        number = left.pop()
        if number not in reached:
            reached.add(number)
            left += [target for target, _ in table.lines[number - 1].corrects]
    own: dict[int, bool] = {}
    hides: dict[int, bool] = {}
    for number in sorted(reached):  # a line corrects earlier ones alone
        line = table.lines[number - 1]
        written, targets = (*all_written(line), *table.sheet[number - 1]), [target for target, _ in line.corrects]
        is_own = all(table.game.may_report(table.state, seat, one.move) for one in written)
        own[number] = is_own and all(own[target] for target in targets)
        hides[number] = _is_hidden(table, seat, written) or any(hides[target] for target in targets)
    return own, hides


def _is_hidden(table: Table, seat: int, written: Iterable[RecordedMove]) -> bool:
    return any(seat not in secret.seats for one in written for secret in closed(table, one))


def _caused(claim: Claim, number: int, new: Replacement) -> bool:
    """Whether line `number` caused what the claim's line read off, in the same round, and with `new` no longer does."""
    table, game, (move,) = claim.table, claim.table.game, claim.old
    if number == claim.number or not 1 <= number <= len(table.lines):
        return False
    state, there = table.folds[claim.number - 1].state, table.folds[number - 1].state
    if game.standing(state).round != game.standing(there).round:
        return False
    old = any(game.reads_off(state, move, written.move) for written in table.sheet[number - 1])
    return old and not any(game.reads_off(state, move, one) for one in moves_of(new))
