"""Bugs of several servers on one database."""

from companion.storage.postgres import ring, store
from tests.faults.planted import planted, replace

ROW = "servers of a hall killed"


@planted("the ring drops messages", row=ROW, counts="failed")
def the_ring_drops_messages() -> None:
    """A server hears of the others no more."""

    def drop(self: ring.Ring, process: int, message: str) -> None: ...

    replace(ring.Ring, "_take", drop)


@planted("a transaction of PostgreSQL is answered before it is committed", row=ROW, counts="lost")
def a_transaction_is_answered_before_it_is_committed() -> None:
    """Of the commits of a server that has started, one in four is taken back and answered as if it were there."""
    commits: list[str] = []

    def commit(self: store.PostgresStore) -> None:
        commits.append("rollback" if self._ring is not None and len(commits) % 4 == 3 else "commit")
        self._writer.execute(commits[-1])

    replace(store.PostgresStore, "_commit", commit)
