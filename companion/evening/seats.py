"""Seats of an evening: sitting down, asking for a seat, getting up, and for whom a device speaks.

Pure acts: each takes an evening and returns another one, or raises Refused. `rows.change` applies them in a commit.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.evening.model import CHOICES, GIVEN_UP, REFUSED, UNSEATED, Claim, Evening, EveningDevice
from companion.games.moves import Refused
from companion.group import people
from companion.group.people import Person
from companion.table.words import normalised

MOST_GUESTS = 16
KINDS = ("phone", "board", "watch")
ASKED, NOTHING = "asked", "nothing"


class Known(Struct, frozen=True):
    """A person, read in the commit of an act.

    `speakers`: devices that speak for the person, or did the last time. `is_held`: one of an open evening does.
    `plays`: the person sits at a table of tonight; `plays_elsewhere`: at one of another evening.
    """

    person: Person
    speakers: frozenset[int] = frozenset()
    is_held: bool = False
    plays: bool = False
    plays_elsewhere: bool = False

    def is_asked_for(self, device: int) -> bool:
        """Whether a device that never spoke for this person asks the host: another one does, or a table is played."""
        return device not in self.speakers and (self.is_held or self.plays)


# --- sitting down


def sit(evening: Evening, device: int | None, who: Known) -> Evening:
    """A person sits down, on a device or without one; where the seat may be somebody's, the device asks for it."""
    evening.check_inside(device)
    _check_elsewhere(device, who)
    if device is not None:
        evening = evening.changing(device, kind="phone")
        if who.is_asked_for(device):
            return claim(evening, device, who.person)
    for guest in evening.guests:
        is_other = device is None or guest.id != who.person.id
        if is_other and normalised(guest.name) == normalised(who.person.name):
            raise Refused("sits-already", name=guest.name)
    return seated(evening, device, who)


def seated(evening: Evening, device: int | None, who: Known) -> Evening:
    """Give a person a seat and a mark of their own, and let the device speak for them. Refused if no seat is left.

    A device that seats a new guest is the only one that speaks for them. Who plays elsewhere needs their own device.
    """
    _check_elsewhere(device, who)
    person, holds = who.person.id, evening.holds
    if evening.guest(person) is None:
        if len(evening.guests) >= MOST_GUESTS:
            raise Refused("no-seat-left", most=MOST_GUESTS)
        evening = replace(evening, guests=(*evening.guests, who.person))
        removed = {screen.device for screen in evening.screens if screen.removed}
        holds = (*holds, *((speaker, person) for speaker in who.speakers - removed if device is None))
    if device is not None:
        evening, holds = begin_anew(evening, device), (*holds, (device, person))
    return recoloured(evening.holding(holds), person)


def recoloured(evening: Evening, person: int) -> Evening:
    """Give a guest a free mark where another guest has the same."""
    own = evening.guest(person)
    others = [guest for guest in evening.guests if guest.id != person]
    if own is None or all((guest.colour, guest.shape) != (own.colour, own.shape) for guest in others):
        return evening
    colour, shape = people.free_mark(others)
    changed = replace(own, colour=colour, shape=shape)
    return replace(evening, guests=tuple(changed if guest is own else guest for guest in evening.guests))


def claim(evening: Evening, device: int, person: Person) -> Evening:
    """A device asks the host for a seat, instead of the one for which it asked before."""
    evening = begin_anew(evening, device)
    return replace(evening, claims=(*evening.claims, Claim(device, person.id, person.name)))


def begin_anew(evening: Evening, device: int) -> Evening:
    """A device asks for no seat any more, and need not be told that it was refused one, or that one was given up."""
    evening = replace(evening, claims=tuple(asked for asked in evening.claims if asked.device != device))
    return evening.without_notices(*UNSEATED, device=device)


def answer(evening: Evening, device: int, who: Known, allow: bool) -> Evening:
    """The host gives a seat to the device that asked for it, or does not; nothing if another host was quicker."""
    asked = next((asked for asked in evening.claims if (asked.device, asked.person) == (device, who.person.id)), None)
    if asked is None:
        return evening
    after = replace(evening, claims=tuple(other for other in evening.claims if other != asked))
    if not allow:
        return after.telling([device], REFUSED, asked.name)
    after = seated(after, device, who).changing(device, kind="phone")
    others = [screen for screen in evening.screens if screen.device != device and not screen.removed]
    holders = [screen.device for screen in others if asked.person in screen.people]
    if holders:
        return after.telling(holders, "seat-shared", asked.name)
    return after.telling([screen.device for screen in others if screen.kind != "new"], "seat-taken", asked.name)


