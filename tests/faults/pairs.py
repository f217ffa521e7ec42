"""Random tables broken into, each with a twin that differs only in what its viewer may not know."""

from random import Random

from companion.games import GAMES
from companion.games.moves import Adjust
from companion.table.fold import append
from companion.table.model import Table
from tests.support.games.random_play import laid, played, with_texts
from tests.support.states.state import State
from tests.support.states.twin import has_secrets, twin

Pair = tuple[State, State]

SECRETIVE = ("death-name", "final-deathweek", "death-wish")
NOTING = "gamushara-gang"
LONGEST = 120  # lines
SHORT = 5  # lines
OPTIONAL = 0.3  # so often something is answered that might be left undone: outbreaks are kept that way
PLACES = 5  # of a table on its way
ADJUSTED = (0, 2, 4)  # of the newest lines


def pair(rng: Random, number: int) -> Pair:
    """The table of a game whose lines hold secrets, or whose players take notes: each in its turn."""
    slug = (*SECRETIVE, NOTING)[number % 4]
    return _noted(rng) if slug == NOTING else _secret(rng, slug)


def _secret(rng: Random, slug: str) -> Pair:
    while True:
        for table in _places(rng, slug):
            viewer = rng.choice([None, *range(len(table.seats))])
            state = State(f"{slug} {rng.random()}", _adjusted(rng, table), viewer)
            other = twin(state) if has_secrets(state) else None
            if other is not None:
                return state, other


def _places(rng: Random, slug: str) -> list[Table]:
    """A random table as it stood a few times on its way."""
    on_the_way = [*played(rng, laid(rng, GAMES[slug]), LONGEST, OPTIONAL, with_texts)]
    return rng.sample(on_the_way, min(PLACES, len(on_the_way)))


def _adjusted(rng: Random, table: Table) -> Table:
    """The table with a few entries by hand, in the place of which somebody may say that anything should stand."""
    for number in range(rng.choice(ADJUSTED)):
        table = append(table, Adjust(rng.randrange(len(table.seats)), table.tracks[0], 1 - 2 * (number % 2), "a bet"))
    return table


def _noted(rng: Random) -> Pair:
    """A table of the gang; in the other world a player who is not the viewer has taken notes."""
    tables = [*played(rng, laid(rng, GAMES[NOTING]), SHORT, OPTIONAL)]
    return (state := State(f"{NOTING} {rng.random()}", tables[-1], 0)), state
