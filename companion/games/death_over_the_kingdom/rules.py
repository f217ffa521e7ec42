"""Death Over The Kingdom: the effect of each move, refusals, and questions."""

from typing import Any, assert_never

from msgspec.structs import replace

from companion.games.death_over_the_kingdom.moves import CHARACTERS, AnyMove, Card, Character, Losers, Value, Winners
from companion.games.death_over_the_kingdom.scoring import buried, scored, scored_if_known
from companion.games.death_over_the_kingdom.state import (
    Played,
    State,
    how_many,
    order_of_play,
    shown,
    tracks,
    unread_seats,
)
from companion.games.game import Ask, put
from companion.games.ledger import adjusted
from companion.games.moves import N_, Adjust, Move, Refused, seated

REFUSALS = {
    "no-lives": N_("Lives are counted only where the last one standing wins."),
    "no-rounds": N_("The number of rounds is agreed only for a crowd."),
    "no-turns": N_("The number of turns is agreed only in the classic game."),
    "not-all-cards": N_("Not everybody's card is in yet."),
    "value-known": N_("The value of %(seat)s's card is known already."),
    "other-mode": N_("That is not told in this mode of the game."),
    "seat-twice": N_("Name each seat once."),
    "how-many": N_("Name %(least)s to %(most)s seats, not %(seats)s."),
}


def apply(state: State, move: AnyMove | Adjust) -> State:
    """The state after `move`; Refused if it does not fit."""
    if isinstance(move, Adjust):
        return _adjust(state, move)
    if state.over:
        raise Refused("over")
    match move:
        case Card():
            return _card(state, move)
        case Value():
            return _value(state, move)
        case Winners() | Losers():
            return _told(state, move)
        case _:
            assert_never(move)


def _adjust(state: State, move: Adjust) -> State:
    """Enter an adjust. A seat without lives is out at once, with its card; a Dealer's deck passes to the next
    living seat [6]."""
    entry = adjusted(state.seats, tracks(state), move, state.now.number)
    after = buried(replace(state, entries=state.entries.grown(entry)))
    if after.out == state.out or after.over:
        return after
    order = order_of_play(after, passes=move.seat == after.now.dealer)
    now = replace(after.now, order=order, played=put(after.now.played, move.seat, None))
    return scored_if_known(replace(after, now=now))


def _card(state: State, move: Card) -> State:
    _in_play(state, move.seat)
    if state.now.played[move.seat] is not None:
        raise Refused("reported")
    return scored_if_known(_with(state, move.seat, Played(move.character, move.value)))


def _value(state: State, move: Value) -> State:
    _in_play(state, move.seat)
    if not state.now.complete:
        raise Refused("not-all-cards")
    played = state.now.played[move.seat]
    if played is not None and played.turned is not None:
        raise Refused("reported")
    if played is None or move.seat not in unread_seats(shown(state)):
        raise Refused("value-known", seat=move.seat)
    return scored_if_known(_with(state, move.seat, replace(played, turned=move.value)))


def _told(state: State, move: Winners | Losers) -> State:
    """Score the round by the named seats; cards reported for it are dropped."""
    if isinstance(move, Winners) != (state.options.mode == "classic"):
        raise Refused("other-mode", mode=state.options.mode)
    _in_play(state, *move.seats)
    if len(set(move.seats)) != len(move.seats):
        raise Refused("seat-twice")
    least, most = how_many(state)
    if not least <= len(move.seats) <= most:
        raise Refused("how-many", seats=len(move.seats), least=least, most=most)
    nothing = (None,) * state.seats
    dropped = replace(state, now=replace(state.now, played=nothing))
    return scored(dropped, tuple(sorted(move.seats)), nothing)


def _in_play(state: State, *who: int) -> None:
    seated(state.seats, *who)
    for seat in who:
        if seat not in state.living:
            raise Refused("seat-out", seat=seat)


def _with(state: State, seat: int, played: Played) -> State:
    return replace(state, now=replace(state.now, played=put(state.now.played, seat, played)))


def asks(state: State, seat: int) -> tuple[Ask, ...]:
    """The questions to `seat`: its card, the value of its turned card, and the seats hit by the round."""
    if state.over:
        return ()
    return (*_ask_card(state, seat), *_ask_value(state, seat), _ask_told(state))


def _ask_card(state: State, seat: int) -> tuple[Ask, ...]:
    """Ask for a card: its character; optionally with the value on it, or the value alone."""
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
    """Whether `move` reports the value of a card that only the card of `cause` has turned."""
    character = _read_off(state, move)
    if character is None or not isinstance(move, Card | Value) or not isinstance(cause, Card):
        return False
    without = put(put(state.now.played, move.seat, Played(character, None)), cause.seat, None)
    beside = put(without, cause.seat, Played(cause.character, cause.value))
    return _is_turned(state, beside, move.seat) and not _is_turned(state, without, move.seat)


def _read_off(state: State, move: Move) -> Character | None:
    """The character whose value `move` reports; None if it reports no value."""
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
