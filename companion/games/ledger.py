"""The numbers of a game: every change of each, what they add up to, and what of them is worth remembering."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from heapq import merge
from itertools import groupby
from typing import Any, Literal, NamedTuple, Self, overload

from msgspec import Struct
from msgspec.structs import replace

from companion.games.log import Log
from companion.games.moves import Adjust, Refused, seated

Outcome = Literal["playing", "won", "lost", "nobody", "stopped"]
OVER: tuple[Outcome, ...] = ("won", "lost", "nobody")  # of a game that was played to its end
Aim = Literal["most", "fewest", "nothing"]
BY_HAND = "adjust"  # because of what an entry is that no rule made


class Entry(Struct, frozen=True, gc=False):
    """One change of one number in the ledger: the round in which it arose, whose it is, and because of what."""

    round: int
    seat: int
    track: str
    by: int
    because: str


Sums = dict[tuple[str, int], int]  # by track and seat


class NewestRound(NamedTuple):
    """What the newest round of a ledger entered: by the rules, and as sums what was written by hand."""

    round: int
    scored: tuple[Entry, ...]
    by_hand: Sums


class Ledger(Log[Entry]):
    """Entries as they arose, by round, and what those of each track and seat add up to so far.

    What it costs to ask for the sums and for the newest round does not grow with it.
    """

    __slots__ = ("_newest", "_sums")

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._sums: Sums = {}
        self._newest = NewestRound(-1, (), {})
        super().__init__(entries)

    def _add(self, values: Iterable[Entry]) -> None:
        entries = tuple(values)
        self._sums = _plus(self._sums, entries)
        for number, of_one in groupby(entries, key=_round):
            new = tuple(of_one)
            _, scored, by_hand = self._newest if self._newest.round == number else NewestRound(number, (), {})
            scored += tuple(entry for entry in new if entry.because != BY_HAND)
            by_hand = _plus(by_hand, (entry for entry in new if entry.because == BY_HAND))
            self._newest = NewestRound(number, scored, by_hand)
        super()._add(entries)

    def _copy(self) -> Self:
        after = super()._copy()
        after._sums, after._newest = self._sums, self._newest
        return after

    def sums(self, track: str, seats: int) -> tuple[int, ...]:
        """What the entries of one track add up to, per seat."""
        return tuple([self._sums.get((track, seat), 0) for seat in range(seats)])

    def of_round(self, round: int) -> list[Entry]:
        """What a round entered; what was written by hand at the end, as one sum for each seat and track."""
        if round != self._newest.round:
            first, end = bisect_left(self, round, key=_round), bisect_right(self, round, key=_round)
            return Ledger(self[first:end]).of_round(round) if first < end else []
        sums = self._newest.by_hand.items()
        return [*self._newest.scored, *(Entry(round, seat, track, by, BY_HAND) for (track, seat), by in sums if by)]


class LedgerWithHand(Sequence[Entry]):
    """What the rules score, and after that of the same round what was written by hand; put together if it is read."""

    def __init__(self, scored: Ledger, by_hand: Ledger) -> None:
        self._scored, self._by_hand = scored, by_hand

    def __len__(self) -> int:
        return len(self._scored) + len(self._by_hand)

    def __iter__(self) -> Iterator[Entry]:
        return merge(self._scored, self._by_hand, key=_round)

    @overload
    def __getitem__(self, index: int) -> Entry: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Entry, ...]: ...

    def __getitem__(self, index: int | slice) -> Entry | tuple[Entry, ...]:
        if index == -1 and len(self):
            return max((ledger[-1] for ledger in (self._by_hand, self._scored) if ledger), key=_round)
        return tuple(self)[index]

    def sums(self, track: str, seats: int) -> tuple[int, ...]:
        """As of a `Ledger`."""
        both = (ledger.sums(track, seats) for ledger in (self._scored, self._by_hand))
        return tuple(map(sum, zip(*both, strict=True)))

    def of_round(self, round: int) -> list[Entry]:
        """As of a `Ledger`."""
        return [*self._scored.of_round(round), *self._by_hand.of_round(round)]


def _round(entry: Entry) -> int:
    return entry.round


def _plus(sums: Sums, entries: Iterable[Entry]) -> Sums:
    """These sums with more entries."""
    after = dict(sums)
    for entry in entries:
        after[entry.track, entry.seat] = after.get((entry.track, entry.seat), 0) + entry.by
    return after


class Standing(Struct, frozen=True, gc=False):
    """Where a game is: its outcome and round, and per seat the score shown and the place (1 is best).

    `counted`: it was not played to its end, but counted as it stood.
    """

    outcome: Outcome
    round: int
    totals: tuple[int, ...]
    places: tuple[int, ...]
    winners: tuple[int, ...] = ()
    counted: bool = False

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
    return Entry(round, move.seat, move.track, move.by, BY_HAND)


def up_to(entries: Iterable[Entry], last: int) -> Ledger:
    """The entries without those of rounds after `last`; what was written by hand then stays, and carries its number."""
    return Ledger(
        replace(entry, round=min(entry.round, last))
        for entry in entries
        if entry.round <= last or entry.because == BY_HAND
    )


def sums(entries: Iterable[Entry], track: str, seats: int) -> tuple[int, ...]:
    """What the entries of one track add up to, per seat."""
    if isinstance(entries, Ledger | LedgerWithHand):
        return entries.sums(track, seats)
    total = [0] * seats
    for entry in entries:
        if entry.track == track:
            total[entry.seat] += entry.by
    return tuple(total)


def of_round(entries: Sequence[Entry], round: int) -> list[Entry]:
    """What a round entered, as `Ledger.of_round` has it."""
    counted = entries if isinstance(entries, Ledger | LedgerWithHand) else Ledger(entries)
    return counted.of_round(round)


def placed(scores: Sequence[Any]) -> tuple[int, ...]:
    """Places for scores of which more is better: 1 is best, ties share the better place (1, 2, 2, 4)."""
    ranked = sorted(scores, reverse=True)
    return tuple([1 + ranked.index(score) for score in scores])


def first(places: Sequence[int]) -> tuple[int, ...]:
    """The seats in first place, ascending."""
    return tuple(seat for seat, place in enumerate(places) if place == 1)
