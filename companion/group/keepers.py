"""Keepers: the devices that look after a group, and the ticket that makes a device one of them."""

import secrets as chance

from companion.games.moves import Refused
from companion.storage.database import Database
from companion.storage.identifiers import HOME


def is_keeper(db: Database, group: int, device: int) -> bool:
    """Whether a device keeps a group that is not the home."""
    sql = "select 1 from keepers where group_id = ? and device = ?"
    return db.execute(sql, [group, device]).first() is not None


def keepers(db: Database, group: int) -> list[int]:
    """The devices that keep a group."""
    return [row[0] for row in db.execute("select device from keepers where group_id = ?", [group])]


def add(db: Database, group: int, device: int) -> None:
    """A device keeps a group from now on. The home has no such devices: each of its hosts keeps it."""
    assert group != HOME
    db.execute("insert into keepers values (?, ?) on conflict do nothing", [group, device])


def dismiss(db: Database, group: int, device: int) -> None:
    """A device keeps a group no longer; the ticket is another one, so that it cannot come back by itself.

    Refused for the last one.
    """
    if keepers(db, group) == [device]:
        raise Refused("last-keeper")
    db.execute("delete from keepers where group_id = ? and device = ?", [group, device])
    renew_ticket(db, group)


def renew_ticket(db: Database, group: int) -> None:
    """From now on another link makes keepers of a group."""
    db.execute("update groups set keeper_ticket = ? where id = ?", [chance.token_urlsafe(16), group])
