"""Every state that a screen of a game can be in, by name: `states()`, and of one game `game_states(slug)`.

`some_states(n)` are a few of each game for a run that has little time, and all of them in a thorough one.
"""

import random
from collections.abc import Sequence
from functools import cache
from typing import TypeVar

from companion.games import GAMES
from tests.support import effort
from tests.support.states.games import game_states, walk
from tests.support.states.state import State
from tests.support.states.twin import has_secrets

T = TypeVar("T")


def states() -> list[State]:
    """All states of all games."""
    return [state for slug in sorted(GAMES) for state in game_states(slug)]


def sliced(states: Sequence[T], seed: int | str, n: int) -> list[T]:
    """So many of these, drawn by the seed, in their order; all of them if there are no more."""
    drawn = sorted(random.Random(seed).sample(range(len(states)), min(n, len(states))))
    return [states[place] for place in drawn]


def some_states(n: int) -> list[State]:
    """So many states of each game, all at one table, drawn by the seed of the run; every state in a thorough run."""
    if effort.PROFILE == "thorough":
        return states()
    walked = [_walked(slug, place) for place, slug in enumerate(sorted(GAMES))]
    return [state for of_game in walked for state in sliced(of_game, effort.SEED, effort.tries(n))]


def secret_states(n: int) -> list[State]:
    """So many states by chance whose viewer may not know all of it, by the seed; all by name in a thorough run."""
    from tests.faults.pairs import SECRETIVE, pair  # late: it is made of these states

    if effort.PROFILE == "thorough":
        return [state for state in states() if has_secrets(state)]
    return [pair(random.Random(f"{effort.SEED} {number}"), number % len(SECRETIVE))[0] for number in range(n)]


@cache
def _walked(slug: str, place: int) -> list[State]:
    """The states of one table: of most seats where the seed is 0, with names of every other style."""
    named = {state.name: state for state in walk(slug, f"slice {effort.SEED}", effort.SEED + 2 + place % 2)}
    return list(named.values())
