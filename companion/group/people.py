"""People of a group: their names and marks (colour and shape); renaming, merging and splitting them."""

from collections.abc import Iterable
from itertools import count

from msgspec import Struct

from companion.games.moves import Refused
from companion.storage import projection
from companion.storage.database import Database, marks
from companion.storage.identifiers import next_id, now
from companion.storage.log import first_people
from companion.table.words import normalised

COLOURS = ("red", "blue", "yellow", "green", "purple", "orange", "teal", "pink")
SHAPES = ("circle", "square", "triangle", "diamond", "hexagon", "star", "shield", "drop")
MARKS = [(COLOURS[n % 8], SHAPES[(n + n // 8) % 8]) for n in range(64)]
FIELDS = "id, name, colour, shape"
LONGEST = 40  # characters of a name
# Where a person stands, and by what else two rows of it are the same.
HAVING_PEOPLE = {
    table: " and ".join(f"other.{column} = {table}.{column}" for column in columns)
    for table, columns in {"guests": ["evening"], "holds": ["device"], "claims": ["evening", "device"]}.items()
}
RENAMED = """update {0} set person = ? where person = ?
             and not exists (select 1 from {0} as other where other.person = ? and {1})"""


class Person(Struct, frozen=True):
    id: int
    name: str
    colour: str
    shape: str


def free_mark(taken: Iterable[Person]) -> tuple[str, str]:
    """The first mark that none of `taken` has; colour and shape both differ as long as they can."""
    used = {(person.colour, person.shape) for person in taken}
    return next((mark for mark in MARKS if mark not in used), MARKS[0])


def add(db: Database, group: int, name: str, colour: str, shape: str) -> int:
    """Add a person to a group; the id."""
    id = next_id(db, "people", group)
    sql = "insert into people (id, group_id, name, colour, shape, seen_at) values (?, ?, ?, ?, ?, ?)"
    db.execute(sql, [id, group, name, colour, shape, now()])
    return id


def touch(db: Database, person: int, seen_at: str = "") -> None:
    """Record that this person is here now, or was at `seen_at`."""
    db.execute("update people set seen_at = ? where id = ?", [seen_at or now(), person])


def by_name(db: Database, group: int) -> dict[str, int]:
    """All people by normalised name; of two with one name the present holder, then the older."""
    sql = "select name, coalesce(same_as, id) from people where group_id = ? order by same_as is null, id desc"
    return {normalised(name): person for name, person in db.execute(sql, [group])}


def recolour(db: Database, person: int, colour: str, shape: str) -> None:
    db.execute("update people set colour = ?, shape = ? where id = ?", [colour, shape, person])


def recent(db: Database, group: int, most: int = 30) -> list[Person]:
    sql = f"select {FIELDS} from people where group_id = ? and same_as is null order by seen_at desc, id limit ?"
    return [Person(*row) for row in db.execute(sql, [group, most])]


def by_id(db: Database, group: int, ids: Iterable[int]) -> dict[int, Person]:
    wanted = list(ids)
    rows = db.execute(f"select {FIELDS} from people where group_id = ? and id in ({marks(wanted)})", [group, *wanted])
    return {row[0]: Person(*row) for row in rows}


def named(db: Database, group: int, name: str) -> Person | None:
    """The person with this name, or with it before a merge; None if there is none."""
    wanted = normalised(name)
    sql = "select id, name, same_as from people where group_id = ? order by same_as is not null, id"
    for id, other_name, same_as in db.execute(sql, [group]):
        if normalised(other_name) == wanted:
            person = same_as or id
            return by_id(db, group, [person])[person]
    return None


def distinct_name(db: Database, group: int, name: str) -> str:
    """A free name made of this one, of at most `LONGEST` characters: Ann 2."""
    taken = by_name(db, group)
    endings = (f" {number}" for number in count(2))
    names = (f"{name[: LONGEST - len(ending)].rstrip()}{ending}" for ending in endings)
    return next(other for other in names if normalised(other) not in taken)


def plays(db: Database, group: int, person: int, besides: int = 0) -> bool:
    """Whether this person sits at a table of tonight, shown or with secrets, but for the evening `besides`."""
    sql = """select 1 from places join chronicle using (table_id) join tables on tables.id = places.table_id
             join evenings on evenings.id = coalesce(
                 (select evening from resumed where resumed.table_id = tables.id), tables.evening)
             where places.group_id = ? and places.person = ? and closed_at is null and evenings.id <> ?
             and (table_code = tables.code
                 or secrets = 1 and exists (select 1 from lines where lines.table_id = tables.id))"""
    return db.execute(sql, [group, person, besides]).first() is not None


def rename(db: Database, group: int, person: int, name: str) -> None:
    """Rename a person. Refused if another person has the name: the two may be one."""
    other = named(db, group, name)
    if other is not None and other.id != person:
        raise Refused("name-taken", name=other.name)
    db.execute("update people set name = ? where id = ?", [name, person])


def merge(db: Database, group: int, person: int, into: int) -> None:
    """Give every game, seat and phone of `person` to `into`; Refused for two who sat at one table or sit together."""
    both = by_id(db, group, [person, into])
    if len(both) < 2 or {person, into} & {*merged(db, group)}:
        raise Refused("no-such-person")
    if into in known_distinct(db, group, person):
        raise Refused("two-people", one=both[person].name, other=both[into].name)
    person_plays = plays(db, group, person)
    if person_plays != plays(db, group, into):  # who has a seat where it is played gets no other phone by this
        db.execute("delete from holds where person = ?", [into if person_plays else person])
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
    """Undo a merge: each of the two has the games of their own name. Refused while the person plays tonight."""
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
    """The id of the person that this one was merged into; otherwise the same id."""
    row = db.execute("select same_as from people where group_id = ? and id = ?", [group, person]).first()
    return row[0] if row and row[0] else person


def merged(db: Database, group: int, into: int | None = None) -> dict[int, str]:
    """The people who were merged into `into` (default: into anybody), by id, with their old names."""
    sql = """select id, name from people where group_id = ? and same_as is not null and same_as = coalesce(?, same_as)
             order by name"""
    return dict(db.execute(sql, [group, into]))


def known_distinct(db: Database, group: int, person: int) -> set[int]:
    """The people who cannot be this one: they shared a table, or share an open evening."""
    sql = """select other.person from places join places as other using (table_id)
             where places.group_id = :group and places.person = :person and other.person <> :person
             union select other.person from guests join guests as other using (evening)
             join evenings on evenings.id = guests.evening
             where closed_at is null and guests.person = :person and other.person <> :person"""
    return {row[0] for row in db.execute(sql, {"group": group, "person": person})}
