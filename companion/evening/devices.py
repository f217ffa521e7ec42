"""Devices: how each one is used, for whom it speaks, who hosts, who is let in."""

import hashlib
import secrets as chance
from collections.abc import Iterable

from sqlite_utils import Database

from companion.evening import seats
from companion.evening.evenings import Evenings
from companion.evening.model import Claim, Evening
from companion.evening.rows import new_tickets, used_as
from companion.evening.seats import MOST_GUESTS
from companion.games.moves import Refused
from companion.group import people
from companion.group.people import Person
from companion.storage.store import Job, Store
from companion.storage.writer import Writer

KINDS = ("phone", "board", "watch")
STRANGERS = 12
SILENT_SECONDS = 600
NEW_DEVICE = "insert into devices (hash) values (?) returning id"
NEW_SCREEN = """insert into screens (evening, device, host)
                select :evening, :device, :host or not exists (select 1 from screens where evening = :evening and host)
                where true on conflict do update set host = max(host, excluded.host)"""


class Devices:
    """The devices of the house, most of all those of this evening."""

    def __init__(self, store: Store, writer: Writer, evenings: Evenings) -> None:
        self._store = store
        self._writer = writer
        self._evenings = evenings
        self._came: dict[int, float] = {}

    def known(self, key: str) -> int | None:
        """The device that shows `key`."""
        row = self._store.reader().execute("select id from devices where hash = ?", [_hash(key)]).fetchone()
        return row[0] if row else None

    def held(self, device: int) -> list[Person]:
        """For whom this device spoke the last time."""
        found = self._store.reader().execute("select person from holds where device = ?", [device])
        return list(people.by_id(self._store.reader(), [row[0] for row in found]).values())

    # --- coming in

    def arrive(self, device: int | None, host: bool = False) -> str | None:
        """A device comes in, by the host's own link as `host`; the first one of an evening is its host.

        One that is not known yet is made; its key, which only it knows, is returned. Refused if the door is closed to
        it: then nothing is written.
        """
        evening = self._evenings.now()
        screen = evening.screen(device)
        if screen is not None and not screen.barred and screen.host >= host and evening.has_host:
            return None
        key, silent = None if device else chance.token_urlsafe(32), self._silent(evening)

        def come(db: Database) -> int:
            _check_door(db, evening.id, device, host, silent)
            comer: int = device or db.execute(NEW_DEVICE, [_hash(key or "")]).fetchone()[0]
            db.execute(NEW_SCREEN, {"evening": evening.id, "device": comer, "host": host})
            return comer

        self._came[self._evenings.change(come)] = self._evenings.clock()
        return key

    def _silent(self, evening: Evening) -> list[int]:
        """Devices that came in ten minutes ago or earlier, and have not said yet how they are used."""
        now = self._evenings.clock()
        new = [screen.device for screen in evening.screens if screen.says_nothing]
        self._came = {device: self._came.get(device, now) for device in new}
        return [device for device, since in self._came.items() if now - since >= SILENT_SECONDS]

    def lock(self, locked: bool) -> None:
        """Close the door, or open it: those who are in stay in."""
        evening = self._evenings.now().id
        self._evenings.change(lambda db: db.execute("update evenings set locked = ? where id = ?", [locked, evening]))

    def remove(self, device: int) -> None:
        """Ask a device to leave. The evening has another code and other links since: nobody comes back by the old."""
        evening = self._check(device)
        gone = "update screens set barred = 1, host = 0, kind = 'new' where evening = ? and device = ?"
        self._evenings.change(
            lambda db: db.execute(gone, [evening.id, device]),
            lambda db: db.execute("delete from holds where device = ?", [device]),
            lambda db: db.execute("delete from claims where device = ?", [device]),
            lambda db: db.execute(
                "update evenings set code = ?, ticket = ?, host_ticket = ? where id = ?", [*new_tickets(), evening.id]
            ),
        )

    def let_in(self, device: int) -> None:
        """Let a device in again that was asked to leave."""
        evening = self._check(device)
        sql = "update screens set barred = 0 where evening = ? and device = ?"
        self._evenings.change(lambda db: db.execute(sql, [evening.id, device]))

    # --- how it is used

    def use_as(self, device: int, kind: str) -> None:
        """The device says how it is used: phone, board or watch."""
        self._evenings.change(used_as(self._evenings.now(), device, kind))

    def hand(self, device: int, person: int, open: bool) -> None:
        """A phone that several share goes into the hands of `person`; `open`: who says so holds it."""
        evening = self._check(device, person)
        sql = "update screens set front = ?, open = ? where evening = ? and device = ?"
        self._evenings.change(lambda db: db.execute(sql, [person, open, evening.id, device]))

    def put_down(self, device: int, persons: Iterable[int | None]) -> None:
        """Whoever shares a phone has tapped: it is covered, and goes on to the first of `persons`, if there is any."""
        screen = self._evenings.now().screen(device)
        if screen is not None and len(screen.people) > 1:
            after = next(
                (person for person in persons if person is not None and person in screen.people), screen.holder
            )
            assert after is not None
            self.hand(device, after, False)

    # --- the host

    def make_host(self, device: int, instead_of: int | None = None) -> None:
        """A device hosts as well, or instead of another; it is told."""
        evening = self._check(device)
        sql = "update screens set host = ? where evening = ? and device = ?"
        jobs: list[Job] = [lambda db: db.execute(sql, [1, evening.id, device])]
        if instead_of is not None and instead_of != device:
            jobs += [lambda db: db.execute(sql, [0, evening.id, instead_of])]
        self._evenings.change(*jobs, _told(evening, [device], "you-host", ""))

    def answer(self, device: int, person: int, allow: bool) -> None:
        """The host gives a seat to the device that asked for it, or does not.

        Those who had it are told; if nobody had it on a device, everybody is.
        """
        evening = self._evenings.now()
        asked = next((claim for claim in evening.claims if (claim.device, claim.person) == (device, person)), None)
        if asked is None:
            return

        def decide(db: Database) -> None:
            sql = "delete from claims where evening = ? and device = ? and person = ? returning 1"
            if not db.execute(sql, [evening.id, device, person]).fetchall():
                return  # another host was quicker
            if not allow:
                _told(evening, [device], "seat-refused", asked.name)(db)
                return
            seats.seat(db, evening.id, device, person)
            used_as(evening, device, "phone")(db)
            _tell_of_seat(evening, asked)(db)

        self._evenings.change(decide)

    def let_go(self, device: int, person: int) -> None:
        """A device speaks for somebody no longer."""
        self._check(device, person)
        sql = "delete from holds where device = ? and person = ?"
        self._evenings.change(lambda db: db.execute(sql, [device, person]))

    def heard(self, device: int) -> None:
        """What a device was told has been read."""
        self._evenings.change(lambda db: db.execute("delete from notices where device = ?", [device]))

    def _check(self, device: int, person: int | None = None) -> Evening:
        """The evening, which knows the device, and that it speaks for the person; Refused otherwise."""
        evening = self._evenings.now()
        screen = evening.screen(device)
        if screen is None or (person is not None and person not in screen.people):
            raise Refused("no-such-device")
        return evening


