"""がむしゃらギャング団 / Perhaps doing, are you spy?: execute the gang one by one, and be the last who is left.

The numbers in brackets are those of the reading of the rulebook (docs/rules/gamushara-gang.md).
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, Struct, field
from msgspec.structs import force_setattr, replace

from companion.games.game import Ask, OptionsBase, Veil, put, speaks_for_itself
from companion.games.ledger import Aim, Boast, Counted, Entry, Ledger, Standing, adjusted, placed
from companion.games.moves import Adjust, Move, Refused, Seat, Text, seated, text

SLUG = "gamushara-gang"
TITLE = "Perhaps doing, are you spy?"
SEATS = range(3, 6)
FIRST = "first"
RUNS_ON = True
TRACKS = ("points",)
SCORED = TRACKS
BOASTS = {
    "last-spy": Counted("person", "sum"),
    "executions": Counted("person", "sum"),
    "hits": Counted("person", "sum"),
    "own-goal": Counted("person", "sum"),
    "second-life": Counted("person", "sum"),
}
CHARACTERS = tuple(str(number) for number in range(1, 15))
ADDING = 3  # candidates are added only while so few, or fewer, are alive

Rule = Literal[1, 2, 3, 4, 5]
Side = Literal["active", "hiding"]
Status = Literal["active", "hiding", "candidate", "executed"]
Partner = Literal["held", "none", "used"]
Attribute = Literal["gender", "nationality", "career"]
ATTRIBUTES: tuple[Attribute, ...] = get_args(Attribute)


class Options(OptionsBase, frozen=True):
    FOR_THIS_TABLE = ("first", "characters")

    points: Annotated[tuple[Rule, ...], Meta(extra_json_schema={"uniqueItems": True})] = (1, 2, 3)
    first: Annotated[int, Meta(ge=0, le=4)] = 0
    characters: Annotated[
        tuple[Text, ...], Meta(min_length=14, max_length=14, extra_json_schema={"uniqueItems": True})
    ] = CHARACTERS

    def __post_init__(self) -> None:
        names = tuple(text(name) for name in self.characters)
        if len(set(names)) != len(names):
            raise ValueError("Two characters have the same name")
        if len(set(self.points)) != len(self.points):
            raise ValueError("A rule for points is named twice")
        force_setattr(self, "characters", names)


# --- the moves ---------------------------------------------------------------------------------------------------


class NoPartner(Move, frozen=True, tag="no-partner"):
    """The seat took no partner."""

    seat: Seat


class Nominate(Move, frozen=True, tag="nominate"):
    """Makes an active character a candidate."""

    seat: Seat
    character: Text


class Exchange(Move, frozen=True, tag="exchange"):
    """A candidate goes out of the choice, an active character comes in."""

    seat: Seat
    out: Text
    into: Text = field(name="in")


class Add(Move, frozen=True, tag="add"):
    """One candidate more."""

    seat: Seat
    character: Text


class Execute(Move, frozen=True, tag="execute"):
    """The turn player executes a character, at the meeting or by the effect of a card."""

    character: Text
    cause: Literal["meeting", "effect"] = "meeting"


class Succeed(Move, frozen=True, tag="succeed"):
    """The seat's role was executed; the partner takes over."""

    seat: Seat


class Out(Move, frozen=True, tag="out"):
    """The seat's role was executed, and there is no living partner: it shows its cards."""

    seat: Seat
    spy: bool


class Flip(Move, frozen=True, tag="flip"):
    """A card's effect turns a character over."""

    character: Text
    to: Side


class Confess(Move, frozen=True, tag="confess"):
    """The seat answers about its role: truly about its condition, a spy as it likes about an attribute."""

    seat: Seat
    about: Literal["condition", "gender", "nationality", "career"]
    answer: Text | None = None


class Turn(Move, frozen=True, tag="turn"):
    """The turn player card passes to the left."""


