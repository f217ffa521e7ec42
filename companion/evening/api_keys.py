"""Keys of programs: who calls, for which table, in which role."""

import secrets as chance

from msgspec import Struct
from msgspec.structs import astuple

from companion.storage.database import Database
from companion.storage.identifiers import by_key, hashed
from companion.storage.store import Store


class ApiKey(Struct, frozen=True):
    """The access that a key gives to a table: as its host, as one of its seats, or to watch."""

    table_id: str
    role: str
    seat: int | None = None

    @property
    def me(self) -> int | str | None:
        """The owner as the API says it: a seat, "host" or null."""
        return "host" if self.role == "host" else self.seat

    @property
    def reporter(self) -> str:
        return "host" if self.seat is None else str(self.seat)


def make(db: Database, table_id: str, seats: int) -> tuple[str, list[str], str]:
    """New keys for a table: the host's, one per seat, the watchers'. Only their hashes are kept."""
    passes = [
        ApiKey(table_id, "host"),
        *(ApiKey(table_id, "seat", seat) for seat in range(seats)),
        ApiKey(table_id, "watch"),
    ]
    made = [chance.token_urlsafe(24) for _ in passes]
    rows = [(hashed(key), *astuple(opens)) for key, opens in zip(made, passes, strict=True)]
    db.executemany("insert into keys (hash, table_id, role, seat) values (?, ?, ?, ?)", rows)
    return made[0], made[1:-1], made[-1]


class ApiKeys:
    """Keys that are known. `opens`: the access of a key, or None."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.opens = by_key(self._read)

    def _read(self, digest: str) -> ApiKey | None:
        sql = "select table_id, role, seat from keys where hash = ?"
        row = self._store.reader().execute(sql, [digest]).first()
        return ApiKey(*row) if row else None
