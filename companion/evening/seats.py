"""Seats of an evening, in the rows: who sits, for whom a device speaks, who has to ask the host first."""

from sqlite_utils import Database

from companion.games.moves import Refused
from companion.group import identity, people
from companion.group.people import Person

MOST_GUESTS = 16
HOLDERS = """select device from holds join screens using (device) join guests using (evening, person)
             where evening = ? and person = ? and not barred"""


def guests(db: Database, evening: int) -> tuple[Person, ...]:
    """The guests of an evening in the order in which they sit, clockwise."""
    sql = "select id, name, colour, shape from guests join people on id = person where evening = ? order by place, id"
    return tuple(Person(*row) for row in db.execute(sql, [evening]))


def sit(db: Database, evening: int, device: int | None, person: int) -> bool:
    """Somebody known sits down, on a device or without one; False if the host is asked for the seat."""
    person = identity.canonical_id(db, person)
    if device is not None and _has_to_ask(db, evening, device, person):
        db.execute("insert or ignore into claims values (?, ?, ?)", [evening, device, person])
        return False
    name = people.by_id(db, [person])[person].name
    for guest in guests(db, evening):
        if guest.id != person and people.normalised(guest.name) == people.normalised(name):
            raise Refused("sits-already", name=guest.name)
    seat(db, evening, device, person)
    return True


def join(db: Database, evening: int, device: int | None, name: str, colour: str, shape: str) -> None:
    """Somebody new sits down, with this mark, or with a free one if there is none like it."""
    if people.named(db, name) is not None:
        raise Refused("sits-already", name=name)  # somebody was quicker
    mark = (colour, shape) if (colour, shape) in people.MARKS else people.free_mark(guests(db, evening))
    seat(db, evening, device, people.add(db, name, *mark))


def seat(db: Database, evening: int, device: int | None, person: int) -> None:
    """Give somebody a seat and a mark of their own, and let the device speak for them. Refused if none is left.

    Who comes on a device speaks on no other one tonight: it may be somebody else's, and have been shared last week.
    """
    sitting = guests(db, evening)
    others = [guest for guest in sitting if guest.id != person]
    if len(others) >= MOST_GUESTS:
        raise Refused("house-full")
    place = "select coalesce(max(place), 0) + 1 from guests where evening = ?"
    db.execute(f"insert or ignore into guests values (?, ?, ({place}))", [evening, person, evening])
    if device is not None:
        if len(sitting) == len(others):
            db.execute("delete from holds where person = ?", [person])
        db.execute("insert or ignore into holds values (?, ?)", [device, person])
    recolour_clash(db, evening, person)
    people.touch(db, person)


def recolour_clash(db: Database, evening: int, person: int) -> None:
    """Give a guest a free mark where another guest has the same."""
    sitting = guests(db, evening)
    own = next((guest for guest in sitting if guest.id == person), None)
    others = [guest for guest in sitting if guest.id != person]
    if own and any((guest.colour, guest.shape) == (own.colour, own.shape) for guest in others):
        people.recolour(db, person, *people.free_mark(others))


def _has_to_ask(db: Database, evening: int, device: int, person: int) -> bool:
    """Whether a device that never spoke for this person asks the host: another one does, or a table is played."""
    if db.execute("select 1 from holds where device = ? and person = ?", [device, person]).fetchone():
        return False
    holders = db.execute(HOLDERS, [evening, person]).fetchall()
    return bool(holders) or people.plays(db, person)