class Personality(Move, frozen=True, tag="personality"):
    """What the last one turned out to be."""

    seat: Seat
    spy: bool


MOVES = (NoPartner, Nominate, Exchange, Add, Execute, Succeed, Out, Flip, Confess, Turn, Personality)
VEILED: tuple[type[Move], ...] = ()


# --- the state ---------------------------------------------------------------------------------------------------


class Execution(Struct, frozen=True):
    """A character executed: in which turn, by which turn player, why, and whose role it was, if anybody's."""

    character: str
    turn: int
    by: int
    cause: str
    seat: int | None = None


class Meeting(Struct, frozen=True):
    """What was done at the meeting of this turn: who named, who exchanged or added, whether it has executed."""

    named: tuple[int, ...] = ()
    changed: tuple[int, ...] = ()
    entered: bool = False
    executed: bool = False


class Marker(Struct, frozen=True):
    """An attribute that was answered, truly or not."""

    about: Attribute
    answer: str | None


class State(Struct, frozen=True):
    """Tuples `partners` and `markers` go by seat, `statuses` by character."""

    seats: int
    options: Options
    player: int
    statuses: tuple[Status, ...]
    partners: tuple[Partner, ...]
    markers: tuple[tuple[Marker, ...], ...]
    turn: int = 1
    meeting: Meeting = Meeting()
    executed: tuple[Execution, ...] = ()
    out: tuple[int, ...] = ()
    spy: int | None = None
    survivor_told: bool = False
    entries: Ledger = Ledger()

    @property
    def living(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.seats) if seat not in self.out)

    @property
    def over(self) -> bool:
        """The spy is out, or one is left [7]."""
        return self.spy in self.out or len(self.living) == 1

    def named(self, status: Status) -> tuple[str, ...]:
        """The characters of one status."""
        return tuple(name for name, at in zip(self.options.characters, self.statuses, strict=True) if at == status)

    @property
    def executable(self) -> tuple[str, ...]:
        """Whom the meeting may execute: a candidate; any active one where none was entered [4]."""
        if self.meeting.executed:
            return ()
        return self.named("candidate" if self.meeting.entered else "active")

    @property
    def unanswered(self) -> tuple[int, ...]:
        """The executions of this turn to which nobody has said “my role”, by their place in the list."""
        return tuple(n for n, of in enumerate(self.executed) if of.turn == self.turn and of.seat is None)

    @property
    def missing(self) -> int:
        """By how many the players left outnumber the characters left: so many are out and have not said so."""
        return len(self.living) - (len(self.statuses) - len(self.executed))

    @property
    def pressing(self) -> bool:
        """It was somebody's role for certain: everybody living needs a character."""
        return self.missing > 0 and bool(self.unanswered)


def opening(seats: int, options: Options) -> State:
    seated(seats, options.first)
    active: tuple[Status, ...] = tuple("active" for _ in options.characters)
    partners: tuple[Partner, ...] = tuple("held" for _ in range(seats))
    return State(seats, options, options.first, active, partners, ((),) * seats)


def tracks(state: State) -> Sequence[str]:
    return TRACKS


# --- what a move does --------------------------------------------------------------------------------------------


def apply(state: State, move: Any) -> State:
    """The state after `move`; Refused if it is not asked for or cannot be."""
    match move:
        case Adjust():
            return _with(state, adjusted(state.seats, TRACKS, move, state.turn))
        case Personality():
            return _personality(state, move)
    if state.over:
        raise Refused("over")
    match move:
        case Execute():
            return _execute(state, move)
        case Flip():
            return _flip(state, move)
        case Turn():
            return _turn(state)
    seated(state.seats, move.seat)
    if move.seat in state.out:
        raise Refused("seat-out", seat=move.seat)
    match move:
        case NoPartner():
            return _no_partner(state, move.seat)
        case Nominate():
            return _nominate(state, move)
        case Exchange():
            return _exchange(state, move)
        case Add():
            return _add(state, move)
        case Succeed():
            return _succeed(state, move.seat)
        case Out():
            return _out(state, move)
        case Confess():
            return _confess(state, move)
    raise Refused("no-such-move", move=type(move).__name__)


