"""The numbers of a game: every change of each, what they add up to, and what of them is worth remembering."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal, Self

from msgspec import Struct

from companion.games.log import Log
from companion.games.moves import Adjust, Refused, seated

Outcome = Literal["playing", "won", "lost", "nobody", "stopped"]
OVER: tuple[Outcome, ...] = ("won", "lost", "nobody")  # of a game that was played to its end
Aim = Literal["most", "fewest", "nothing"]


class Entry(Struct, frozen=True, gc=False):
    """One change of one number in the ledger: the round in which it arose, whose it is, and because of what."""

    round: int
    seat: int
    track: str
    by: int
    because: str


class Ledger(Log[Entry]):
    """Entries as they arose, and what those of each track and seat add up to so far."""

    __slots__ = ("_sums",)

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._sums: dict[tuple[str, int], int] = {}
        super().__init__(entries)

    def _add(self, values: Iterable[Entry]) -> None:
        entries = tuple(values)
        sums = dict(self._sums)
        for entry in entries:
            sums[entry.track, entry.seat] = sums.get((entry.track, entry.seat), 0) + entry.by
        self._sums = sums
        super()._add(entries)

    def _copy(self) -> Self:
        after = super()._copy()
        after._sums = self._sums
        return after

    def sums(self, track: str, seats: int) -> tuple[int, ...]:
        """What the entries of one track add up to, per seat."""
        return tuple(self._sums.get((track, seat), 0) for seat in range(seats))


class Standing(Struct, frozen=True, gc=False):
    """Where a game is: its outcome and round, and per seat the score shown and the place (1 is best)."""

    outcome: Outcome
    round: int
    totals: tuple[int, ...]
    places: tuple[int, ...]
    winners: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        return self.outcome in OVER


class Highlight(Struct, frozen=True, gc=False):
    """A number worth remembering: what, whose (None: the whole table's), how much, and the word it hangs on."""

    what: str
    seat: int | None
    amount: int
    word: str = ""


class HighlightRule(Struct, frozen=True, gc=False):
    """How highlights of one kind are counted over many games: for each person, or for each word; and what of them."""

    by: Literal["person", "word"]
    how: Literal["times", "sum", "most", "least", "mean"]


def adjusted(seats: int, tracks: Sequence[str], move: Adjust, round: int) -> Entry:
    """The ledger entry of an adjust in `round`; Refused if seat or track is not there."""
    seated(seats, move.seat)
    if move.track not in tracks:
        raise Refused("no-such-track", track=move.track)
    return Entry(round, move.seat, move.track, move.by, "adjust")


def sums(entries: Iterable[Entry], track: str, seats: int) -> tuple[int, ...]:
    """What the entries of one track add up to, per seat."""
    if isinstance(entries, Ledger):
        return entries.sums(track, seats)
    total = [0] * seats
    for entry in entries:
        if entry.track == track:
            total[entry.seat] += entry.by
    return tuple(total)


def placed(scores: Sequence[Any]) -> tuple[int, ...]:
    """Places for scores of which more is better: 1 is best, ties share the better place (1, 2, 2, 4)."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def first(places: Sequence[int]) -> tuple[int, ...]:
    """The seats in first place, ascending."""
    return tuple(seat for seat, place in enumerate(places) if place == 1)
