"""Final Deathweek: what a move does, and what is refused."""

from typing import assert_never

from msgspec.structs import replace

from companion.games.final_deathweek.moves import (
    AnyMove,
    Break,
    Event,
    Expose,
    Killers,
    Outcome,
    Redeal,
    Schedule,
    Solid,
    Take,
)
from companion.games.final_deathweek.scoring import judged_if_known
from companion.games.final_deathweek.state import (
    Day,
    State,
    break_used,
    counters_of,
    enter,
    events_left,
    next_day,
    open_days,
    tracks,
    unexposable,
)
from companion.games.game import as_it_reads, put
from companion.games.ledger import Entry, adjusted
from companion.games.moves import Adjust, Refused, seated

as_reported = as_it_reads


def apply(state: State, move: AnyMove | Adjust) -> State:
    """The state after `move`; Refused if it is not asked for or cannot be."""
    if isinstance(move, Adjust):
        return enter(state, (adjusted(state.seats, tracks(state), move, state.number),))
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
    if isinstance(move, Outcome | Break) and state.today is None:
        state = next_day(state, state.options.leader)
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
        case Outcome():
            today = _outcome(state, today, move)
        case _:
            assert_never(move)
    return judged_if_known(state, today)


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
    return state if None in solid else next_day(state, state.options.leader)


def _schedule(state: State, move: Schedule) -> State:
    if move.day > state.options.days:
        raise Refused("no-such-day", days=state.options.days)
    if move.day not in open_days(state):
        raise Refused("day-begun", day=move.day)
    if len(move.events) != state.seats:
        raise Refused("events", events=len(move.events), seats=state.seats)
    return replace(state, schedule=put(state.schedule, move.day - 1, move.events))


def _expose(state: State, today: Day, move: Expose) -> Day:
    """One killer of each other player, but of nobody whose chain broke the day before [2].

    After the killers any colour is taken: a refusal would tell what they are.
    """
    if move.seat == today.leader:
        raise Refused("leads", seat=move.seat)
    if unexposable(state, move.seat):
        raise Refused("unexposable", seat=move.seat)
    if today.exposed[move.seat] is not None:
        raise Refused("reported")
    return replace(today, exposed=put(today.exposed, move.seat, move.color))


def _take(state: State, today: Day, move: Take) -> Day:
    if state.only_outcomes:
        raise Refused("only-outcomes")
    event = Event(move.colors, move.number)
    _may_act(today, move.seat)
    _is_left(state, event)
    return replace(today, taken=put(today.taken, move.seat, event))


def _may_act(today: Day, seat: int) -> None:
    """Refuse a second turn."""
    if today.acted[seat]:
        raise Refused("acted", seat=seat)


def _is_left(state: State, event: Event) -> None:
    """Refuse an event that is not there."""
    left = events_left(state)
    if left is not None and event.card not in (other.card for other in left):
        raise Refused("no-such-event", number=event.number)


def _break(state: State, today: Day, move: Break) -> State:
    """It takes a counter away, if there is one, and is spent all the same [2]."""
    if break_used(state, move.seat):
        raise Refused("break-used", seat=move.seat)
    _may_act(today, move.seat)
    if move.event is not None:
        _is_left(state, move.event)
    today = replace(today, broke=put(today.broke, move.seat, True), turned=put(today.turned, move.seat, move.event))
    less = min(state.options.break_removes, max(counters_of(state)[move.seat], 0))
    state = enter(state, (Entry(today.number, move.seat, "death_counters", -less, "break"),))
    return judged_if_known(state, today)


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


def _outcome(state: State, today: Day, move: Outcome) -> Day:
    """What came of an event that the table has compared by itself: its colours are not looked at [7]."""
    _may_act(today, move.seat)
    left = events_left(state)
    if left is not None and move.number not in (event.number for event in left):
        raise Refused("no-such-event", number=move.number)
    return replace(today, outcomes=put(today.outcomes, move.seat, move))
