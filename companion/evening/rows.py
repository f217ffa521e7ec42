"""The rows of an evening: read, and stored as the difference of two values."""

import secrets as chance
from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import asdict, replace

from companion.evening import laid_out
from companion.evening.model import Claim, Evening, EveningDevice, Notice, Proposal, Spectator
from companion.evening.seats import Known
from companion.games.moves import Refused
from companion.group import people
from companion.group.groups import check_not_forgotten
from companion.group.notebook import note
from companion.group.people import Person
from companion.storage.database import Database, marks
from companion.storage.identifiers import CODE_LENGTH, free_number, new_code, next_id, now, utc_time
from companion.storage.leaving import drop_table
from companion.storage.log import OF_EVENING, Header, add_table
from companion.storage.projection import insert_table

MOST_TABLES = 200  # of one evening
ID_BITS = 52  # of an id that tells nobody how many there are
HOSTS, STANDS_IN = 1, 2  # what a screen has as `host`; 0: neither
Act = Callable[[Evening], Evening]

# --- read

FIELDS = (
    "id",
    "group",
    "version",
    "code",
    "ticket",
    "host_ticket",
    "opened_at",
    "table_code",
    "address",
    "locked",
    "stands_at",
)
READ = f"""select {", ".join(FIELDS).replace("group", "group_id")},
                  exists (select 1 from leagues where leagues.group_id = evenings.group_id)
           from evenings where id = ? and closed_at is null"""
PERSONS = "select {} from guests join people on id = person where evening = ? order by place, id"
PARTS: dict[str, tuple[Any, str]] = {  # tables whose rows are structs of an evening, with their order
    "notices": (Notice, "id"),
    "spectators": (Spectator, "made_at, id"),
    "proposals": (Proposal, "id"),
}
SCREENS = """select device, kind, host, front, open, barred, exists (
                 select 1 from screens as later join evenings on evenings.id = later.evening
                 where later.device = screens.device and later.entered > screens.entered
                 and later.barred = 0 and closed_at is null)
             from screens where evening = ? order by entered, device"""
CLAIMS = """select device, person, name from claims join people on id = person where evening = ?
            order by device, person"""
HOLDS = "select device, person from holds join guests using (person) where evening = ? order by device, person"
AT_EVENINGS = """select evening, version from screens join evenings on id = evening
                 where device = ? and closed_at is null order by barred, entered desc"""
HOLDERS = """select device from holds join screens using (device) join guests using (evening, person)
             join evenings on id = evening where person = ? and closed_at is null and barred = 0"""


def read(db: Database, id: int) -> Evening | None:
    """The evening with this id; None if it was closed."""
    row = db.execute(READ, [id]).first()
    if row is None:
        return None

    def rows(kind: Callable[..., Any], sql: str) -> tuple[Any, ...]:
        return tuple(kind(*row) for row in db.execute(sql, [id]))

    *fields, has_leagues = row
    values: dict[str, Any] = dict(zip(FIELDS, fields, strict=True))
    for table, (kind, order) in PARTS.items():
        columns = ", ".join(kind.__struct_fields__)
        values[table] = rows(kind, f"select {columns} from {table} where evening = ? order by {order}")
    return Evening(
        **(values | {"locked": bool(values["locked"])}),
        guests=rows(Person, PERSONS.format(people.FIELDS)),
        screens=rows(_screen, SCREENS),
        claims=rows(Claim, CLAIMS),
        holds=(),
        arranged=values["version"],
        has_leagues=bool(has_leagues),
    ).holding(db.execute(HOLDS, [id]))


def _screen(device: int, kind: str, host: int, front: int | None, *truths: int) -> EveningDevice:
    is_open, removed, away = map(bool, truths)
    return EveningDevice(device, kind, bool(host), (), front, is_open, removed, away, host == STANDS_IN)


def read_known(db: Database, group: int, evening: int, person: int) -> Known:
    """Read the knowledge of a person besides this evening, for its acts; Refused if nobody of the group is that."""
    person = people.canonical_id(db, group, person)
    one = people.by_id(db, group, [person]).get(person)
    if one is None:
        raise Refused("no-such-person")
    return Known(
        one,
        frozenset(device for (device,) in db.execute("select device from holds where person = ?", [person])),
        is_held=bool(db.execute(HOLDERS, [person])),
        plays=people.plays(db, group, person),
        plays_elsewhere=people.plays(db, group, person, besides=evening),
    )


# --- stored

SCREEN = """insert into screens (evening, device, kind, host, front, open, barred, entered)
            values (:evening, :device, :kind, :host, :front, :open, :barred,
                    (select coalesce(max(entered), 0) + 1 from screens))
            on conflict (evening, device) do update set
                kind = excluded.kind, host = excluded.host, front = excluded.front, open = excluded.open,
                barred = excluded.barred, entered = case :comes when 1 then excluded.entered else screens.entered end"""
