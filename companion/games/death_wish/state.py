"""Death Wish: the state, and functions of a state."""

from typing import NamedTuple

from msgspec import Struct, UnsetType

from companion.games.death_wish.moves import Contract, Options
from companion.games.ledger import Ledger
from companion.games.log import Log
from companion.games.moves import Refused, seated

TRACKS = ("skulls",)
LARGE_TABLE = 6  # seats from which fewer skulls kill


class Death(Struct, frozen=True, gc=False):
    """A death: the seat, the disease (None: an entry by hand), and the number of contracts at the table before it."""

    seat: int
    disease: str | None
    after: int


class Drawn(Struct, frozen=True, gc=False):
    """An outbreak: its seat, the disease that it was drawn for (None: drawn by another outbreak), and its text."""

    seat: int
    disease: str | None
    kept: bool
    text: str | None


class Given(NamedTuple):
    """A disease that went from one seat to another: the giver, its skulls by then, the disease, and the receiver."""

    giver: int
    skulls: int
    disease: str
    to: int


class Keepers(Struct, frozen=True, gc=False):
    """The outbreaks that a seat keeps (None: without text), and how many of them were used without naming the text."""

    texts: tuple[str | None, ...] = ()
    unnamed: int = 0

    @property
    def left(self) -> int:
        return len(self.texts) - self.unnamed


class State(Struct, frozen=True, gc=False):
    """The state. Tuples go by seat, except those in order of time: contracts, outbreaks, deaths, given, entries.

    `last`: the seat that contracted or acted last. `due`: seats whose last contract shows an outbreak that is not
    reported yet. `played`: the texts of used keepers. `outbreak`: the text of the newest outbreak, until the next
    contract or action. `tells_acts`: an action other than a contract was reported, so that the seat at turn is known.
    `counted`: the table has ended early.
    """

    seats: int
    options: Options
    target: int
    stacks: tuple[tuple[Contract, ...], ...]
    keepers: tuple[Keepers, ...]
    farewells: tuple[str | None, ...]
    contracts: Log[Contract] = Log()
    outbreaks: Log[Drawn] = Log()
    deaths: tuple[Death, ...] = ()
    given: tuple[Given, ...] = ()
    entries: Ledger = Ledger()
    last: int | None = None
    tells_acts: bool = False
    due: frozenset[int] = frozenset()
    played: frozenset[str] = frozenset()
    outbreak: str | None = None
    counted: bool = False

    @property
    def round(self) -> int:
        return len(self.contracts)

    @property
    def skulls(self) -> tuple[int, ...]:
        return self.entries.sums("skulls", self.seats)

    @property
    def dead(self) -> tuple[int, ...]:
        return tuple([death.seat for death in self.deaths])

    @property
    def living(self) -> tuple[int, ...]:
        return tuple(sorted({*range(self.seats)} - {*self.dead}))

    @property
    def over(self) -> bool:
        """Whether there was a death, or with `last_survivor` one seat is left [6], or the game was counted early."""
        if self.counted:
            return True
        return len(self.deaths) >= (self.seats - 1 if self.options.last_survivor else 1)


def initial_state(seats: int, options: Options) -> State:
    """The state at the start: 10 skulls kill with up to five seats, 8 with more, unless agreed otherwise [3]."""
    seated(seats, options.first)
    if options.last_survivor and seats < 3:
        raise Refused("no-survivor", seats=seats)
    by_the_book = 10 if seats < LARGE_TABLE else 8
    target = by_the_book if isinstance(options.target, UnsetType) else options.target
    return State(seats, options, target, ((),) * seats, (Keepers(),) * seats, (None,) * seats)


def disease_named(state: State, seat: int, name: str) -> Contract | None:
    return next((disease for disease in state.stacks[seat] if disease.disease == name), None)


def drawn_for(state: State, seat: int) -> str | None:
    """The disease for which a seat draws an outbreak now; None if another outbreak makes it draw one [10]."""
    if seat not in state.due:
        return None
    return next(contract.disease for contract in reversed(state.contracts) if contract.seat == seat)


def is_told(state: State, seat: int, text: str) -> bool:
    """Whether a kept text was played, and the seat keeps no other with the same text."""
    return text in state.played and text not in state.keepers[seat].texts


def next_player(state: State) -> int | None:
    """The seat at turn: clockwise, the next living one after the last that acted or contracted [1, 8]."""
    if state.over:
        return None
    start = state.options.first if state.last is None else state.last + 1
    round_the_table = (seat % state.seats for seat in range(start, start + state.seats))
    return next(seat for seat in round_the_table if seat not in state.dead)
