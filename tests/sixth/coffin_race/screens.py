"""Coffin Race: what each viewer may know, and what is secret."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion.games.game import Secret
from companion.games.moves import Adjust
from companion.games.view import ViewBase
from tests.sixth.coffin_race.moves import AnyMove, Bet
from tests.sixth.coffin_race.state import State

SECRET_MOVES: tuple[type[AnyMove], ...] = (Bet,)


class View(ViewBase, frozen=True, gc=False):
    """What a viewer may know (`stage`: race or over): who has bet, what all have bet once all have, the own bet."""

    round: int
    has_bet: tuple[bool, ...]
    bets: tuple[int | None, ...]
    strides: tuple[int | None, ...]
    own: int | None = None

    def shown_to(self, where: str, seat: int | None, habits: Mapping[str, Any]) -> "View":
        """The templates of any game draw it, which read how far it is."""
        return self.only("stage")


def view(state: State) -> View:
    now, stage = state.newest, "over" if state.buried or state.counted else "race"
    if now is None:
        return View(0, (), (), (), stage=stage)
    bets = now.bets if now.all_bet else ()
    return View(now.number, tuple(bet is not None for bet in now.bets), bets, now.strides, stage=stage)


def own_view(state: State, public: View, seat: int) -> View:
    return public if state.newest is None else replace(public, own=state.newest.bets[seat])


def secret_in(state: State, move: AnyMove | Adjust) -> Secret | None:
    """A bet is secret until all have bet."""
    if isinstance(move, Bet) and state.newest is not None:
        return Secret(("on",), (move.seat,), ("bet", state.newest.number))
    return None


def is_revealed(state: State, secret: Secret) -> bool:
    return any(now.number == secret.until[1] and now.all_bet for now in state.rounds)
