"""Final Deathweek: things to lay out (rulebook, setup), and the current step."""

from companion.games.final_deathweek.moves import Options
from companion.games.final_deathweek.state import Day, State, one_is_enough, seat_order
from companion.games.guide import Item, Phase

EVENTS, KILLERS, COUNTERS = 36, 20, 20
SOLID, IN_HAND = 1, 2  # killers a player


def laying_out(seats: int, options: Options) -> tuple[Item, ...]:
    """The things to lay out, by the numbers of seats and days."""
    events = options.days * seats
    return (
        Item(seats * SOLID, "solid"),
        Item(KILLERS - seats * SOLID, "killers"),
        Item(events, "events", {"seats": seats, "days": options.days}),
        Item(EVENTS - events, "left-over"),
        Item(seats, "breaks"),
        Item(COUNTERS, "counters"),
        Item(seats * IN_HAND, "morning", {"left": KILLERS - seats * (SOLID + IN_HAND)}),
    )


def phase(state: State) -> Phase | None:
    """The current step; None once the game is over."""
    if state.over:
        return None
    if state.today is None:
        return Phase("setup")
    if all(state.today.acted):
        return Phase("last-reveal" if one_is_enough(state) else "reveal")
    if any(state.today.acted):
        return _taking(state, state.today)
    seats = {"leader": state.today.leader, "first": seat_order(state.today, state.seats)[0]}
    return Phase("last-morning" if one_is_enough(state) else "morning", seats=seats)


def _taking(state: State, today: Day) -> Phase:
    """The step of taking events, from the leader's left; a table that reports outcomes alone reveals with them."""
    turn = next(seat for seat in seat_order(today, state.seats) if not today.acted[seat])
    if state.only_outcomes:
        return Phase("last-tell" if one_is_enough(state) else "tell", seats={"turn": turn})
    if one_is_enough(state):
        return Phase("last-take", seats={"turn": turn})
    if turn == today.leader:
        return Phase("leader-takes", seats={"turn": turn})
    return Phase("take", seats={"turn": turn, "leader": today.leader})
