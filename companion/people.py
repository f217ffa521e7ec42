"""People: who comes again, and the mark (colour and shape) that is theirs on every screen."""

from collections.abc import Iterable

from msgspec import Struct
from sqlite_utils import Database

from companion.store import now

COLOURS = ("red", "blue", "yellow", "green", "purple", "orange", "teal", "pink")
SHAPES = ("circle", "square", "triangle", "diamond", "hexagon", "star", "shield", "drop")
MARKS = [(COLOURS[at % 8], SHAPES[(at + at // 8) % 8]) for at in range(64)]


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


def add(db: Database, name: str, colour: str, shape: str) -> int:
    """A new person; the id."""
    row = {"name": name, "colour": colour, "shape": shape, "seen_at": now()}
    return int(
        db.execute(
            "insert into people (name, colour, shape, seen_at) values (:name, :colour, :shape, :seen_at) returning id",
            row,
        ).fetchone()[0]
    )


def greet(db: Database, person: int) -> None:
    """Note that this person is here today."""
    db.execute("update people set seen_at = ? where id = ?", [now(), person])


def recolour(db: Database, person: int, colour: str, shape: str) -> None:
    """Give this person another mark."""
    db.execute("update people set colour = ?, shape = ? where id = ?", [colour, shape, person])


def lately(db: Database, most: int = 30) -> list[Person]:
    """The people of late, who came last first."""
    found = db.execute("select id, name, colour, shape from people order by seen_at desc limit ?", [most])
    return [Person(*row) for row in found]


def by_id(db: Database, ids: Iterable[int]) -> dict[int, Person]:
    """The people with these ids."""
    wanted = list(ids)
    marks = ",".join("?" * len(wanted))
    found = db.execute(f"select id, name, colour, shape from people where id in ({marks})", wanted)
    return {row[0]: Person(*row) for row in found}
