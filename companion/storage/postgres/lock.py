"""Locks of PostgreSQL by which servers and commands keep out of each other's way."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

from companion import __version__
from companion.storage.database import Database
from companion.storage.errors import InUse
from companion.storage.postgres.connection import connect
from companion.storage.store import Served

# "RPLG" and on: bringing the schema up to date, serving, starting, writing.
UPGRADING, SERVING, STARTING, WRITING = range(0x52504C47, 0x52504C4B)


HELD = """pg_locks join pg_stat_activity using (pid) where locktype = 'advisory' and objid = ?
          and datname = current_database()"""
SERVES = "reapers-ledger serves "


@contextmanager
def use(url: str, address: str = "") -> Iterator[None]:
    """Hold the database: as a server at an `address` does, beside others, else alone. InUse if that cannot be."""
    kind = "_shared" if address else ""
    with closing(connect(url)) as db:
        db.execute("select set_config('application_name', ?, false)", [f"{SERVES}{__version__} {address}"])
        if not db.execute(f"select pg_try_advisory_lock{kind}(?)", [SERVING]).first()[0]:
            raise InUse
        yield


def holders(url: str) -> int:
    """The number of servers, or commands, that hold the database."""
    with closing(connect(url)) as db:
        return len(db.execute(f"select pid from {HELD}", [SERVING]))


def servers(db: Database) -> list[Served]:
    """The servers that hold the database, the oldest first."""
    sql = f"""select application_name, cast(extract(epoch from now() - backend_start) as bigint) from {HELD}
              and mode = 'ShareLock' order by backend_start, pid"""
    held = [(name.removeprefix(SERVES).partition(" "), seconds) for name, seconds in db.execute(sql, [SERVING])]
    return [Served(address, release, seconds) for (release, _, address), seconds in held]


@contextmanager
def starting(url: str) -> Iterator[None]:
    """Wait until no other server starts, and be the only one that does."""
    with closing(connect(url)) as db:
        db.execute("select pg_advisory_lock(?)", [STARTING])
        yield
