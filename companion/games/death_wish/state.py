"""Death Wish: the state, and the questions that can be answered from it."""

from msgspec import Struct, UnsetType

from companion.games.death_wish.moves import Contract, Options
from companion.games.ledger import Ledger
from companion.games.log import Log
from companion.games.moves import Refused, seated

TRACKS = ("skulls",)
LARGE_TABLE = 6  # from so many seats on, fewer skulls are enough


class Death(Struct, frozen=True, gc=False):
    """Who died, of which disease (None: of a number written by hand), and after how many contracted at the table."""

    seat: int
    disease: str | None
    after: int


class Drawn(Struct, frozen=True, gc=False):
    """An outbreak: who drew it, for which disease (None: because another outbreak said so), and what it says."""

    seat: int
    disease: str | None
    kept: bool
    text: str | None


class Keepers(Struct, frozen=True, gc=False):
    """The outbreaks that a seat kept (None: without its text), and how many of these were used without saying which."""

    texts: tuple[str | None, ...] = ()
    unnamed: int = 0

    @property
    def left(self) -> int:
        return len(self.texts) - self.unnamed


class State(Struct, frozen=True, gc=False):
    """The table. Tuples go by seat, but for what happened one after the other: contracts, outbreaks, deaths, entries.

    `due`: whose last contract shows an outbreak that is not told yet.
    `outbreak`: what the outbreak is called that happened, and that nobody has contracted or done anything after.
    `tells_acts`: somebody has reported another action than a contract, so that it can be told whose turn it is.
    `counted`: the table has ended before its end.
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
        """With the first death; where they play on, when one is left [6]; or it was counted before."""
        if self.counted:
            return True
        return len(self.deaths) >= (self.seats - 1 if self.options.last_survivor else 1)


def initial_state(seats: int, options: Options) -> State:
    """10 skulls for up to five, 8 for more, unless agreed otherwise [3]."""
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
    """Whether a text that a seat has kept was played, and it keeps no other of the same text."""
    return text in state.played and text not in state.keepers[seat].texts


def next_player(state: State) -> int | None:
    """Whose turn it is: clockwise, the next living one after the last who acted or contracted [1, 8]."""
    if state.over:
        return None
    start = state.options.first if state.last is None else state.last + 1
    round_the_table = (seat % state.seats for seat in range(start, start + state.seats))
    return next(seat for seat in round_the_table if seat not in state.dead)
