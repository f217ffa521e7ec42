"""Coffin Race: a game that only the tests know. It asks in every way in which a game can ask.

A round: the route is laid (three stones), all bet in secret on a coffin, all advance, coffins may be tied together,
and whoever is last says a few words. After the last round the winner is buried.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.games.cards import Pile, no_cards
from companion.games.game import Ask, OptionsBase, Secret, put, reports_for_itself
from companion.games.ledger import Aim, Entry, Highlight, HighlightRule, Standing, adjusted, first, placed, sums
from companion.games.moves import Adjust, Move, Refused, Seat, Text, seated
from companion.games.view import ViewBase

SLUG = "coffin-race"
TITLE = "Coffin Race"
SEATS = range(2, 5)
STARTER_OPTION = ""
PILES: dict[str, Pile] = {}
cards_in = no_cards
SCORES_CARRY_OVER = False
COOPERATIVE = False
BGG: int | None = None
REFUSALS: dict[str, str] = {}
TRACKS = ("steps", "hunch")
SCORED = TRACKS
HIGHLIGHTS = {"words": HighlightRule("word", "most")}
STONES = 3
MOURNERS = 20

Stone = Literal[-1, 0, 1]
Stride = Literal[0, 1, 2, 3]


class Options(OptionsBase, frozen=True):
    rounds: Annotated[int, Meta(ge=1, le=5)] = 2
    ground: Literal["mud", "gravel"] = "mud"
    midnight: bool = False


# --- the moves ---------------------------------------------------------------------------------------------------


class Route(Move, frozen=True, tag="route"):
    """Opens a round: what each of the three stones does to a coffin."""

    stones: tuple[Stone, ...]


class Bet(Move, frozen=True, tag="bet"):
    """On whose coffin a seat bets, secret until all have bet."""

    seat: Seat
    on: Seat


class Advance(Move, frozen=True, tag="advance"):
    """How far a coffin is carried."""

    seat: Seat
    by: Stride


class Tie(Move, frozen=True, tag="tie"):
    """Coffins that go together: a step for each."""

    seats: tuple[Seat, ...]


class Epitaph(Move, frozen=True, tag="epitaph"):
    """What the last one says, about whom, and to how many."""

    seat: Seat
    about: Seat
    mourners: Annotated[int, Meta(ge=0, le=MOURNERS)]
    words: Text


class Bury(Move, frozen=True, tag="bury"):
    """The race is over when the winner lies in the ground."""

    seat: Seat
    under: Literal["mud", "gravel"]


MOVES = (Route, Bet, Advance, Tie, Epitaph, Bury)
SECRET_MOVES: tuple[type[Move], ...] = (Bet,)


# --- the state ---------------------------------------------------------------------------------------------------


class Round(Struct, frozen=True):
    number: int
    stones: tuple[int, ...]
    bets: tuple[int | None, ...]
    strides: tuple[int | None, ...]
    tied: tuple[int, ...] = ()
    words: str = ""

    @property
    def all_bet(self) -> bool:
        return None not in self.bets

    @property
    def run(self) -> bool:
        return None not in self.strides

    @property
    def over(self) -> bool:
        return bool(self.words)


class State(Struct, frozen=True):
    seats: int
    options: Options
    rounds: tuple[Round, ...] = ()
    adjusts: tuple[Entry, ...] = ()
    buried: bool = False

    @property
    def newest(self) -> Round | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def between(self) -> bool:
        return self.newest is None or self.newest.over

    @property
    def finished(self) -> bool:
        return self.between and len(self.rounds) == self.options.rounds


def initial_state(seats: int, options: Options) -> State:
    return State(seats, options)


def starter(seats: int, options: Options) -> None:
    return None


def tracks(state: State) -> Sequence[str]:
    return TRACKS


def apply(state: State, move: Any) -> State:
    """The state after `move`; Refused if it does not fit."""
    match move:
        case Adjust():
            entry = adjusted(state.seats, TRACKS, move, len(state.rounds))
            return replace(state, adjusts=(*state.adjusts, entry))
        case Route():
            return _route(state, move)
        case Bury():
            seated(state.seats, move.seat)
            if not state.finished or state.buried or move.seat != first(standing(state).places)[0]:
                raise Refused("not-to-be-buried", seat=move.seat)
            return replace(state, buried=True)
    now = state.newest
    if now is None or now.over:
        raise Refused("no-route")
    seated(state.seats, *(move.seats if isinstance(move, Tie) else (move.seat,)))
    match move:
        case Bet():
            seated(state.seats, move.on)
            now = replace(now, bets=put(now.bets, move.seat, _new(now.bets[move.seat], move.on)))
        case Advance():
            if not now.all_bet:
                raise Refused("not-all-bet")
            now = replace(now, strides=put(now.strides, move.seat, _new(now.strides[move.seat], move.by)))
        case Tie():
            if not now.run or now.tied or len(set(move.seats)) != len(move.seats) or len(move.seats) < 2:
                raise Refused("not-tied")
            now = replace(now, tied=tuple(sorted(move.seats)))
        case Epitaph():
            if not now.run or move.seat != _last(now):
                raise Refused("not-your-words", seat=move.seat)
            seated(state.seats, move.about)
            now = replace(now, words=move.words)
        case _:
            raise Refused("no-such-move", move=type(move).__name__)
    return replace(state, rounds=(*state.rounds[:-1], now))


def _route(state: State, move: Route) -> State:
    if not state.between or state.finished:
        raise Refused("no-route-now")
    if len(move.stones) != STONES:
        raise Refused("stones", stones=len(move.stones))
    nobody = (None,) * state.seats
    return replace(state, rounds=(*state.rounds, Round(len(state.rounds) + 1, move.stones, nobody, nobody)))


def _new(reported: Any, value: Any) -> Any:
    if reported is not None:
        raise Refused("reported")
    return value


def _steps(now: Round) -> list[int]:
    """How far each coffin came: its stride, and what the stone there did to it."""
    return [stride + now.stones[stride - 1] if stride else 0 for stride in map(int, filter(_is_known, now.strides))]


def _is_known(stride: int | None) -> bool:
    return stride is not None


def _last(now: Round) -> int:
    steps = _steps(now)
    return steps.index(min(steps))


def ledger(state: State) -> tuple[Entry, ...]:
    entries: list[Entry] = []
    for now in state.rounds:
        if now.run:
            steps = _steps(now)
            entries += [Entry(now.number, seat, "steps", by, "stride") for seat, by in enumerate(steps) if by]
            entries += [Entry(now.number, seat, "steps", 1, "rope") for seat in now.tied]
            furthest = steps.index(max(steps))
            entries += [
                Entry(now.number, seat, "hunch", 2, "bet") for seat, on in enumerate(now.bets) if on == furthest
            ]
    return tuple(sorted([*entries, *state.adjusts], key=lambda entry: entry.round))


def standing(state: State) -> Standing:
    entries = ledger(state)
    steps, hunches = (sums(entries, track, state.seats) for track in TRACKS)
    totals = tuple(map(sum, zip(steps, hunches, strict=True)))
    places = placed(totals)
    if state.buried:
        return Standing("won", len(state.rounds), totals, places, first(places))
    return Standing("playing", len(state.rounds), totals, places)


def aim(state: State) -> Aim:
    return "most"


def facts(state: State) -> dict[str, Any]:
    return {"words": [now.words for now in state.rounds if now.over]}


def next_starters(state: State) -> tuple[int, ...]:
    """Nobody begins."""
    return ()


def highlights(state: State) -> tuple[Highlight, ...]:
    return tuple(Highlight("words", _last(now), len(now.words), now.words) for now in state.rounds if now.over)


may_report = reports_for_itself

# --- what is asked, and what may be seen ---------------------------------------------------------------------------


def asks(state: State, seat: int) -> tuple[Ask, ...]:
    now, everybody = state.newest, list(range(state.seats))
    if state.finished:
        winner = first(standing(state).places)[0]
        bury = Ask("bury", seat, given={"under": state.options.ground})
        return (bury,) if seat == winner and not state.buried else ()
    if now is None or now.over:
        many = {"stones": (STONES, STONES)}
        return (Ask("route", choices={"stones": [-1, 0, 1]}, many=many, repeats=True),)
    if not now.all_bet:
        return (Ask("bet", seat, choices={"on": everybody}),) if now.bets[seat] is None else ()
    if not now.run:
        return (Ask("advance", seat, choices={"by": [0, 1, 2, 3]}),) if now.strides[seat] is None else ()
    return (*_ask_words(state, now, seat), *_ask_tie(now, everybody))


def _ask_words(state: State, now: Round, seat: int) -> tuple[Ask, ...]:
    if seat != _last(now):
        return ()
    open_fields = {"about": list(range(state.seats)), "mourners": {"min": 0, "max": MOURNERS}, "words": {"text": 80}}
    return (Ask("epitaph", seat, choices=open_fields),)


def _ask_tie(now: Round, everybody: Sequence[int]) -> tuple[Ask, ...]:
    if now.tied:
        return ()
    return (Ask("tie", choices={"seats": list(everybody)}, optional=True, many={"seats": (2, len(everybody))}),)


class View(ViewBase, frozen=True):
    """What a viewer may know: who has bet, what all have bet once all have, and the own bet."""

    round: int
    has_bet: tuple[bool, ...]
    bets: tuple[int | None, ...]
    strides: tuple[int | None, ...]
    own: int | None = None


def view(state: State, seat: int | None) -> View:
    now = state.newest
    if now is None:
        return View(0, (), (), ())
    bets = now.bets if now.all_bet else ()
    public = View(now.number, tuple(bet is not None for bet in now.bets), bets, now.strides)
    return public if seat is None else replace(public, own=now.bets[seat])


def secret_in(state: State, move: Any) -> Secret | None:
    """A bet is secret until all have bet."""
    if isinstance(move, Bet) and state.newest is not None:
        return Secret(("on",), (move.seat,), ("bet", state.newest.number))
    return None


def is_revealed(state: State, secret: Secret) -> bool:
    return any(now.number == secret.until[1] and now.all_bet for now in state.rounds)


settled = is_revealed