# For whom of its group a removed device spoke, but for the guests of other evenings at which it may still be.
GONE_FROM = """delete from holds where device = :device
               and person in (select id from people where group_id = :group)
               and person not in (select person from guests join evenings on id = evening
                                  where closed_at is null and id <> :evening)"""


def change(db: Database, id: int, act: Act) -> list[int]:
    """Apply an act to an evening as it is stored now, and raise the version by one; Refused if the evening is over.

    Returns the other evenings that show a part, whose versions are raised as well.
    """
    before = read(db, id)
    if before is None:
        raise Refused("stale")
    return store(db, before, act(before))


def store(db: Database, before: Evening, after: Evening) -> list[int]:
    """Store the difference of two values of one evening; which others are to be woken, as in `change`."""
    fields = ("code", "ticket", "host_ticket", "table_code", "locked", "address", "stands_at")
    values = {field: getattr(after, field) for field in fields if getattr(after, field) != getattr(before, field)}
    values |= {"locked": int(after.locked)} if "locked" in values else {}
    changed = "".join(f", {field} = :{field}" for field in values)
    db.execute(f"update evenings set version = version + 1{changed} where id = :id", values | {"id": after.id})
    _store_guests(db, before, after)
    moved = _store_screens(db, before, after)
    if after.claims != before.claims:
        db.execute("delete from claims where evening = ?", [after.id])
        for asked in after.claims:
            db.execute("insert into claims values (?, ?, ?)", [after.id, asked.device, asked.person])
    for table in PARTS:
        _store_part(db, after.id, table, getattr(before, table), getattr(after, table))
    if after.code != before.code:
        moved = {screen.device for screen in (*before.screens, *after.screens)}
    of_group = changed_beside(db, after.id) if {*after.guests} != {*before.guests} else []  # in whatever order
    return list(dict.fromkeys([*of_group, *changed_for(db, sorted(moved), besides=after.id)]))


def _store_guests(db: Database, before: Evening, after: Evening) -> None:
    """Store who sits, in order and with marks, and who speaks for them. One who comes gets up at any other evening."""
    was, now = ({guest.id: guest for guest in evening.guests} for evening in (before, after))
    for person in was.keys() - now.keys():
        db.execute("delete from guests where evening = ? and person = ?", [after.id, person])
    for person in now.keys() - was.keys():
        elsewhere = "person = ? and evening in (select id from evenings where closed_at is null)"
        db.execute(f"delete from guests where {elsewhere}", [person])
    for person in was.keys() ^ now.keys():
        db.execute("delete from holds where person = ?", [person])
    if [*was] != [*now]:
        anew = "on conflict (evening, person) do update set place = excluded.place"
        for place, person in enumerate(now):
            db.execute(f"insert into guests values (?, ?, ?) {anew}", [after.id, person, place])
    for person, guest in now.items():
        if guest != was.get(person):
            people.recolour(db, person, guest.colour, guest.shape)
    for device, person in {*before.holds} - {*after.holds}:
        db.execute("delete from holds where device = ? and person = ?", [device, person])
    new = [pair for pair in after.holds if pair not in before.holds]
    for pair in new:
        db.execute("insert into holds values (?, ?) on conflict do nothing", pair)
    for person in {person for _, person in new} | (now.keys() - was.keys()):
        people.touch(db, person)


def _store_screens(db: Database, before: Evening, after: Evening) -> set[int]:
    """Store the devices; those that came, went, or were asked to leave or let in again."""
    was = {screen.device: screen for screen in before.screens}
    moved = was.keys() - {screen.device for screen in after.screens}
    for device in moved:
        db.execute("delete from screens where evening = ? and device = ?", [after.id, device])
    for screen in after.screens:
        old = was.get(screen.device)
        comes = old is None or (old.away and not screen.away)
        of_device = {"evening": after.id, "device": screen.device}
        if screen.removed and (old is None or not old.removed):
            db.execute(GONE_FROM, of_device | {"group": after.group})
        if old is None or replace(old, people=screen.people) != screen:
            host = STANDS_IN if screen.stands_in else int(screen.host)
            used = {"kind": screen.kind, "host": host, "front": screen.passed_to, "open": int(screen.open)}
            db.execute(SCREEN, of_device | used | {"barred": int(screen.removed), "comes": int(comes)})
        if comes or (old is not None and old.removed != screen.removed):
            moved = moved | {screen.device}
    return moved


def _store_part(db: Database, evening: int, table: str, before: Sequence[Any], after: Sequence[Any]) -> None:
    """Store which rows of a table in `PARTS` an evening has."""
    for row in before:
        if row not in after:
            db.execute(f"delete from {table} where id = ?", [row.id])
    for row in after:
        if row not in before:
            values = asdict(row) | {"evening": evening}
            if table == "spectators":  # its id stands in an address, and tells nothing of others
                values["id"] = free_number(db, table, ID_BITS)
            else:
                del values["id"]
            db.execute(f"insert into {table} ({', '.join(values)}) values ({marks([*values])})", [*values.values()])


