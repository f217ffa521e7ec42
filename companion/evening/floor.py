"""Places of the room: physical tables with a number, a name, and the code of their print, which stays until renewed."""

from collections.abc import Sequence
from hmac import compare_digest

from msgspec import Struct

from companion.games.moves import Refused
from companion.storage.database import Database
from companion.storage.identifiers import new_code

PRINTED = 16  # letters of a print's code (73 bits): a stranger may keep on trying it for years
MOST_PLACES = 99
LONGEST_NAME = 20


class Place(Struct, frozen=True):
    """A physical table. `code`: the letters of its print, which open it together with `number` alone."""

    number: int
    name: str
    code: str


def places(db: Database) -> list[Place]:
    """All places, by their numbers."""
    return [Place(*row) for row in db.execute("select number, name, code from floor order by number")]


def by_number(db: Database, number: int) -> Place | None:
    """The place with this number."""
    row = db.execute("select number, name, code from floor where number = ?", [number]).first()
    return Place(*row) if row else None


def by_print(db: Database, number: str, code: str) -> Place | None:
    """The place that a print opens, its letters in any case.

    All places are compared with it, so that the time tells nothing of which there are.
    """
    given = f"{number}/{code.upper()}".encode()
    opened = [place for place in places(db) if compare_digest(f"{place.number}/{place.code}".encode(), given)]
    return opened[0] if opened else None


def lay_out(db: Database, number: int) -> None:
    """Have the places from 1 to `number`: new ones get codes, those above go. Refused beyond MOST_PLACES."""
    if not 0 <= number <= MOST_PLACES:
        raise Refused("many-places", most=MOST_PLACES)
    db.execute("update evenings set stands_at = null where stands_at > ?", [number])
    db.execute("delete from floor where number > ?", [number])
    for missing in {*range(1, number + 1)} - {place.number for place in places(db)}:
        db.execute("insert into floor (number, code) values (?, ?)", [missing, new_code(PRINTED)])


def name(db: Database, number: int, name: str) -> None:
    """Name a place; the empty name leaves it with its number alone."""
    db.execute("update floor set name = ? where number = ?", [name, number])


def renew(db: Database, numbers: Sequence[int]) -> None:
    """Make new codes for places: their old prints open nothing any more."""
    for number in numbers:
        db.execute("update floor set code = ? where number = ?", [new_code(PRINTED), number])


def evening_at(db: Database, number: int) -> int | None:
    """The id of the evening that was not closed at a place; it may have ended by its hours."""
    row = db.execute("select id from evenings where stands_at = ? and closed_at is null", [number]).first()
    return row[0] if row else None


def put_at(db: Database, evening: int, number: int | None) -> None:
    """Have an evening at a place, or at none; Refused if another open one is there."""
    there = None if number is None else evening_at(db, number)
    if there not in (None, evening):
        raise Refused("place-taken", number=number)
    db.execute("update evenings set stands_at = ?, version = version + 1 where id = ?", [number, evening])


def take(db: Database, evening: int, place: Place, before: int | None) -> None:
    """Have an evening at the place of a print, which the one `before` leaves, if that is there.

    Refused if another one is there by now, or the print is over.
    """
    if by_print(db, str(place.number), place.code) is None:
        raise Refused("print-over")
    if before is not None and evening_at(db, place.number) == before:
        put_at(db, before, None)
    put_at(db, evening, place.number)
