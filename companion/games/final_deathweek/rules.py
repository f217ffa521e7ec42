"""Final Deathweek: the effect of each move, refusals, and questions."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any, assert_never

from msgspec.structs import replace

from companion.games.final_deathweek import moves
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
    seat_order,
    tracks,
    unexposable,
)
from companion.games.game import Ask, GameOf, put
from companion.games.ledger import Entry, adjusted
from companion.games.moves import N_, Adjust, Move, Refused, seated

REFUSALS = {
    "week-begun": N_("The week has begun: no solid killers are dealt any more."),
    "only-outcomes": N_("This week is played without solid killers: say only what came of the event."),
    "all-alike": N_("All solid killers would be %(color)s: deal again."),
    "no-such-day": N_("This week has %(days)s days."),
    "in-setup": N_("Everybody needs a solid killer first."),
    "day-begun": N_("Day %(day)s has begun: its schedule stands."),
    "events": N_("A day at this table has %(seats)s events, not %(events)s."),
    "leads": N_("%(seat)s leads today, and the leader's killers are not exposed."),
    "unexposable": N_("The chain of %(seat)s broke the day before: nothing of theirs is exposed today."),
    "acted": N_("%(seat)s has had a turn today."),
    "no-such-event": N_("No such event with the number %(number)s is left today."),
    "break-used": N_("%(seat)s has used Break already."),
    "not-taken": N_("%(seat)s has no event to compare with killers."),
    "not-exposed": N_("One of the two killers is %(color)s, for it was exposed."),
}


def apply(state: State, move: moves.AnyMove | Adjust) -> State:
    """The state after `move`; Refused if it does not fit."""
    if isinstance(move, Adjust):
        return enter(state, (adjusted(state.seats, tracks(state), move, state.number),))
    if state.over:
        raise Refused("over")
    match move:
        case moves.Solid():
            return _solid(state, move)
        case moves.Redeal():
            _still_dealing(state)
            return replace(state, solid=(None,) * state.seats)
        case moves.Schedule():
            return _schedule(state, move)
    seated(state.seats, move.seat)
    if isinstance(move, moves.Outcome | moves.Break) and state.today is None:
        state = next_day(state, state.options.leader)
    today = state.today
    if today is None:
        raise Refused("in-setup")
    match move:
        case moves.Expose():
            today = _expose(state, today, move)
        case moves.Take():
            today = _take(state, today, move)
        case moves.Break():
            return _break(state, today, move)
        case moves.Killers():
            today = _killers(today, move)
        case moves.Outcome():
            today = _outcome(state, today, move)
        case _:
            assert_never(move)
    return judged_if_known(state, today)


def _still_dealing(state: State) -> None:
    if state.days:
        raise Refused("week-begun")


def _solid(state: State, move: moves.Solid) -> State:
    """Record a solid killer; the last one begins the week. They are not all of one colour [1]."""
    seated(state.seats, move.seat)
    _still_dealing(state)
    if state.solid[move.seat] is not None:
        raise Refused("reported")
    solid = put(state.solid, move.seat, move.color)
    if len(set(solid)) == 1:
        raise Refused("all-alike", color=move.color)
    state = replace(state, solid=solid)
    return state if None in solid else next_day(state, state.options.leader)


def _schedule(state: State, move: moves.Schedule) -> State:
    if move.day > state.options.days:
        raise Refused("no-such-day", days=state.options.days)
    if move.day not in open_days(state):
        raise Refused("day-begun", day=move.day)
    if len(move.events) != state.seats:
        raise Refused("events", events=len(move.events), seats=state.seats)
    return replace(state, schedule=put(state.schedule, move.day - 1, move.events))


def _expose(state: State, today: Day, move: moves.Expose) -> Day:
    """Expose a killer of another seat whose chain did not break the day before [2].

    Any colour is accepted after the killers were reported: a refusal would reveal them.
    """
    if move.seat == today.leader:
        raise Refused("leads", seat=move.seat)
    if unexposable(state, move.seat):
        raise Refused("unexposable", seat=move.seat)
    if today.exposed[move.seat] is not None:
        raise Refused("reported")
    return replace(today, exposed=put(today.exposed, move.seat, move.color))


def _take(state: State, today: Day, move: moves.Take) -> Day:
    if state.only_outcomes:
        raise Refused("only-outcomes")
    event = moves.Event(move.colors, move.number)
    _may_act(today, move.seat)
    _is_left(state, event)
    return replace(today, taken=put(today.taken, move.seat, event))


def _may_act(today: Day, seat: int) -> None:
    """Refuse a second turn."""
    if today.acted[seat]:
        raise Refused("acted", seat=seat)


def _is_left(state: State, event: moves.Event) -> None:
    """Refuse an event that is not left today, where the schedule is known."""
    left = events_left(state)
    if left is not None and event.card not in (other.card for other in left):
        raise Refused("no-such-event", number=event.number)


def _break(state: State, today: Day, move: moves.Break) -> State:
    """Use Break: it takes counters away, if there are any, and is spent in any case [2]."""
    if break_used(state, move.seat):
        raise Refused("break-used", seat=move.seat)
    _may_act(today, move.seat)
    if move.event is not None:
        _is_left(state, move.event)
    today = replace(today, broke=put(today.broke, move.seat, True), turned=put(today.turned, move.seat, move.event))
    less = min(state.options.break_removes, max(counters_of(state)[move.seat], 0))
    state = enter(state, (Entry(today.number, move.seat, "death_counters", -less, "break"),))
    return judged_if_known(state, today)


def _killers(today: Day, move: moves.Killers) -> Day:
    """Record the killers that the seat's event is compared with; after Break there is none [3]."""
    if today.taken[move.seat] is None:
        raise Refused("not-taken", seat=move.seat)
    if today.killers[move.seat] is not None:
        raise Refused("reported")
    exposed = today.exposed[move.seat]
    if exposed is not None and exposed not in move.colors:
        raise Refused("not-exposed", color=exposed)
    return replace(today, killers=put(today.killers, move.seat, move.colors))