def _check_elsewhere(device: int | None, who: Known) -> None:
    """Refused for somebody who plays at another open evening, unless it is their own device that asks."""
    if who.plays_elsewhere and device not in who.speakers:
        raise Refused("plays-elsewhere", name=who.person.name)


# --- getting up, and the order of those who sit


def leave(evening: Evening, person: int, by: int | None = None) -> Evening:
    """A guest gets up; nothing where they do not sit here. Devices that spoke for them are told, but for `by`."""
    guest = evening.guest(person)
    if guest is None:
        return evening
    speaking = [screen.device for screen in evening.screens if person in screen.people and not screen.removed]
    after = replace(evening, guests=tuple(other for other in evening.guests if other.id != person))
    informed = [device for device in speaking if device != by]
    return after.holding(evening.holds).telling(informed, GIVEN_UP, guest.name)


def ordered(evening: Evening, persons: Sequence[int]) -> Evening:
    """Put the guests into this order, clockwise; those who are not named keep behind."""
    here = {guest.id: guest for guest in evening.guests}
    guests = dict.fromkeys([*(here[person] for person in persons if person in here), *evening.guests])
    return replace(evening, guests=tuple(guests)).holding(evening.holds)


# --- how a device is used


def use_as(evening: Evening, device: int, kind: str) -> Evening:
    """Use a device as a phone, as the board, or to watch: it asks for no seat any more."""
    evening.check_inside(device)
    return begin_anew(evening, device).changing(device, kind=kind)


def pass_phone(evening: Evening, device: int, person: int, open: bool) -> Evening:
    """Pass a phone that several share to one of them; `open`: that person holds it, and it is not covered."""
    evening.check_device(device, person)
    return evening.changing(device, passed_to=person, open=open)


def cover_phone(evening: Evening, device: int, persons: Iterable[int | None]) -> Evening:
    """Cover a phone that several share, and pass it to the first of `persons`, if there is any; after a tap on it."""
    screen = evening.screen(device)
    if screen is None or not screen.people:
        return evening
    after = next((person for person in persons if person in screen.people), screen.holder)
    return evening.changing(device, passed_to=after, open=False)


def let_go(evening: Evening, device: int, person: int) -> Evening:
    """A device speaks for a person no longer."""
    evening.check_device(device, person)
    return evening.holding(pair for pair in evening.holds if pair != (device, person))


def drop_notices(evening: Evening, device: int, id: int | None = None) -> Evening:
    """Drop a notice of a device, or without `id` all that only have to be read: no choice is lost with them."""
    own = [notice for notice in evening.notices if notice.device == device]
    read = [notice for notice in own if (notice.code not in CHOICES if id is None else notice.id == id)]
    return replace(evening, notices=tuple(notice for notice in evening.notices if notice not in read))


# --- how a device stands without a seat


class Unseated(Struct, frozen=True):
    """The state of a device without a seat: `asked`, `seat-refused`, `seat-given-up`, or `nothing`.

    `name`: of the person asked for, or whose seat it had. `person`: for whom it may ask again. `speaks`: for others.
    """

    how: str
    name: str = ""
    person: int | None = None
    speaks: bool = False


def unseated(evening: Evening, device: EveningDevice) -> Unseated | None:
    """The state of a device without the seat that it wants; None if it wants none, or is used otherwise."""
    if device.kind not in ("phone", "watch"):
        return None
    for asked in evening.claims:
        if asked.device == device.device:
            return Unseated(ASKED, asked.name, asked.person, bool(device.people))
    if device.people:
        return None
    for notice in reversed(evening.notices):
        if notice.device == device.device and notice.code in UNSEATED:
            named = (guest.id for guest in evening.guests if guest.name == notice.about and notice.code == REFUSED)
            return Unseated(notice.code, notice.about, next(named, None))
    return Unseated(NOTHING)
