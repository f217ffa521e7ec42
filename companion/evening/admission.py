"""Admission to an evening: acts as in seats.py, and the ids, keys and clocks that they need."""

import secrets as chance
from collections.abc import Callable, Collection, Sequence

from msgspec.structs import replace

from companion.evening import rows, seats
from companion.evening.evenings import Evenings
from companion.evening.model import YOU_HOST, Evening, EveningDevice, Spectator
from companion.games.moves import Refused
from companion.group import keepers
from companion.storage.database import Database
from companion.storage.identifiers import OPEN_CODE, free_number, hashed, new_code, now

STRANGERS = 12
SILENT_SECONDS = 600
SPECTATORS = 12  # links to the scoreboard of one evening
TYPED = 12  # letters of such a link (55 bits): many a television has a keyboard, and no camera


def arrive(
    evening: Evening, device: int, host: bool = False, stands_in: bool = False, silent: Collection[int] = ()
) -> Evening:
    """A device comes in, by the host's own link as `host`; the first one of an evening is its host.

    `stands_in`: it hosts for others only. Refused if the door is closed to it; the devices in `silent` make room.
    """
    evening.check_inside(device)
    screen = evening.screen(device)
    if screen is None and not host:
        evening = _with_room(evening, silent)
    hosts_now, is_used = screen is not None and screen.host, screen is not None and screen.kind != "new"
    role = host or not evening.has_host
    if screen is None:
        screen = EveningDevice(device, "new", False, ())
    others = tuple(other for other in evening.screens if other.device != device)
    place = evening.screens.index(screen) if screen in evening.screens and not screen.away else len(others)
    hosting = {"host": role or hosts_now or stands_in, "stands_in": stands_in or (screen.stands_in and not role)}
    came = replace(screen, away=False, **hosting)
    evening = replace(evening, screens=(*others[:place], came, *others[place:])).holding(evening.holds)
    return evening.telling([device], YOU_HOST) if host and is_used and not (hosts_now or stands_in) else evening


def _with_room(evening: Evening, silent: Collection[int]) -> Evening:
    """An evening in which one more device has room; Refused if it is closed, or full."""
    if evening.locked:
        raise Refused("door-closed")
    if not is_full(evening):
        return evening
    here = [screen for screen in evening.screens if screen.device not in silent or not screen.says_nothing]
    evening = replace(evening, screens=tuple(here))
    if is_full(evening):
        raise Refused("house-full")
    return evening


def is_full(evening: Evening) -> bool:
    """Whether as many devices are in as may be."""
    return sum(not screen.removed for screen in evening.screens) >= 2 * seats.MOST_GUESTS + STRANGERS


def lock(evening: Evening, locked: bool) -> Evening:
    """Close the evening to new devices, or open it; those that have joined stay."""
    return replace(evening, locked=locked)


def remove(evening: Evening, device: int, tickets: tuple[str, str, str]) -> Evening:
    """Remove a device; code and links are `tickets` from now on, so that the old ones admit nobody."""
    evening.check_device(device)
    evening = seats.begin_anew(evening, device).changing(device, removed=True, host=False, stands_in=False, kind="new")
    proposals = tuple(proposal for proposal in evening.proposals if proposal.device != device)
    evening = replace(evening, proposals=proposals).holding(pair for pair in evening.holds if pair[0] != device)
    return evening.with_tickets(tickets)


def let_in(evening: Evening, device: int) -> Evening:
    """Admit a removed device again."""
    evening.check_device(device)
    return evening.changing(device, removed=False)


def new_spectator() -> Spectator:
    """A link to a scoreboard with a ticket by chance, made now."""
    return Spectator(0, new_code(TYPED), now())


def add_spectator(evening: Evening, spectator: Spectator) -> Evening:
    """Add another link to the scoreboard alone; Refused if there are as many as an evening has."""
    if len(evening.spectators) >= SPECTATORS:
        raise Refused("many-spectators", most=SPECTATORS)
    return replace(evening, spectators=(*evening.spectators, spectator))


def revoke_spectator(evening: Evening, id: int) -> Evening:
    """Revoke a link to the scoreboard: what is open by it goes dark. LookupError if there is none."""
    kept = tuple(spectator for spectator in evening.spectators if spectator.id != id)
    if len(kept) == len(evening.spectators):
        raise LookupError(id)
    return replace(evening, spectators=kept)


class Admission:
    """Devices that join an evening: the ids and keys of new ones, and which have been silent since they came."""

    def __init__(self, evenings: Evenings) -> None:
        self._evenings = evenings
        self._joined: dict[int, dict[int, float]] = {}

    def arrive(
        self, evening: Evening, device: int | None, host: bool = False, keeper: bool = False, stands_in: bool = False
    ) -> str | None:
        """A device comes in, as in the act `arrive`, and is away from any other evening; the key of a new one.

        `keeper`: it also keeps the group, which is not the home.
        """
        screen = evening.screen(device)
        is_here = screen is not None and not screen.removed and not screen.away
        hosts = screen is not None and screen.host and not screen.stands_in
        if is_here and hosts >= host and evening.has_host and not keeper:
            return None
        key, silent = None if device else chance.token_urlsafe(32), self._silent(evening)

        def come(db: Database) -> tuple[int, list[int]]:
            comer = device or _add_device(db, key or "")
            others = rows.change(db, evening.id, lambda now: arrive(now, comer, host, stands_in, silent))
            if keeper:
                keepers.add(db, evening.group, comer)
            return comer, others

        comer = self._evenings.commit(evening, come)
        self._joined.setdefault(evening.id, {})[comer] = self._evenings.clock()
        return key

    def remove(self, evening: Evening, device: int) -> Evening:
        """Remove a device; the evening as it is then, with its new code and links."""
        tickets = rows.new_tickets(len(evening.code))
        self._evenings.act(evening, remove, device, tickets)
        return evening.with_tickets(tickets)

    def open_group(
        self,
        make: Callable[[Database], int],
        device: int | None,
        also: Callable[[Database, int], None] = lambda db, evening: None,
    ) -> str | None:
        """A device opens the group that `make` returns and hosts its first evening, in one commit; a new one's key.

        `also` is done with that evening in the same commit.
        """
        key = None if device else chance.token_urlsafe(32)
        entered: list[int] = []

        def open(db: Database, over: Sequence[int]) -> int:
            group = make(db)
            evening = rows.open_evening(db, group, over, False, OPEN_CODE)
            also(db, evening)
            opener = device or _add_device(db, key or "")
            entered.extend(rows.change(db, evening, lambda now: arrive(now, opener, host=True)))
            keepers.add(db, group, opener)
            return evening

        self._evenings.open_by(open)
        self._evenings.wake(entered)
        return key

    def _silent(self, evening: Evening) -> list[int]:
        """Devices that came in ten minutes ago or earlier, and have not said yet how they are used."""
        now, joined = self._evenings.clock(), self._joined.get(evening.id, {})
        new = [screen.device for screen in evening.screens if screen.says_nothing]
        since = self._joined[evening.id] = {device: joined.get(device, now) for device in new}
        return [device for device, moment in since.items() if now - moment >= SILENT_SECONDS]


def _add_device(db: Database, key: str) -> int:
    """A device that has not been here before; its id tells nobody how many there are."""
    id = free_number(db, "devices", rows.ID_BITS)
    db.execute("insert into devices (id, hash) values (?, ?)", [id, hashed(key)])
    return id
