"""The host's role: shared and handed on, and where all devices that host are silent offered, taken over, objected to.

A device that takes the role over stands in: it hosts, and keeps nothing of the group. The offer, and the right to
object or take back, are notices, spent in the commit that acts on them. Pure acts, as in seats.py.
"""

from collections.abc import Callable, Collection, Iterable

from companion.evening.evenings import Evenings
from companion.evening.model import OFFERED, REPLACED, TAKEN, YOU_HOST, Evening, EveningDevice
from companion.evening.tables import Tables
from companion.games.moves import Refused
from companion.storage.notifier import Clock
from companion.storage.stored_table import LiveTable
from companion.table import questions
from companion.table.result import is_closed

SILENT_SECONDS = 600.0
OBJECTED, BACK = "host-objected", "host-back"  # notices of what has become of the role
SEAT_ASKED, UNREPORTED, NEXT_GAME = "seat-asked", "unreported", "next-game"  # what waits for a host


def waiting_for_host(evening: Evening, live: LiveTable | None) -> str:
    """The reason to wait for a host; empty if there is none. `live`: the table that is shown."""
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


# --- acts


def make_host(evening: Evening, device: int, giver: int, instead: bool = False) -> Evening:
    """A device hosts as well as the `giver`, or `instead`; it gets a notice. One that stands in hands on no more.

    Refused as stale if the giver hosts no longer, or the device was asked to leave.
    """
    evening.check_device(device)
    gives, screen = evening.screen(giver), evening.screen(device)
    if gives is None or not gives.host or (screen is not None and screen.removed):
        raise Refused("stale")
    if screen is not None and (screen.stands_in or not screen.host):
        evening = evening.changing(device, host=True, stands_in=gives.stands_in)
    if instead and giver != device:
        evening = evening.changing(giver, host=False, stands_in=False)
    return evening.telling([device], YOU_HOST)


def offer(evening: Evening, devices: Collection[int], waits: str) -> Evening:
    """Offer the role to these devices, since something `waits` for a host."""
    here = [screen.device for screen in evening.screens if screen.device in devices and not screen.removed]
    return evening.telling(here, OFFERED, waits)


def take(evening: Evening, device: int) -> Evening:
    """A device to which the role is offered stands in from now on; all are told. Refused if another was quicker."""
    evening.check_inside(device)
    _check_noticed(evening, device, OFFERED)
    name, others = _name(evening, device), _others(evening, device)
    replaced = [screen.device for screen in evening.screens if screen.host and not screen.stands_in]
    evening = evening.without_notices(OFFERED, TAKEN, OBJECTED, BACK)
    for screen in evening.screens:
        stands_in = screen.device == device
        evening = evening.changing(screen.device, host=stands_in, stands_in=stands_in)
    more = [other for other in others if other.device not in replaced]
    evening = evening.telling(replaced, REPLACED, name)
    evening = evening.telling([other.device for other in more if other.is_seated_phone], TAKEN, name)
    evening = evening.telling([other.device for other in more if not other.is_seated_phone], "host-changed", name)
    return evening.telling([device], YOU_HOST)


def object_to(evening: Evening, device: int) -> Evening:
    """Let those that hosted before do so again, unless they left it to the stand-in; all are told who objected."""
    _check_noticed(evening, device, TAKEN)
    replaced = [notice.device for notice in evening.notices if notice.code == REPLACED]
    if not replaced:
        raise Refused("stale")
    others = [other.device for other in _others(evening, device)]
    return _restored(evening, replaced).telling(others, OBJECTED, _name(evening, device))


def take_back(evening: Evening, device: int) -> Evening:
    """A device that hosted before does again, and none stands in any more; all are told."""
    _check_noticed(evening, device, REPLACED)
    return _restored(evening, [device]).telling([other.device for other in _others(evening, device)], BACK)


def _check_noticed(evening: Evening, device: int, code: str) -> None:
    """Refused unless a device has this notice: what it acts on was spent meanwhile."""
    if not evening.has_notice(device, code):
        raise Refused("stale")


