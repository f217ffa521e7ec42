"""ファイナル・デスウィーク / Final Deathweek: get through seven days together, with killers that only the others see.

The numbers in brackets are those of the reading of the rulebook (docs/rules/final-deathweek.md).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.games.game import Ask, OptionsBase, Veil, put, speaks_for_itself
from companion.games.ledger import Aim, Boast, Counted, Entry, Ledger, Outcome, Standing, adjusted, placed
from companion.games.moves import Adjust, Move, Refused, Seat, seated

SLUG = "final-deathweek"
TITLE = "Final Deathweek"
SEATS = range(2, 5)
FIRST = "leader"
RUNS_ON = False
TRACKS = ("death_counters", "points")
SCORED = TRACKS[1:]
BOASTS = {
    "survived": Counted("person", "sum"),
    "longest-chain": Counted("person", "most"),
    "break": Counted("person", "sum"),
    "narrow-escapes": Counted("person", "sum"),
    "died-on-day": Counted("person", "least"),
}
LAST_DAY = 7
FIRST_CHECK = 3
CHAIN_POINTS = (0, 0, 1, 2, 4, 7, 11, 16)  # by the cards in the chain [7]

Color = Literal["red", "blue", "yellow", "black", "green"]
Colors = Annotated[tuple[Color, ...], Meta(max_length=3, extra_json_schema={"uniqueItems": True})]
Number = Annotated[int, Meta(ge=1, le=16)]
Pair = Annotated[tuple[Color, ...], Meta(min_length=2, max_length=2)]

COLORS: tuple[Color, ...] = get_args(Color)


class Options(OptionsBase, frozen=True):
    FOR_THIS_TABLE = ("leader",)

    counter_limit: Annotated[int, Meta(ge=1, le=9)] = 5
    break_removes: Annotated[int, Meta(ge=1, le=3)] = 1
    last_day: Literal["all", "any"] = "all"
    scoring: Literal["none", "each", "team"] = "none"
    chain_scored: Literal["longest", "running"] = "longest"
    leader: Seat = 0


class Event(Struct, frozen=True, forbid_unknown_fields=True):
    """What a card of the schedule says; its colours are a set."""

    colors: Colors
    number: Number

    def __post_init__(self) -> None:
        distinct(self.colors)

    @property
    def card(self) -> tuple[frozenset[Color], int]:
        return frozenset(self.colors), self.number


def distinct(colors: Sequence[Color]) -> None:
    """ValueError if a colour occurs twice."""
    if len(set(colors)) != len(colors):
        raise ValueError("An event has each colour once")


# --- the moves ---------------------------------------------------------------------------------------------------


class Solid(Move, frozen=True, tag="solid"):
    """Setup: the face-up killer of a seat."""

    seat: Seat
    color: Color


class Redeal(Move, frozen=True, tag="redeal"):
    """Setup: the solid killers are dealt again."""


class Schedule(Move, frozen=True, tag="schedule"):
    """The row of events that lies out for a day."""

    day: Annotated[int, Meta(ge=1, le=LAST_DAY)]
    events: tuple[Event, ...]


class Expose(Move, frozen=True, tag="expose"):
    """The leader shows one of a seat's two killers."""

    seat: Seat
    color: Color


class Take(Move, frozen=True, tag="take"):
    """A seat's event of the day."""

    seat: Seat
    colors: Colors
    number: Number

    def __post_init__(self) -> None:
        distinct(self.colors)


class Break(Move, frozen=True, tag="break"):
    """Once a game, instead of an event: one is turned face down."""

    seat: Seat
    event: Event | None = None


class Killers(Move, frozen=True, tag="killers"):
    """The two killers in a seat's hand, which that player sees last."""

    seat: Seat
    colors: Pair


MOVES = (Solid, Redeal, Schedule, Expose, Take, Break, Killers)
VEILED: tuple[type[Move], ...] = (Killers,)


# --- the state ---------------------------------------------------------------------------------------------------


class Verdict(Struct, frozen=True):
    """How a day went for a seat: the colours matched, whether it died, and its chain check."""

    matched: tuple[Color, ...]
    died: bool
    chain: Literal["held", "broken"] | None = None


