"""Final Deathweek: what each seat is asked, and may report."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from companion.games.final_deathweek.moves import COLORS, Event, Expose
from companion.games.final_deathweek.state import (
    Day,
    State,
    break_used,
    events_left,
    open_days,
    seat_order,
    unexposable,
)
from companion.games.game import Ask, put, reads_off_nothing, reports_for_itself
from companion.games.moves import Move

reads_off = reads_off_nothing


def may_report(state: State, seat: int, move: Move) -> bool:
    """A seat reports its own, and what is the whole table's; the leader also what is exposed of others."""
    return reports_for_itself(state, seat, move) or (isinstance(move, Expose) and seat == state.leader)


def asks(state: State, seat: int) -> tuple[Ask, ...]:
    """What `seat` is asked, the most urgent first. The leader is also asked what to expose, and for the schedule.

    Where the fields of an answer hang together, there is an ask for each answer.
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
    left = events_left(state)
    outcome = _ask_outcome(state, seat)
    if state.only_outcomes:
        return (*outcome, *_ask_break(state, seat, left))
    event = {"colors": list(COLORS), "number": {"min": 1, "max": 16}}
    takes = [Ask("take", seat, choices=event, many={"colors": (0, 3)})]
    if left is not None:
        takes = [Ask("take", seat, given=_plain(one)) for one in left]
    return (*takes, *_ask_break(state, seat, left), *outcome)


def _ask_break(state: State, seat: int, left: Sequence[Event] | None) -> tuple[Ask, ...]:
    """With an event turned face down or without."""
    if break_used(state, seat):
        return ()
    face_down = [Ask("break", seat, choices={"event": [_plain(one) for one in left]}, optional=True)] if left else []
    return (Ask("break", seat, optional=True), *face_down)


def _ask_outcome(state: State, seat: int) -> tuple[Ask, ...]:
    """Only what came of the event; in a week that was begun so, nothing else is waited for."""
    left = events_left(state)
    number = {"min": 1, "max": 16} if left is None else sorted({event.number for event in left})
    matched = {"number": number, "matched": [0, 1, 2]}
    return (
        Ask("outcome", seat, choices=matched, optional=not state.only_outcomes),
        Ask("outcome", seat, given={"died": True}, choices={"number": number}, optional=True),
    )


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
        for other in seat_order(today, state.seats)[:-1]
        if today.exposed[other] is None and not unexposable(state, other)
    ]
    return tuple(Ask("expose", other, choices={"color": list(COLORS)}, optional=True) for other in hidden)


EVENTS = tuple(
    {"colors": list(colors), "number": number}
    for number in range(1, 17)
    for count in range(4)
    for colors in combinations(COLORS, count)
)


def _ask_schedule(state: State, seat: int) -> tuple[Ask, ...]:
    """The row of a day on which nothing has been taken yet: any events, for what is in the box is never checked."""
    if seat != state.leader or not open_days(state):
        return ()
    choices = {"day": list(open_days(state)), "events": list(EVENTS)}
    return (Ask("schedule", choices=choices, optional=True, many={"events": (state.seats,) * 2}, repeats=True),)