def _restored(evening: Evening, devices: Iterable[int]) -> Evening:
    """Let these devices host again, and none stand in for them; earlier notices of the role are dropped."""
    for screen in evening.screens:
        if screen.stands_in:
            evening = evening.without_notices(YOU_HOST, device=screen.device)
            evening = evening.changing(screen.device, host=False, stands_in=False)
    evening = evening.without_notices(TAKEN, OBJECTED, BACK)
    for device in devices:
        screen_of = evening.screen(device)
        if screen_of is not None and not screen_of.removed:
            evening = evening.changing(device, host=True)
        evening = evening.without_notices(REPLACED, device=device)
    return evening


def _others(evening: Evening, device: int) -> list[EveningDevice]:
    """The other devices that have said how they are used."""
    others = [other for other in evening.screens if other.device != device]
    return [other for other in others if other.kind != "new" and not other.removed]


def _name(evening: Evening, device: int) -> str:
    """The name of the guest who holds a phone."""
    screen = evening.screen(device)
    guest = evening.guest(screen.holder) if screen else None
    return guest.name if guest else ""


# --- silence


class Presence:
    """Counted by a clock that only goes forward, from the start of the server on: no start makes a silence longer."""

    is_alone = True  # whether no other server may have streams

    def __init__(self, clock: Clock, follows: Callable[[int], bool]) -> None:
        """`follows`: whether a stream of a device's screen is open."""
        self._clock, self._follows = clock, follows
        self._heard: dict[tuple[int, int], float] = {}

    def hear(self, evening: Evening, device: int) -> None:
        """A device was heard of at an evening, just now."""
        self._heard[evening.id, device] = self._clock()

    def silence(self, evening: Evening, screen: EveningDevice) -> float:
        """Seconds since a device was heard of; counted from the first call for one of which none was."""
        if not screen.away and self._follows(screen.device):
            self.hear(evening, screen.device)
        return self._clock() - self._heard.setdefault((evening.id, screen.device), self._clock())

    def is_here(self, evening: Evening) -> bool:
        """Whether this server knows who is at an evening: no other one has its streams."""
        return self.is_alone or any(self._follows(screen.device) for screen in evening.screens)

    def has_board(self, evening: Evening) -> bool:
        """Whether a scoreboard is at an evening, and follows it just now."""
        boards = [screen.device for screen in evening.screens if screen.kind == "board" and screen.is_board]
        return any(map(self._follows, boards))

    def forget_others(self, evenings: Iterable[Evening]) -> None:
        """Keep only what was heard of the devices that host these evenings."""
        hosting = {(evening.id, screen.device) for evening in evenings for screen in evening.hosting}
        self._heard = {key: moment for key, moment in self._heard.items() if key in hosting}


class Succession:
    """Succession to hosting devices that have gone silent."""

    def __init__(self, evenings: Evenings, tables: Tables, presence: Presence) -> None:
        self._evenings, self._tables, self._presence = evenings, tables, presence
        self._offered: dict[int, set[int]] = {}  # the devices that need not be offered it again in this silence

    def look(self) -> None:
        """Offer the role wherever it is due by now, and withdraw what is due no longer."""
        evenings = [evening for evening in self._evenings.all_open() if self._presence.is_here(evening)]
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
            self._evenings.act(evening, offer, more, waits)

    def _withdraw(self, evening: Evening) -> None:
        self._offered[evening.id].clear()
        if any(notice.code == OFFERED for notice in evening.notices):
            self._evenings.act(evening, Evening.without_notices, OFFERED)

    def take(self, evening: Evening, device: int) -> None:
        """The act `take`; Refused also if a host was heard of meanwhile."""
        if not self._is_silent(evening):
            raise Refused("host-is-here")
        self._evenings.act(evening, take, device)

    def object_to(self, evening: Evening, device: int) -> None:
        """The act `object_to`. The next offer is made after as long a silence."""
        self._evenings.act(evening, object_to, device)
        for notice in evening.notices:
            if notice.code == REPLACED:
                self._presence.hear(evening, notice.device)