class Day(Struct, frozen=True):
    """One day and what was done on it. Tuples go by seat; None: not reported."""

    number: int
    leader: int
    exposed: tuple[Color | None, ...]
    taken: tuple[Event | None, ...]
    broke: tuple[bool, ...]
    turned: tuple[Event | None, ...]
    killers: tuple[tuple[Color, ...] | None, ...]
    verdicts: tuple[Verdict, ...] = ()

    @property
    def acted(self) -> tuple[bool, ...]:
        """Who has taken an event or broken."""
        return tuple(broke or event is not None for broke, event in zip(self.broke, self.taken, strict=True))

    @property
    def lacking(self) -> tuple[int, ...]:
        """The seats whose event waits to be compared with their killers."""
        return tuple(seat for seat, event in enumerate(self.taken) if event is not None and self.killers[seat] is None)


class State(Struct, frozen=True):
    seats: int
    options: Options
    solid: tuple[Color | None, ...]
    schedule: tuple[tuple[Event, ...] | None, ...] = (None,) * LAST_DAY
    days: tuple[Day, ...] = ()
    entries: Ledger = Ledger()
    outcome: Outcome = "playing"

    @property
    def today(self) -> Day | None:
        return self.days[-1] if self.days else None

    @property
    def number(self) -> int:
        """The day, 0 during setup."""
        return len(self.days)

    @property
    def leader(self) -> int:
        return self.today.leader if self.today else self.options.leader

    @property
    def over(self) -> bool:
        return self.outcome != "playing"


def opening(seats: int, options: Options) -> State:
    seated(seats, options.leader)
    return State(seats, options, (None,) * seats)


def tracks(state: State) -> Sequence[str]:
    """Points are counted only under a scoring [7]."""
    return TRACKS[:1] if state.options.scoring == "none" else TRACKS


# --- what a move does --------------------------------------------------------------------------------------------


def apply(state: State, move: Any) -> State:
    """The state after `move`; Refused if it is not asked for or cannot be."""
    if isinstance(move, Adjust):
        return _enter(state, (adjusted(state.seats, tracks(state), move, state.number),))
    if state.over:
        raise Refused("over")
    match move:
        case Solid():
            return _solid(state, move)
        case Redeal():
            _still_dealing(state)
            return replace(state, solid=(None,) * state.seats)
        case Schedule():
            return _schedule(state, move)
    seated(state.seats, move.seat)
    today = state.today
    if today is None:
        raise Refused("in-setup")
    match move:
        case Expose():
            today = _expose(state, today, move)
        case Take():
            today = _take(state, today, move)
        case Break():
            return _break(state, today, move)
        case Killers():
            today = _killers(today, move)
        case _:
            raise Refused("no-such-move", move=type(move).__name__)
    return _judged_if_known(state, today)


def _enter(state: State, entries: Iterable[Entry]) -> State:
    return replace(state, entries=state.entries.grown(*(entry for entry in entries if entry.by)))


def _still_dealing(state: State) -> None:
    if state.days:
        raise Refused("week-begun")


def _solid(state: State, move: Solid) -> State:
    """The last solid killer opens the week; they are not all of one colour [1]."""
    seated(state.seats, move.seat)
    _still_dealing(state)
    if state.solid[move.seat] is not None:
        raise Refused("reported")
    solid = put(state.solid, move.seat, move.color)
    if len(set(solid)) == 1:
        raise Refused("all-alike", color=move.color)
    state = replace(state, solid=solid)
    return state if None in solid else _next_day(state, state.options.leader)


def _next_day(state: State, leader: int) -> State:
    nothing = (None,) * state.seats
    today = Day(state.number + 1, leader, nothing, nothing, (False,) * state.seats, nothing, nothing)
    return replace(state, days=(*state.days, today))


def _schedule(state: State, move: Schedule) -> State:
    if move.day not in _open_days(state):
        raise Refused("day-begun", day=move.day)
    if len(move.events) != state.seats:
        raise Refused("events", events=len(move.events), seats=state.seats)
    return replace(state, schedule=put(state.schedule, move.day - 1, move.events))


def _open_days(state: State) -> range:
    """The days of which nothing has been taken yet."""
    if state.over:
        return range(0)
    today = state.today
    begun = state.number if today and any(today.acted) else max(state.number - 1, 0)
    return range(begun + 1, LAST_DAY + 1)


def _expose(state: State, today: Day, move: Expose) -> Day:
    """One killer of each other player, but of nobody whose chain broke the day before [2].

    After the killers any colour is taken: a refusal would tell what they are.
    """
    if move.seat == today.leader:
        raise Refused("leads", seat=move.seat)
    if _unexposable(state, move.seat):
        raise Refused("unexposable", seat=move.seat)
    if today.exposed[move.seat] is not None:
        raise Refused("reported")
    return replace(today, exposed=put(today.exposed, move.seat, move.color))


