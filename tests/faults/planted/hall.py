"""Bugs of several servers on one database."""

import os

from psycopg.errors import Diagnostic

from companion.group import groups
from companion.group.groups import Group
from companion.storage.database import Database
from companion.storage.postgres import lock, ring, store
from tests.faults.planted import planted, replace


def _drop_messages() -> None:
    """A server hears of the others no more."""

    def drop(self: ring.Ring, process: int, message: str) -> None: ...

    replace(ring.Ring, "_take", drop)


for _row in ("servers of a hall killed", "servers of a hall exchanged"):
    planted(f"the ring drops messages ({_row})", row=_row, counts="failed")(_drop_messages)


@planted("a server that is cut off goes on", row="a server of a hall is cut off", counts="failed", tries=1)
def a_server_that_is_cut_off_goes_on() -> None:
    """Its streams do not end."""
    replace(store.PostgresStore, "hears", True)


@planted("each server has a lock of its own", row="one thing wanted at two servers", counts="doubled", tries=60)
def each_server_has_a_lock_of_its_own() -> None:
    """No server waits until another has written."""
    replace(lock, "WRITING", os.getpid())


def _answer_before_it_is_committed() -> None:
    """Of the commits of a server that has started, one in four is taken back and answered as if it were there."""
    commits: list[str] = []

    def commit(self: store.PostgresStore) -> None:
        commits.append("rollback" if self._ring is not None and len(commits) % 4 == 3 else "commit")
        self._writer.execute(commits[-1])

    replace(store.PostgresStore, "_commit", commit)


@planted("a wait that was cancelled is success", row="the database of a hall fails over", counts="lost", tries=2)
def a_wait_that_was_cancelled_is_success() -> None:
    """The warning is not heeded."""

    def note(self: store.PostgresStore, notice: Diagnostic) -> None: ...

    replace(store.PostgresStore, "_note", note)


for _row in ("the database of a hall fails over", "the database of a hall starts anew"):
    planted(f"answered before it is committed ({_row})", row=_row, counts="lost")(_answer_before_it_is_committed)


@planted("a group is opened twice", row="what has no key, as servers die", counts="doubled")
def a_group_is_opened_twice() -> None:
    """What is sent to open a group is done once more."""

    def twice(db: Database, name: str) -> Group:
        before(db, name)
        group: Group = before(db, name)
        return group

    before = replace(groups, "open_group", twice)
