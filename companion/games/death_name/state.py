"""DEATH Name: the state, and functions of a state."""

from collections.abc import Sequence

from msgspec import Struct, field

from companion.games.death_name import alphabet
from companion.games.death_name.moves import Choice, Options
from companion.games.ledger import Ledger

TRACKS = ("points", "kill_points")
DAY_1 = range(5)  # rounds; 0 is the practice round, which counts nothing
COUNTED_OF_DAY_1 = DAY_1[1:]
NEVER_READ = ("zh", "ko")  # languages whose alphabetical order includes ideographs
Spelling = tuple[str, ...]  # the compared form of a name: its reading, and by `same_reading` its writing


class Card(Struct, frozen=True, gc=False):
    """A card of a scored round, with its place in the order."""

    name: str
    writer: int
    holder: int
    place: int
    icons: int
    duplicate: bool
    marked: bool = field(name="x")


class Ruling(Struct, frozen=True, gc=False):
    """A ruling: spellings that count as one name, as its seats had them when it was reported; `names` as written."""

    seats: frozenset[int]
    names: tuple[str, ...]
    spellings: frozenset[Spelling]


class Round(Struct, frozen=True, gc=False):
    """A round: a decree and the reports under it. Tuples go by seat; None: not reported yet.

    `drafting`: the seats still in the draft. `declared`: the open declaring; `steps`: those carried out. `holding`: per
    seat the writer of its card. `spelt`, `cards`: set once the round is scored.
    """

    number: int
    icons: tuple[int, ...]
    names: tuple[str | None, ...]
    readings: tuple[str | None, ...]
    drafting: tuple[int, ...]
    declared: tuple[Choice | None, ...]
    steps: tuple[tuple[Choice | None, ...], ...]
    holding: tuple[int | None, ...]
    by_hand: bool
    chosen: tuple[int | None, ...]
    same: tuple[Ruling, ...] = ()
    spelt: tuple[Spelling, ...] = ()
    cards: tuple[Card, ...] = ()

    @classmethod
    def opened(cls, number: int, icons: tuple[int, ...], seats: int) -> "Round":
        """A round without reports: on Day 1 all seats draft [1]."""
        nobody = (None,) * seats
        everybody = tuple(range(seats)) if number in DAY_1 else ()
        return cls(number, icons, nobody, nobody, everybody, nobody, (), nobody, False, nobody)

    @property
    def day(self) -> int:
        return 1 if self.number in DAY_1 else 2

    @property
    def way(self) -> int:
        """The direction of passing: +1 to the left, -1 to the right [1]; the practice round goes left."""
        return -1 if self.number in (2, 4) else 1

    @property
    def written(self) -> bool:
        return None not in self.names

    @property
    def scored(self) -> bool:
        return bool(self.cards)

    def fallen_out(self, ruling: Ruling) -> tuple[int, ...]:
        """The seats of `ruling` whose names have another spelling by now."""
        return tuple(seat for seat in sorted(ruling.seats) if self.spelt[seat] not in ruling.spellings)

    @property
    def ruled(self) -> list[frozenset[int]]:
        """The groups of seats that count as one name. A ruling needs two of its spellings in the round [2]."""
        groups: list[frozenset[int]] = []
        for ruling in self.same:
            if len(ruling.spellings.intersection(self.spelt)) > 1:
                held = ruling.seats.difference(self.fallen_out(ruling))
                touching = [group for group in groups if group & held]
                groups = [group for group in groups if not group & held] + [held.union(*touching)]
        return groups


class State(Struct, frozen=True, gc=False):
    """The rounds, the ledger, and its `adjusts` once more.

    `counted`: the table has ended before its last round, and the round that was not scored is dropped.
    """

    seats: int
    options: Options
    rounds: tuple[Round, ...] = ()
    entries: Ledger = Ledger()
    adjusts: Ledger = Ledger()
    counted: bool = False

    @property
    def newest(self) -> Round | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def between(self) -> bool:
        """Whether no round is open: the next decree may come, or the game is over."""
        return self.newest is None or self.newest.scored


def initial_state(seats: int, options: Options) -> State:
    return State(seats, options)


def handed(passers: Sequence[int], way: int) -> list[tuple[int, int]]:
    """Pairs of giver and receiver: the next passer in the direction `way`; a lone passer keeps the card [1]."""
    return [(seat, passers[(index + way) % len(passers)]) for index, seat in enumerate(passers)]


def hand(now: Round) -> tuple[int | None, ...]:
    """Per seat the writer of the card in its hand, if that is known: after the first passing, or as reported."""
    if now.by_hand or now.steps or now.day == 2:
        return now.holding
    if not now.written:
        return (None,) * len(now.names)
    seats = len(now.names)
    return tuple((seat - now.way) % seats for seat in range(seats))


def unused_rounds(state: State, seat: int) -> tuple[int, ...]:
    """The rounds of the cards that `seat` has not revealed yet on Day 2 [6]."""
    used = {now.chosen[seat] for now in state.rounds if now.cards}
    return tuple([number for number in COUNTED_OF_DAY_1 if number not in used])


def lacks_reading(state: State, now: Round, seat: int) -> bool:
    """Whether the name of `seat` needs a reading: under `ja` kanji have no alphabetical order [2]."""
    return alphabet.base(state.options.language) == "ja" and has_unread_kanji(now, seat)


def has_unread_kanji(now: Round, seat: int) -> bool:
    """Whether the name of `seat` has kanji without a reading."""
    name = now.names[seat]
    return name is not None and now.readings[seat] is None and alphabet.has_kanji(name)


def asks_readings(options: Options) -> bool:
    """Whether names of this table may have a reading [2]."""
    return alphabet.base(options.language) not in NEVER_READ


def duplicates_cost(options: Options, day: int) -> bool:
    """Whether the writers of a duplicate lose a point on `day` [3, 6]."""
    return day == 1 or options.day2_duplicates == "penalty"


def over(state: State) -> bool:
    if state.counted:
        return True
    return state.newest is not None and state.newest.number == state.options.rounds and state.newest.scored
