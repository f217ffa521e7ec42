"""Death Wish: collect diseases; the first to reach the agreed number of skulls dies, and wins.

The numbers in brackets are those of the reading of the rulebook (docs/rules/death-wish.md).
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field
from msgspec.structs import replace

from companion.games.game import Ask, OptionsBase, Veil, put, speaks_for_itself
from companion.games.ledger import Aim, Boast, Counted, Entry, Ledger, Standing, adjusted, placed
from companion.games.moves import Adjust, Move, Refused, Seat, Text, seated

SLUG = "death-wish"
TITLE = "Death Wish"
SEATS = range(2, 9)
FIRST = "first"
RUNS_ON = False
TRACKS = ("skulls",)
SCORED = TRACKS
BOASTS = {
    "disease": Counted("word", "times"),
    "diseases": Counted("person", "sum"),
    "heaviest": Counted("person", "most"),
    "died-after": Counted("person", "least"),
    "passed-on": Counted("person", "sum"),
    "stolen": Counted("person", "sum"),
}
LARGE_TABLE = 6  # from so many seats on, fewer skulls are enough

Color = Literal["white", "blue", "orange", "red", "wild"]
Action = Literal["symptoms", "afflicted", "spread"]


class Options(OptionsBase, frozen=True):
    FOR_THIS_TABLE = ("first",)

    target: Annotated[int, Meta(ge=1, le=40)] | UnsetType = UNSET
    last_survivor: bool = False
    first: Seat = 0


# --- the moves ---------------------------------------------------------------------------------------------------


class Contract(Move, frozen=True, tag="contract"):
    """A disease is contracted. It lies in a stack as it was diagnosed, whoever has it later."""

    seat: Seat
    disease: Text
    color: Color
    skulls: Annotated[int, Meta(ge=0, le=9)]
    outbreak: bool = False
    from_: Seat | None = field(default=None, name="from")
    cause: Text | None = None
    symptoms: tuple[Text, ...] = ()


class Act(Move, frozen=True, tag="act"):
    """One of the other three turn actions."""

    seat: Seat
    action: Action


class Give(Move, frozen=True, tag="give"):
    """A disease passes to another, maybe in exchange for one of theirs."""

    seat: Seat
    to: Seat
    disease: Text
    back: Text | None = None


class Cure(Move, frozen=True, tag="cure"):
    """A disease is lost by an effect."""

    seat: Seat
    disease: Text


class Farewell(Move, frozen=True, tag="farewell"):
    """How somebody wants to be buried."""

    seat: Seat
    text: Text


class Outbreak(Move, frozen=True, tag="outbreak"):
    """What was drawn for a seat's last contract, and whether it is kept for later."""

    seat: Seat
    kept: bool
    text: Text | None = None


class PlayKeeper(Move, frozen=True, tag="play-keeper"):
    """A kept outbreak is used."""

    seat: Seat
    text: Text | None = None


MOVES = (Contract, Act, Give, Cure, Farewell, Outbreak, PlayKeeper)
VEILED: tuple[type[Move], ...] = (Outbreak,)


# --- the state ---------------------------------------------------------------------------------------------------


class Death(Struct, frozen=True):
    """Who died, of which disease (None: of a number written by hand), and after how many contracted at the table."""

    seat: int
    of: str | None
    after: int


class Keepers(Struct, frozen=True):
    """The outbreaks that a seat kept (None: without its text), and how many of these were used without saying which."""

    texts: tuple[str | None, ...] = ()
    unnamed: int = 0

    @property
    def left(self) -> int:
        return len(self.texts) - self.unnamed


class State(Struct, frozen=True):
    """The table. Tuples go by seat, but for what happened one after the other: contracts, deaths, entries."""

    seats: int
    options: Options
    target: int
    stacks: tuple[tuple[Contract, ...], ...]
    keepers: tuple[Keepers, ...]
    farewells: tuple[str | None, ...]
    contracts: tuple[Contract, ...] = ()
    deaths: tuple[Death, ...] = ()
    entries: Ledger = Ledger()
    last: int | None = None
    due: frozenset[int] = frozenset()
    played: frozenset[str] = frozenset()

    @property
    def round(self) -> int:
        return len(self.contracts)

    @property
    def skulls(self) -> tuple[int, ...]:
        return self.entries.sums("skulls", self.seats)

    @property
    def dead(self) -> tuple[int, ...]:
        return tuple(death.seat for death in self.deaths)

    @property
    def living(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.seats) if seat not in self.dead)

    @property
    def over(self) -> bool:
        """With the first death; where they play on, when one is left [6]."""
        return len(self.living) < 2 if self.options.last_survivor else bool(self.deaths)


