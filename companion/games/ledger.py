"""The ledger of a game: every change of every number, their sums, the standing, and highlights."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Literal, NamedTuple, Self

from msgspec import Struct
from msgspec.structs import replace

from companion.games.log import Log
from companion.games.moves import Adjust, Refused, seated

Outcome = Literal["playing", "won", "lost", "nobody", "stopped"]
OVER: tuple[Outcome, ...] = ("won", "lost", "nobody")  # outcomes of a finished game
Aim = Literal["most", "fewest", "nothing"]
BY_HAND = "adjust"  # the reason of an entry that no rule made


class Entry(Struct, frozen=True, gc=False):
    """A change of one number: the `round` in which it arose, its seat and track, the amount, and the reason."""

    round: int
    seat: int
    track: str
    by: int
    because: str


Sums = dict[tuple[str, int], int]  # amounts by track and seat


class NewestRound(NamedTuple):
    """The entries of the newest round: those of the rules, and the sums of those by hand."""

    round: int
    scored: tuple[Entry, ...]
    by_hand: Sums


class Ledger(Log[Entry]):
    """Entries by round, in the order in which they arose.

    `sums`, and `of_round` of the newest round, cost the same in a long ledger as in a short one.
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
        """The sums of the entries of `track`, per seat."""
        return tuple([self._sums.get((track, seat), 0) for seat in range(seats)])

    def of_round(self, round: int) -> list[Entry]:
        """The entries of a round; those by hand last, as one sum for each seat and track, without sums of 0."""
        if round != self._newest.round:
            first, end = bisect_left(self, round, key=_round), bisect_right(self, round, key=_round)
            return Ledger(self[first:end]).of_round(round) if first < end else []
        sums = self._newest.by_hand.items()
        return [*self._newest.scored, *(Entry(round, seat, track, by, BY_HAND) for (track, seat), by in sums if by)]


def _round(entry: Entry) -> int:
    return entry.round


def _plus(sums: Sums, entries: Iterable[Entry]) -> Sums:
    """The sums with more entries."""
    after = dict(sums)
    for entry in entries:
        after[entry.track, entry.seat] = after.get((entry.track, entry.seat), 0) + entry.by
    return after


class Standing(Struct, frozen=True, gc=False):
    """The state of a game: outcome, round, and per seat the score shown and the place (1 is best).

    `counted`: the table ended the game early and counted it.
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
    """A number worth remembering: its kind, its seat (None: the table), the amount, and the word that it is about.

    `other`: the seat to which it was done, if it was to one.
    """

    what: str
    seat: int | None
    amount: int
    word: str = ""
    other: int | None = None


class HighlightRule(Struct, frozen=True, gc=False):
    """The statistic of one kind of highlight over many games: by person or by word, and which number of them."""

    by: Literal["person", "word"]
    how: Literal["times", "sum", "most", "least", "mean"]


def foremost(highlights: Iterable[Highlight], rules: Mapping[str, HighlightRule]) -> list[Highlight]:
    """The highlights of one game, of each kind only the best: ranks are not told, so none may look like the first."""
    shown = tuple(highlights)

    def best(kind: str) -> int:
        amounts = [one.amount for one in shown if one.what == kind]
        return min(amounts) if kind in rules and rules[kind].how == "least" else max(amounts)

    return [one for one in shown if one.amount == best(one.what)]


def adjusted(seats: int, tracks: Sequence[str], move: Adjust, round: int) -> Entry:
    """The entry of an adjust in `round`; Refused if seat or track does not exist."""
    seated(seats, move.seat)
    if move.track not in tracks:
        raise Refused("no-such-track", track=move.track)
    return Entry(round, move.seat, move.track, move.by, BY_HAND)


def up_to(entries: Iterable[Entry], last: int) -> Ledger:
    """The entries up to round `last`; later entries by hand move to round `last`, other later ones are dropped."""
    return Ledger(
        replace(entry, round=min(entry.round, last))
        for entry in entries
        if entry.round <= last or entry.because == BY_HAND
    )


def placed(scores: Sequence[Any]) -> tuple[int, ...]:
    """The places for scores of which more is better: 1 is best, ties share the better place (1, 2, 2, 4)."""
    ranked = sorted(scores, reverse=True)
    return tuple([1 + ranked.index(score) for score in scores])


def first(places: Sequence[int]) -> tuple[int, ...]:
    """The seats in first place, ascending."""
    return tuple(seat for seat, place in enumerate(places) if place == 1)


def per_seat(what: str, amounts: Sequence[int]) -> list[Highlight]:
    """A highlight `what` for each seat whose amount is not 0."""
    return [Highlight(what, seat, amount) for seat, amount in enumerate(amounts) if amount]
