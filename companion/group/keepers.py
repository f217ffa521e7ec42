"""Keepers: devices that look after a group, and the ticket that makes a device a keeper."""

from companion.games.moves import Refused
from companion.group import paper
from companion.storage.database import Database
from companion.storage.identifiers import HOME


def is_keeper(db: Database, group: int, device: int) -> bool:
    sql = "select 1 from keepers where group_id = ? and device = ?"
    return db.execute(sql, [group, device]).first() is not None


def keepers(db: Database, group: int) -> list[int]:
    return [row[0] for row in db.execute("select device from keepers where group_id = ?", [group])]


def add(db: Database, group: int, device: int) -> None:
    """Make a device a keeper of a group. The home has no such devices: its hosts keep it."""
    assert group != HOME
    db.execute("insert into keepers values (?, ?) on conflict do nothing", [group, device])


def dismiss(db: Database, group: int, device: int) -> None:
    """Remove a keeper, and renew the ticket so that the device cannot return. Refused for the last keeper."""
    if keepers(db, group) == [device]:
        raise Refused("last-keeper")
    db.execute("delete from keepers where group_id = ? and device = ?", [group, device])
    renew_ticket(db, group)


def renew_ticket(db: Database, group: int) -> None:
    """Replace the code that makes keepers of a group: six words, also where an older version made another kind."""
    db.execute("update groups set keeper_ticket = ? where id = ?", [paper.new_ticket(), group])
