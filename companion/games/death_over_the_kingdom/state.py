"""Death Over The Kingdom: the state, and the questions that can be answered from it."""

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
    """A card as it was reported: `value` as read off it, `turned` what it shows now that it was turned."""

    character: Character | None
    value: int | None
    turned: int | None = None


class Shown(Struct, frozen=True, gc=False):
    """A card after the abilities: who turned it and how often, or the seat whose value a Monk has."""

    character: Character | None
    turned: bool
    value: int | None
    by: Character | None = None
    times: int = 0
    copies: int | None = None


class Round(Struct, frozen=True, gc=False):
    """A round: `order` goes from the starting player to the Dealer, who sits last [1]; the rest by seat.

    Once it is scored `cards` are what came of the cards, and `hit` whom it gave a point or took a life.
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
        """Everybody's card is in."""
        return None not in [self.played[seat] for seat in self.order]


class State(Struct, frozen=True, gc=False):
    """`now` is the round being played, once over the last one. `out` are the seats without lives, as they went.

    `counted`: the table has ended before its last round; the round that was not scored yet is not here any more.
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
        """As many turns as seats, unless agreed otherwise; how long the last one stands nobody knows [2, 5, 6]."""
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
        """Number of the turn, and of the round in it."""
        long = len(GOALS) if self.options.mode == "classic" else 1
        return (self.now.number - 1) // long + 1, (self.now.number - 1) % long + 1

    @property
    def goal(self) -> str:
        """What a round's entries are because of: what wins it, or that it was lost."""
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
    """The living in the order of play; where the deck passes on, to the next of them on the left [2, 6]."""
    order = tuple(seat for seat in state.now.order if seat in state.living)
    return (*order[1:], order[0]) if passes else order


def how_many(state: State) -> tuple[int, int]:
    """At least and at most so many are hit: the lowest and the highest are never in between [1]."""
    return (0, state.seats - 2) if state.goal == "intermediate" else (1, len(state.living))


def shown(state: State) -> tuple[Shown | None, ...]:
    """All turns first, then the Monks from the Dealer's side: the value on the left, the Dealer's is 6 [3]."""
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
    """A card after all turns; what was read off it is final and is not touched [3]."""
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
    """What a character is worth upright and turned, as far as it is known."""
    upright, turned = getattr(state.options.values, character)
    return CHARACTERS.index(character) if upright is None else upright, turned


def unread_seats(cards: Sequence[Shown | None]) -> tuple[int, ...]:
    """The seats whose turned card has to be read; a Monk waits for his neighbour [3]."""
    return tuple(seat for seat, card in enumerate(cards) if card and card.value is None and card.character != "monk")