def _with(state: State, *entries: Entry) -> State:
    return replace(state, entries=state.entries.grown(*entries))


def _no_partner(state: State, seat: int) -> State:
    if state.partners[seat] == "none":
        raise Refused("reported")
    if state.executed:
        raise Refused("executed-before")
    return replace(state, partners=put(state.partners, seat, "none"))


# The meeting [3, 4]


def _at(state: State, name: str, *fitting: Status) -> int:
    """The place of the character called `name`, which has one of these statuses."""
    if name not in state.options.characters:
        raise Refused("no-such-character", character=name)
    at = state.options.characters.index(name)
    if state.statuses[at] not in fitting:
        raise Refused(f"character-{state.statuses[at]}", character=name)
    return at


def _at_meeting(state: State, seat: int, done: tuple[int, ...]) -> None:
    if state.meeting.executed:
        raise Refused("meeting-over")
    if seat == state.player:
        raise Refused("turn-player", seat=seat)
    if seat in done:
        raise Refused("reported")


def _nominate(state: State, move: Nominate) -> State:
    _at_meeting(state, move.seat, state.meeting.named)
    statuses = put(state.statuses, _at(state, move.character, "active"), "candidate")
    meeting = replace(state.meeting, named=(*state.meeting.named, move.seat), entered=True)
    return replace(state, statuses=statuses, meeting=meeting)


def _exchange(state: State, move: Exchange) -> State:
    _at_meeting(state, move.seat, state.meeting.changed)
    statuses = put(state.statuses, _at(state, move.into, "active"), "candidate")
    statuses = put(statuses, _at(state, move.out, "candidate"), "active")
    meeting = replace(state.meeting, changed=(*state.meeting.changed, move.seat))
    return replace(state, statuses=statuses, meeting=meeting)


def _add(state: State, move: Add) -> State:
    _at_meeting(state, move.seat, state.meeting.changed)
    if len(state.living) > ADDING:
        raise Refused("too-many-alive", alive=len(state.living), most=ADDING)
    statuses = put(state.statuses, _at(state, move.character, "active"), "candidate")
    meeting = replace(state.meeting, changed=(*state.meeting.changed, move.seat), entered=True)
    return replace(state, statuses=statuses, meeting=meeting)


def _execute(state: State, move: Execute) -> State:
    """At the meeting the other candidates go into hiding; an effect strikes anybody who is left [4, 5]."""
    statuses, meeting = state.statuses, state.meeting
    if move.cause == "effect":
        at = _at(state, move.character, "active", "hiding", "candidate")
    else:
        if meeting.executed:
            raise Refused("meeting-over")
        at = _at(state, move.character, "candidate" if meeting.entered else "active")
        statuses = tuple("hiding" if status == "candidate" else status for status in statuses)
        meeting = replace(meeting, executed=True)
    execution = Execution(move.character, state.turn, state.player, move.cause)
    executed = (*state.executed, execution)
    return replace(state, statuses=put(statuses, at, "executed"), meeting=meeting, executed=executed)


def _flip(state: State, move: Flip) -> State:
    at = _at(state, move.character, "hiding" if move.to == "active" else "active")
    return replace(state, statuses=put(state.statuses, at, move.to))


def _turn(state: State) -> State:
    """To the next living player on the left; hiding characters wake if too few are active [1, 6]."""
    after = (seat % state.seats for seat in range(state.player + 1, state.player + state.seats + 1))
    player = next(seat for seat in after if seat not in state.out)
    statuses: tuple[Status, ...] = tuple("active" if at == "candidate" else at for at in state.statuses)
    if statuses.count("active") < len(state.living) - 1:
        statuses = tuple("active" if at == "hiding" else at for at in statuses)
    return replace(state, player=player, turn=state.turn + 1, statuses=statuses, meeting=Meeting())