def _unexposable(state: State, seat: int) -> bool:
    """Whether the chain check of the day before failed [5]."""
    return state.number > 1 and state.days[-2].verdicts[seat].chain == "broken"


def _take(state: State, today: Day, move: Take) -> Day:
    event = Event(move.colors, move.number)
    _may_act(state, today, move.seat, event)
    return replace(today, taken=put(today.taken, move.seat, event))


def _may_act(state: State, today: Day, seat: int, event: Event | None) -> None:
    """Refuse a second turn, and an event that is not there."""
    if today.acted[seat]:
        raise Refused("acted", seat=seat)
    left = _left(state)
    if left is not None and event is not None and event.card not in (other.card for other in left):
        raise Refused("no-such-event", number=event.number)


def _left(state: State) -> tuple[Event, ...] | None:
    """The events of the day that are still there, as far as the schedule is known."""
    today = state.today
    if today is None or (row := state.schedule[today.number - 1]) is None:
        return None
    gone = Counter(event.card for event in (*today.taken, *today.turned) if event is not None)
    left = []
    for event in row:
        if gone[event.card]:
            gone[event.card] -= 1
        else:
            left.append(event)
    return tuple(left)


def _break(state: State, today: Day, move: Break) -> State:
    """It takes a counter away, if there is one, and is spent all the same [2]."""
    if _break_used(state, move.seat):
        raise Refused("break-used", seat=move.seat)
    _may_act(state, today, move.seat, move.event)
    today = replace(today, broke=put(today.broke, move.seat, True), turned=put(today.turned, move.seat, move.event))
    less = min(state.options.break_removes, max(_counters(state)[move.seat], 0))
    state = _enter(state, (Entry(today.number, move.seat, "death_counters", -less, "break"),))
    return _judged_if_known(state, today)


def _break_used(state: State, seat: int) -> bool:
    return any(day.broke[seat] for day in state.days)


def _killers(today: Day, move: Killers) -> Day:
    """Who took an event compares it; who broke has nothing to compare [3]."""
    if today.taken[move.seat] is None:
        raise Refused("not-taken", seat=move.seat)
    if today.killers[move.seat] is not None:
        raise Refused("reported")
    exposed = today.exposed[move.seat]
    if exposed is not None and exposed not in move.colors:
        raise Refused("not-exposed", color=exposed)
    return replace(today, killers=put(today.killers, move.seat, move.colors))


# --- scoring -----------------------------------------------------------------------------------------------------


def _judged_if_known(state: State, today: Day) -> State:
    """Judge the day as soon as everything about it is known."""
    state = replace(state, days=(*state.days[:-1], today))
    return _judge(state, today) if all(today.acted) and not today.lacking else state


def _judge(state: State, today: Day) -> State:
    """The reveal, the chain check, the counters at the limit, in this order; a death at the reveal ends it [3, 6]."""
    verdicts = tuple(_reveal(state, today, seat) for seat in range(state.seats))
    fatal = any(verdict.died for verdict in verdicts)
    state = _enter(
        state,
        (
            Entry(today.number, seat, "death_counters", len(verdict.matched), "match")
            for seat, verdict in enumerate(verdicts)
            if not verdict.died
        ),
    )
    if not fatal:
        counters = _counters(state)
        verdicts = tuple(
            replace(verdict, chain=_check(state, today, seat), died=counters[seat] >= state.options.counter_limit)
            for seat, verdict in enumerate(verdicts)
        )
    state = replace(state, days=(*state.days[:-1], replace(today, verdicts=verdicts)))
    return _after(state, [verdict.died for verdict in verdicts])


def _reveal(state: State, today: Day, seat: int) -> Verdict:
    """An event all of whose colours are among the three killers kills; a colourless one is safe [3]."""
    event = today.taken[seat]
    if event is None:
        return Verdict((), False)
    threats = {state.solid[seat], *(today.killers[seat] or ())}
    matched = tuple(color for color in event.colors if color in threats)
    return Verdict(matched, died=bool(matched) and len(matched) == len(event.colors))


def _check(state: State, today: Day, seat: int) -> Literal["held", "broken"] | None:
    """From day 3 on, whether the event of the day goes on with the chain [4]."""
    event = today.taken[seat]
    if event is None or today.number < FIRST_CHECK:
        return None
    row = _row(state, seat)
    return "held" if len(chains((*row, event.number))) <= max(len(chains(row)), 1) else "broken"


