"""The devices that are known: by their keys, and for whom and in which groups each has spoken."""

from companion.group import people
from companion.group.people import Person
from companion.storage.identifiers import HOME, by_key
from companion.storage.store import Store

GROUPS = """select groups.id from screens join evenings on evenings.id = evening join groups on groups.id = group_id
            where device = :device and groups.id <> :home and forgotten_at is null group by groups.id
            having max(case kind when 'new' then 0 else 1 end) = 1 and max(barred) = 0
                or exists (select 1 from keepers where group_id = groups.id and device = :device)
            order by max(entered) desc"""


class Devices:
    """Devices that are known. `by_key`: the number of the device that shows a key, or None."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.by_key = by_key(self._read)

    def _read(self, digest: str) -> int | None:
        row = self._store.reader().execute("select id from devices where hash = ?", [digest]).first()
        return row and int(row[0])

    def held(self, group: int, device: int) -> list[Person]:
        """People of this group for whom this device spoke the last time."""
        rows = self._store.reader().execute("select person from holds where device = ?", [device])
        return list(people.by_id(self._store.reader(), group, [row[0] for row in rows]).values())

    def groups(self, device: int) -> list[int]:
        """The groups that a device keeps, or was a guest of and never asked to leave: the one it was at last first."""
        rows = self._store.reader().execute(GROUPS, {"device": device, "home": HOME})
        return [row[0] for row in rows]
