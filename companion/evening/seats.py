"""Seats of an evening, in the rows: who sits, for whom a device speaks, who has to ask the host first."""

from companion.evening.model import UNSEATED
from companion.games.moves import Refused
from companion.group import people
from companion.group.people import Person
from companion.storage.database import Database

MOST_GUESTS = 16
HOLDERS = """select device from holds join screens using (device) join guests using (evening, person)
             join evenings on id = evening where person = ? and closed_at is null and barred = 0"""
ELSEWHERE = "select id from evenings where closed_at is null and id <> ?"


def guests(db: Database, evening: int) -> tuple[Person, ...]:
    """The guests of an evening in the order in which they sit, clockwise."""
    sql = "select id, name, colour, shape from guests join people on id = person where evening = ? order by place, id"
    return tuple(Person(*row) for row in db.execute(sql, [evening]))


def sit(db: Database, group: int, evening: int, device: int | None, person: int) -> bool:
    """Seat a known person, on a device or without one; False if the host is asked for the seat."""
    person = people.canonical_id(db, group, person)
    _check_elsewhere(db, group, evening, device, person)
    if device is not None and has_to_ask(db, group, device, person):
        _ask_for(db, evening, device, person)
        return False
    name = people.by_id(db, group, [person])[person].name
    for guest in guests(db, evening):
        if guest.id != person and people.normalised(guest.name) == people.normalised(name):
            raise Refused("sits-already", name=guest.name)
    seat(db, group, evening, device, person)
    return True


def join(db: Database, group: int, evening: int, device: int | None, name: str, colour: str, shape: str) -> None:
    """Seat a new person with this mark, or with a free one if it is taken."""
    if people.named(db, group, name) is not None:
        raise Refused("sits-already", name=name)  # somebody was quicker
    mark = (colour, shape) if (colour, shape) in people.MARKS else people.free_mark(guests(db, evening))
    seat(db, group, evening, device, people.add(db, group, name, *mark))


def seat(db: Database, group: int, evening: int, device: int | None, person: int) -> None:
    """Give a person a seat and a mark of their own, and let the device speak for them. Refused if no seat is left.

    Claiming a seat releases it on every other device, and drops what the device had asked for. A person who sat at
    another open evening leaves it; while they play there, only their own device may do that.
    """
    _check_elsewhere(db, group, evening, device, person)
    db.execute(f"delete from guests where person = ? and evening in ({ELSEWHERE})", [person, evening])
    sitting = guests(db, evening)
    others = [guest for guest in sitting if guest.id != person]
    if len(others) >= MOST_GUESTS:
        raise Refused("no-seat-left", most=MOST_GUESTS)
    place = "select coalesce(max(place), 0) + 1 from guests where evening = ?"
    db.execute(f"insert into guests values (?, ?, ({place})) on conflict do nothing", [evening, person, evening])
    if device is not None:
        begin_anew(db, evening, device)
        if len(sitting) == len(others):
            db.execute("delete from holds where person = ?", [person])
        db.execute("insert into holds values (?, ?) on conflict do nothing", [device, person])
    recolour_clash(db, evening, person)
    people.touch(db, person)


def recolour_clash(db: Database, evening: int, person: int) -> None:
    """Give a guest a free mark where another guest has the same."""
    sitting = guests(db, evening)
    own = next((guest for guest in sitting if guest.id == person), None)
    others = [guest for guest in sitting if guest.id != person]
    if own and any((guest.colour, guest.shape) == (own.colour, own.shape) for guest in others):
        people.recolour(db, person, *people.free_mark(others))


def has_to_ask(db: Database, group: int, device: int, person: int) -> bool:
    """Whether a device that never spoke for this person asks the host: another one does, or a table is played."""
    if _speaks(db, device, person):
        return False
    return bool(db.execute(HOLDERS, [person])) or people.plays(db, group, person)


def _ask_for(db: Database, evening: int, device: int, person: int) -> None:
    """A device asks the host for a seat, instead of the one for which it asked before."""
    begin_anew(db, evening, device)
    db.execute("insert into claims values (?, ?, ?)", [evening, device, person])


def begin_anew(db: Database, evening: int, device: int) -> None:
    """A device asks for no seat any more, and need not be told that it was refused one, or that one was given up."""
    db.execute("delete from claims where evening = ? and device = ?", [evening, device])
    settled = "delete from notices where evening = ? and device = ? and code in (?, ?)"
    db.execute(settled, [evening, device, *UNSEATED])


def _check_elsewhere(db: Database, group: int, evening: int, device: int | None, person: int) -> None:
    """Refused for somebody who plays at another open evening, unless it is their own device that asks."""
    if people.plays(db, group, person, besides=evening) and not _speaks(db, device, person):
        raise Refused("plays-elsewhere", name=people.by_id(db, group, [person])[person].name)


def _speaks(db: Database, device: int | None, person: int) -> bool:
    """Whether a device speaks for this person, or did the last time."""
    return db.execute("select 1 from holds where device = ? and person = ?", [device, person]).first() is not None
