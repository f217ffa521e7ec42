"""The host's role while all hosting devices are silent: offered, taken over, objected to, taken back.

The device that takes it over stands in: it hosts, and keeps nothing of the group. Offers and rights to object or take
back are notices, read and spent in the commit that acts on them.
"""

from collections.abc import Sequence

from companion.evening.evenings import Evenings
from companion.evening.model import OFFERED, REPLACED, TAKEN, YOU_HOST, Evening, EveningDevice
from companion.evening.presence import Presence
from companion.evening.rows import AS_HOST, HOSTS, STANDS_IN, tell
from companion.evening.tables import Tables
from companion.games.moves import Refused
from companion.storage.database import Database
from companion.storage.stored_table import LiveTable
from companion.table import questions
from companion.table.result import is_closed

SILENT_SECONDS = 600.0
OBJECTED, BACK = "host-objected", "host-back"  # notices of what has become of the role
SEAT_ASKED, UNREPORTED, NEXT_GAME = "seat-asked", "unreported", "next-game"  # what waits for a host
NOTICED = "select 1 from notices where evening = ? and device = ? and code = ?"
DROPPED = "delete from notices where evening = ? and code = ?"


def waiting_for_host(evening: Evening, live: LiveTable | None) -> str:
    """The question that only a host can answer; empty if there is none. `live`: the table that is shown."""
    if evening.claims:
        return SEAT_ASKED
    if live is None or is_closed(live.table):
        return NEXT_GAME if evening.guests else ""
    people = live.header.people
    waited_for = (people[seat] for seat in questions.waiting(live.table) if seat < len(people))
    return UNREPORTED if any(not evening.has_phone(person) for person in waited_for) else ""


def may_undo(evening: Evening, device: int) -> bool:
    """Whether a device may take the host's role back, or object to the stand-in."""
    return evening.has_notice(device, REPLACED) or evening.has_notice(device, TAKEN)


class Succession:
    """The host's role in place of silent devices."""

    def __init__(self, evenings: Evenings, tables: Tables, presence: Presence) -> None:
        self._evenings, self._tables, self._presence = evenings, tables, presence
        self._offered: dict[int, set[int]] = {}  # the devices that need not be offered it again in this silence

    def look(self) -> None:
        """Offer the role wherever it is due by now, and withdraw what is due no longer."""
        evenings = self._evenings.all_open()
        self._presence.forget_others(evenings)
        self._offered = {evening.id: self._offered.get(evening.id, set()) for evening in evenings}
        for evening in evenings:
            waits = waiting_for_host(evening, self._tables.shown(evening)) if self._is_silent(evening) else ""
            if waits:
                self._offer(evening, waits)
            else:
                self._withdraw(evening)

    def _is_silent(self, evening: Evening) -> bool:
        """Whether every device that hosts has been silent for long enough."""
        silences = [self._presence.silence(evening, screen) for screen in evening.hosting]
        return all(silence >= SILENT_SECONDS for silence in silences)

    def _offer(self, evening: Evening, waits: str) -> None:
        offered = self._offered[evening.id]
        seated = {screen.device for screen in evening.screens if screen.is_seated_phone and not screen.host}
        more = seated - offered - {notice.device for notice in evening.notices if notice.code == OFFERED}
        offered |= seated
        if more:
            self._evenings.change(evening, tell(evening, sorted(more), OFFERED, waits))

    def _withdraw(self, evening: Evening) -> None:
        self._offered[evening.id].clear()
        if any(notice.code == OFFERED for notice in evening.notices):
            self._evenings.change(evening, lambda db: _drop(db, evening, OFFERED))

    def take(self, evening: Evening, screen: EveningDevice) -> None:
        """Let a device that was offered the role stand in; all devices get a notice.

        Refused if a host gave a sign of life meanwhile, or another device was quicker.
        """
        if not self._is_silent(evening):
            raise Refused("host-is-here")
        name = _name(evening, screen)

        def stand_in(db: Database) -> None:
            _check_noticed(db, evening, screen.device, OFFERED)
            _drop(db, evening, OFFERED, TAKEN, OBJECTED, BACK)
            hosts = "select device from screens where evening = ? and host = ?"
            replaced = [row[0] for row in db.execute(hosts, [evening.id, HOSTS])]
            db.execute("update screens set host = 0 where evening = ?", [evening.id])
            db.execute(AS_HOST, [STANDS_IN, evening.id, screen.device])
            tell(evening, replaced, REPLACED, name)(db)
            others = [other for other in _others(evening, screen) if other.device not in replaced]
            tell(evening, [other.device for other in others if other.is_seated_phone], TAKEN, name)(db)
            tell(evening, [other.device for other in others if not other.is_seated_phone], "host-changed", name)(db)
            tell(evening, [screen.device], YOU_HOST, "")(db)

        self._evenings.change(evening, stand_in)

    def object_to(self, evening: Evening, screen: EveningDevice) -> None:
        """End the stand-in: the former hosts host again, and all devices get a notice of who objected.

        Refused if the former hosts have left the role to the stand-in. The next offer comes after as long a silence.
        """

        def undo(db: Database) -> None:
            _check_noticed(db, evening, screen.device, TAKEN)
            sql = "select device from notices where evening = ? and code = ?"
            replaced = [row[0] for row in db.execute(sql, [evening.id, REPLACED])]
            if not replaced:
                raise Refused("stale")
            _restore(db, evening, replaced)
            others = [other.device for other in _others(evening, screen)]
            tell(evening, others, OBJECTED, _name(evening, screen))(db)

        self._evenings.change(evening, undo)
        for notice in evening.notices:
            if notice.code == REPLACED:
                self._presence.hear(evening, notice.device)

    def take_back(self, evening: Evening, screen: EveningDevice) -> None:
        """Let a former host host again, and end the stand-in; all devices get a notice."""

        def undo(db: Database) -> None:
            _check_noticed(db, evening, screen.device, REPLACED)
            _restore(db, evening, [screen.device])
            tell(evening, [other.device for other in _others(evening, screen)], BACK, "")(db)

        self._evenings.change(evening, undo)


def _check_noticed(db: Database, evening: Evening, device: int, code: str) -> None:
    """Refused unless a device has this notice: what it acts on was spent meanwhile."""
    if not db.execute(NOTICED, [evening.id, device, code]):
        raise Refused("stale")


def _drop(db: Database, evening: Evening, *codes: str) -> None:
    """Drop all notices of these codes."""
    for code in codes:
        db.execute(DROPPED, [evening.id, code])


def _restore(db: Database, evening: Evening, devices: Sequence[int]) -> None:
    """Let these devices host again without a stand-in, and drop earlier notices of the role."""
    stood_in = "device in (select device from screens where evening = ? and host = ?)"
    db.execute(f"{DROPPED} and {stood_in}", [evening.id, YOU_HOST, evening.id, STANDS_IN])
    db.execute("update screens set host = 0 where evening = ? and host = ?", [evening.id, STANDS_IN])
    _drop(db, evening, TAKEN, OBJECTED, BACK)
    for device in devices:
        db.execute(f"{AS_HOST} and barred = 0", [HOSTS, evening.id, device])
        db.execute(f"{DROPPED} and device = ?", [evening.id, REPLACED, device])


def _others(evening: Evening, screen: EveningDevice) -> list[EveningDevice]:
    """The other devices that have said how they are used."""
    others = [other for other in evening.screens if other.device != screen.device]
    return [other for other in others if other.kind != "new" and not other.removed]


def _name(evening: Evening, screen: EveningDevice) -> str:
    """The name of the person who holds a phone."""
    guest = evening.guest(screen.holder)
    return guest.name if guest else ""
