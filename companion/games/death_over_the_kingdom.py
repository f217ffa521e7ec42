"""Death Over The Kingdom: be neither first nor last at a court where Princesses turn Knights and Knights turn Dragons.

The numbers in brackets are those of the reading of the rulebook (docs/rules/death-over-the-kingdom.md).
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.games.game import Ask, OptionsBase, Veil, put, speaks_for_itself
from companion.games.ledger import Aim, Boast, Counted, Entry, Ledger, Standing, adjusted, first, placed
from companion.games.moves import Adjust, Move, Refused, Seat, seated

SLUG = "death-over-the-kingdom"
TITLE = "Death Over The Kingdom"
SEATS = range(3, 17)
FIRST = "dealer"
RUNS_ON = False
CLASSIC_SEATS = range(3, 8)
TRACKS = ("points", "lives")
SCORED = TRACKS
BOASTS = {
    "second": Counted("person", "most"),
    "dropped-on-top": Counted("person", "most"),
    "highest": Counted("person", "sum"),
    "lowest": Counted("person", "sum"),
    "intermediate": Counted("person", "sum"),
    "spared": Counted("person", "sum"),
    "turned": Counted("word", "times"),
}
GOALS = ("highest", "lowest", "intermediate")
LIVES = 4
DEALERS_MONK = 6

Number = Annotated[int, Meta(ge=0, le=99)]
Sides = tuple[Number | None, Number | None]
Character = Literal[
    "death",
    "innkeeper",
    "merchant",
    "thief",
    "jester",
    "juggler",
    "monk",
    "sorceress",
    "dragon",
    "knight",
    "princess",
    "queen",
    "king",
]
CHARACTERS: tuple[Character, ...] = get_args(Character)
TURNED_BY: dict[Character, Character] = {
    "innkeeper": "king",
    "jester": "queen",
    "sorceress": "monk",
    "dragon": "knight",
    "knight": "princess",
    "queen": "princess",
}
TURNED_BY_EACH = ("dragon", "knight")  # the others turn once, however many there are [3]


class Values(OptionsBase, frozen=True):
    """What a character is worth upright and turned; unknown turned values are read off the card."""

    death: Sides = (0, None)
    innkeeper: Sides = (1, None)
    merchant: Sides = (2, None)
    thief: Sides = (3, None)
    jester: Sides = (4, None)
    juggler: Sides = (5, None)
    monk: Sides = (6, None)
    sorceress: Sides = (7, None)
    dragon: Sides = (8, None)
    knight: Sides = (9, None)
    princess: Sides = (10, None)
    queen: Sides = (11, None)
    king: Sides = (12, None)


class Options(OptionsBase, frozen=True):
    FOR_THIS_TABLE = ("dealer", "values")

    mode: Literal["classic", "crowd", "last-standing"] = "classic"
    dealer: Seat = 0
    lives: Annotated[int, Meta(ge=1, le=9)] = LIVES
    values: Values = Values()
    flips: Literal["each", "once"] = "each"


# --- the moves ---------------------------------------------------------------------------------------------------


class Card(Move, frozen=True, tag="card"):
    """A seat's card at the end of the round: its character, or what is read off it, or both."""

    seat: Seat
    character: Character | None = None
    value: Number | None = None

    def __post_init__(self) -> None:
        if self.character is None and self.value is None:
            raise ValueError("A card has a character, a value, or both")


class Value(Move, frozen=True, tag="value"):
    """What a turned card shows, where that is not known."""

    seat: Seat
    value: Number


class Winners(Move, frozen=True, tag="winners"):
    """Instead of cards: who won this round."""

    seats: tuple[Seat, ...]


class Losers(Move, frozen=True, tag="losers"):
    """Instead of cards: who lost this round."""

    seats: tuple[Seat, ...]


MOVES = (Card, Value, Winners, Losers)
VEILED: tuple[type[Move], ...] = ()


# --- the state ---------------------------------------------------------------------------------------------------


class Played(Struct, frozen=True):
    """A card as it was reported: `value` as read off it, `turned` what it shows now that it was turned."""

    character: Character | None
    value: int | None
    turned: int | None = None


class Shown(Struct, frozen=True):
    """A card after the abilities: who turned it and how often, or the seat whose value a Monk has."""

    character: Character | None
    turned: bool
    value: int | None
    by: Character | None = None
    times: int = 0
    copies: int | None = None


class Round(Struct, frozen=True):
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
        return all(self.played[seat] for seat in self.order)


