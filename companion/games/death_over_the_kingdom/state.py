"""Death Over The Kingdom: the state, and functions of a state."""

from collections.abc import Sequence

from msgspec import Struct, UnsetType
from msgspec.structs import replace

from companion.games.death_over_the_kingdom.moves import CHARACTERS, LIVES, Character, Options, Sides
from companion.games.game import put
from companion.games.ledger import Entry, Ledger
from companion.games.moves import Refused, seated

CLASSIC_SEATS = range(3, 8)
TRACKS = ("points", "lives")
GOALS = ("highest", "lowest", "intermediate")
DEALERS_MONK = 6
TURNED_BY: dict[Character, Character] = {
    "innkeeper": "king",
    "jester": "queen",
    "sorceress": "monk",
    "dragon": "knight",
    "knight": "princess",
    "queen": "princess",
}
TURNED_BY_EACH = ("dragon", "knight")  # the others turn once, however many there are [3]


class Played(Struct, frozen=True, gc=False):
    """A card as reported: the `value` read off it, and the value on its `turned` side."""

    character: Character | None
    value: int | None
    turned: int | None = None


class Shown(Struct, frozen=True, gc=False):
    """A card after all abilities: the character that turned it (`by`) and how often (`times`); for a Monk the seat
    whose value it `copies`."""

    character: Character | None
    turned: bool
    value: int | None
    by: Character | None = None
    times: int = 0
    copies: int | None = None


class Round(Struct, frozen=True, gc=False):
    """A round. `order`: from the starting player to the Dealer [1]; other tuples go by seat.

    `cards`, `hit`: set once it is scored: the cards after all abilities, and the seats that got a point or lost a life.
    """

    number: int
    order: tuple[int, ...]
    played: tuple[Played | None, ...]
    cards: tuple[Shown | None, ...] = ()
    hit: tuple[int, ...] = ()

    @property
    def dealer(self) -> int:
        return self.order[-1]

    @property
    def complete(self) -> bool:
        """Whether all cards are reported."""
        return None not in [self.played[seat] for seat in self.order]


class State(Struct, frozen=True, gc=False):
    """The state. `now`: the open round; once the game is over the last one. `out`: seats without lives, in the order
    in which they went. `counted`: the table has ended early, and the round that was not scored is dropped.
    """

    seats: int
    options: Options
    now: Round
    entries: Ledger = Ledger()
    out: tuple[tuple[int, ...], ...] = ()
    scored: tuple[Round, ...] = ()
    counted: bool = False

    @property
    def rounds(self) -> int | None:
        """The number of rounds: one turn a seat, unless agreed otherwise; None for last-standing [2, 5, 6]."""
        if not isinstance(self.options.rounds, UnsetType):
            return self.options.rounds
        turns = self.seats if isinstance(self.options.turns, UnsetType) else self.options.turns
        return {"classic": turns * len(GOALS), "crowd": self.seats}.get(self.options.mode)

    @property
    def living(self) -> tuple[int, ...]:
        if not self.out:
            return tuple(range(self.seats))
        out = frozenset().union(*self.out)
        return tuple(seat for seat in range(self.seats) if seat not in out)

    @property
    def over(self) -> bool:
        if self.counted:
            return True
        return len(self.living) < 2 if self.rounds is None else len(self.scored) == self.rounds

    @property
    def turn(self) -> tuple[int, int]:
        """The numbers of the turn, and of the round in it."""
        long = len(GOALS) if self.options.mode == "classic" else 1
        return (self.now.number - 1) // long + 1, (self.now.number - 1) % long + 1

    @property
    def goal(self) -> str:
        """The reason of the round's entries: the rank that wins a point, or `loss`."""
        return GOALS[self.turn[1] - 1] if self.options.mode == "classic" else "loss"


def initial_state(seats: int, options: Options) -> State:
    if options.mode == "classic" and seats not in CLASSIC_SEATS:
        raise Refused("seats", seats=seats, least=CLASSIC_SEATS[0], most=CLASSIC_SEATS[-1])
    if options.mode != "last-standing" and options.lives != LIVES:
        raise Refused("no-lives", mode=options.mode)
    if options.mode != "crowd" and not isinstance(options.rounds, UnsetType):
        raise Refused("no-rounds", mode=options.mode)
    if options.mode != "classic" and not isinstance(options.turns, UnsetType):
        raise Refused("no-turns", mode=options.mode)
    seated(seats, options.dealer)
    order = tuple((options.dealer + step) % seats for step in range(1, seats + 1))
    state = State(seats, options, Round(1, order, (None,) * seats))
    if options.mode != "last-standing":
        return state
    lives = Ledger(Entry(0, seat, "lives", options.lives, "lives") for seat in range(seats))
    return replace(state, entries=lives)


def tracks(state: State) -> Sequence[str]:
    return ("lives",) if state.options.mode == "last-standing" else ("points",)


def order_of_play(state: State, passes: bool) -> tuple[int, ...]:
    """The living seats in the order of play; if the deck `passes`, the next on the left is the Dealer [2, 6]."""
    order = tuple(seat for seat in state.now.order if seat in state.living)
    return (*order[1:], order[0]) if passes else order


def how_many(state: State) -> tuple[int, int]:
    """The least and the most seats that a round hits; the highest and the lowest are never in between [1]."""
    return (0, state.seats - 2) if state.goal == "intermediate" else (1, len(state.living))


def shown(state: State) -> tuple[Shown | None, ...]:
    """The cards after all abilities: turned ones first, then Monks from the Dealer's side: a Monk has the value of its
    left neighbour, the Dealer's 6 [3]."""
    shown = tuple(None if played is None else _turned(state, played) for played in state.now.played)
    left = None
    for seat in reversed(state.now.order):
        card, beside = shown[seat], None if left is None else shown[left]
        if card is not None and card.character == "monk" and card.value is None:
            value = DEALERS_MONK if left is None else beside and beside.value
            shown = put(shown, seat, replace(card, value=value, copies=left))
        left = seat
    return shown


def _turned(state: State, played: Played) -> Shown:
    """A card after all turns; a value that was read off it is final [3]."""
    character = played.character
    if character is None or played.value is not None or character == "monk":
        return Shown(character, False, played.value)
    by = TURNED_BY.get(character)
    times = sum(by is not None and other is not None and other.character == by for other in state.now.played)
    each = character in TURNED_BY_EACH and state.options.flips == "each"
    turned = times % 2 == 1 if each else times > 0
    upright, below = sides(state, character)
    value = upright if not turned else played.turned if below is None else below
    return Shown(character, turned, value, by if times else None, times)


def sides(state: State, character: Character) -> Sides:
    """The values of a character upright and turned, as far as they are known."""
    upright, turned = getattr(state.options.values, character)
    return CHARACTERS.index(character) if upright is None else upright, turned


def unread_seats(cards: Sequence[Shown | None]) -> tuple[int, ...]:
    """The seats whose turned card has to be read; a Monk waits for its neighbour [3]."""
    return tuple(seat for seat, card in enumerate(cards) if card and card.value is None and card.character != "monk")
