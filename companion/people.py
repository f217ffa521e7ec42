"""People: who comes again, and the mark (colour and shape) that is theirs on every screen."""

import unicodedata
from collections.abc import Iterable

from msgspec import Struct
from sqlite_utils import Database

from companion import chronicle
from companion.games.moves import Refused
from companion.store import now

COLOURS = ("red", "blue", "yellow", "green", "purple", "orange", "teal", "pink")
SHAPES = ("circle", "square", "triangle", "diamond", "hexagon", "star", "shield", "drop")
MARKS = [(COLOURS[at % 8], SHAPES[(at + at // 8) % 8]) for at in range(64)]
FIELDS = "id, name, colour, shape"


class Person(Struct, frozen=True):
    """Somebody across evenings."""

    id: int
    name: str
    colour: str
    shape: str


def free_mark(taken: Iterable[Person]) -> tuple[str, str]:
    """The first mark that nobody of `taken` has; colour and shape both differ as long as they can."""
    used = {(person.colour, person.shape) for person in taken}
    return next((mark for mark in MARKS if mark not in used), MARKS[0])


def spelt(name: str) -> str:
    """A name as it is compared: "ANN" is Ann, letters of half or full width are the same, and what has no look is none.

    >>> spelt("ＡＮＮ  Smith") == spelt("Ann\u200b smith")
    True
    """
    seen = "".join(sign for sign in name if unicodedata.category(sign) != "Cf")
    return " ".join(unicodedata.normalize("NFKC", seen).casefold().split())


def add(db: Database, name: str, colour: str, shape: str) -> int:
    """A new person; the id."""
    row = {"name": name, "colour": colour, "shape": shape, "seen_at": now()}
    return int(
        db.execute(
            "insert into people (name, colour, shape, seen_at) values (:name, :colour, :shape, :seen_at) returning id",
            row,
        ).fetchone()[0]
    )


def greet(db: Database, person: int, at: str = "") -> None:
    """Note that this person is here today, or was here `at` another time."""
    db.execute("update people set seen_at = ? where id = ?", [at or now(), person])


def by_name(db: Database) -> dict[str, int]:
    """Everybody by name, as it is compared; of two with one name who still goes by it, then the elder."""
    found = db.execute("select name, coalesce(same_as, id) from people order by same_as is null, id desc")
    return {spelt(name): person for name, person in found}


def recolour(db: Database, person: int, colour: str, shape: str) -> None:
    """Give this person another mark."""
    db.execute("update people set colour = ?, shape = ? where id = ?", [colour, shape, person])


def lately(db: Database, most: int = 30) -> list[Person]:
    """The people of late, who came last first."""
    sql = f"select {FIELDS} from people where same_as is null order by seen_at desc, id limit ?"
    return [Person(*row) for row in db.execute(sql, [most])]


def by_id(db: Database, ids: Iterable[int]) -> dict[int, Person]:
    """The people with these ids."""
    wanted = list(ids)
    marks = ",".join("?" * len(wanted))
    found = db.execute(f"select {FIELDS} from people where id in ({marks})", wanted)
    return {row[0]: Person(*row) for row in found}


def named(db: Database, name: str) -> Person | None:
    """Who goes by this name, or went by it before two turned out to be one; None if nobody does."""
    wanted = spelt(name)
    for id, known, same_as in db.execute("select id, name, same_as from people order by same_as is not null, id"):
        if spelt(known) == wanted:
            person = same_as or id
            return by_id(db, [person])[person]
    return None


# --- who is who ------------------------------------------------------------------------------------------------------


def rename(db: Database, person: int, name: str) -> None:
    """From now on this person goes by `name`. Refused if somebody else does: those two may be one."""
    other = named(db, name)
    if other is not None and other.id != person:
        raise Refused("name-taken", name=other.name)
    db.execute("update people set name = ? where id = ?", [name, person])


def merge(db: Database, person: int, into: int) -> None:
    """`person` has always been `into`: every game, seat and phone of the one is the other's, whose name stays.

    Refused for two who sat at one table, or sit together tonight: they cannot be one.
    """
    both = by_id(db, [person, into])
    if len(both) < 2 or {person, into} & {*merged(db)}:
        raise Refused("no-such-person")
    if into in apart(db, person):
        raise Refused("two-people", one=both[person].name, other=both[into].name)
    if plays(db, person) != plays(db, into):  # who has a seat where it is played gets no other phone by this
        db.execute("delete from holds where person = ?", [into if plays(db, person) else person])
    for table in ("guests", "holds", "claims"):
        db.execute(f"update or ignore {table} set person = ? where person = ?", [into, person])
        db.execute(f"delete from {table} where person = ?", [person])
    db.execute("update screens set front = ? where front = ?", [into, person])
    db.execute(
        "update people set same_as = :into where id = :person or same_as = :person", {"person": person, "into": into}
    )
    seen = "update people set seen_at = max(seen_at, (select seen_at from people where id = ?)) where id = ?"
    db.execute(seen, [person, into])
    chronicle.reseat(db, [person])


def part(db: Database, person: int) -> None:
    """Two who were taken for one are two again: each has the games that were played under their own name.

    Refused while they have a seat at an evening that is open, and if somebody else has taken their name.
    """
    if person not in merged(db):
        raise Refused("no-such-person")
    sql = """select 1 from tables join evenings on evenings.id = tables.evening, json_each(tables.people) as places
             where closed_at is null and places.value = ?"""
    if db.execute(sql, [person]).fetchone():
        raise Refused("plays-tonight", name=by_id(db, [person])[person].name)
    into = today(db, person)
    db.execute("update people set same_as = null where id = ?", [person])
    chronicle.reseat(db, [into])


def today(db: Database, person: int) -> int:
    """Who this person turned out to be; mostly themselves."""
    row = db.execute("select same_as from people where id = ?", [person]).fetchone()
    return row[0] if row and row[0] else person


def merged(db: Database, into: int | None = None) -> dict[int, str]:
    """Whoever turned out to be `into` (without that: to be anybody else), with the name of then."""
    sql = "select id, name from people where same_as is not null and (? is null or same_as = ?) order by name"
    return dict(db.execute(sql, [into, into]).fetchall())


def apart(db: Database, person: int) -> set[int]:
    """Who is certainly somebody else: who sat at one table with this person, or sits here tonight as well."""
    sql = """select other.person from places join places as other using (table_id)
             where places.person = :person and other.person <> :person
             union select other.person from guests join guests as other using (evening)
             join evenings on evenings.id = guests.evening
             where closed_at is null and guests.person = :person and other.person <> :person"""
    return {row[0] for row in db.execute(sql, {"person": person})}


def plays(db: Database, person: int) -> bool:
    """Whether this person sits at a table of tonight that is shown, or was put away with its secrets."""
    sql = """select 1 from places join chronicle using (table_id) join tables on tables.id = places.table_id
             join evenings on evenings.id = coalesce(
                 (select evening from resumed where resumed.table_id = tables.id), tables.evening)
             where places.person = ? and closed_at is null and (table_code = tables.code
                 or secrets and exists (select 1 from lines where lines.table_id = tables.id))"""
    return db.execute(sql, [person]).fetchone() is not None
