"""Keepers: the devices that look after a group."""

from sqlite_utils import Database

from companion.storage.identifiers import HOME


def is_keeper(db: Database, group: int, device: int) -> bool:
    """Whether a device keeps a group that is not the home."""
    sql = "select 1 from keepers where group_id = ? and device = ?"
    return db.execute(sql, [group, device]).fetchone() is not None


def keepers(db: Database, group: int) -> list[int]:
    """The devices that keep a group."""
    return [row[0] for row in db.execute("select device from keepers where group_id = ?", [group])]


def add(db: Database, group: int, device: int) -> None:
    """A device keeps a group from now on. The home has no such devices: each of its hosts keeps it."""
    assert group != HOME
    db.execute("insert or ignore into keepers values (?, ?)", [group, device])
