"""The rows of an evening, read and written."""

import secrets as chance
from collections.abc import Sequence
from typing import Any

from sqlite_utils import Database

from companion.evening import seats
from companion.evening.model import Claim, Evening, EveningDevice, Notice
from companion.storage.identifiers import new_code, now
from companion.storage.store import Job


def used_as(evening: Evening, device: int, kind: str) -> Job:
    """Note how a device is used: phone, board or watch."""
    sql = "update screens set kind = ? where evening = ? and device = ?"
    return lambda db: db.execute(sql, [kind, evening.id, device])


def show_table(evening: Evening, code: str | None) -> Job:
    """Show a table on all screens; None: back to gathering."""
    return lambda db: db.execute("update evenings set table_code = ? where id = ?", [code, evening.id])


def ordered(evening: Evening, persons: Sequence[int]) -> Job:
    """Put the guests in this order; whoever is not named keeps behind."""

    def order(db: Database) -> None:
        here = [guest.id for guest in seats.guests(db, evening.id)]
        wanted = [person for person in persons if person in here]
        for place, person in enumerate(dict.fromkeys([*wanted, *here])):
            db.execute("update guests set place = ? where evening = ? and person = ?", [place, evening.id, person])

    return order


def new_tickets() -> tuple[str, str, str]:
    """The code in print and the ticket in the QR code, by which one comes in, and the ticket of the host's own link."""
    return new_code(), chance.token_urlsafe(16), chance.token_urlsafe(16)


def open_evening(db: Database, after: int) -> None:
    """Open an evening, unless another call has just opened one after the evening `after`."""
    sql = """insert into evenings (code, ticket, host_ticket, opened_at) select ?, ?, ?, ?
             where not exists (select 1 from evenings where closed_at is null and id > ?)"""
    db.execute(sql, [*new_tickets(), now(), after])


def newest_evening(db: Database) -> Evening | None:
    fields = ("id", "code", "ticket", "host_ticket", "opened_at", "table_code", "locked")
    sql = f"select {', '.join(fields)} from evenings where closed_at is null order by id desc limit 1"
    row = db.execute(sql).fetchone()
    if row is None:
        return None
    values: dict[str, Any] = dict(zip(fields, row, strict=True)) | {"locked": bool(row[-1])}
    values |= {"guests": seats.guests(db, row[0]), "screens": _screens(db, row[0])}
    return Evening(**values, claims=_claims(db, row[0]), notices=_notices(db, row[0]))


def _screens(db: Database, evening: int) -> tuple[EveningDevice, ...]:
    held: dict[int, tuple[int, ...]] = {}
    sql = """select device, person from holds join guests using (person) where evening = ? order by place"""
    for device, person in db.execute(sql, [evening]):
        held[device] = (*held.get(device, ()), person)
    sql = "select device, kind, host, front, open, barred from screens where evening = ? order by device"
    return tuple(
        EveningDevice(device, kind, bool(host), held.get(device, ()), front, bool(open), bool(barred))
        for device, kind, host, front, open, barred in db.execute(sql, [evening])
    )


def _claims(db: Database, evening: int) -> tuple[Claim, ...]:
    sql = "select device, person, name from claims join people on id = person where evening = ?"
    return tuple(Claim(*row) for row in db.execute(sql, [evening]))


def _notices(db: Database, evening: int) -> tuple[Notice, ...]:
    sql = "select id, device, code, about from notices where evening = ? order by id"
    return tuple(Notice(*row) for row in db.execute(sql, [evening]))
