"""Death Over The Kingdom: what each seat is asked, and may report."""

from typing import Any

from companion.games.death_over_the_kingdom.moves import CHARACTERS
from companion.games.death_over_the_kingdom.state import State, how_many, shown, unread_seats
from companion.games.game import Ask, reports_for_itself

may_report = reports_for_itself


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
    if not state.now.complete or seat not in unread_seats(shown(state)):
        return ()
    return (Ask("value", seat, choices={"value": {"min": 0, "max": 99}}),)


def _ask_told(state: State) -> Ask:
    move = "winners" if state.options.mode == "classic" else "losers"
    return Ask(move, choices={"seats": list(state.living)}, optional=True, many={"seats": how_many(state)})
