"""Bugs of what is told as damaged."""

from companion.history import verifying
from companion.storage import damage
from companion.storage.log import Header
from companion.storage.sqlite.store import SqliteStore
from tests.faults.planted import planted, replace


@planted("nobody counts the lines of a game", row="a bit of the file flips", counts="lost", tries=60)
def nobody_counts_the_lines() -> None:
    """A game of which the last line is gone is one that is shorter."""

    def assert_nothing(header: Header, rows: object, keys: int) -> None: ...

    replace(damage, "assert_whole", assert_nothing)


@planted("rows of the history are not compared", row="a bit of the file flips", counts="lost", tries=60)
def rows_of_the_history_not_compared() -> None:
    """What the history lists of a game is shown as its rows have it, also where an index has it otherwise."""
    replace(SqliteStore, "damage", lambda self, tables=(): [])
    replace(verifying, "_agrees", lambda store, game, live: True)


@planted("indexes of the history are not compared", row="a bit of the file flips", counts="lost", tries=60)
def indexes_of_the_history_not_compared() -> None:
    """What an index of the history has lost is not listed."""
    replace(SqliteStore, "damage", lambda self, tables=(): [])
