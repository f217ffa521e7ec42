"""Random tables broken into, each with a twin that differs only in what its viewer may not know."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random

from companion.games import GAMES
from companion.games.moves import Adjust
from companion.table.corrections import as_of
from companion.table.fold import append
from companion.table.model import Correct, Table, move_of
from companion.table.open_round import is_locked
from companion.table.result import is_closed
from tests.support.games.random_play import laid, played, with_texts
from tests.support.states.state import State
from tests.support.states.twin import has_secrets, twin

Pair = tuple[State, State]

SECRETIVE = ("death-name", "final-deathweek", "death-wish")
NOTING = "gamushara-gang"
LONGEST = 120  # lines
SHORT = 5  # lines
OPTIONAL = 0.3  # so often something is answered that might be left undone: outbreaks are kept that way
ADJUSTED = (0, 2, 4)  # of the newest lines


def pair(rng: Random, number: int) -> Pair:
    """The table of a game whose lines hold secrets, or whose players take notes: each in its turn."""
    slug = (*SECRETIVE, NOTING)[number % 4]
    return _noted(rng) if slug == NOTING else _secret(rng, slug)


def _secret(rng: Random, slug: str) -> Pair:
    while True:
        for table in _places(rng, slug):
            viewer = rng.choice([None, *range(len(table.seats))])
            state = State(f"{slug} {rng.random()}", adjusted(rng, table), viewer)
            other = twin(state) if has_secrets(state) else None
            if other is not None and not any(_was_closed(pair_state.table) for pair_state in (state, other)):
                return state, other


def _places(rng: Random, slug: str) -> list[Table]:
    """A random table as it stood once after each kind of line, at its end, and when a round was opened again."""
    on_the_way = [*played(rng, laid(rng, GAMES[slug]), LONGEST, OPTIONAL, with_texts)]
    of_kinds = {
        (type(move_of(table.lines[-1])), is_closed(table)): table for table in rng.sample(on_the_way, len(on_the_way))
    }
    again = opened_again(on_the_way)
    places = [*of_kinds.values(), *rng.sample(again, min(1, len(again)))]
    return rng.sample(places, len(places))


def opened_again(on_the_way: Sequence[Table]) -> list[Table]:
    """The table after each line that brought secrets into the open, and has been struck: they are secrets again."""
    opened = [after for before, after in pairwise(on_the_way) if is_locked(before) and not is_locked(after)]
    return [append(table, Correct(((len(table.lines), None),))) for table in opened]


def _was_closed(table: Table) -> bool:
    """Whether the game was over before a correction, and sealed: by what has become a secret again."""
    corrections = [line.number for line in table.lines if line.recorded is None]
    return any(is_closed(as_of(table, number - 1)) for number in corrections)


def adjusted(rng: Random, table: Table) -> Table:
    """The table with a few entries by hand, in the place of which somebody may say that anything should stand."""
    for number in range(rng.choice(ADJUSTED)):
        table = append(table, Adjust(rng.randrange(len(table.seats)), table.tracks[0], 1 - 2 * (number % 2), "a bet"))
    return table


def _noted(rng: Random) -> Pair:
    """A table of the gang; in the other world a player who is not the viewer has taken notes."""
    tables = [*played(rng, laid(rng, GAMES[NOTING]), SHORT, OPTIONAL)]
    return (state := State(f"{NOTING} {rng.random()}", tables[-1], 0)), state
