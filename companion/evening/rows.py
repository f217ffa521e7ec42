"""The rows of an evening, read and written."""

import secrets as chance
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.evening import seats
from companion.evening.model import Claim, Evening, EveningDevice, Notice, Proposal, Spectator
from companion.games.moves import Refused
from companion.group.groups import check_not_forgotten
from companion.group.notebook import note
from companion.group.people import Person
from companion.storage.database import Database, marks
from companion.storage.identifiers import CODE_LENGTH, new_code, next_id, now, utc_time
from companion.storage.leaving import drop_table
from companion.storage.log import OF_EVENING, Header, add_table
from companion.storage.projection import insert_table
from companion.storage.store import Job, Store

KEPT = 200  # so many evenings are kept in memory
MOST_TABLES = 200  # of one evening
AS_HOST = "update screens set host = ? where evening = ? and device = ?"
HOSTS, STANDS_IN = 1, 2  # what a screen has as `host`; 0: neither
SCREENS = """select device, kind, host, front, open, barred, exists (
                 select 1 from screens as later join evenings on evenings.id = later.evening
                 where later.device = screens.device and later.entered > screens.entered
                 and later.barred = 0 and closed_at is null)
             from screens where evening = ? order by entered, device"""

AT_SEVERAL = """select device, entered, barred, code from screens join evenings on id = evening
                where evening = :evening and exists (
                    select 1 from screens as other where other.device = screens.device and other.evening <> :evening)"""


def used_as(evening: Evening, device: int, kind: str) -> Job:
    """Note how a device is used: phone, board or watch."""
    sql = "update screens set kind = ? where evening = ? and device = ?"
    return lambda db: db.execute(sql, [kind, evening.id, device])


def tell(evening: Evening, devices: Iterable[int], code: str, about: str) -> Job:
    """Tell these devices something once: a code, and about whom."""
    rows = [(evening.id, device, code, about) for device in devices]

    def note(db: Database) -> None:
        for row in rows:
            db.execute("insert into notices (evening, device, code, about) values (?, ?, ?, ?)", row)

    return note


def tell_instead(evening: Evening, devices: Sequence[int], code: str, about: str) -> Job:
    """Tell these devices something, in the place of what they were told last by this code."""

    def note(db: Database) -> None:
        for device in devices:
            gone = "delete from notices where evening = ? and device = ? and code = ?"
            db.execute(gone, [evening.id, device, code])
        tell(evening, devices, code, about)(db)

    return note


def show_table(evening: Evening, code: str | None) -> Job:
    """Show a table on all screens; None: back to gathering."""
    return lambda db: db.execute("update evenings set table_code = ? where id = ?", [code, evening.id])


def put_away(evening: Evening) -> Job:
    """Back to gathering. A table at which nothing was reported is no more; its code then, or None.

    One stays that another evening had before.
    """
    sql = """select id, code from tables where code = (select table_code from evenings where id = ?)
             and not exists (select 1 from lines where table_id = id) and id not in (select table_id from resumed)"""

    def put(db: Database) -> str | None:
        empty = db.execute(sql, [evening.id]).first()
        show_table(evening, None)(db)
        if empty is None:
            return None
        drop_table(db, empty[0])
        code: str = empty[1]
        return code

    return put


def check_laid(db: Database, table_id: str) -> None:
    """Refused for a table that was put away before its first line: it is no more."""
    if not db.execute("select 1 from tables where id = ?", [table_id]):
        raise Refused("stale")


def lay_anew(db: Database, before: Header, header: Header) -> None:
    """Replace a table without lines by one with other options, under its code; players keep their notes. Refused if a
    line was reported meanwhile, or the table is gone."""
    check_laid(db, before.id)
    if db.execute("select 1 from lines where table_id = ?", [before.id]):
        raise Refused("stale")
    notes = db.execute("select device, owner, character, seat, mark from notes where table_id = ?", [before.id])
    drop_table(db, before.id)
    add_table(db, header)
    insert_table(db, header)
    for device, owner, character, seat, mark in notes:
        note(db, device, header.id, owner, character, seat, mark)


def show_next(evening: Evening, code: str) -> Job:
    """Show a table in the place of what `evening` shows; Refused if another host has shown something else meanwhile."""
    sql = "update evenings set table_code = ? where id = ? and coalesce(table_code, '') = ? returning 1"

    def show(db: Database) -> None:
        if not db.execute(sql, [code, evening.id, evening.table_code or ""]):
            raise Refused("stale")

    return show


def check_tables(db: Database, evening: int) -> None:
    """Refused if an evening has as many tables as it may, those included at which nothing was reported yet."""
    number = db.execute(f"select count(*) from tables where {OF_EVENING}", [evening, evening]).first()[0]
    if number >= MOST_TABLES:
        raise Refused("evening-full", most=MOST_TABLES)


