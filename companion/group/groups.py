"""Groups: circles of people, each with people, decks, preferences and a history of its own."""

from collections.abc import Sequence

from msgspec import Struct

from companion.games.moves import Refused
from companion.group import paper, people
from companion.paths import PROGRAM
from companion.storage.database import Database
from companion.storage.identifiers import HOME, free_number, moment_or_epoch, now, utc_time
from companion.table.words import normalised

BITS = 31  # of the number of a group, which tells nothing of other groups
SHOWN = 3  # people who stand for a group
LISTED = 8  # groups in a sentence


class Group(Struct, frozen=True):
    """A group. The device that shows its `keeper_ticket` becomes one of its keepers."""

    id: int
    name: str
    opened_at: str
    keeper_ticket: str

    def __str__(self) -> str:
        return f"{self.called} ({self.id})"

    @property
    def called(self) -> str:
        return "home" if self.id == HOME else f"“{self.name}”" if self.name else "unnamed"

    @property
    def words(self) -> list[str]:
        """The words of its ticket; none if an older version made it."""
        return paper.words_of(self.keeper_ticket)


class NoGroup(LookupError):
    """No group, or more than one, has this name: `problem`, and a sentence with the first groups, as `described`."""

    def __init__(self, problem: str, there: Sequence[str]) -> None:
        more = f"; and {len(there) - LISTED} more, see “{PROGRAM} groups”" if len(there) > LISTED else ""
        super().__init__(f"{problem}. There are: {'; '.join(there[:LISTED])}{more}.")
        self.problem = problem


def open_group(db: Database, name: str) -> Group:
    group = Group(free_number(db, "groups", BITS), name, now(), paper.new_ticket())
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
        raise NoGroup(f"{problem} called “{wanted}” here", [described(db, group) for group in groups])
    return fits[0]


def described(db: Database, group: Group) -> str:
    """A group for its operator: name, number, the day on which it was opened, some of its people, and its games."""
    count = "select count(*) from {} where group_id = ? {}"
    persons = db.execute(count.format("people", "and same_as is null"), [group.id]).first()[0]
    games = db.execute(count.format("tables", ""), [group.id]).first()[0]
    names = [person.name for person in people.recent(db, group.id, SHOWN)]
    more = f" and {persons - SHOWN} more" if persons > SHOWN else ""
    day = utc_time(moment_or_epoch(group.opened_at)).astimezone()
    opened = f"opened on {day.day} {day:%B %Y}"
    return f"{group}, {opened}, {', '.join(names) or 'nobody'}{more}, {games} game{'' if games == 1 else 's'}"


def has_name(db: Database, name: str) -> bool:
    return any(normalised(group.name) == normalised(name) for group in all_groups(db))


def by_keeper_ticket(db: Database, ticket: str) -> Group | None:
    """The group with this keeper's ticket, however its words were typed; the home has none: its hosts keep it."""
    sql = """select id, name, opened_at, keeper_ticket from groups
             where keeper_ticket = ? and id <> ? and forgotten_at is null"""
    row = db.execute(sql, [paper.as_stored(ticket), HOME]).first()
    return Group(*row) if row else None


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


def has_played(db: Database, group: int) -> bool:
    return db.execute("select 1 from tables where group_id = ? limit 1", [group]).first() is not None


def is_in_hall(db: Database, group: int) -> bool:
    """Whether its keepers agree that the hall lists its results."""
    return bool(db.execute("select in_hall from groups where id = ?", [group]).first()[0])


def list_in_hall(db: Database, group: int, agrees: bool) -> None:
    db.execute("update groups set in_hall = ? where id = ?", [int(agrees), group])


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
