"""The evening that a device was at last, once it is over: what it leaves to the device, and for how long."""

from datetime import UTC, datetime, timedelta

from msgspec import Struct

from companion.evening.model import REPLACED
from companion.evening.rows import HOSTS, STANDS_IN
from companion.group import people
from companion.group.groups import is_there
from companion.group.people import Person
from companion.storage.database import Database
from companion.storage.identifiers import utc_time

KEPT = timedelta(30)  # since its last game was begun
LAST = """select evening, group_id, closed_at, address, kind, barred,
                 case when exists (select 1 from notices where notices.evening = screens.evening
                                   and notices.device = screens.device and code = :replaced) then :hosts else host end,
                 coalesce((select max(opened_at) from tables where tables.evening = screens.evening), opened_at)
          from screens join evenings on id = evening where device = :device order by entered desc limit 1"""
# One that a start of the server has opened, or a code that was typed, is none before somebody has come in.
LATER = """select 1 from evenings where group_id = ? and id <> ? and opened_at >= ?
           and exists (select 1 from screens where evening = evenings.id)"""
SPOKE_FOR = "select person from holds join guests using (person) where device = ? and evening = ? order by place"


class LastEvening(Struct, frozen=True):
    """An evening that is over, for a device that was not asked to leave: how it was used, and for whom it spoke.

    `host`: it hosted, also where another one stood in. `played_at`: when the last game was begun, or without one the
    evening. `is_newest`: nobody of its group has come to a later one.
    """

    id: int
    group: int
    played_at: str
    address: str
    kind: str
    host: bool
    stands_in: bool
    people: tuple[Person, ...]
    is_newest: bool

    @property
    def may_return(self) -> bool:
        """Whether the device may come to its group's next evening without a code: it had a seat, or hosted."""
        return self.host or bool(self.people)

    @property
    def may_read(self) -> bool:
        """Whether the device goes on reading the history of its group: it had a seat, or hosted, until the next one."""
        return self.is_newest and self.may_return

    @property
    def leaves_page(self) -> bool:
        """Whether the last page of the evening stays on the device: also on a scoreboard that did not host."""
        return self.is_newest and (self.may_return or self.kind == "board")


def of_device(db: Database, device: int, moment: datetime | None = None) -> LastEvening | None:
    """The evening that a device entered last; None if it had to leave, of a forgotten group, and after thirty days."""
    row = db.execute(LAST, {"device": device, "replaced": REPLACED, "hosts": HOSTS}).first()
    if row is None:
        return None
    evening, group, closed_at, address, kind, barred, role, played_at = row
    age = (moment or datetime.now(UTC)) - utc_time(played_at)
    if barred or age > KEPT or not is_there(db, group):
        return None
    persons = [person for (person,) in db.execute(SPOKE_FOR, [device, evening])]
    spoke_for = people.by_id(db, group, persons)
    is_newest = closed_at is None or not db.execute(LATER, [group, evening, closed_at]).first()
    speaks_for = tuple(spoke_for[person] for person in persons if person in spoke_for)
    hosting = bool(role), role == STANDS_IN
    return LastEvening(evening, group, played_at, address, kind, *hosting, speaks_for, is_newest)
