"""Locks of PostgreSQL by which servers and commands keep out of each other's way."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

from companion.storage.errors import InUse
from companion.storage.postgres.connection import connect

# "RPLG" and on: bringing the schema up to date, serving, starting, writing.
UPGRADING, SERVING, STARTING, WRITING = range(0x52504C47, 0x52504C4B)


@contextmanager
def use(url: str, alone: bool) -> Iterator[None]:
    """Hold the database beside other servers, or `alone`. InUse if that cannot be."""
    kind = "" if alone else "_shared"
    with closing(connect(url)) as db:
        if not db.execute(f"select pg_try_advisory_lock{kind}(?)", [SERVING]).first()[0]:
            raise InUse
        yield


def holders(url: str) -> int:
    """The number of servers, or commands, that hold the database."""
    sql = """select count(*) from pg_locks join pg_database on pg_database.oid = database
             where locktype = 'advisory' and objid = ? and datname = current_database()"""
    with closing(connect(url)) as db:
        number: int = db.execute(sql, [SERVING]).first()[0]
        return number


@contextmanager
def starting(url: str) -> Iterator[None]:
    """Wait until no other server starts, and be the only one that does."""
    with closing(connect(url)) as db:
        db.execute("select pg_advisory_lock(?)", [STARTING])
        yield
