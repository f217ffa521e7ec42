"""Moments as text, codes for people to type, ids of rows of a group, and keys of devices, programs and lines."""

import hashlib
import secrets as chance
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from typing import TypeGuard, TypeVar

from companion.storage.database import Database

EPOCH = "1970-01-01T00:00:00.000Z"
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # 24, as printed: neither I nor O, which read as 1 and 0
CODE_LENGTH = 5
OPEN_CODE = 6  # letters of an evening's code where strangers have evenings too: one of them may try many
HOME = 0  # the group of a home; every other one has a random number
COUNTED = 20  # bits of an id that are counted within its group; the number of the group stands above them
LENGTHS = range(8, 65)  # characters of the key of a line
KEPT = 4096  # keys in memory

T = TypeVar("T")


def now() -> str:
    """The present moment as UTC text with milliseconds, for people to read; lines are ordered by their numbers."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def moment(text: str) -> str | None:
    """A time as stored text, which sorts: UTC with milliseconds. None if `text` is no time."""
    try:
        read = utc_time(text)
    except (ValueError, OverflowError):
        return None
    return read.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def moment_or_epoch(text: str) -> str:
    """As `moment`, but the epoch if `text` is no time."""
    return moment(text) or EPOCH


def utc_time(moment_text: str) -> datetime:
    return datetime.fromisoformat(moment_text).astimezone(UTC)


def new_code(length: int = CODE_LENGTH) -> str:
    """A random code of `length` letters for people to type."""
    return "".join(chance.choice(CODE_LETTERS) for _ in range(length))


def next_id(db: Database, table: str, group: int) -> int:
    """The id of a group's next row in `table`, counted within the group, so that it reveals nothing of other groups."""
    sql = f"select coalesce(max(id), ?) + 1 from {table} where group_id = ?"
    number: int = db.execute(sql, [group << COUNTED, group]).first()[0]
    return number


def free_number(db: Database, table: str, bits: int) -> int:
    """A random id of `bits` bits that no row of `table` has, so that it reveals nothing of other rows."""
    while True:
        number = 1 + chance.randbelow(2**bits - 1)
        if db.execute(f"select 1 from {table} where id = ?", [number]).first() is None:
            return number


def table_id(group: int, record_id: str) -> str:
    """The id under which the table of a record is stored: a record may come into several groups, into each once.

    >>> table_id(HOME, "0f3a"), table_id(77, "0f3a")
    ('0f3a', '0f3a-77')
    """
    return record_id if group == HOME else f"{record_id}-{group}"


def record_id(table_id: str) -> str:
    """The id that the record of a stored table has, in exports and addresses.

    >>> record_id("0f3a-77")
    '0f3a'
    """
    return table_id.partition("-")[0]


def hashed(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def by_key(read: Callable[[str], T | None]) -> Callable[[str], T | None]:
    """Look up by key what `read` finds by its hash, or None: read once, since keys never change.

    A key that finds nothing is not remembered: those that a stranger makes up would push out the others.
    """

    @lru_cache(KEPT)
    def kept(digest: str) -> T:
        value = read(digest)
        if value is None:
            raise KeyError(digest)
        return value

    def look_up(key: str) -> T | None:
        try:
            return kept(hashed(key)) if key else None
        except KeyError:
            return None

    return look_up


def is_key(key: object) -> TypeGuard[str]:
    """Whether a line may have this key."""
    return isinstance(key, str) and len(key) in LENGTHS and key.isprintable()
