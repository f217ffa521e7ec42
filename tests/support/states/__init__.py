"""Every state that a screen of a game can be in, by name: `states()`, and of one game `game_states(slug)`.

`sliced(states(), seed, 20)` is a slice for a run that has little time: another seed, other states.
"""

import random
from collections.abc import Sequence
from typing import TypeVar

from companion.games import GAMES
from tests.support.states.games import game_states
from tests.support.states.state import State

T = TypeVar("T")


def states() -> list[State]:
    """All states of all games."""
    return [state for slug in sorted(GAMES) for state in game_states(slug)]


def sliced(states: Sequence[T], seed: int | str, n: int) -> list[T]:
    """So many of these, drawn by the seed, in their order; all of them if there are no more."""
    drawn = sorted(random.Random(seed).sample(range(len(states)), min(n, len(states))))
    return [states[place] for place in drawn]
