"""Devices: how each one is used, for whom it reports, who hosts."""

from collections.abc import Iterable

from companion.evening import seats
from companion.evening.evenings import Evenings
from companion.evening.model import CHOICES, REFUSED, YOU_HOST, Claim, Evening, EveningDevice
from companion.evening.rows import AS_HOST, HOSTS, STANDS_IN, tell, used_as
from companion.group import people
from companion.group.people import Person
from companion.storage.database import Database
from companion.storage.identifiers import HOME, hashed
from companion.storage.store import Job, Store

KINDS = ("phone", "board", "watch")
KEPT = 4096  # so many keys are kept in memory
GROUPS = """select groups.id from screens join evenings on evenings.id = evening join groups on groups.id = group_id
            where device = :device and groups.id <> :home and forgotten_at is null group by groups.id
            having max(case kind when 'new' then 0 else 1 end) = 1 and max(barred) = 0
                or exists (select 1 from keepers where group_id = groups.id and device = :device)
            order by max(entered) desc"""


class Devices:
    """The devices that are known, and how each is used at an evening."""

    def __init__(self, store: Store, evenings: Evenings) -> None:
        self._store = store
        self._evenings = evenings
        self._ids: dict[str, int] = {}

    def by_key(self, key: str) -> int | None:
        """The device that shows `key`; looked up once, since a device never gets another key."""
        digest = hashed(key)
        if digest not in self._ids:
            row = self._store.reader().execute("select id from devices where hash = ?", [digest]).first()
            if row is None:
                return None
            self._ids[digest] = row[0]
            while len(self._ids) > KEPT:
                self._ids.pop(next(iter(self._ids)))
        return self._ids[digest]

    def held(self, group: int, device: int) -> list[Person]:
        """The people of this group for whom this device spoke last."""
        rows = self._store.reader().execute("select person from holds where device = ?", [device])
        return list(people.by_id(self._store.reader(), group, [row[0] for row in rows]).values())

    def groups(self, device: int) -> list[int]:
        """The groups that a device keeps, or was a guest of and never asked to leave: the one it was at last first."""
        rows = self._store.reader().execute(GROUPS, {"device": device, "home": HOME})
        return [row[0] for row in rows]

    # --- how it is used

    def use_as(self, evening: Evening, device: int, kind: str) -> None:
        """Use a device as a phone, as the board, or to watch: it asks for no seat any more."""
        self._evenings.change(
            evening, lambda db: seats.begin_anew(db, evening.id, device), used_as(evening, device, kind)
        )

    def pass_phone(self, evening: Evening, device: int, person: int, open: bool) -> None:
        """Pass a phone that several share to one of them; `open`: that person holds it, and it is not covered."""
        evening.check_device(device, person)
        self._evenings.change(evening, passed(evening, device, person, open))

    # --- the host

    def make_host(self, evening: Evening, device: int, giver: EveningDevice, instead: bool = False) -> None:
        """A device hosts as well as the `giver`, or `instead`; it gets a notice. Who stands in hands on no more."""
        evening.check_device(device)
        role = STANDS_IN if giver.stands_in else HOSTS
        jobs: list[Job] = [lambda db: db.execute(f"{AS_HOST} and host <> ?", [role, evening.id, device, HOSTS])]
        if instead and giver.device != device:
            jobs += [lambda db: db.execute(AS_HOST, [0, evening.id, giver.device])]
        self._evenings.change(evening, *jobs, tell(evening, [device], YOU_HOST, ""))

    def answer(self, evening: Evening, device: int, person: int, allow: bool) -> None:
        """The host gives a seat to the device that asked for it, or does not.

        Those who had it are told; if nobody had it on a device, everybody is.
        """
        asked = next((claim for claim in evening.claims if (claim.device, claim.person) == (device, person)), None)
        if asked is None:
            return

        def decide(db: Database) -> None:
            sql = "delete from claims where evening = ? and device = ? and person = ? returning 1"
            if not db.execute(sql, [evening.id, device, person]):
                return  # another host was quicker
            if not allow:
                tell(evening, [device], REFUSED, asked.name)(db)
                return
            seats.seat(db, evening.group, evening.id, device, person)
            used_as(evening, device, "phone")(db)
            _tell_of_seat(evening, asked)(db)

        self._evenings.change(evening, decide)

    def let_go(self, evening: Evening, device: int, person: int) -> None:
        """A device no longer reports for somebody."""
        evening.check_device(device, person)
        sql = "delete from holds where device = ? and person = ?"
        self._evenings.change(evening, lambda db: db.execute(sql, [device, person]))

    def drop_notices(self, evening: Evening, device: int, id: int | None = None) -> None:
        """Drop a notice of a device, or without `id` all that only have to be read: no choice is lost with them."""
        own = [notice for notice in evening.notices if notice.device == device]
        read = [notice.id for notice in own if (notice.code not in CHOICES if id is None else notice.id == id)]

        def drop(db: Database) -> None:
            for number in read:
                db.execute("delete from notices where id = ?", [number])

        self._evenings.change(evening, drop)


def passed(evening: Evening, device: int, person: int, open: bool) -> Job:
    """Pass a phone that several share to one of them."""
    sql = "update screens set front = ?, open = ? where evening = ? and device = ?"
    return lambda db: db.execute(sql, [person, int(open), evening.id, device])


def cover_phone(evening: Evening, screen: EveningDevice, persons: Iterable[int | None]) -> Job:
    """After a tap on a phone that several share: cover it, and pass it to the first of `persons`, if there is any."""
    after = next((person for person in persons if person in screen.people), screen.holder)
    assert after is not None
    return passed(evening, screen.device, after, open=False)


def _tell_of_seat(evening: Evening, claim: Claim) -> Job:
    """Notify the devices that spoke for this person that another one does now; all devices, if none did."""
    others = [screen for screen in evening.screens if screen.device != claim.device and not screen.removed]
    holders = [screen.device for screen in others if claim.person in screen.people]
    if holders:
        return tell(evening, holders, "seat-shared", claim.name)
    return tell(evening, [screen.device for screen in others if screen.kind != "new"], "seat-taken", claim.name)