class State(Struct, frozen=True):
    """`now` is the round being played, once over the last one. `out` are the seats without lives, as they went."""

    seats: int
    options: Options
    now: Round
    entries: Ledger = Ledger()
    out: tuple[tuple[int, ...], ...] = ()
    scored: tuple[Round, ...] = ()

    @property
    def rounds(self) -> int | None:
        """As many turns as seats; how long the last one stands nobody knows [2, 5, 6]."""
        return {"classic": self.seats * len(GOALS), "crowd": self.seats}.get(self.options.mode)

    @property
    def living(self) -> tuple[int, ...]:
        out = frozenset().union(*self.out)
        return tuple(seat for seat in range(self.seats) if seat not in out)

    @property
    def over(self) -> bool:
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


def opening(seats: int, options: Options) -> State:
    if options.mode == "classic" and seats not in CLASSIC_SEATS:
        raise Refused("seats", seats=seats, least=CLASSIC_SEATS[0], most=CLASSIC_SEATS[-1])
    if options.mode != "last-standing" and options.lives != LIVES:
        raise Refused("no-lives", mode=options.mode)
    seated(seats, options.dealer)
    order = tuple((options.dealer + step) % seats for step in range(1, seats + 1))
    state = State(seats, options, Round(1, order, (None,) * seats))
    if options.mode != "last-standing":
        return state
    lives = Ledger(Entry(0, seat, "lives", options.lives, "lives") for seat in range(seats))
    return replace(state, entries=lives)


def tracks(state: State) -> Sequence[str]:
    return ("lives",) if state.options.mode == "last-standing" else ("points",)


# --- what a move does --------------------------------------------------------------------------------------------


def apply(state: State, move: Any) -> State:
    """The state after `move`; Refused if it is not asked for or cannot be."""
    if isinstance(move, Adjust):
        return _adjust(state, move)
    if state.over:
        raise Refused("over")
    match move:
        case Card():
            return _card(state, move)
        case Value():
            return _value(state, move)
        case Winners() | Losers():
            return _told(state, move)
    raise Refused("no-such-move", move=type(move).__name__)


def _adjust(state: State, move: Adjust) -> State:
    """Who has no lives left is out at once, with the card; a Dealer's deck goes to the next living [6]."""
    entry = adjusted(state.seats, tracks(state), move, state.now.number)
    after = _buried(replace(state, entries=state.entries.grown(entry)))
    if after.out == state.out or after.over:
        return after
    order = _order(after, passes=move.seat == after.now.dealer)
    now = replace(after.now, order=order, played=put(after.now.played, move.seat, None))
    return _scored_if_known(replace(after, now=now))


def _order(state: State, passes: bool) -> tuple[int, ...]:
    """The living in the order of play; where the deck passes on, to the next of them on the left [2, 6]."""
    order = tuple(seat for seat in state.now.order if seat in state.living)
    return (*order[1:], order[0]) if passes else order


def _card(state: State, move: Card) -> State:
    _in_play(state, move.seat)
    if state.now.played[move.seat] is not None:
        raise Refused("reported")
    return _scored_if_known(_with(state, move.seat, Played(move.character, move.value)))


def _value(state: State, move: Value) -> State:
    _in_play(state, move.seat)
    if not state.now.complete:
        raise Refused("not-all-cards")
    played = state.now.played[move.seat]
    if played is not None and played.turned is not None:
        raise Refused("reported")
    if played is None or move.seat not in _unread(_shown(state)):
        raise Refused("value-known", seat=move.seat)
    return _scored_if_known(_with(state, move.seat, replace(played, turned=move.value)))


def _told(state: State, move: Winners | Losers) -> State:
    """The table says whom the round hit; cards reported for it are dropped."""
    if isinstance(move, Winners) != (state.options.mode == "classic"):
        raise Refused("other-mode", mode=state.options.mode)
    _in_play(state, *move.seats)
    if len(set(move.seats)) != len(move.seats):
        raise Refused("seat-twice")
    least, most = _how_many(state)
    if not least <= len(move.seats) <= most:
        raise Refused("how-many", seats=len(move.seats), least=least, most=most)
    nothing = (None,) * state.seats
    dropped = replace(state, now=replace(state.now, played=nothing))
    return _scored(dropped, tuple(sorted(move.seats)), nothing)


def _how_many(state: State) -> tuple[int, int]:
    """At least and at most so many are hit: the lowest and the highest are never in between [1]."""
    return (0, state.seats - 2) if state.goal == "intermediate" else (1, len(state.living))


def _in_play(state: State, *who: int) -> None:
    seated(state.seats, *who)
    for seat in who:
        if seat not in state.living:
            raise Refused("seat-out", seat=seat)


def _with(state: State, seat: int, played: Played) -> State:
    return replace(state, now=replace(state.now, played=put(state.now.played, seat, played)))


# --- scoring -----------------------------------------------------------------------------------------------------


def _shown(state: State) -> tuple[Shown | None, ...]:
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


