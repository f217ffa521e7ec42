"""Coffin Race: what a move does, what is refused, and what is asked."""

from collections.abc import Sequence
from typing import Any, assert_never

from msgspec.structs import replace

from companion.games.game import Ask, put
from companion.games.ledger import adjusted, first
from companion.games.moves import N_, Adjust, Refused, seated
from tests.sixth.coffin_race.moves import MOURNERS, STONES, Advance, AnyMove, Bet, Bury, Epitaph, Route, Tie
from tests.sixth.coffin_race.scoring import standing
from tests.sixth.coffin_race.state import TRACKS, Round, State, last_seat

REFUSALS = {
    "no-route": N_("No route is laid: it comes first."),
    "no-route-now": N_("The route is laid, or the race is over."),
    "stones": N_("A route has three stones, not %(stones)s."),
    "not-all-bet": N_("Not everybody has bet yet."),
    "not-tied": N_("Two coffins or more are tied together, once a round, after all have advanced."),
    "not-your-words": N_("The last words of a round are not those of %(seat)s."),
    "not-to-be-buried": N_("%(seat)s is not buried now."),
}


def apply(state: State, move: AnyMove | Adjust) -> State:
    """The state after `move`; Refused if it does not fit."""
    match move:
        case Adjust():
            entry = adjusted(state.seats, TRACKS, move, len(state.rounds))
            return replace(state, adjusts=(*state.adjusts, entry))
    if state.counted:
        raise Refused("over")
    match move:
        case Route():
            return _route(state, move)
        case Bury():
            seated(state.seats, move.seat)
            if not state.finished or state.buried or move.seat != first(standing(state).places)[0]:
                raise Refused("not-to-be-buried", seat=move.seat)
            return replace(state, buried=True)
    now = state.newest
    if now is None or now.over:
        raise Refused("no-route")
    seated(state.seats, *(move.seats if isinstance(move, Tie) else (move.seat,)))
    match move:
        case Bet():
            seated(state.seats, move.on)
            now = replace(now, bets=put(now.bets, move.seat, _new(now.bets[move.seat], move.on)))
        case Advance():
            if not now.all_bet:
                raise Refused("not-all-bet")
            now = replace(now, strides=put(now.strides, move.seat, _new(now.strides[move.seat], move.by)))
        case Tie():
            if not now.run or now.tied or len(set(move.seats)) != len(move.seats) or len(move.seats) < 2:
                raise Refused("not-tied")
            now = replace(now, tied=tuple(sorted(move.seats)))
        case Epitaph():
            if not now.run or move.seat != last_seat(now):
                raise Refused("not-your-words", seat=move.seat)
            seated(state.seats, move.about)
            now = replace(now, words=move.words)
        case _:
            assert_never(move)
    return replace(state, rounds=(*state.rounds[:-1], now))


def _route(state: State, move: Route) -> State:
    if not state.between or state.finished:
        raise Refused("no-route-now")
    if len(move.stones) != STONES:
        raise Refused("stones", stones=len(move.stones))
    nobody = (None,) * state.seats
    return replace(state, rounds=(*state.rounds, Round(len(state.rounds) + 1, move.stones, nobody, nobody)))


def _new(reported: Any, value: Any) -> Any:
    if reported is not None:
        raise Refused("reported")
    return value


def asks(state: State, seat: int) -> tuple[Ask, ...]:
    if state.counted:
        return ()
    now, everybody = state.newest, list(range(state.seats))
    if state.finished:
        winner = first(standing(state).places)[0]
        bury = Ask("bury", seat, given={"under": state.options.ground})
        return (bury,) if seat == winner and not state.buried else ()
    if now is None or now.over:
        many = {"stones": (STONES, STONES)}
        return (Ask("route", choices={"stones": [-1, 0, 1]}, many=many, repeats=True),)
    if not now.all_bet:
        return (Ask("bet", seat, choices={"on": everybody}),) if now.bets[seat] is None else ()
    if not now.run:
        return (Ask("advance", seat, choices={"by": [0, 1, 2, 3]}),) if now.strides[seat] is None else ()
    return (*_ask_words(state, now, seat), *_ask_tie(now, everybody))


def _ask_words(state: State, now: Round, seat: int) -> tuple[Ask, ...]:
    if seat != last_seat(now):
        return ()
    open_fields = {"about": list(range(state.seats)), "mourners": {"min": 0, "max": MOURNERS}, "words": {"text": 80}}
    return (Ask("epitaph", seat, choices=open_fields),)


def _ask_tie(now: Round, everybody: Sequence[int]) -> tuple[Ask, ...]:
    if now.tied:
        return ()
    return (Ask("tie", choices={"seats": list(everybody)}, optional=True, many={"seats": (2, len(everybody))}),)
