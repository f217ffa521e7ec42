"""Locks of PostgreSQL by which servers and commands keep out of each other's way."""

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress

from companion import __version__
from companion.storage.database import Database
from companion.storage.errors import InUse, Unavailable
from companion.storage.postgres.connection import connect
from companion.storage.store import Served

# "RPLG" and on: bringing the schema up to date, serving, starting, writing.
UPGRADING, SERVING, STARTING, WRITING = range(0x52504C47, 0x52504C4B)

HELD = """pg_locks join pg_stat_activity using (pid) where locktype = 'advisory' and objid = ?
          and datname = current_database()"""
SERVES, DRAINED = "serves", "drained"  # states of servers


@contextmanager
def use(url: str, beside_servers: bool = False) -> Iterator[None]:
    """Hold the database, alone or as servers do beside each other. InUse if that cannot be."""
    kind = "_shared" if beside_servers else ""
    with closing(connect(url)) as db:
        if not db.execute(f"select pg_try_advisory_lock{kind}(?)", [SERVING]).first()[0]:
            raise InUse(what="database")
        try:
            yield
        finally:
            with suppress(Unavailable):  # PostgreSQL ends a connection a moment after it is closed
                db.execute("select pg_advisory_unlock_all()")


def hold(db: Database) -> None:
    """Hold the database by this connection, as servers do; Unavailable if a command holds it alone."""
    if not db.execute("select pg_try_advisory_lock_shared(?)", [SERVING]).first()[0]:
        raise Unavailable("a command has the database for itself")


def enter(db: Database, state: str, address: str) -> None:
    """List the server whose connection this is as one in this state, reached at an address."""
    name = f"reapers-ledger {state} {__version__} {address}"
    db.execute("select set_config('application_name', ?, false)", [name])


def holders(url: str) -> int:
    """The number of servers, or commands, that hold the database."""
    with closing(connect(url)) as db:
        return len(db.execute(f"select pid from {HELD}", [SERVING]))


def servers(db: Database) -> list[Served]:
    """The servers that hold the database, the oldest first."""
    sql = f"""select pid, application_name, cast(extract(epoch from now() - backend_start) as bigint) from {HELD}
              and application_name like 'reapers-ledger %' order by backend_start, pid"""
    held = [(pid, name.split(" ", 3)[1:], seconds) for pid, name, seconds in db.execute(sql, [SERVING])]
    return [
        Served(pid, address, release, seconds, state == DRAINED) for pid, (state, release, address), seconds in held
    ]


@contextmanager
def starting(url: str) -> Iterator[None]:
    """Wait until no other server starts, and be the only one that does."""
    with closing(connect(url)) as db:
        db.execute("select pg_advisory_lock(?)", [STARTING])
        yield
