"""What the house needs of its store, whichever engine that has: transactions, and connections to read by."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from companion.storage.database import Database

Job = Callable[[Database], Any]


class LineAlone(Struct, frozen=True):
    """What a job returns that changes nothing of any evening but adds a line: `version` is that of its evening then."""

    version: int | None


class Store(Protocol):
    """The store. Writing is for one thread at a time (see writer.py); each reading thread has its own connection.

    `path`: the file. `changes`: commits that changed more than lines; what was read before one may be otherwise.
    """

    path: Path
    changes: int

    def write(self, jobs: Sequence[Job]) -> list[Any]:
        """Do all jobs in one transaction, committed and on disk when this returns.

        A job that raises is undone alone, and its exception stands in its place of the list. errors.Unavailable if the
        transaction was not taken: then nothing of it happened.
        """

    def do(self, job: Job) -> Any:
        """One job in a transaction of its own; what it raises, is raised."""

    def reader(self) -> Database:
        """This thread's own connection, which cannot write."""

    def scratch(self) -> AbstractContextManager[Database]:
        """A database beside, in memory, with all tables and nothing in them."""

    def checkpoint(self) -> None:
        """Put what was written in order while nobody writes. The writer's to call."""

    def damage(self, tables: Iterable[str] = ()) -> list[str]:
        """What is wrong with these tables and their indexes, with none named with all that is stored, in sentences."""

    def close(self) -> None:
        """Close the store, for every thread."""


def secret(store: Store, name: str, made: str) -> str:
    """The stored secret called `name`; the first time it is `made`, and survives every restart since."""

    def keep(db: Database) -> str:
        db.execute("insert into secrets values (?, ?) on conflict do nothing", [name, made])
        kept: str = db.execute("select value from secrets where name = ?", [name]).first()[0]
        return kept

    kept: str = store.do(keep)
    return kept