# --- tables of an evening


def put_away(db: Database, evening: int) -> str | None:
    """Drop the table that an evening shows, if nothing was reported at it and no other evening had it; its code."""
    sql = """select id, code from tables where code = (select table_code from evenings where id = ?)
             and not exists (select 1 from lines where table_id = id) and id not in (select table_id from resumed)"""
    empty = db.execute(sql, [evening]).first()
    if empty is None:
        return None
    drop_table(db, empty[0])
    code: str = empty[1]
    return code


def show_next(evening: Evening, before: str | None, code: str) -> Evening:
    """Show a table in the place of `before`; Refused if another host has shown something else meanwhile."""
    if evening.table_code != before:
        raise Refused("stale")
    return evening.showing(code)


def check_laid(db: Database, table_id: str) -> None:
    """Refused for a table that was put away before its first line: it is no more."""
    if not db.execute("select 1 from tables where id = ?", [table_id]):
        raise Refused("stale")


def lay_anew(db: Database, before: Header, header: Header) -> None:
    """Replace a table at which nothing was reported; notes and ticks stay. Refused if it has a line or is no more."""
    check_laid(db, before.id)
    if db.execute("select 1 from lines where table_id = ?", [before.id]):
        raise Refused("stale")
    notes = db.execute("select device, owner, character, seat, mark from notes where table_id = ?", [before.id])
    ticks = laid_out.ticks(db, before.id)
    drop_table(db, before.id)
    add_table(db, header)
    insert_table(db, header)
    laid_out.keep(db, header.id, ticks)
    for device, owner, character, seat, mark in notes:
        note(db, device, header.id, owner, character, seat, mark)


def check_tables(db: Database, evening: int) -> None:
    """Refused if an evening has as many tables as it may, those included at which nothing was reported yet."""
    number = db.execute(f"select count(*) from tables where {OF_EVENING}", [evening, evening]).first()[0]
    if number >= MOST_TABLES:
        raise Refused("evening-full", most=MOST_TABLES)


# --- opened and closed


def new_tickets(letters: int) -> tuple[str, str, str]:
    """The code in print, of this length, the ticket in the QR code, and the ticket of the host's own link."""
    return new_code(letters), chance.token_urlsafe(16), chance.token_urlsafe(16)


def open_evening(db: Database, group: int, over: Sequence[int], unless_open: bool, letters: int = CODE_LENGTH) -> int:
    """Open an evening with a code of that length; its id. Refused for a group that was forgotten.

    `over`: those that have ended by themselves, which are closed. `unless_open`: return one that the group has open.
    """
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


# --- versions


def changed_beside(db: Database, evening: int) -> list[int]:
    """Raise the versions of the open evenings of a group beside one of them; their ids."""
    sql = """update evenings set version = version + 1 where closed_at is null and id <> :id
             and group_id = (select group_id from evenings where id = :id) returning id"""
    return [row[0] for row in db.execute(sql, {"id": evening})]


def changed_by_league(db: Database, group: int, besides: int | None) -> list[int]:
    """Raise the versions of the open evenings of a group but one, if the group has leagues; their ids."""
    sql = """update evenings set version = version + 1 where closed_at is null and group_id = ? and id <> ?
             and exists (select 1 from leagues where leagues.group_id = evenings.group_id) returning id"""
    return [row[0] for row in db.execute(sql, [group, besides or 0])]


def raise_all(db: Database) -> None:
    """Raise all versions above any that was given before, also by a file in whose place an older one was put back."""
    seconds = int(utc_time(now()).timestamp())
    sql = "update evenings set version = case when version < ? then ? else version + 1 end where closed_at is null"
    db.execute(sql, [seconds, seconds])


def newer_version(db: Database, evening: int) -> int | None:
    """Raise the version of an evening alone; the new one, None without such an evening (of the very first files)."""
    sql = "update evenings set version = version + 1 where id = ? returning version"
    row = db.execute(sql, [evening]).first()
    return row[0] if row else None


def changed_for(db: Database, devices: Sequence[int], besides: int = 0) -> list[int]:
    """Raise the version of every open evening but one that one of these devices has entered; their ids."""
    sql = f"""update evenings set version = version + 1 where closed_at is null and id <> ?
              and id in (select evening from screens where device in ({marks(devices)})) returning id"""
    return [row[0] for row in db.execute(sql, [besides, *devices])] if devices else []


def open_ids(db: Database, group: int | None = None) -> list[int]:
    """The evenings that were not closed, the newest first: all, or those of a group."""
    sql = "select id from evenings where closed_at is null and group_id = coalesce(?, group_id) order by id desc"
    return [row[0] for row in db.execute(sql, [group])]


def entered_ids(db: Database, device: int) -> list[int]:
    """The evenings that a device has entered, of those that were not closed: the last first, where it may be first."""
    return [row[0] for row in db.execute(AT_EVENINGS, [device])]