def opening(seats: int, options: Options) -> State:
    """10 skulls for up to five, 8 for more, unless agreed otherwise [3]."""
    seated(seats, options.first)
    if options.last_survivor and seats < 3:
        raise Refused("no-survivor", seats=seats)
    by_the_book = 10 if seats < LARGE_TABLE else 8
    target = by_the_book if isinstance(options.target, UnsetType) else options.target
    return State(seats, options, target, ((),) * seats, (Keepers(),) * seats, (None,) * seats)


def tracks(state: State) -> Sequence[str]:
    return TRACKS


# --- what a move does --------------------------------------------------------------------------------------------


def apply(state: State, move: Any) -> State:
    """The state after `move`; Refused if it is not asked for or cannot be. Any order of turns is taken."""
    match move:
        case Adjust():
            return _entered(state, {}, adjusted(state.seats, TRACKS, move, state.round))
        case Farewell():
            return _farewell(state, move)
    seated(state.seats, move.seat)
    if state.over:
        raise Refused("over")
    _alive(state, move.seat)
    match move:
        case Contract():
            return _contract(state, move)
        case Act():
            return replace(state, last=move.seat)
        case Give():
            return _give(state, move)
        case Cure():
            return _cure(state, move)
        case Outbreak():
            return _outbreak(state, move)
        case PlayKeeper():
            return _play_keeper(state, move)
    raise Refused("no-such-move", move=type(move).__name__)


def _alive(state: State, seat: int) -> None:
    """The dead neither act, give nor receive [6]."""
    if seat in state.dead:
        raise Refused("dead", seat=seat)


def _other(state: State, seat: int, other: int) -> None:
    seated(state.seats, other)
    if other == seat:
        raise Refused("itself", seat=seat)
    _alive(state, other)


def _entered(state: State, of: Mapping[int, str], *entries: Entry) -> State:
    """The ledger goes on; whoever reaches the agreed total by it dies at once, and nobody revives [3, 4]."""
    state = replace(state, entries=state.entries.grown(*(entry for entry in entries if entry.by)))
    skulls = state.skulls
    died = (Death(seat, of.get(seat), state.round) for seat in state.living if skulls[seat] >= state.target)
    return replace(state, deaths=(*state.deaths, *died))


def _contract(state: State, move: Contract) -> State:
    """A disease with its skulls; an afflicter may be stolen, but not for a wild disease [2, 3]."""
    if move.from_ is not None:
        _other(state, move.seat, move.from_)
        if move.color == "wild":
            raise Refused("wild-stolen")
    _lacks(state, move.seat, move.disease)
    state = replace(
        state,
        stacks=put(state.stacks, move.seat, (*state.stacks[move.seat], move)),
        contracts=(*state.contracts, move),
        last=move.seat,
        due=state.due | {move.seat} if move.outbreak else state.due - {move.seat},
    )
    entry = Entry(state.round, move.seat, "skulls", move.skulls, "contract")
    return _entered(state, {move.seat: move.disease}, entry)


def _give(state: State, move: Give) -> State:
    """A disease moves with its skulls, in an exchange both at once; it brings no outbreak [4]."""
    _other(state, move.seat, move.to)
    passed = [(move.seat, move.to, _held(state, move.seat, move.disease))]
    if move.back is not None:
        passed.append((move.to, move.seat, _held(state, move.to, move.back)))
    stacks = list(state.stacks)
    entries: list[Entry] = []
    for giver, to, disease in passed:
        _lacks(state, to, disease.disease)
        stacks[giver] = tuple(other for other in stacks[giver] if other != disease)
        stacks[to] = (*stacks[to], disease)
        entries.append(Entry(state.round, giver, "skulls", -disease.skulls, "gave"))
        entries.append(Entry(state.round, to, "skulls", disease.skulls, "got"))
    got = {to: disease.disease for _, to, disease in passed}
    return _entered(replace(state, stacks=tuple(stacks)), got, *sorted(entries, key=lambda entry: entry.seat))


def _cure(state: State, move: Cure) -> State:
    disease = _held(state, move.seat, move.disease)
    left = tuple(other for other in state.stacks[move.seat] if other != disease)
    entry = Entry(state.round, move.seat, "skulls", -disease.skulls, "cured")
    return _entered(replace(state, stacks=put(state.stacks, move.seat, left)), {}, entry)


def _named(state: State, seat: int, name: str) -> Contract | None:
    return next((disease for disease in state.stacks[seat] if disease.disease == name), None)


def _held(state: State, seat: int, name: str) -> Contract:
    disease = _named(state, seat, name)
    if disease is None:
        raise Refused("no-disease", seat=seat, disease=name)
    return disease