def ordered(evening: Evening, persons: Sequence[int]) -> Job:
    """Put the guests in this order; guests who are not named keep behind."""

    def order(db: Database) -> None:
        here = [guest.id for guest in seats.guests(db, evening.id)]
        wanted = [person for person in persons if person in here]
        for place, person in enumerate(dict.fromkeys([*wanted, *here])):
            db.execute("update guests set place = ? where evening = ? and person = ?", [place, evening.id, person])

    return order


def new_tickets(letters: int) -> tuple[str, str, str]:
    """The printed code, of `letters` letters, the ticket of the QR code, and the ticket of the host's own link."""
    return new_code(letters), chance.token_urlsafe(16), chance.token_urlsafe(16)


def open_evening(db: Database, group: int, over: Sequence[int], unless_open: bool, letters: int = CODE_LENGTH) -> int:
    """Open an evening with a code of `letters` letters; its id. `over`: evenings that have ended by themselves, which
    are closed. `unless_open`: return the group's open evening instead, if there is one. Refused for a forgotten
    group."""
    check_not_forgotten(db, group)
    for id in over:
        close(db, id)
    if unless_open:
        for id in open_ids(db, group):
            return id
    last = "select address from evenings where group_id = ? order by id desc limit 1"
    sql = f"""insert into evenings (id, group_id, code, ticket, host_ticket, opened_at, address)
              values (?, ?, ?, ?, ?, ?, coalesce(({last}), ''))"""
    id = next_id(db, "evenings", group)
    db.execute(sql, [id, group, *new_tickets(letters), now(), group])
    return id


def close(db: Database, evening: int) -> list[int]:
    """Close an evening, and drop what was proposed at it; the other evenings at which its devices are now."""
    db.execute("update evenings set closed_at = ? where id = ? and closed_at is null", [now(), evening])
    db.execute("delete from proposals where evening = ?", [evening])
    devices = [row[0] for row in db.execute("select device from screens where evening = ?", [evening])]
    return changed_for(db, devices)


class Beside(Struct, frozen=True):
    """The data of an evening that others show: their group's people at it, and for evenings that its devices entered
    too, whether these may come back, by its code. `guests`: None if it is over."""

    guests: frozenset[Person] | None = None
    devices: frozenset[tuple[Any, ...]] = frozenset()


def shown_beside(db: Database, evening: int) -> Beside:
    """The data of this evening that others show."""
    if version(db, evening) is None:
        return Beside()
    devices = db.execute(AT_SEVERAL, {"evening": evening})
    return Beside(frozenset(seats.guests(db, evening)), frozenset(devices))


def changed_since(db: Database, evening: int, before: Beside) -> list[int]:
    """Raise the versions of the other evenings that show something else of one by now; their ids."""
    now = shown_beside(db, evening)
    of_group = changed_beside(db, evening) if now.guests != before.guests else []
    entered = changed_for(db, sorted({device for device, *_ in now.devices ^ before.devices}))
    return [id for id in dict.fromkeys([*of_group, *entered]) if id != evening]


def changed_beside(db: Database, evening: int) -> list[int]:
    """Raise the versions of the open evenings of a group beside one of them; their ids."""
    sql = """update evenings set version = version + 1 where closed_at is null and id <> :id
             and group_id = (select group_id from evenings where id = :id) returning id"""
    return [row[0] for row in db.execute(sql, {"id": evening})]


def raise_all(db: Database) -> None:
    """Raise all versions above any that was given before, also by a file in whose place an older one was put back."""
    seconds = int(utc_time(now()).timestamp())
    sql = "update evenings set version = case when version < ? then ? else version + 1 end where closed_at is null"
    db.execute(sql, [seconds, seconds])


def newer_version(db: Database, evening: int) -> int | None:
    """Raise the version of an evening alone: a line was added to one of its tables. What it is then.

    None where there is no such evening: those of the very first files were not kept.
    """
    sql = "update evenings set version = version + 1 where id = ? returning version"
    row = db.execute(sql, [evening]).first()
    return row[0] if row else None


def changed_for(db: Database, devices: Sequence[int]) -> list[int]:
    """Raise the version of every open evening that one of these devices has entered; their ids."""
    sql = f"""update evenings set version = version + 1 where closed_at is null
              and id in (select evening from screens where device in ({marks(devices)})) returning id"""
    return [row[0] for row in db.execute(sql, devices)]


def open_ids(db: Database, group: int | None = None) -> list[int]:
    """The evenings that were not closed, the newest first: all, or those of a group."""
    sql = "select id from evenings where closed_at is null and group_id = coalesce(?, group_id) order by id desc"
    return [row[0] for row in db.execute(sql, [group])]