def _unread(cards: Sequence[Shown | None]) -> tuple[int, ...]:
    """The seats whose turned card has to be read; a Monk waits for his neighbour [3]."""
    known = enumerate(cards)
    return tuple(seat for seat, card in known if card and card.value is None and card.character != "monk")


def _scored_if_known(state: State) -> State:
    """Score the round as soon as every living seat's value is known."""
    cards = _shown(state) if state.now.complete else ()
    if not cards or _unread(cards):
        return state
    values = {seat: card.value for seat, card in enumerate(cards) if card and card.value is not None}
    return _scored(state, _hit(values, state.goal), cards)


def _hit(values: dict[int, int], goal: str) -> tuple[int, ...]:
    """The seats with the highest, the lowest, or a value strictly between; ties share [1, 5]."""
    highest, lowest = max(values.values()), min(values.values())
    if goal == "intermediate":
        return tuple(seat for seat, value in values.items() if lowest < value < highest)
    return tuple(seat for seat, value in values.items() if value == (highest if goal == "highest" else lowest))


def _scored(state: State, hit: tuple[int, ...], cards: tuple[Shown | None, ...]) -> State:
    """A point or a life for each seat that was hit; then the next round, after a turn with the next Dealer [2]."""
    (track,) = tracks(state)
    by = -1 if track == "lives" else 1
    entries = tuple(Entry(state.now.number, seat, track, by, state.goal) for seat in hit)
    done = replace(state.now, cards=cards, hit=hit)
    after = replace(state, now=done, entries=state.entries.grown(*entries), scored=(*state.scored, done))
    after = _buried(after)
    if after.over:
        return after
    order = _order(after, passes=state.goal in ("intermediate", "loss"))
    return replace(after, now=Round(done.number + 1, order, (None,) * state.seats))


def _buried(state: State) -> State:
    """Whoever has no lives left is out, and stays out [6]."""
    if state.options.mode != "last-standing":
        return state
    lives = state.entries.sums("lives", state.seats)
    gone = tuple(seat for seat in state.living if lives[seat] <= 0)
    return replace(state, out=(*state.out, gone)) if gone else state


def ledger(state: State) -> Ledger:
    return state.entries


def standing(state: State) -> Standing:
    """Classic: the best of those between wins [4]. Crowd: the fewest points [5]. Else: who went out last [6]."""
    totals = state.entries.sums(tracks(state)[0], state.seats)
    places = placed(_merits(state, totals))
    winners = _second(totals) if state.options.mode == "classic" else first(places)
    if not state.over:
        return Standing("playing", state.now.number, totals, places)
    return Standing("won" if winners else "nobody", state.now.number, totals, places, winners)


def _merits(state: State, totals: tuple[int, ...]) -> list[Any]:
    """Per seat what places are given by, more being better."""
    match state.options.mode:
        case "classic":
            second = _second(totals)
            return [(seat in second, points) for seat, points in enumerate(totals)]
        case "crowd":
            return [-points for points in totals]
    went = {seat: at for at, together in enumerate(state.out) for seat in together}
    return [went.get(seat, len(state.out)) for seat in range(state.seats)]


def _second(totals: Sequence[int]) -> tuple[int, ...]:
    """Everybody on the highest and on the lowest total is dropped; the best of the rest, shared if tied [4]."""
    between = [points for points in totals if min(totals) < points < max(totals)]
    return tuple(seat for seat, points in enumerate(totals) if between and points == max(between))


def aim(state: State) -> Aim:
    return "fewest" if state.options.mode == "crowd" else "most"


def facts(state: State) -> dict[str, Any]:
    """Turn, round and Dealer, and the cards of the last scored round."""
    turn, in_turn = state.turn
    cards = state.scored[-1].cards if state.scored else (None,) * state.seats
    told = [card and {name: getattr(card, name) for name in ("character", "turned", "value")} for card in cards]
    return {"turn": turn, "round_in_turn": in_turn, "dealer": state.now.dealer, "cards": told}


def begins_next(state: State) -> tuple[int, ...]:
    """The next Dealer: where the last game began, one to the left [2]."""
    return ((state.options.dealer + 1) % state.seats,)


def boasts(state: State) -> tuple[Boast, ...]:
    """The second who won, who was dropped on top; rounds won or got away with; what a turned card did for it."""
    told = _dropped(state) if state.options.mode == "classic" and state.over else []
    for seat in range(state.seats):
        if state.options.mode == "classic":
            won = [entry.because for entry in state.entries if entry.seat == seat]
            told += [Boast(goal, seat, won.count(goal)) for goal in GOALS if goal in won]
        else:
            spared = [now for now in state.scored if seat in now.order and seat not in now.hit]
            told += [Boast("spared", seat, len(spared))] if spared else []
    return (*told, *(boast for now in state.scored for boast in _turned_to_gain(state, now)))