def chains(row: Sequence[int]) -> list[tuple[int, ...]]:
    """The chains of a row in turn; after a break the next begins with the card before the breaking one [4].

    >>> chains((3, 3, 7, 9, 4, 1, 1, 2))
    [(3, 3, 7, 9), (9, 4, 1, 1), (1, 2)]
    """
    found: list[tuple[int, ...]] = []
    for at, number in enumerate(row):
        longer = (*found[-1], number) if found else (number,)
        if longer in (tuple(sorted(longer)), tuple(sorted(longer, reverse=True))):
            found[-1:] = [longer]
        else:
            found.append((row[at - 1], number))
    return found


def _row(state: State, seat: int) -> tuple[int, ...]:
    """The numbers of a seat's events on the days that were judged, without gaps [4]."""
    events = (day.taken[seat] for day in state.days if day.verdicts)
    return tuple(event.number for event in events if event is not None)


def _after(state: State, died: Sequence[bool]) -> State:
    """The next day, or the end: lost with a death, unless on the last day one survivor is enough [6, 7]."""
    last = state.number == LAST_DAY
    if any(died) and not (last and state.options.last_day == "any" and not all(died)):
        return replace(state, outcome="lost")
    if last:
        return _enter(replace(state, outcome="won"), _week_points(state))
    return _next_day(state, (state.leader + 1) % state.seats)


def _week_points(state: State) -> list[Entry]:
    """A chain is worth the more the longer it is, each counter costs a point [7]."""
    if state.options.scoring == "none":
        return []
    lengths = [_lengths(state, seat)[state.options.chain_scored] for seat in range(state.seats)]
    return [
        Entry(LAST_DAY, seat, "points", by, because)
        for seat, (length, counters) in enumerate(zip(lengths, _counters(state), strict=True))
        for by, because in ((CHAIN_POINTS[length], "chain"), (-counters, "counters"))
    ]


def _lengths(state: State, seat: int) -> dict[str, int]:
    """How long the chain still running is, and the longest of the row."""
    lengths = [len(chain) for chain in chains(_row(state, seat))] or [0]
    return {"running": lengths[-1], "longest": max(lengths)}


def _counters(state: State) -> tuple[int, ...]:
    return state.entries.sums("death_counters", state.seats)


def ledger(state: State) -> Ledger:
    """All entries as they arose: Breaks when used, counters by seat when a day is judged, points at the end."""
    return state.entries


def standing(state: State) -> Standing:
    """All win or none; only where everybody scores alone do places differ [7]."""
    points = state.entries.sums("points", state.seats)
    totals = (sum(points),) * state.seats if state.options.scoring == "team" else points
    winners = tuple(range(state.seats)) if state.outcome == "won" else ()
    return Standing(state.outcome, state.number, totals, placed(totals), winners)


def aim(state: State) -> Aim:
    return "nothing" if state.options.scoring == "none" else "most"


def facts(state: State) -> dict[str, Any]:
    """The week so far: every seat, and the days that were judged."""
    return {
        "leader": state.leader,
        "day": state.number,
        "seats": [_told(state, seat) for seat in range(state.seats)],
        "days": [[_judged(verdict) for verdict in day.verdicts] for day in state.days if day.verdicts],
    }


def _told(state: State, seat: int) -> dict[str, Any]:
    return {
        "solid": state.solid[seat],
        "alive": _alive(state, seat),
        "break_used": _break_used(state, seat),
        "numbers": list(_row(state, seat)),
        **_lengths(state, seat),
        "unexposable": _unexposable(state, seat),
    }


def _judged(verdict: Verdict) -> dict[str, Any]:
    return {"matched": len(verdict.matched), "died": verdict.died, "chain": verdict.chain}


def _alive(state: State, seat: int) -> bool:
    return not any(day.verdicts and day.verdicts[seat].died for day in state.days)


def begins_next(state: State) -> tuple[int, ...]:
    """The next leader: to the left of who led the last day [6]."""
    return ((state.options.leader + state.number) % state.seats,)


