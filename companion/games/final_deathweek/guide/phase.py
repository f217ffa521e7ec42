"""Final Deathweek: the phase of the moment, in one sentence."""

from companion.games.final_deathweek.state import Day, State, one_is_enough, seat_order
from companion.games.guide import Phase
from companion.games.refusals import N_


def phase(state: State) -> Phase | None:
    """What is done now; None once it is over. Nothing in it is secret."""
    if state.over:
        return None
    if state.today is None:
        return Phase(N_("Setup: one killer face up before each of you, then the week begins."))
    if all(state.today.acted):
        return _reveal(state)
    return _taking(state, state.today) if any(state.today.acted) else _morning(state, state.today)


def _morning(state: State, today: Day) -> Phase:
    """Two killers to each, perhaps some of them exposed, and the first event."""
    text = N_("%(leader)s deals two killers to each and may expose one of each other player; %(first)s takes first.")
    if one_is_enough(state):
        text = N_(
            "The last day, one survivor is enough: %(leader)s deals two killers to each and may expose one of "
            "each other player; %(first)s takes first."
        )
    return Phase(text, seats={"leader": today.leader, "first": seat_order(today, state.seats)[0]})


def _taking(state: State, today: Day) -> Phase:
    """Events are taken from the leader's left; for who only says what they did, the reveal comes with the report."""
    turn = next(seat for seat in seat_order(today, state.seats) if not today.acted[seat])
    if state.only_outcomes:
        return _telling(state, turn)
    if one_is_enough(state):
        text = N_("The last day, one survivor is enough: %(turn)s takes an event or breaks.")
    elif turn == today.leader:
        text = N_("%(turn)s leads, and takes the last event or breaks.")
    else:
        text = N_("%(turn)s takes an event or breaks; %(leader)s is the last.")
        return Phase(text, seats={"turn": turn, "leader": today.leader})
    return Phase(text, seats={"turn": turn})


def _telling(state: State, turn: int) -> Phase:
    text = N_("All have taken and turned their killers over: %(turn)s says what the event did.")
    if one_is_enough(state):
        text = N_("The last day, one survivor is enough: %(turn)s says what the event did.")
    return Phase(text, seats={"turn": turn})


def _reveal(state: State) -> Phase:
    if one_is_enough(state):
        return Phase(
            N_("The last day, one survivor is enough: turn the killers over, and everybody tells their own two.")
        )
    return Phase(N_("The reveal: turn the killers over, and everybody tells their own two."))
