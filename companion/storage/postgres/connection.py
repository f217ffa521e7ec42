"""Connections to PostgreSQL that keep what is written, our SQL in its words, and its errors as ours."""

import re
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, TypeVar

import psycopg
from gevent import get_hub
from gevent.select import select
from gevent.socket import wait_read
from psycopg import errors
from psycopg.adapt import Loader
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.types.numeric import Int8Dumper
from psycopg.types.string import StrDumperUnknown
from psycopg.waiting import Ready, Wait

from companion.storage.database import Newest, Rows
from companion.storage.errors import Conflict, Malformed, Unavailable
from companion.storage.workers import outcome_of

T = TypeVar("T")
KEPT = 1024  # statements, translated
PREPARED = 300  # of them, on each connection
# A server of which nothing is heard is given up after four seconds.
PATIENCE: dict[str, Any] = {
    "connect_timeout": 4,
    "tcp_user_timeout": 4000,
    "keepalives_idle": 1,  # where an answer is waited for, nothing else would find that out
    "keepalives_interval": 1,
    "application_name": "reapers-ledger",
}
NOT_NOW = (
    errors.OperationalError,
    errors.InterfaceError,
    errors.ReadOnlySqlTransaction,  # of a standby
    errors.IdleInTransactionSessionTimeout,
)
TOKEN = re.compile(r"'(?:[^']|'')*'|\?|:(\w+)|%")


class _Truth(Int8Dumper):
    """Writes True as 1."""

    def dump(self, obj: Any) -> Any:
        return super().dump(int(obj))


class _Text(StrDumperUnknown):
    """Writes NUL, which PostgreSQL takes in no text, as another sign that no stored text has."""

    def dump(self, obj: str) -> Any:
        return super().dump(obj.replace("\0", "\x01"))


class _ReadTruth(Loader):
    """Reads true as 1."""

    def load(self, data: Any) -> int:
        return int(bytes(data) == b"t")


class _ReadNumber(Loader):
    """Reads a sum as int, a mean as float."""

    def load(self, data: Any) -> int | float:
        number = bytes(data).decode()
        return float(number) if "." in number else int(number)


class _Link(psycopg.Connection[tuple[Any, ...]]):
    """A connection of psycopg; where it `lets_others_go_on`, other greenlets do while it waits for the server."""

    lets_others_go_on = False

    def wait(self, gen: Generator[Any, Any, T], *given: Any, **named: Any) -> T:
        if not self.lets_others_go_on:
            return super().wait(gen, *given, **named)
        file = self.pgconn.socket
        try:
            state = next(gen)
            while True:
                state = gen.send(_ready(file, state))
        except StopIteration as ended:
            result: T = ended.value
            return result


def _ready(file: int, state: Wait) -> Ready:
    """Wait until a socket can be read or written, as `state` says; for which of them it is ready."""
    if state == Wait.R:
        wait_read(file)
        return Ready.R
    readable, writable, _ = select([file] if state & Wait.R else [], [file], [])
    return Ready((Ready.R if readable else 0) | (Ready.W if writable else 0))


class Connection:
    """A `Database` of PostgreSQL."""

    newest: Newest | None = None

    def __init__(self, conn: _Link) -> None:
        self.conn = conn

    @property
    def is_lost(self) -> bool:
        return self.conn.closed

    def execute(self, sql: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> Rows:
        with ours():
            cursor = self.conn.execute(translated(sql), values)
            rows = Rows(cursor.fetchall() if cursor.description else ())
        rows.changed = cursor.rowcount
        return rows

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        with ours(), self.conn.cursor() as cursor:
            cursor.executemany(translated(sql), rows)

    def close(self) -> None:
        self.conn.close()


@lru_cache(KEPT)
def translated(sql: str) -> str:
    """Our SQL in psycopg's words.

    >>> translated("select ':a', '50%', name from people where id = ? and group_id = :group")
    "select ':a', '50%%', name from people where id = %s and group_id = %(group)s"
    """
    return TOKEN.sub(_translated, sql)


def _translated(token: re.Match[str]) -> str:
    if token[0] == "?":
        return "%s"
    return f"%({token[1]})s" if token[1] else token[0].replace("%", "%%")


def connect(url: str, reads_only: bool = False, lets_others_go_on: bool = False) -> Connection:
    """A new connection, each statement of which is a transaction unless it begins one; Unavailable if there is none."""
    with ours():
        address = make_conninfo(**(PATIENCE | conninfo_to_dict(url)))
        conn = _Link.connect(address, autocommit=True, prepare_threshold=1)
    conn.prepared_max = PREPARED
    conn.lets_others_go_on = lets_others_go_on
    for kind, dumper in ((int, Int8Dumper), (bool, _Truth), (str, _Text)):
        conn.adapters.register_dumper(kind, dumper)
    for name, loader in (("bool", _ReadTruth), ("numeric", _ReadNumber)):
        conn.adapters.register_loader(name, loader)
    with ours():
        conn.execute(f"set default_transaction_read_only = {'on' if reads_only else 'off'}")
    return Connection(conn)


def connect_beside(url: str) -> Connection:
    """A connection for the hub, which reads and lets others go on; also while it is made."""
    task = get_hub().threadpool.spawn(outcome_of, connect, url, reads_only=True, lets_others_go_on=True)
    try:
        made, problem = task.get()
    except BaseException:  # whoever waits was ended
        task.rawlink(lambda ended: _close(ended.value[0]))
        raise
    if problem is not None:
        raise problem
    connection: Connection = made
    return connection


def _close(db: Connection | None) -> None:
    if db is not None:
        db.close()


def as_ours(problem: psycopg.Error) -> Exception:
    """The error of storage/errors.py for an error of PostgreSQL; the same error if it is a bug of ours."""
    words = str(problem).strip().partition("\n")[0]
    if isinstance(problem, errors.IntegrityError):
        return Conflict(words)
    if isinstance(problem, NOT_NOW):
        return Unavailable(words, isinstance(problem, errors.DiskFull))
    return Malformed(words) if isinstance(problem, errors.InternalError) else problem


@contextmanager
def ours() -> Iterator[None]:
    try:
        yield
    except psycopg.Error as problem:
        raise as_ours(problem) from problem