def entered_ids(db: Database, device: int) -> list[int]:
    """The evenings that a device has entered, of those that were not closed: the last first, where it may be first."""
    sql = """select evening from screens join evenings on id = evening
             where device = ? and closed_at is null order by barred, entered desc"""
    return [row[0] for row in db.execute(sql, [device])]


def version(db: Database, id: int) -> int | None:
    """The version of an evening; None if it was closed."""
    row = db.execute("select version from evenings where id = ? and closed_at is null", [id]).first()
    return row[0] if row else None


def read(db: Database, id: int) -> Evening | None:
    """The evening with this id; None if it was closed."""
    fields = ("id", "group", "version", "code", "ticket", "host_ticket", "opened_at", "table_code", "locked", "address")
    columns = ", ".join(fields).replace("group", "group_id")
    row = db.execute(f"select {columns} from evenings where id = ? and closed_at is null", [id]).first()
    if row is None:
        return None
    values: dict[str, Any] = dict(zip(fields, row, strict=True))
    values |= {"locked": bool(values["locked"]), "guests": seats.guests(db, id), "screens": _screens(db, id)}
    return Evening(
        **values,
        claims=_claims(db, id),
        notices=_notices(db, id),
        spectators=_spectators(db, id),
        proposals=_proposals(db, id),
    )


def _screens(db: Database, evening: int) -> tuple[EveningDevice, ...]:
    """The devices of an evening. One that is at another evening by now speaks for nobody here."""
    held: dict[int, tuple[int, ...]] = {}
    sql = """select device, person from holds join guests using (person) where evening = ? order by place"""
    for device, person in db.execute(sql, [evening]):
        held[device] = (*held.get(device, ()), person)
    return tuple(
        EveningDevice(
            *(device, kind, bool(host), () if away else held.get(device, ()), front),
            *(bool(open), bool(barred), bool(away), host == STANDS_IN),
        )
        for device, kind, host, front, open, barred, away in db.execute(SCREENS, [evening])
    )


def _claims(db: Database, evening: int) -> tuple[Claim, ...]:
    sql = "select device, person, name from claims join people on id = person where evening = ?"
    return tuple(Claim(*row) for row in db.execute(sql, [evening]))


def _notices(db: Database, evening: int) -> tuple[Notice, ...]:
    sql = "select id, device, code, about from notices where evening = ? order by id"
    return tuple(Notice(*row) for row in db.execute(sql, [evening]))


def _spectators(db: Database, evening: int) -> tuple[Spectator, ...]:
    sql = "select id, ticket, made_at from spectators where evening = ? order by made_at, id"
    return tuple(Spectator(*row) for row in db.execute(sql, [evening]))


def _proposals(db: Database, evening: int) -> tuple[Proposal, ...]:
    sql = "select id, table_id, device, seat, line, changes from proposals where evening = ? order by id"
    return tuple(Proposal(*row) for row in db.execute(sql, [evening]))


class Current(Struct):
    """Rows read after a number of changes: versions of evenings, and the evening of each device."""

    changes: int
    versions: dict[int, int | None] = {}
    of_device: dict[int, int | None] = {}


class KeptEvenings:
    """Evenings as they were read. Until there is a change besides lines of tables, the file is not asked again."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._current = Current(store.changes)
        self._evenings: dict[int, Evening] = {}

    def of_device(self, device: int) -> Evening | None:
        """The first of the evenings that a device has entered; None if it is at none."""
        current = self._now()
        if device not in current.of_device:
            current.of_device[device] = next(iter(entered_ids(self._store.reader(), device)), None)
        id = current.of_device[device]
        return None if id is None else self.by_id(id)

    def by_id(self, id: int) -> Evening | None:
        """The evening with this id; None if it was closed."""
        current, kept = self._now(), self._evenings.get(id)
        if id not in current.versions:
            current.versions.setdefault(id, version(self._store.reader(), id))
        if kept is not None and kept.version == current.versions[id]:
            return kept
        return self._read(id) if current.versions[id] is not None else None

    def _read(self, id: int) -> Evening | None:
        self._evenings.pop(id, None)
        evening = read(self._store.reader(), id)
        if evening is not None:
            self._evenings[id] = evening
            while len(self._evenings) > KEPT:
                self._evenings.pop(next(iter(self._evenings)))
        return evening

    def line_added(self, id: int, version: int) -> None:
        """A line of one of its tables, and nothing else, raised the version of an evening to this one."""
        if self._now().versions.get(id) != version - 1:
            self._current = Current(self._store.changes)
            return
        self._current.versions[id], kept = version, self._evenings.get(id)
        if kept is not None and kept.version == version - 1:
            self._evenings[id] = replace(kept, version=version)

    def _now(self) -> Current:
        """Replaced on every commit, so a slow reader cannot store stale rows."""
        if self._current.changes != self._store.changes:
            self._current = Current(self._store.changes)
        return self._current
