"""Death Over The Kingdom: what each seat is asked, and may report."""

from typing import Any

from msgspec.structs import replace

from companion.games.death_over_the_kingdom.moves import CHARACTERS, Card, Character, Value
from companion.games.death_over_the_kingdom.state import Played, State, how_many, shown, unread_seats
from companion.games.game import Ask, put, reports_for_itself
from companion.games.moves import Move

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


def reads_off(state: State, move: Move, cause: Move) -> bool:
    """Whether `move` only says what a card shows since the character `cause` has turned it."""
    character = _read_off(state, move)
    if character is None or not isinstance(move, Card | Value) or not isinstance(cause, Card):
        return False
    without = put(put(state.now.played, move.seat, Played(character, None)), cause.seat, None)
    beside = put(without, cause.seat, Played(cause.character, cause.value))
    return _is_turned(state, beside, move.seat) and not _is_turned(state, without, move.seat)


def _read_off(state: State, move: Move) -> Character | None:
    """The character whose value `move` says, if it says one."""
    match move:
        case Value():
            played = state.now.played[move.seat]
            return played.character if played else None
        case Card() if move.value is not None:
            return move.character
        case _:
            return None


def _is_turned(state: State, played: tuple[Played | None, ...], seat: int) -> bool:
    card = shown(replace(state, now=replace(state.now, played=played)))[seat]
    return card is not None and card.turned
