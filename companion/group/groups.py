"""Groups: circles of people, each with people, decks, preferences and a history of its own."""

import secrets as chance
from collections.abc import Iterable

from msgspec import Struct

from companion.games.moves import Refused
from companion.group.people import normalised
from companion.storage.database import Database
from companion.storage.identifiers import HOME, free_number, now

BITS = 31  # of the number of a group, which tells nothing of other groups


class Group(Struct, frozen=True):
    """A group. The device that shows its `keeper_ticket` becomes one of its keepers."""

    id: int
    name: str
    opened_at: str
    keeper_ticket: str

    def __str__(self) -> str:
        return f"{'home' if self.id == HOME else f'“{self.name}”'} ({self.id})"


class NoGroup(LookupError):
    """No group, or more than one, has this name: `problem`, and a sentence with all groups."""

    def __init__(self, problem: str, there: Iterable[Group]) -> None:
        super().__init__(f"{problem}. There are: {', '.join(map(str, there))}.")
        self.problem = problem


def open_group(db: Database, name: str) -> Group:
    group = Group(free_number(db, "groups", BITS), name, now(), chance.token_urlsafe(16))
    sql = "insert into groups (id, name, opened_at, keeper_ticket) values (?, ?, ?, ?)"
    db.execute(sql, [group.id, group.name, group.opened_at, group.keeper_ticket])
    return group


def all_groups(db: Database) -> list[Group]:
    sql = """select id, name, opened_at, keeper_ticket from groups where forgotten_at is null
             order by id <> ?, opened_at, id"""
    return [Group(*row) for row in db.execute(sql, [HOME])]


def by_id(db: Database, id: int) -> Group:
    """The group with this number, which must exist."""
    sql = "select id, name, opened_at, keeper_ticket from groups where id = ?"
    return Group(*db.execute(sql, [id]).first())


def name(db: Database, id: int) -> str:
    row = db.execute("select name from groups where id = ?", [id]).first()
    return row[0] if row else ""


def chosen(db: Database, wanted: str) -> Group:
    """The group with this name or number; the home for an empty name. NoGroup otherwise."""
    groups = all_groups(db)
    if not wanted:
        return groups[0]
    fits = [group for group in groups if wanted == str(group.id)]
    fits = fits or [group for group in groups if group.name and normalised(group.name) == normalised(wanted)]
    if len(fits) != 1:
        problem = "More than one group is" if fits else "No group is"
        raise NoGroup(f"{problem} called “{wanted}” here", groups)
    return fits[0]


def has_name(db: Database, name: str) -> bool:
    return any(normalised(group.name) == normalised(name) for group in all_groups(db))


def by_keeper_ticket(db: Database, ticket: str) -> Group | None:
    """The group with this keeper's ticket. The home has no such link: each of its hosts is a keeper."""
    return next((group for group in all_groups(db) if group.id != HOME and group.keeper_ticket == ticket), None)


def are_others(db: Database) -> bool:
    return len(all_groups(db)) > 1


def is_there(db: Database, group: int) -> bool:
    """Whether a group with this number exists and was not forgotten."""
    return any(group == other.id for other in all_groups(db))


def is_forgotten(db: Database, group: int) -> bool:
    """Whether a group was forgotten, or is still being taken in."""
    if group == HOME:
        return False
    row = db.execute("select forgotten_at from groups where id = ?", [group]).first()
    return bool(row and row[0])


def check_not_forgotten(db: Database, group: int) -> None:
    """Refuse a forgotten group, inside a job: the rows of the commit could be deleted by no start."""
    if is_forgotten(db, group):
        raise Refused("group-forgotten")


def rename(db: Database, group: int, name: str) -> None:
    db.execute("update groups set name = ? where id = ?", [name, group])


def forget(db: Database, group: int) -> None:
    """Make a group unreachable; the next start deletes it from the file. ValueError for the home."""
    if group == HOME:
        raise ValueError("The home is never forgotten")
    db.execute("update evenings set closed_at = ? where group_id = ? and closed_at is null", [now(), group])
    db.execute("delete from keepers where group_id = ?", [group])
    db.execute("update groups set forgotten_at = coalesce(forgotten_at, ?) where id = ?", [now(), group])


def remember(db: Database, group: int) -> None:
    """Undo `forget`: the group is as before, but without keepers and open evenings."""
    db.execute("update groups set forgotten_at = null where id = ?", [group])


def is_empty(db: Database, group: int) -> bool:
    tables = ("people", "decks", "tables")
    return not any(db.execute(f"select 1 from {name} where group_id = ? limit 1", [group]).first() for name in tables)


def forgotten(db: Database) -> int:
    """The number of forgotten groups that are still in the file."""
    number: int = db.execute("select count(*) from groups where forgotten_at is not null").first()[0]
    return number
