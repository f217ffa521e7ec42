"""The devices that are known: by their keys, and for whom and in which groups each has spoken."""

from functools import lru_cache

from companion.group import people
from companion.group.people import Person
from companion.storage.identifiers import HOME, hashed
from companion.storage.store import Store

KEPT = 4096  # keys in memory
GROUPS = """select groups.id from screens join evenings on evenings.id = evening join groups on groups.id = group_id
            where device = :device and groups.id <> :home and forgotten_at is null group by groups.id
            having max(case kind when 'new' then 0 else 1 end) = 1 and max(barred) = 0
                or exists (select 1 from keepers where group_id = groups.id and device = :device)
            order by max(entered) desc"""


class Devices:
    """The devices that are known."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._by_digest = lru_cache(KEPT)(self._read)

    def by_key(self, key: str) -> int | None:
        """The device that shows `key`; looked up once, since a device never gets another key."""
        try:
            return self._by_digest(hashed(key))
        except KeyError:  # not remembered: keys that a stranger makes up would push out those of devices
            return None

    def _read(self, digest: str) -> int:
        row = self._store.reader().execute("select id from devices where hash = ?", [digest]).first()
        if row is None:
            raise KeyError(digest)
        return int(row[0])

    def held(self, group: int, device: int) -> list[Person]:
        """People of this group for whom this device spoke the last time."""
        rows = self._store.reader().execute("select person from holds where device = ?", [device])
        return list(people.by_id(self._store.reader(), group, [row[0] for row in rows]).values())

    def groups(self, device: int) -> list[int]:
        """The groups that a device keeps, or was a guest of and never asked to leave: the one it was at last first."""
        rows = self._store.reader().execute(GROUPS, {"device": device, "home": HOME})
        return [row[0] for row in rows]