def _lacks(state: State, seat: int, name: str) -> None:
    """Names are unique within a stack, so that a name says which disease is meant."""
    if _named(state, seat, name) is not None:
        raise Refused("disease-held", seat=seat, disease=name)


def _farewell(state: State, move: Farewell) -> State:
    """A burial preference, from anybody at any time, also after the end [7]."""
    seated(state.seats, move.seat)
    if state.farewells[move.seat] is not None:
        raise Refused("reported")
    return replace(state, farewells=put(state.farewells, move.seat, move.text))


def _outbreak(state: State, move: Outbreak) -> State:
    """One is drawn for a contract that shows the symbol, by whoever is still alive after it; it may be kept [3]."""
    if move.seat not in state.due:
        last = next((of for of in reversed(state.contracts) if of.seat == move.seat), None)
        drawn = last is not None and last.outbreak
        raise Refused("reported" if drawn else "no-outbreak", seat=move.seat)
    state = replace(state, due=state.due - {move.seat})
    keepers = state.keepers[move.seat]
    kept = replace(keepers, texts=(*keepers.texts, move.text))
    return replace(state, keepers=put(state.keepers, move.seat, kept)) if move.kept else state


def _play_keeper(state: State, move: PlayKeeper) -> State:
    """A keeper is used [3]. Its text is in the open once it is named, or once no other keeper is left."""
    keepers = state.keepers[move.seat]
    if not keepers.left:
        raise Refused("no-keeper", seat=move.seat)
    if move.text is not None and move.text in keepers.texts:
        at = keepers.texts.index(move.text)
        keepers = replace(keepers, texts=(*keepers.texts[:at], *keepers.texts[at + 1 :]))
        state = replace(state, played=state.played | {move.text})
    else:
        keepers = replace(keepers, unnamed=keepers.unnamed + 1)
    if not keepers.left:
        state = replace(state, played=state.played.union(kept for kept in keepers.texts if kept is not None))
        keepers = Keepers()
    return replace(state, keepers=put(state.keepers, move.seat, keepers))


# --- scoring -----------------------------------------------------------------------------------------------------


def _next(state: State) -> int | None:
    """Whose turn it is: clockwise, the next living one after the last who acted or contracted [1, 8]."""
    if state.over:
        return None
    at = state.options.first if state.last is None else state.last + 1
    return next(seat % state.seats for seat in range(at, at + state.seats) if seat % state.seats not in state.dead)


def ledger(state: State) -> Ledger:
    """All entries, in the order in which they arose."""
    return state.entries


def standing(state: State) -> Standing:
    """The first to die, then by skulls; where they play on, the dead in their order, then the living by skulls [6]."""
    skulls, dead = state.skulls, state.dead
    ranked = dead if state.options.last_survivor else dead[:1]
    order = {seat: (1, -at) for at, seat in enumerate(ranked)}
    places = placed([order.get(seat, (0, skulls[seat])) for seat in range(state.seats)])
    if state.over:
        return Standing("won", state.round, skulls, places, dead[:1])
    return Standing("playing", state.round, skulls, places)


def aim(state: State) -> Aim:
    return "most"


def facts(state: State) -> dict[str, Any]:
    """The dead in their order, every stack, how many outbreaks each one keeps, and whose turn it is."""
    return {
        "dead": list(state.dead),
        "diseases": [
            [{"disease": of.disease, "color": of.color, "skulls": of.skulls} for of in stack] for stack in state.stacks
        ],
        "keepers": [keepers.left for keepers in state.keepers],
        "next": _next(state),
    }


def begins_next(state: State) -> tuple[int, ...]:
    """Nobody is known: whoever is dressed most funereally, which the table sees for itself [8]."""
    return ()


def boasts(state: State) -> tuple[Boast, ...]:
    """Every disease, how many each contracted, stolen afflicters, skulls passed on, the heaviest, and quick deaths."""
    seats = range(state.seats)
    own = [[contract for contract in state.contracts if contract.seat == seat] for seat in seats]
    stolen = [sum(contract.from_ is not None for contract in own[seat]) for seat in seats]
    passed = [
        -sum(entry.by for entry in state.entries if entry.seat == seat and entry.because == "gave") for seat in seats
    ]
    heaviest = [max(own[seat], key=lambda contract: contract.skulls, default=None) for seat in seats]
    return (
        *(Boast("diseases", seat, len(own[seat])) for seat in seats if own[seat]),
        *(Boast("stolen", seat, n) for seat, n in enumerate(stolen) if n),
        *(Boast("passed-on", seat, n) for seat, n in enumerate(passed) if n),
        *(Boast("heaviest", seat, of.skulls, of.disease) for seat, of in enumerate(heaviest) if of is not None),
        *(Boast("disease", of.seat, of.skulls, of.disease) for of in state.contracts),
        *(Boast("died-after", death.seat, death.after) for death in state.deaths),
    )