# Whose role it was [4, 7, 8]


def _succeed(state: State, seat: int) -> State:
    answered = _answered(state, seat)
    if state.partners[seat] != "held":
        raise Refused("partner-" + state.partners[seat], seat=seat)
    partners, markers = put(state.partners, seat, "used"), put(state.markers, seat, ())
    return replace(answered, partners=partners, markers=markers)


def _out(state: State, move: Out) -> State:
    seat = move.seat
    after = replace(_answered(state, seat), out=(*state.out, seat), spy=seat if move.spy else None)
    if move.spy and not state.out:
        after = _with(after, *_paid_to_each(after, 4, seat, "spy-first-out"))
    if not after.over:
        return after
    return _with(after, *(entry for winner in after.living for entry in _taken_from_each(after, 1, winner, 2, "win")))


def _answered(state: State, seat: int) -> State:
    """The newest execution that nobody has answered for was this seat's role; the turn player takes a point [9]."""
    if not state.unanswered:
        raise Refused("nothing-to-answer")
    at = state.unanswered[-1]
    execution = replace(state.executed[at], seat=seat)
    after = replace(state, executed=(*state.executed[:at], execution, *state.executed[at + 1 :]))
    return after if seat == execution.by else _with(after, *_paid(after, 2, seat, execution.by, 1, "execution"))


def _confess(state: State, move: Confess) -> State:
    """An attribute that was answered has a marker and is not answered again [8]."""
    own = state.markers[move.seat]
    if move.about == "condition":
        return state
    if any(marker.about == move.about for marker in own):
        raise Refused("marker", about=move.about)
    return replace(state, markers=put(state.markers, move.seat, (*own, Marker(move.about, move.answer))))


def _personality(state: State, move: Personality) -> State:
    """Once one is left: a spy who is the last one gets a point more from each other [9]."""
    seated(state.seats, move.seat)
    if 5 not in state.options.points:
        raise Refused("rule-off", rule=5)
    if state.living != (move.seat,):
        raise Refused("not-the-last", seat=move.seat)
    if state.survivor_told:
        raise Refused("reported")
    if move.spy and state.spy is not None:
        raise Refused("one-spy", seat=state.spy)
    after = replace(state, survivor_told=True, spy=move.seat if move.spy else state.spy)
    return _with(after, *_taken_from_each(after, 5, move.seat, 1, "spy-wins")) if move.spy else after


# --- scoring -----------------------------------------------------------------------------------------------------


def _taken_from_each(state: State, rule: Rule, winner: int, by: int, because: str) -> list[Entry]:
    """From each who is out, by seat."""
    return [entry for loser in sorted(state.out) for entry in _paid(state, rule, loser, winner, by, because)]


def _paid_to_each(state: State, rule: Rule, payer: int, because: str) -> list[Entry]:
    """To each who lives, by seat."""
    return [entry for other in state.living for entry in _paid(state, rule, payer, other, 1, because)]


def _paid(state: State, rule: Rule, payer: int, receiver: int, by: int, because: str) -> list[Entry]:
    """A transfer under `rule`, if it is on: two entries that cancel. Who took no partner receives double [9]."""
    if rule not in state.options.points:
        return []
    if 3 in state.options.points and state.partners[receiver] == "none":
        by *= 2
    both = sorted(((payer, -by), (receiver, by)))
    return [Entry(state.turn, seat, "points", amount, because) for seat, amount in both]


def ledger(state: State) -> Ledger:
    """All entries in the order in which they arose: in this game nothing is scored later than it happens."""
    return state.entries


