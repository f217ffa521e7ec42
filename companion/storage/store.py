"""The store, whichever engine: transactions, and connections for reading."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from companion.storage.database import Database

Job = Callable[[Database], Any]
Heard = Callable[[str], None]  # with what another server of the same database has committed
ANYTHING = ""  # is heard where messages may have been missed


class Served(Struct, frozen=True):
    """A server of a database: its number there, where it is reached, its release, and for how many seconds it has been
    connected."""

    number: int
    address: str
    release: str
    seconds: int
    is_drained: bool


class Store(Protocol):
    """The saved history in its engine. One thread at a time writes (writer.py); each that reads has a connection."""

    @property
    def path(self) -> Path | None:
        """The file; None in a database of PostgreSQL."""

    def write(self, jobs: Sequence[Job]) -> list[Any]:
        """Run all jobs in one transaction, on disk on return; their results. Unavailable if it failed.

        A job that raises is rolled back alone, and its exception is its result.
        """

    def do(self, job: Job) -> Any:
        """Run one job in a transaction of its own; raises what the job raises."""

    def reader(self) -> Database:
        """The thread's own connection, which cannot write."""

    def checkpoint(self) -> None:
        """Tidy the files while nobody writes. For the writer alone."""

    def damage(self, tables: Iterable[str] = ()) -> list[str]:
        """The problems of these tables and their indexes, or of the whole store, as sentences."""

    def listen(self, address: str, heard: Heard) -> None:
        """Be listed at an address from now on, and call `heard` in the hub, one message after the other.

        Nobody else writes into a file.
        """

    def servers(self) -> list[Served]:
        """The servers that share the history, the oldest first; none of a file."""

    def standbys(self) -> int | None:
        """The number of standbys that are connected, where commits wait for one; None elsewhere."""

    def drain(self, number: int) -> None:
        """Let the server with this number be drained."""

    @property
    def is_drained(self) -> bool:
        """Whether this server was drained: it takes nobody in any more, since it will be stopped."""

    @property
    def hears(self) -> bool:
        """Whether what other servers write is heard of; False once that has been lacking for some seconds."""

    def tell(self, message: str) -> None:
        """Let the other servers of the database hear what is stored nowhere."""

    def close(self) -> None:
        """Close the store for every thread."""


def secret(store: Store, name: str, made: str) -> str:
    """The stored secret called `name`; `made` the first time, and the same ever since."""

    def keep(db: Database) -> str:
        db.execute("insert into secrets values (?, ?) on conflict do nothing", [name, made])
        kept: str = db.execute("select value from secrets where name = ?", [name]).first()[0]
        return kept

    kept: str = store.do(keep)
    return kept