def _check_door(db: Database, evening: int, device: int | None, host: bool, silent: Iterable[int]) -> None:
    """Refused if a device may not come in; the first who makes room, should there be none, are the `silent`."""
    row = db.execute("select barred from screens where evening = ? and device = ?", [evening, device]).fetchone()
    if row is not None and row[0]:
        raise Refused("barred")
    if row is not None or host:
        return
    if db.execute("select locked from evenings where id = ?", [evening]).fetchone()[0]:
        raise Refused("door-closed")
    if _is_full(db, evening):
        forget = "delete from screens where evening = ? and device = ? and kind = 'new' and not host and not barred"
        for nobody in silent:
            db.execute(forget, [evening, nobody])
        if _is_full(db, evening):
            raise Refused("house-full")


def _is_full(db: Database, evening: int) -> bool:
    (screens,) = db.execute("select count(*) from screens where evening = ? and not barred", [evening]).fetchone()
    return bool(screens >= 2 * MOST_GUESTS + STRANGERS)


def _tell_of_seat(evening: Evening, claim: Claim) -> Job:
    """Tell whoever spoke for this person that another device does now as well; everybody, if nobody did."""
    others = [screen for screen in evening.screens if screen.device != claim.device and not screen.barred]
    holders = [screen.device for screen in others if claim.person in screen.people]
    if holders:
        return _told(evening, holders, "seat-shared", claim.name)
    return _told(evening, [screen.device for screen in others if screen.kind != "new"], "seat-taken", claim.name)


def _told(evening: Evening, devices: Iterable[int], code: str, about: str) -> Job:
    rows = [(evening.id, device, code, about) for device in devices]

    def tell(db: Database) -> None:
        for row in rows:
            db.execute("insert into notices (evening, device, code, about) values (?, ?, ?, ?)", row)

    return tell


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
