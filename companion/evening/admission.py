"""Admission to an evening: who joins, who is removed, whether it is closed to others, and who watches from outside."""

import secrets as chance
from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from companion.evening import seats
from companion.evening.evenings import Evenings
from companion.evening.model import YOU_HOST, Evening
from companion.evening.rows import AS_HOST, STANDS_IN, changed_for, new_tickets, open_evening, tell
from companion.evening.seats import MOST_GUESTS
from companion.games.moves import Refused
from companion.group import keepers
from companion.storage.database import Database
from companion.storage.identifiers import free_number, hashed, new_code, now

STRANGERS = 12
SILENT_SECONDS = 600
DEVICE_BITS = 52
SPECTATORS = 12  # links to the scoreboard of one evening
TYPED = 12  # letters of such a link (55 bits): many a television has a keyboard, and no camera
NEW_SCREEN = """insert into screens (evening, device, host, entered)
                select :evening, :device, case when :host = 1 or not exists (
                           select 1 from screens where evening = :evening and host <> 0) then 1 else 0 end,
                       (select coalesce(max(entered), 0) + 1 from screens)
                where true on conflict (evening, device) do update set
                    host = case excluded.host when 1 then 1 else screens.host end, entered = excluded.entered"""
# For whom of its group a removed device spoke, but for the guests of other evenings at which it may still be.
GONE_FROM = """delete from holds where device = :device
               and person in (select id from people where group_id = :group)
               and person not in (select person from guests join evenings on id = evening
                                  where closed_at is null and id <> :evening)"""