def _dropped(state: State) -> list[Boast]:
    """The best of the rest, and those on the highest total who were dropped although they had more [4]."""
    known = standing(state)
    on_top = [seat for seat, points in enumerate(known.totals) if points == max(known.totals)]
    return [
        *(Boast("second", seat, known.totals[seat]) for seat in known.winners),
        *(Boast("dropped-on-top", seat, known.totals[seat]) for seat in on_top),
    ]


def _turned_to_gain(state: State, now: Round) -> list[Boast]:
    gained = [seat for seat in range(state.seats) if (seat in now.hit) == (state.options.mode == "classic")]
    cards = [(seat, now.cards[seat]) for seat in gained]
    return [
        Boast("turned", seat, card.value, card.character)
        for seat, card in cards
        if card and card.turned and card.character and card.value is not None
    ]


may_report = speaks_for_itself

# --- what is asked, and what may be seen ---------------------------------------------------------------------------


def asks(state: State, seat: int) -> tuple[Ask, ...]:
    """What `seat` is asked: its card, what that shows when turned, or of anybody whom the round hit."""
    if state.over:
        return ()
    return (*_ask_card(state, seat), *_ask_value(state, seat), _ask_told(state))


def _ask_card(state: State, seat: int) -> tuple[Ask, ...]:
    """The character is enough; the value alone, or both, may be read off the card."""
    if seat not in state.living or state.now.played[seat] is not None:
        return ()
    face: dict[str, Any] = {"character": list(CHARACTERS)}
    read: dict[str, Any] = {"value": {"min": 0, "max": 99}}
    return (
        Ask("card", seat, choices=face),
        Ask("card", seat, choices=face | read, optional=True),
        Ask("card", seat, choices=read, optional=True),
    )


def _ask_value(state: State, seat: int) -> tuple[Ask, ...]:
    if not state.now.complete or seat not in _unread(_shown(state)):
        return ()
    return (Ask("value", seat, choices={"value": {"min": 0, "max": 99}}),)


def _ask_told(state: State) -> Ask:
    move = "winners" if state.options.mode == "classic" else "losers"
    return Ask(move, choices={"seats": list(state.living)}, optional=True, many={"seats": _how_many(state)})


class View(Struct, frozen=True):
    """What everybody may know: at this court nothing is secret. `stage` is cards, values or over.

    `cards` lie in the round being played, `unread` are the seats whose turned card has to be read; `last` is the
    round scored last. `zones` say per seat where it would end in a classic game, once a round is scored: high, winning,
    between or low. `values` are the two sides of each character, as far as they are known.
    """

    stage: str
    mode: str
    goal: str
    round: int
    rounds: int | None
    turn: int
    round_in_turn: int
    dealer: int
    order: tuple[int, ...]
    living: tuple[bool, ...]
    cards: tuple[Shown | None, ...]
    unread: tuple[int, ...]
    last: Round | None
    zones: tuple[str, ...]
    values: tuple[tuple[Character, Sides], ...]


def view(state: State, seat: int | None) -> View:
    """The same for every viewer: cards are reported when they lie face up."""
    turn, in_turn = state.turn
    unread = _unread(_shown(state)) if state.now.complete and not state.over else ()
    return View(
        stage="over" if state.over else "values" if unread else "cards",
        mode=state.options.mode,
        goal=state.goal,
        round=state.now.number,
        rounds=state.rounds,
        turn=turn,
        round_in_turn=in_turn,
        dealer=state.now.dealer,
        order=state.now.order,
        living=tuple(of in state.living for of in range(state.seats)),
        cards=_lying(state),
        unread=unread,
        last=state.scored[-1] if state.scored else None,
        zones=_zones(state),
        values=tuple((character, sides(state, character)) for character in CHARACTERS),
    )


def _lying(state: State) -> tuple[Shown | None, ...]:
    """Before all cards are in nothing has been turned yet."""
    if state.now.complete:
        return _shown(state)
    return tuple(
        None if played is None else Shown(played.character, False, played.value) for played in state.now.played
    )


def _zones(state: State) -> tuple[str, ...]:
    """Being first is dangerous, the second wins [4]."""
    if state.options.mode != "classic" or not state.scored:
        return ()
    totals = standing(state).totals
    high, low, second = max(totals), min(totals), _second(totals)
    return tuple(
        "high" if points == high else "low" if points == low else "winning" if seat in second else "between"
        for seat, points in enumerate(totals)
    )


def veil(state: State, move: Any) -> Veil | None:
    """Nothing is secret."""
    return None


def lifted(state: State, veil: Veil) -> bool:
    return True


settled = lifted
