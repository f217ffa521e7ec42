"""Every state around a game, by name: `around_states()`, each with long names and with Japanese ones.

`some_around(n)` are a few of them for a run that has little time, and all of them in a thorough one.
"""

from dataclasses import replace

from tests.support import effort
from tests.support.states import sliced
from tests.support.states.around.at_a_table import TABLES
from tests.support.states.around.gathering import BETWEEN
from tests.support.states.around.group import GROUP
from tests.support.states.around.manners import MANNERS
from tests.support.states.around.network import NETWORKS
from tests.support.states.around.open_server import OPEN
from tests.support.states.around.page import AroundState
from tests.support.states.around.past import PAST
from tests.support.states.around.problems import PROBLEMS
from tests.support.states.people import STYLES

IN_MEMORY = (*NETWORKS, *PROBLEMS, *OPEN)  # of the process alone
PREPARED = (*BETWEEN, *TABLES, *MANNERS, *PAST, *GROUP, *(replace(state, is_kept=False) for state in IN_MEMORY))


def around_states() -> list[AroundState]:
    """All states around a game."""
    return [
        replace(state, name=f"{state.name}, {style} names", names=names)
        for state in PREPARED
        for style, names in STYLES.items()
    ]


def some_around(n: int, kept: bool = False) -> list[AroundState]:
    """So many states around a game, drawn by the seed of the run; every state in a thorough run.

    With `kept` only those that another process finds in the data folder.
    """
    among = [state for state in around_states() if state.is_kept or not kept]
    return among if effort.PROFILE == "thorough" else sliced(among, effort.SEED, effort.tries(n))