def boasts(state: State) -> tuple[Boast, ...]:
    """Who survived, long chains, Breaks used, narrow escapes (all colours but one), and the day somebody died."""
    seats = range(state.seats)
    longest = [(seat, _lengths(state, seat)["longest"]) for seat in seats]
    narrow = [(seat, sum(_narrow(day, seat) for day in state.days)) for seat in seats]
    deaths = [(seat, day.number) for day in state.days for seat, verdict in enumerate(day.verdicts) if verdict.died]
    broke = [(seat, day.number) for day in state.days for seat in seats if day.broke[seat]]
    return (
        *(Boast("survived", seat, int(_alive(state, seat))) for seat in seats),
        *(Boast("break", seat, 1) for seat, _ in sorted(broke)),
        *(Boast("longest-chain", seat, cards) for seat, cards in longest if cards >= FIRST_CHECK),
        *(Boast("narrow-escapes", seat, times) for seat, times in narrow if times),
        *(Boast("died-on-day", seat, number) for seat, number in deaths),
    )


def _narrow(day: Day, seat: int) -> bool:
    event = day.taken[seat]
    if event is None or not day.verdicts:
        return False
    verdict = day.verdicts[seat]
    return not verdict.died and len(verdict.matched) == len(event.colors) - 1 > 0


def may_report(state: State, seat: int, move: Any) -> bool:
    """A seat reports its own, and what is the whole table's; the leader also what is exposed of others."""
    return speaks_for_itself(state, seat, move) or (isinstance(move, Expose) and seat == state.leader)


# --- what is asked, and what may be seen ---------------------------------------------------------------------------


def asks(state: State, seat: int) -> tuple[Ask, ...]:
    """What `seat` is asked, the most urgent first. The leader is also asked what to expose, and for the schedule.

    Where the fields of an answer hang together, there is an ask for each answer.
    """
    today = state.today
    if state.over:
        return ()
    if today is None:
        return (*_ask_solid(state, seat), *_ask_schedule(state, seat))
    own = (*_ask_event(state, today, seat), *_ask_killers(today, seat))
    shown = _ask_expose(state, today, seat)
    urgent, less = (own, shown) if any(today.acted) else (shown, own)
    return (*urgent, *less, *_ask_schedule(state, seat))


def _ask_solid(state: State, seat: int) -> tuple[Ask, ...]:
    """The last one is not asked for the colour that all the others have [1]."""
    asked: list[Ask] = []
    if state.solid[seat] is None:
        others = set(put(state.solid, seat, None)) - {None}
        last = state.solid.count(None) == 1
        asked.append(Ask("solid", seat, choices={"color": [c for c in COLORS if not (last and others == {c})]}))
    if any(state.solid):
        asked.append(Ask("redeal", optional=True))
    return tuple(asked)


def _ask_event(state: State, today: Day, seat: int) -> tuple[Ask, ...]:
    """An event, or Break; of a known schedule, one that is still there. The proper order is a matter of the screens."""
    if today.acted[seat]:
        return ()
    left = _left(state)
    event = {"colors": list(COLORS), "number": {"min": 1, "max": 16}}
    takes = [Ask("take", seat, choices=event, many={"colors": (0, 3)})]
    if left is not None:
        takes = [Ask("take", seat, given=_plain(one)) for one in left]
    if _break_used(state, seat):
        return tuple(takes)
    face_down = [Ask("break", seat, choices={"event": [_plain(one) for one in left]}, optional=True)] if left else []
    return (*takes, Ask("break", seat, optional=True), *face_down)


def _plain(event: Event) -> dict[str, Any]:
    return {"colors": list(event.colors), "number": event.number}


def _ask_killers(today: Day, seat: int) -> tuple[Ask, ...]:
    """Nobody sees the own killers before all have taken: until then the question may wait [3]."""
    if seat not in today.lacking:
        return ()
    waits = not all(today.acted)
    exposed = today.exposed[seat]
    if exposed is None:
        choices = {"colors": list(COLORS)}
        return (Ask("killers", seat, choices=choices, optional=waits, many={"colors": (2, 2)}, repeats=True),)
    return tuple(Ask("killers", seat, given={"colors": [exposed, other]}, optional=waits) for other in COLORS)


def _ask_expose(state: State, today: Day, seat: int) -> tuple[Ask, ...]:
    """A killer of each other player whom the leader may expose [2]."""
    if seat != today.leader:
        return ()
    hidden = [
        other
        for other in _order(today, state.seats)[:-1]
        if today.exposed[other] is None and not _unexposable(state, other)
    ]
    return tuple(Ask("expose", other, choices={"color": list(COLORS)}, optional=True) for other in hidden)


def _order(today: Day, seats: int) -> tuple[int, ...]:
    """From the leader's left, the leader last [2]."""
    return tuple((today.leader + 1 + step) % seats for step in range(seats))