may_report = speaks_for_itself

# --- what is asked, and what may be seen ---------------------------------------------------------------------------


def asks(state: State, seat: int) -> tuple[Ask, ...]:
    """What `seat` is asked, the most urgent first. Only whose turn it is is waited for."""
    farewell = () if state.farewells[seat] is not None else (_may("farewell", seat, text={"text": 80}),)
    if state.over or seat in state.dead:
        return farewell
    outbreak = (_may("outbreak", seat, kept=[True, False]),) if seat in state.due else ()
    keeper = (_may("play-keeper", seat),) if state.keepers[seat].left else ()
    names = [disease.disease for disease in state.stacks[seat]]
    cure = (_may("cure", seat, disease=names),) if names else ()
    act = _may("act", seat, action=["symptoms", "afflicted", "spread"])
    return (*outbreak, _ask_contract(state, seat), act, *keeper, *_ask_give(state, seat), *cure, *farewell)


def _may(move: str, seat: int, **choices: Any) -> Ask:
    return Ask(move, seat, choices=choices, optional=True)


def _ask_contract(state: State, seat: int) -> Ask:
    """From whom an afflicter was stolen, the cause and the symptoms may be said besides."""
    return Ask(
        "contract",
        seat,
        choices={
            "disease": {"text": 80},
            "color": ["white", "blue", "orange", "red", "wild"],
            "skulls": {"min": 0, "max": 9},
            "outbreak": [False, True],
        },
        optional=seat != _next(state),
        taken={"disease": tuple(disease.disease for disease in state.stacks[seat])},
    )


def _ask_give(state: State, seat: int) -> tuple[Ask, ...]:
    """Diseases that may go to the same others are asked for together; an exchange, with each of the others."""
    others = [other for other in state.living if other != seat]
    names = {other: {disease.disease for disease in state.stacks[other]} for other in others}
    receivers: dict[tuple[int, ...], list[str]] = {}
    for disease in state.stacks[seat]:
        lacking = tuple(to for to in others if disease.disease not in names[to])
        receivers.setdefault(lacking, []).append(disease.disease)
    gifts = tuple(_may("give", seat, to=list(to), disease=names) for to, names in receivers.items() if to)
    return (*gifts, *(exchange for to in others for exchange in _ask_exchange(state, seat, to)))


def _ask_exchange(state: State, seat: int, to: int) -> tuple[Ask, ...]:
    mine, theirs = ([disease.disease for disease in state.stacks[of]] for of in (seat, to))
    both = {*mine} & {*theirs}
    give = [name for name in mine if name not in both]
    back = [name for name in theirs if name not in both]
    exchange = Ask("give", seat, {"to": to}, {"disease": give, "back": back}, optional=True)
    return (exchange,) if give and back else ()


class View(Struct, frozen=True):
    """What a viewer may know. `stage` is play or over, `newest` the newest diagnosis, `kept` what the viewer keeps."""

    stage: str
    target: int
    next: int | None
    skulls: tuple[int, ...]
    stacks: tuple[tuple[Contract, ...], ...]
    newest: Contract | None
    due: tuple[int, ...]
    keepers: tuple[int, ...]
    deaths: tuple[Death, ...]
    living: tuple[int, ...]
    farewells: tuple[str | None, ...]
    group_ignored: bool
    kept: tuple[str | None, ...] = ()


def view(state: State, seat: int | None) -> View:
    """What the viewer in `seat` may know; None is everybody: the tablet, the host, a watcher.

    With two seats outbreaks for the group are ignored, and another is drawn [5].
    """
    return View(
        stage="over" if state.over else "play",
        target=state.target,
        next=_next(state),
        skulls=state.skulls,
        stacks=state.stacks,
        newest=state.contracts[-1] if state.contracts else None,
        due=() if state.over else tuple(seat for seat in state.living if seat in state.due),
        keepers=tuple(keepers.left for keepers in state.keepers),
        deaths=state.deaths,
        living=state.living,
        farewells=state.farewells,
        group_ignored=state.seats == 2,
        kept=state.keepers[seat].texts if seat is not None else (),
    )


def veil(state: State, move: Any) -> Veil | None:
    """The text of a kept outbreak is its seat's alone until it is played."""
    if isinstance(move, Outbreak) and move.kept and move.text is not None:
        return Veil(("text",), (move.seat,), (move.seat, move.text), locks=False)
    return None


def lifted(state: State, veil: Veil) -> bool:
    """Whether the text was played, and the seat keeps no other of the same text."""
    seat, kept = veil.until
    return kept in state.played and kept not in state.keepers[int(seat)].texts


settled = lifted