def _outcome(state: State, today: Day, move: moves.Outcome) -> Day:
    """Record the outcome of an event that the table has compared itself; only its number is checked [7]."""
    _may_act(today, move.seat)
    left = events_left(state)
    if left is not None and move.number not in (event.number for event in left):
        raise Refused("no-such-event", number=move.number)
    return replace(today, outcomes=put(today.outcomes, move.seat, move))


def may_report(state: State, seat: int, move: Move) -> bool:
    """Whether it is the seat's own move, one of the whole table, or for the leader an exposed killer."""
    return GameOf.may_report(state, seat, move) or (isinstance(move, moves.Expose) and seat == state.leader)


def asks(state: State, seat: int) -> tuple[Ask, ...]:
    """The questions to `seat`, the most urgent first; to the leader also what to expose, and the schedule.

    If the fields of an answer depend on each other, there is one ask for each answer.
    """
    today = state.today
    if state.over:
        return ()
    if today is None:
        begins = (*_ask_outcome(state, seat), *_ask_break(state, seat, events_left(state)))
        return (*_ask_solid(state, seat), *begins, *_ask_schedule(state, seat))
    own = (*_ask_event(state, today, seat), *_ask_killers(today, seat))
    shown = _ask_expose(state, today, seat)
    urgent, less = (own, shown) if any(today.acted) else (shown, own)
    return (*urgent, *less, *_ask_schedule(state, seat))


def _ask_solid(state: State, seat: int) -> tuple[Ask, ...]:
    """Ask for a solid killer; the last one cannot have the colour that all the others have [1]."""
    asked: list[Ask] = []
    if state.solid[seat] is None:
        others = set(put(state.solid, seat, None)) - {None}
        last = state.solid.count(None) == 1
        asked.append(Ask("solid", seat, choices={"color": [c for c in moves.COLORS if not (last and others == {c})]}))
    if any(state.solid):
        asked.append(Ask("redeal", optional=True))
    return tuple(asked)


def _ask_event(state: State, today: Day, seat: int) -> tuple[Ask, ...]:
    """Ask for an event, if the schedule is known one that is left, or Break, in any order of seats."""
    if today.acted[seat]:
        return ()
    left = events_left(state)
    outcome = _ask_outcome(state, seat)
    if state.only_outcomes:
        return (*outcome, *_ask_break(state, seat, left))
    event = {"colors": list(moves.COLORS), "number": {"min": 1, "max": 16}}
    takes = [Ask("take", seat, choices=event, many={"colors": (0, 3)})]
    if left is not None:
        takes = [Ask("take", seat, given=_plain(one)) for one in left]
    return (*takes, *_ask_break(state, seat, left), *outcome)


def _ask_break(state: State, seat: int, left: Sequence[moves.Event] | None) -> tuple[Ask, ...]:
    """Ask for Break, with an event turned face down and without."""
    if break_used(state, seat):
        return ()
    face_down = [Ask("break", seat, choices={"event": [_plain(one) for one in left]}, optional=True)] if left else []
    return (Ask("break", seat, optional=True), *face_down)


def _ask_outcome(state: State, seat: int) -> tuple[Ask, ...]:
    """Ask for the outcome of an event; mandatory only in a week that began so."""
    left = events_left(state)
    number = {"min": 1, "max": 16} if left is None else sorted({event.number for event in left})
    matched = {"number": number, "matched": [0, 1, 2]}
    return (
        Ask("outcome", seat, choices=matched, optional=not state.only_outcomes),
        Ask("outcome", seat, given={"died": True}, choices={"number": number}, optional=True),
    )


def _plain(event: moves.Event) -> dict[str, Any]:
    return {"colors": list(event.colors), "number": event.number}


def _ask_killers(today: Day, seat: int) -> tuple[Ask, ...]:
    """Ask for the killers; optional until all have taken, for nobody sees their own killers before [3]."""
    if seat not in today.lacking:
        return ()
    waits = not all(today.acted)
    exposed = today.exposed[seat]
    if exposed is None:
        choices = {"colors": list(moves.COLORS)}
        return (Ask("killers", seat, choices=choices, optional=waits, many={"colors": (2, 2)}, repeats=True),)
    return tuple(Ask("killers", seat, given={"colors": [exposed, other]}, optional=waits) for other in moves.COLORS)


def _ask_expose(state: State, today: Day, seat: int) -> tuple[Ask, ...]:
    """Ask the leader for a killer of each other seat that may be exposed [2]."""
    if seat != today.leader:
        return ()
    hidden = [
        other
        for other in seat_order(today, state.seats)[:-1]
        if today.exposed[other] is None and not unexposable(state, other)
    ]
    return tuple(Ask("expose", other, choices={"color": list(moves.COLORS)}, optional=True) for other in hidden)


EVENTS = tuple(
    {"colors": list(colors), "number": number}
    for number in range(1, 17)
    for count in range(4)
    for colors in combinations(moves.COLORS, count)
)


def _ask_schedule(state: State, seat: int) -> tuple[Ask, ...]:
    """Ask for the row of a day without taken events: any events, since the box is not checked."""
    if seat != state.leader or not open_days(state):
        return ()
    choices = {"day": list(open_days(state)), "events": list(EVENTS)}
    return (Ask("schedule", choices=choices, optional=True, many={"events": (state.seats,) * 2}, repeats=True),)