def standing(state: State) -> Standing:
    """By points; without points the winners, while it runs the living, are before the others [7, 9]."""
    totals = state.entries.sums("points", state.seats)
    alive = [seat in state.living for seat in range(state.seats)]
    places = placed(totals if state.options.points else alive)
    if state.over:
        return Standing("won", state.turn, totals, places, state.living)
    return Standing("playing", state.turn, totals, places)


def aim(state: State) -> Aim:
    return "most" if state.options.points else "nothing"


def facts(state: State) -> dict[str, Any]:
    """Turn player, who lives, who went out, whom it was, and every character."""
    return {
        "turn": state.player,
        "alive": [seat in state.living for seat in range(state.seats)],
        "out": list(state.out),
        "executed": [{name: getattr(of, name) for name in Execution.__struct_fields__} for of in state.executed],
        "partner": list(state.partners),
        "markers": [[marker.about for marker in own] for own in state.markers],
        "characters": dict(zip(state.options.characters, state.statuses, strict=True)),
    }


def begins_next(state: State) -> tuple[int, ...]:
    """The next turn player is the winner; of several one is drawn [9]."""
    return standing(state).winners


def boasts(state: State) -> tuple[Boast, ...]:
    """Executions, roles struck, the own one struck, a role outlived, and a spy who was the last."""
    executions = [sum(of.by == seat for of in state.executed) for seat in range(state.seats)]
    struck = [of for of in state.executed if of.seat is not None]
    hits = [sum(of.by == seat != of.seat for of in struck) for seat in range(state.seats)]
    own = [Boast("own-goal", of.by, 1, of.character) for of in struck if of.by == of.seat]
    second = [Boast("second-life", seat, 1) for seat in state.living if state.partners[seat] == "used"]
    spy = [Boast("last-spy", seat, 1) for seat in state.living if seat == state.spy]
    return (
        *(Boast("executions", seat, n) for seat, n in enumerate(executions) if n),
        *(Boast("hits", seat, n) for seat, n in enumerate(hits) if n),
        *own,
        *second,
        *spy,
    )


may_report = speaks_for_itself

# --- what is asked, and what may be seen ---------------------------------------------------------------------------


def asks(state: State, seat: int) -> tuple[Ask, ...]:
    """What `seat` is asked, the most urgent first. The turn player executes, turns characters over, and passes on."""
    if state.over:
        return _ask_personality(state, seat)
    asked: list[Ask] = []
    if seat in state.living:
        asked += _ask_whose(state, seat)
        asked += _ask_candidates(state, seat)
    if seat == state.player:
        asked += _ask_turn_player(state)
    if seat in state.living:
        asked += _ask_confession(state, seat)
    return tuple(sorted(asked, key=lambda ask: ask.optional))


def due(state: State) -> tuple[int, ...]:
    """Who has still to name a candidate, from the left of the turn player: while a character is active [3]."""
    if state.meeting.executed or state.player in state.out or state.pressing or not state.named("active"):
        return ()
    others = [(state.player + step) % state.seats for step in range(1, state.seats)]
    return tuple(seat for seat in others if seat in state.living and seat not in state.meeting.named)


def _ask_whose(state: State, seat: int) -> list[Ask]:
    """“Was it you?” Nobody waits for it, unless there are more players than characters left."""
    asked: list[Ask] = []
    if state.unanswered and state.partners[seat] == "held" and state.missing < len(state.unanswered):
        asked.append(Ask("succeed", seat, optional=True))
    if state.unanswered:
        asked.append(Ask("out", seat, choices={"spy": [False, True]}, optional=not state.pressing))
    return asked


def _ask_candidates(state: State, seat: int) -> list[Ask]:
    """Name one, and then exchange or add one if you like [3]."""
    active, candidates = list(state.named("active")), list(state.named("candidate"))
    if state.meeting.executed or seat == state.player or not active:
        return []
    asked: list[Ask] = []
    if seat not in state.meeting.named:
        asked.append(Ask("nominate", seat, choices={"character": active}, optional=seat not in due(state)))
    if seat not in state.meeting.changed and candidates:
        asked.append(Ask("exchange", seat, choices={"out": candidates, "in": active}, optional=True))
    if seat not in state.meeting.changed and len(state.living) <= ADDING:
        asked.append(Ask("add", seat, choices={"character": active}, optional=True))
    return asked


