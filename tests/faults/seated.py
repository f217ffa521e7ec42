"""The rows of an evening: who sits, which devices are in, who asks; and what must not have become of an act."""

import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from companion.evening import admission, seats
from companion.evening.model import Evening
from companion.storage.database import Database

GUESTS = """select person, name from guests join people on id = person where evening = ?"""
HOLDS = """select device, person from holds where person in (select person from guests where evening = ?)"""
PLAYING = """select person from places join tables on tables.id = table_id
             join evenings on table_code = tables.code where evenings.id = ?"""
BY_THE_LINK = "comes by the host's own link"
POSES = "does what a host may"


@dataclass(frozen=True)
class Rows:
    """What is stored of an evening. `screens`: whether each device hosts, and whether it was asked to leave."""

    guests: dict[int, str]
    screens: dict[int, tuple[bool, bool]]
    holds: frozenset[tuple[int, int]]
    claims: Counter[int]
    playing: frozenset[int]
    ways: tuple[str, str, str]
    locked: bool

    @property
    def inside(self) -> set[int]:
        """The devices that were not asked to leave."""
        return {device for device, (_, barred) in self.screens.items() if not barred}

    @property
    def hosts(self) -> set[int]:
        return {device for device in self.inside if self.screens[device][0]}


@dataclass(frozen=True)
class Act:
    """What was done. `comes`: somebody came in by a code. `by_host`: by the host. `allowed`: (device, person)."""

    name: str
    comes: bool = False
    by_host: bool = False
    allowed: tuple[int, int] | None = None


def read(db: Database, evening: Evening) -> Rows:
    """What is stored of an evening."""
    screens = db.execute("select device, host, barred from screens where evening = ?", [evening.id])
    claims = db.execute("select device from claims where evening = ?", [evening.id])
    return Rows(
        dict(db.execute(GUESTS, [evening.id])),
        {device: (bool(host), bool(barred)) for device, host, barred in screens},
        frozenset(db.execute(HOLDS, [evening.id])),
        Counter(device for (device,) in claims),
        frozenset(person for (person,) in db.execute(PLAYING, [evening.id])),
        (evening.code, evening.ticket, evening.host_ticket),
        evening.locked,
    )


def problems(act: Act, before: Rows, after: Rows) -> Iterator[str]:
    """What must not have become of an act."""
    new, screens = after.inside - before.inside, 2 * seats.MOST_GUESTS + admission.STRANGERS
    if len(after.guests) > seats.MOST_GUESTS:
        yield f"{len(after.guests)} guests"
    if act.comes and len(after.inside) > max(screens, len(before.inside)):
        yield f"{len(after.inside)} devices"
    if act.comes and before.locked and new:
        yield "came in though the door is closed"
    if not act.by_host and before.screens.keys() - before.inside & after.inside:
        yield "came in though asked to leave"
    if not act.by_host and act.name != BY_THE_LINK and before.hosts and after.hosts - before.hosts:
        yield "hosts though nobody said so"
    if act.name == "remove" and before.inside != after.inside and {*before.ways} & {*after.ways}:
        yield "codes and links stay when somebody was asked to leave"
    if max(after.claims.values(), default=0) > 1:
        yield "a device asks for several seats"
    if len({_compared(name) for name in after.guests.values()}) < len(after.guests):
        yield f"two guests go by one name: {after.guests}"
    if act.name == POSES and before != after:
        yield "a device that does not host did what a host may"
    yield from _seats_taken(act, before, after)


def _seats_taken(act: Act, before: Rows, after: Rows) -> Iterator[str]:
    """Seats that were not free, and that no host gave."""
    new = {pair for pair in after.holds - before.holds if pair != act.allowed}
    held = {person for device, person in before.holds if device in before.inside and person in before.guests}
    for device, person in new:
        others = sum(one == person for _, one in new)
        if person in before.playing or person in held or others > 1:
            yield f"device {device} took the seat of {person}, which was somebody's"


def _compared(name: str) -> str:
    """A name without what nobody sees in it."""
    seen = "".join(sign for sign in name if unicodedata.category(sign) != "Cf")
    return unicodedata.normalize("NFKC", seen).casefold()
