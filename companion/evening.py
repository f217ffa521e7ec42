"""An evening: people gather under one code, sit down, and play one table after the other."""

import secrets as chance
from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from sqlite_utils import Database

from companion import people, seats
from companion.bell import Bell
from companion.desk import evening_bell, new_code
from companion.games.moves import Refused
from companion.pen import Pen
from companion.people import Person
from companion.quiet import Hours
from companion.store import Job, Store, now


class Screen(Struct, frozen=True):
    """A device at the evening: how it is used (`new`: not said yet), whether it hosts, for whom it speaks.

    Of several for whom one phone speaks, it is in the hands of `front`, and shows what only they may know once they
    said so (`open`). `barred`: the host has asked it to leave.
    """

    device: int
    kind: str
    host: bool
    people: tuple[int, ...]
    front: int | None = None
    open: bool = False
    barred: bool = False

    @property
    def holder(self) -> int | None:
        """Whose turn it is to hold this phone: its one player, or of several the one who took it."""
        return self.front if self.front in self.people else next(iter(self.people), None)

    @property
    def says_nothing(self) -> bool:
        """Whether it came in, and has not said yet how it is used: nobody would miss it."""
        return self.kind == "new" and not (self.host or self.people or self.barred)

    @property
    def is_covered(self) -> bool:
        """Whether it keeps secrets to itself: several share it, and nobody said that they hold it."""
        return len(self.people) > 1 and not (self.open and self.front in self.people)


class Claim(Struct, frozen=True):
    """A device that asks for the seat of somebody who is here already, and goes by `name`."""

    device: int
    person: int
    name: str


class Notice(Struct, frozen=True):
    """Something that a device has to be told once: a code, and about whom."""

    id: int
    device: int
    code: str
    about: str


class Evening(Struct, frozen=True):
    """An evening as it stands: guests in the order in which they sit, clockwise; the table that is shown.

    `locked`: nobody else comes in.
    """

    id: int
    code: str
    ticket: str
    host_ticket: str
    opened_at: str
    table_code: str | None
    guests: tuple[Person, ...]
    screens: tuple[Screen, ...]
    claims: tuple[Claim, ...]
    notices: tuple[Notice, ...]
    locked: bool

    @property
    def has_host(self) -> bool:
        return any(screen.host for screen in self.screens)

    def screen(self, device: int | None) -> Screen | None:
        """The screen of a device; None if it has not come in."""
        return next((screen for screen in self.screens if screen.device == device), None)

    def has_phone(self, person: int | None) -> bool:
        """Whether somebody reports from a phone of their own."""
        return any(screen.kind == "phone" and person in screen.people for screen in self.screens if not screen.barred)

    def is_held(self, person: int | None) -> bool:
        """Whether a device speaks for somebody, however it is used just now."""
        return any(person in screen.people for screen in self.screens if not screen.barred)

    def guest(self, person: int | None) -> Person | None:
        """The guest with this id."""
        return next((guest for guest in self.guests if guest.id == person), None)


