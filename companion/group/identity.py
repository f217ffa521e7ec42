"""Who is who: renaming, merging two people into one, and splitting them again."""

from companion.games.moves import Refused
from companion.group.people import by_id, named, plays
from companion.storage import projection
from companion.storage.database import Database
from companion.storage.log import first_people

# Where a person stands, and by what else two rows of it are the same.
HAVING_PEOPLE = {
    table: " and ".join(f"other.{column} = {table}.{column}" for column in columns)
    for table, columns in {"guests": ["evening"], "holds": ["device"], "claims": ["evening", "device"]}.items()
}
RENAMED = """update {0} set person = ? where person = ?
             and not exists (select 1 from {0} as other where other.person = ? and {1})"""


def rename(db: Database, group: int, person: int, name: str) -> None:
    """From now on this person goes by `name`. Refused if somebody else does: those two may be one."""
    other = named(db, group, name)
    if other is not None and other.id != person:
        raise Refused("name-taken", name=other.name)
    db.execute("update people set name = ? where id = ?", [name, person])


def merge(db: Database, group: int, person: int, into: int) -> None:
    """`person` has always been `into`: every game, seat and phone of the one is the other's, whose name stays.

    Refused for two who sat at one table, or sit together tonight: they cannot be one.
    """
    both = by_id(db, group, [person, into])
    if len(both) < 2 or {person, into} & {*merged(db, group)}:
        raise Refused("no-such-person")
    if into in known_distinct(db, group, person):
        raise Refused("two-people", one=both[person].name, other=both[into].name)
    if plays(db, group, person) != plays(
        db, group, into
    ):  # who has a seat where it is played gets no other phone by this
        db.execute("delete from holds where person = ?", [into if plays(db, group, person) else person])
    for table, same in HAVING_PEOPLE.items():
        db.execute(RENAMED.format(table, same), [into, person, into])
        db.execute(f"delete from {table} where person = ?", [person])
    db.execute("update screens set front = ? where front = ?", [into, person])
    db.execute(
        "update people set same_as = :into where id = :person or same_as = :person", {"person": person, "into": into}
    )
    seen = "update people set seen_at = (select max(seen_at) from people where id in (?, ?)) where id = ?"
    db.execute(seen, [person, into, into])
    projection.reseat(db, group, [person])


def split(db: Database, group: int, person: int) -> None:
    """Two who were taken for one are two again: each has the games that were played under their own name.

    Refused while they have a seat at an evening that is open, and if somebody else has taken their name.
    """
    if person not in merged(db, group):
        raise Refused("no-such-person")
    sql = """select tables.id from tables join evenings on evenings.id = tables.evening
             where closed_at is null and evenings.group_id = ?"""
    if any(person in first_people(db, id) for (id,) in db.execute(sql, [group])):
        raise Refused("plays-tonight", name=by_id(db, group, [person])[person].name)
    into = canonical_id(db, group, person)
    db.execute("update people set same_as = null where id = ?", [person])
    projection.reseat(db, group, [into])


def canonical_id(db: Database, group: int, person: int) -> int:
    """The id of the person that this one was merged into; their own if they were not, or are not of the group."""
    row = db.execute("select same_as from people where group_id = ? and id = ?", [group, person]).first()
    return row[0] if row and row[0] else person


def merged(db: Database, group: int, into: int | None = None) -> dict[int, str]:
    """Whoever turned out to be `into` (without that: to be anybody else), with the name of then."""
    sql = """select id, name from people where group_id = ? and same_as is not null and same_as = coalesce(?, same_as)
             order by name"""
    return dict(db.execute(sql, [group, into]))


def known_distinct(db: Database, group: int, person: int) -> set[int]:
    """The people who cannot be this one: they sat at one table with this person, or are both at an open evening."""
    sql = """select other.person from places join places as other using (table_id)
             where places.group_id = :group and places.person = :person and other.person <> :person
             union select other.person from guests join guests as other using (evening)
             join evenings on evenings.id = guests.evening
             where closed_at is null and guests.person = :person and other.person <> :person"""
    return {row[0] for row in db.execute(sql, {"group": group, "person": person})}