def _ask_turn_player(state: State) -> list[Ask]:
    """To execute once all candidates are named, then to pass the card on; effects in between [2, 4, 5, 6]."""
    asked: list[Ask] = []
    executable, out = list(state.executable), state.player in state.out
    waits = bool(due(state)) or state.pressing
    if executable:
        asked.append(Ask("execute", choices={"character": executable}, optional=waits or out))
    if not state.pressing:
        asked.append(Ask("turn", optional=waits or (bool(executable) and not out)))
    active, hiding = list(state.named("active")), list(state.named("hiding"))
    left = [name for name in state.options.characters if name in (*active, *hiding, *state.named("candidate"))]
    effects = [
        ("execute", {"cause": "effect"}, left),
        ("flip", {"to": "hiding"}, active),
        ("flip", {"to": "active"}, hiding),
    ]
    return asked + [
        Ask(move, given=given, choices={"character": fitting}, optional=True)
        for move, given, fitting in effects
        if fitting
    ]


def _ask_confession(state: State, seat: int) -> list[Ask]:
    marked = [marker.about for marker in state.markers[seat]]
    about = ["condition", *(attribute for attribute in ATTRIBUTES if attribute not in marked)]
    asked = [Ask("confess", seat, choices={"about": about, "answer": {"text": 80}}, optional=True)]
    if not state.executed and state.partners[seat] == "held":
        asked.append(Ask("no-partner", seat, optional=True))
    return asked


def _ask_personality(state: State, seat: int) -> tuple[Ask, ...]:
    if 5 not in state.options.points or state.survivor_told or state.living != (seat,):
        return ()
    fitting = [False, True] if state.spy is None else [False]
    return (Ask("personality", seat, choices={"spy": fitting}, optional=True),)


class Character(Struct, frozen=True):
    """A character as it lies on the table."""

    name: str
    status: Status
    execution: Execution | None


class View(Struct, frozen=True):
    """What everybody knows. `stage` is the thing of the moment: nominate, execute, turn, out or over."""

    stage: str
    turn: int
    player: int
    due: tuple[int, ...]
    characters: tuple[Character, ...]
    struck: tuple[Execution, ...]
    alive: tuple[bool, ...]
    out: tuple[int, ...]
    spy: int | None
    partners: tuple[Partner, ...]
    markers: tuple[tuple[Marker, ...], ...]
    rules: tuple[Rule, ...]


def view(state: State, seat: int | None) -> View:
    """What the viewer in `seat` may know: what is secret stays on the table, the sheet never learns it."""
    executions = {of.character: of for of in state.executed}
    return View(
        stage=_stage(state),
        turn=state.turn,
        player=state.player,
        due=() if state.over else due(state),
        characters=tuple(
            Character(name, status, executions.get(name))
            for name, status in zip(state.options.characters, state.statuses, strict=True)
        ),
        struck=tuple(of for of in state.executed if of.turn == state.turn),
        alive=tuple(of in state.living for of in range(state.seats)),
        out=state.out,
        spy=state.spy,
        partners=state.partners,
        markers=state.markers,
        rules=state.options.points,
    )


def _stage(state: State) -> str:
    if state.over:
        return "over"
    if state.pressing:
        return "out"
    if due(state):
        return "nominate"
    return "execute" if state.executable and state.player not in state.out else "turn"


def veil(state: State, move: Any) -> Veil | None:
    """Nothing that is reported is secret: roles, partners and personalities are told when they are shown."""
    return None


def lifted(state: State, veil: Veil) -> bool:
    return True


settled = lifted