class Admission:
    """Admits devices to an evening, and removes them."""

    def __init__(self, evenings: Evenings) -> None:
        self._evenings = evenings
        self._joined: dict[int, dict[int, float]] = {}

    def arrive(
        self,
        evening: Evening,
        device: int | None,
        host: bool = False,
        keeper: bool = False,
        stands_in: bool = False,
    ) -> str | None:
        """Let a device enter an evening, by the host's own link as `host`; the first device of an evening is its host.

        `keeper`: it also keeps the group, which is not the home. `stands_in`: a host that does no more here.

        A guest who becomes host gets a notice; a new device reads it on its first page. The device leaves any other
        evening. An unknown device is made, and its key returned, which only it knows. Refused, and nothing is written,
        if the door is closed to it.
        """
        screen = evening.screen(device)
        is_here = screen is not None and not screen.removed and not screen.away
        hosts = screen is not None and screen.host and not screen.stands_in
        if is_here and hosts >= host and evening.has_host and not keeper:
            return None
        key, silent = None if device else chance.token_urlsafe(32), self._silent(evening)
        becomes_host = host and screen is not None and screen.kind != "new" and not screen.host

        def come(db: Database) -> int:
            _check_admission(db, evening.id, device, host, silent)
            comer: int = device or _add_device(db, key or "")
            db.execute(NEW_SCREEN, {"evening": evening.id, "device": comer, "host": int(host)})
            if stands_in:
                db.execute(AS_HOST, [STANDS_IN, evening.id, comer])
            elif becomes_host:
                tell(evening, [comer], YOU_HOST, "")(db)
            if keeper:
                keepers.add(db, evening.group, comer)
            return comer

        comer = self._evenings.change(evening, come)
        self._joined.setdefault(evening.id, {})[comer] = self._evenings.clock()
        return key

    def open_group(self, make: Callable[[Database], int], device: int | None) -> str | None:
        """A device opens the group that `make` returns, and its first evening, in one commit.

        It hosts the evening, and keeps the group. One that is not known yet is made; its key is returned.
        """
        key = None if device else chance.token_urlsafe(32)
        entered: list[int] = []

        def open(db: Database, over: Sequence[int]) -> int:
            group = make(db)
            evening = open_evening(db, group, over, False, self._evenings.letters)
            opener = device or _add_device(db, key or "")
            db.execute(NEW_SCREEN, {"evening": evening, "device": opener, "host": 1})
            keepers.add(db, group, opener)
            entered.extend(changed_for(db, [opener]))
            return evening

        opened = self._evenings.open_by(open)
        self._evenings.wake(id for id in entered if id != opened.id)
        return key

    def _silent(self, evening: Evening) -> list[int]:
        """Devices that came in ten minutes ago or earlier, and have not said yet how they are used."""
        now, joined = self._evenings.clock(), self._joined.get(evening.id, {})
        new = [screen.device for screen in evening.screens if screen.says_nothing]
        since = self._joined[evening.id] = {device: joined.get(device, now) for device in new}
        return [device for device, moment in since.items() if now - moment >= SILENT_SECONDS]

    def lock(self, evening: Evening, locked: bool) -> None:
        """Close the evening to new devices, or open it; those that have joined stay."""
        sql = "update evenings set locked = ? where id = ?"
        self._evenings.change(evening, lambda db: db.execute(sql, [int(locked), evening.id]))

    def remove(self, evening: Evening, device: int) -> Evening:
        """Remove a device; the evening as it is then: its code and links are new, so that the old ones admit nobody."""
        evening.check_device(device)
        gone = "update screens set barred = 1, host = 0, kind = 'new' where evening = ? and device = ?"
        tickets = new_tickets(self._evenings.letters)
        of_group = {"evening": evening.id, "group": evening.group, "device": device}
        self._evenings.change(
            evening,
            lambda db: db.execute(gone, [evening.id, device]),
            lambda db: db.execute(GONE_FROM, of_group),
            lambda db: seats.begin_anew(db, evening.id, device),
            lambda db: db.execute("delete from proposals where evening = ? and device = ?", [evening.id, device]),
            lambda db: db.execute(
                "update evenings set code = ?, ticket = ?, host_ticket = ? where id = ?", [*tickets, evening.id]
            ),
        )
        code, ticket, host_ticket = tickets
        return replace(evening, code=code, ticket=ticket, host_ticket=host_ticket)

    def add_spectator(self, evening: Evening) -> None:
        """Make another link to the scoreboard alone; Refused if there are as many as an evening has."""
        if len(evening.spectators) >= SPECTATORS:
            raise Refused("many-spectators", most=SPECTATORS)
        ticket, made_at = new_code(TYPED), now()
        sql = "insert into spectators (id, evening, ticket, made_at) values (?, ?, ?, ?)"

        def add(db: Database) -> None:
            db.execute(sql, [free_number(db, "spectators", DEVICE_BITS), evening.id, ticket, made_at])

        self._evenings.change(evening, add)

    def revoke_spectator(self, evening: Evening, id: int) -> None:
        """Revoke a link to the scoreboard: what is open by it goes dark. LookupError if there is none."""
        if id not in {spectator.id for spectator in evening.spectators}:
            raise LookupError(id)
        sql = "delete from spectators where evening = ? and id = ?"
        self._evenings.change(evening, lambda db: db.execute(sql, [evening.id, id]))

    def let_in(self, evening: Evening, device: int) -> None:
        """Admit a removed device again."""
        evening.check_device(device)
        sql = "update screens set barred = 0 where evening = ? and device = ?"
        self._evenings.change(evening, lambda db: db.execute(sql, [evening.id, device]))


def _add_device(db: Database, key: str) -> int:
    """A device that has not been here before; its id tells nobody how many there are."""
    id = free_number(db, "devices", DEVICE_BITS)
    db.execute("insert into devices (id, hash) values (?, ?)", [id, hashed(key)])
    return id


def _check_admission(db: Database, evening: int, device: int | None, host: bool, silent: Iterable[int]) -> None:
    """Refused if a device may not come in; the first who makes room, should there be none, are the `silent`."""
    row = db.execute("select barred from screens where evening = ? and device = ?", [evening, device]).first()
    if row is not None and row[0]:
        raise Refused("barred")
    if row is not None or host:
        return
    if db.execute("select locked from evenings where id = ?", [evening]).first()[0]:
        raise Refused("door-closed")
    if _is_full(db, evening):
        forget = "delete from screens where evening = ? and device = ? and kind = 'new' and host = 0 and barred = 0"
        for nobody in silent:
            db.execute(forget, [evening, nobody])
        if _is_full(db, evening):
            raise Refused("house-full")


def _is_full(db: Database, evening: int) -> bool:
    (screens,) = db.execute("select count(*) from screens where evening = ? and barred = 0", [evening]).first()
    return bool(screens >= 2 * MOST_GUESTS + STRANGERS)