class Evenings:
    """The evening of now: read once, kept, and read anew after every change."""

    def __init__(self, drawer: Store, pen: Pen, bell: Bell) -> None:
        self._store = drawer
        self._pen = pen
        self._bell = bell
        self.clock = bell.clock
        self._quiet = Hours(drawer, bell)
        self._kept: Evening | None = None

    def now(self) -> Evening:
        """The evening that is open; a new one if none is, or nothing has happened for eight hours.

        Nobody is thrown out of a table that is shown and still played, however long that takes.
        """
        kept = self._kept or _newest(self._store.reader())
        if kept is None or self._quiet.are_over(kept.id, kept.opened_at, kept.table_code):
            after = kept.id if kept else 0
            self._pen.write(lambda db: _open(db, after))
            kept = _newest(self._store.reader())
            assert kept is not None
            self._bell.ring(evening_bell(kept.id))
        self._kept = kept
        return kept

    def change(self, *jobs: Job) -> Any:
        """Write, read the evening anew, ring; what the last job returned."""
        evening = self.now()
        done = self._pen.write(lambda db: [job(db) for job in jobs][-1])
        self._kept = None
        self._bell.ring(evening_bell(evening.id))
        return done

    # --- guests

    def sit(self, device: int | None, name: str, colour: str = "", shape: str = "") -> bool:
        """Somebody sits down under `name` (trimmed), on a device or without one.

        False if the host is asked for the seat: whoever goes by that name is on another device, or plays.
        """
        evening = self.now()
        namesake = people.named(self._store.reader(), name)
        if namesake is not None and device is None and evening.guest(namesake.id):
            raise Refused("sits-already", name=namesake.name)
        if namesake is not None:
            return self.sit_as(device, namesake.id)
        self.change(lambda db: seats.join(db, evening.id, device, name, colour, shape), *self._phone(device))
        return True

    def sit_as(self, device: int | None, person: int) -> bool:
        """A known person sits down; False as in `sit`."""
        evening = self.now()
        taken: bool = self.change(*self._phone(device), lambda db: seats.sit(db, evening.id, device, person))
        return taken

    def _phone(self, device: int | None) -> tuple[Job, ...]:
        return () if device is None else (used_as(self.now(), device, "phone"),)

    def leave(self, person: int) -> None:
        """A guest gets up: from the next table on."""
        evening = self.now()
        self.change(
            lambda db: db.execute("delete from guests where evening = ? and person = ?", [evening.id, person]),
            lambda db: db.execute("delete from holds where person = ?", [person]),
        )

    def order(self, persons: list[int]) -> None:
        """Put the guests in the order in which they sit, clockwise. Whoever is not named keeps behind."""
        evening = self.now()
        here = [guest.id for guest in evening.guests]
        wanted = [person for person in dict.fromkeys(persons) if person in here]
        rows = [(place, evening.id, person) for place, person in enumerate(dict.fromkeys([*wanted, *here]))]
        sql = "update guests set place = ? where evening = ? and person = ?"
        self.change(*[lambda db, row=row: db.execute(sql, row) for row in rows])

    def absent(self) -> list[Person]:
        """People of earlier evenings who are not here, who came last first."""
        here = {guest.id for guest in self.now().guests}
        return [person for person in people.lately(self._store.reader()) if person.id not in here]

    # --- tables

    def show(self, code: str | None) -> None:
        """Put a table before everybody; None: back to gathering."""
        evening = self.now()
        self.change(lambda db: db.execute("update evenings set table_code = ? where id = ?", [code, evening.id]))

    def take_up(self, table_id: str, persons: Sequence[int]) -> None:
        """A table that was interrupted is tonight's now: who sat there sits down again, in the order of then.

        Refused if there is no room for all of them.
        """
        evening = self.now()
        absent = [person for person in persons if evening.guest(person) is None]
        sql = "insert or replace into resumed values (?, ?)"
        self.change(
            *[lambda db, person=person: seats.seat(db, evening.id, None, person) for person in absent],
            lambda db: db.execute(sql, [table_id, evening.id]),
        )
        self.order([*persons])

    def close(self) -> None:
        """The evening ends; the next one has a new code."""
        evening = self.now()
        self.change(lambda db: db.execute("update evenings set closed_at = ? where id = ?", [now(), evening.id]))


def used_as(evening: Evening, device: int, kind: str) -> Job:
    """Note how a device is used: phone, board or watch."""
    sql = "update screens set kind = ? where evening = ? and device = ?"
    return lambda db: db.execute(sql, [kind, evening.id, device])


def new_tickets() -> tuple[str, str, str]:
    """The code in print and the ticket in the QR code, by which one comes in, and the ticket of the host's own link."""
    return new_code(), chance.token_urlsafe(16), chance.token_urlsafe(16)


def _open(db: Database, after: int) -> None:
    """Open an evening, unless another call has just opened one after the evening `after`."""
    sql = """insert into evenings (code, ticket, host_ticket, opened_at) select ?, ?, ?, ?
             where not exists (select 1 from evenings where closed_at is null and id > ?)"""
    db.execute(sql, [*new_tickets(), now(), after])


def _newest(db: Database) -> Evening | None:
    fields = ("id", "code", "ticket", "host_ticket", "opened_at", "table_code", "locked")
    sql = f"select {', '.join(fields)} from evenings where closed_at is null order by id desc limit 1"
    row = db.execute(sql).fetchone()
    if row is None:
        return None
    of: dict[str, Any] = dict(zip(fields, row, strict=True)) | {"locked": bool(row[-1])}
    of |= {"guests": seats.guests(db, row[0]), "screens": _screens(db, row[0])}
    return Evening(**of, claims=_claims(db, row[0]), notices=_notices(db, row[0]))


def _screens(db: Database, evening: int) -> tuple[Screen, ...]:
    held: dict[int, tuple[int, ...]] = {}
    sql = """select device, person from holds join guests using (person) where evening = ? order by place"""
    for device, person in db.execute(sql, [evening]):
        held[device] = (*held.get(device, ()), person)
    sql = "select device, kind, host, front, open, barred from screens where evening = ? order by device"
    return tuple(
        Screen(device, kind, bool(host), held.get(device, ()), front, bool(open), bool(barred))
        for device, kind, host, front, open, barred in db.execute(sql, [evening])
    )


def _claims(db: Database, evening: int) -> tuple[Claim, ...]:
    sql = "select device, person, name from claims join people on id = person where evening = ?"
    return tuple(Claim(*row) for row in db.execute(sql, [evening]))


def _notices(db: Database, evening: int) -> tuple[Notice, ...]:
    sql = "select id, device, code, about from notices where evening = ? order by id"
    return tuple(Notice(*row) for row in db.execute(sql, [evening]))
