"""Death Over The Kingdom: what a move does, and what is refused."""

from typing import assert_never

from msgspec.structs import replace

from companion.games.death_over_the_kingdom.moves import AnyMove, Card, Losers, Value, Winners
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
from companion.games.game import as_it_reads, put
from companion.games.ledger import adjusted
from companion.games.moves import Adjust, Refused, seated

as_reported = as_it_reads


def apply(state: State, move: AnyMove | Adjust) -> State:
    """The state after `move`; Refused if it is not asked for or cannot be."""
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
    """Who has no lives left is out at once, with the card; a Dealer's deck goes to the next living [6]."""
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
    """The table says whom the round hit; cards reported for it are dropped."""
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