EVENTS = tuple(
    {"colors": list(colors), "number": number}
    for number in range(1, 17)
    for count in range(4)
    for colors in combinations(COLORS, count)
)


def _ask_schedule(state: State, seat: int) -> tuple[Ask, ...]:
    """The row of a day on which nothing has been taken yet: any events, for what is in the box is never checked."""
    if seat != state.leader or not _open_days(state):
        return ()
    choices = {"day": list(_open_days(state)), "events": list(EVENTS)}
    return (Ask("schedule", choices=choices, optional=True, many={"events": (state.seats,) * 2}, repeats=True),)


class Player(Struct, frozen=True):
    """What is open about a player. `close`: the day's reveal could bring the counters to the limit."""

    solid: Color | None
    exposed: Color | None
    unexposable: bool
    alive: bool
    counters: int
    close: bool
    break_used: bool
    chains: tuple[tuple[int, ...], ...]
    event: Event | None = None
    broke: bool = False
    turned: Event | None = None
    killers_told: bool = False


class View(Struct, frozen=True):
    """What everybody may know. `stage` is the thing of the moment: solid, take, killers or over.

    `due` are those who have still to do it, in the proper order; `turn` is the first of them while events are taken.
    `week` holds the days that were judged, killers and all; `fresh`: the newest is still the thing of the moment.
    """

    stage: str
    day: int
    leader: int
    order: tuple[int, ...]
    due: tuple[int, ...]
    turn: int | None
    limit: int
    players: tuple[Player, ...]
    schedule: tuple[tuple[Event, ...] | None, ...]
    left: tuple[Event, ...] | None
    open_days: tuple[int, ...]
    week: tuple[Day, ...]
    fresh: bool
    outcome: Outcome


def view(state: State, seat: int | None) -> View:
    """What the viewer in `seat` may know: the same for all, for nobody may know killers before the day is judged."""
    nobody = (None,) * state.seats
    today = state.today or Day(0, state.leader, nobody, nobody, (False,) * state.seats, nobody, nobody)
    order = _order(today, state.seats)
    return View(
        stage=_stage(state),
        day=state.number,
        leader=state.leader,
        order=order,
        due=_due(state, order),
        turn=next((one for one in order if state.days and not today.acted[one]), None),
        limit=state.options.counter_limit,
        players=tuple(_player(state, today, one) for one in range(state.seats)),
        schedule=state.schedule,
        left=_left(state),
        open_days=tuple(_open_days(state)),
        week=tuple(day for day in state.days if day.verdicts),
        fresh=state.number > 1 and not (any(today.acted) or any(today.exposed)),
        outcome=state.outcome,
    )


def _stage(state: State) -> str:
    if state.over:
        return "over"
    if state.today is None:
        return "solid"
    return "killers" if all(state.today.acted) else "take"


def _due(state: State, order: Sequence[int]) -> tuple[int, ...]:
    if state.over:
        return ()
    today = state.today
    if today is None:
        return tuple(seat for seat in order if state.solid[seat] is None)
    return tuple(seat for seat in order if not today.acted[seat]) or tuple(s for s in order if s in today.lacking)


def _player(state: State, today: Day, seat: int) -> Player:
    return Player(
        solid=state.solid[seat],
        exposed=today.exposed[seat],
        unexposable=_unexposable(state, seat),
        alive=_alive(state, seat),
        counters=_counters(state)[seat],
        close=_counters(state)[seat] + _threat(state, today, seat) >= state.options.counter_limit,
        break_used=_break_used(state, seat),
        chains=tuple(chains(_row(state, seat))),
        event=today.taken[seat],
        broke=today.broke[seat],
        turned=today.turned[seat],
        killers_told=today.killers[seat] is not None,
    )


def _threat(state: State, today: Day, seat: int) -> int:
    """How many counters the day may still bring to who survives it: all colours of an event but one [3]."""
    if state.over or today.broke[seat]:
        return 0
    event = today.taken[seat]
    return 2 if event is None else max(len(event.colors) - 1, 0)


def veil(state: State, move: Any) -> Veil | None:
    """Killers are shown to nobody, not even to who reported them, until the day is judged."""
    return Veil(("colors",), (), ("judged", max(state.number, 1))) if isinstance(move, Killers) else None


def lifted(state: State, veil: Veil) -> bool:
    """Whether what `veil` waited for has happened, or cannot happen any more."""
    day = int(veil.until[1])
    return state.over or any(one.number == day and one.verdicts for one in state.days)


settled = lifted
