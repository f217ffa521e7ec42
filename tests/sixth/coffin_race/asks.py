"""Coffin Race: what each seat is asked, and may report."""

from collections.abc import Sequence

from companion.games.game import Ask, reads_off_nothing, reports_for_itself
from companion.games.ledger import first
from tests.sixth.coffin_race.moves import MOURNERS, STONES
from tests.sixth.coffin_race.scoring import standing
from tests.sixth.coffin_race.state import Round, State, last_seat

may_report = reports_for_itself
reads_off = reads_off_nothing


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
