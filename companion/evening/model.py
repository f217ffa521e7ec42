"""An evening as a value: its guests, devices, claims and notices."""

from collections.abc import Iterable
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from companion.games.moves import Refused
from companion.group.people import Person

REFUSED, GIVEN_UP = UNSEATED = "seat-refused", "seat-given-up"  # notices that end once their device begins anew
OFFERED, REPLACED, TAKEN = CHOICES = "host-silent", "host-replaced", "host-taken"  # notices of the host's role
YOU_HOST = "you-host"  # a notice for whoever has become host


class EveningDevice(Struct, frozen=True):
    """A device at the evening: how it is used (`new`: not said yet), whether it hosts, for whom it speaks.

    Of several `people` it was passed to `passed_to`, and is `open` once they said that they hold it. `removed`: the
    host has asked it to leave. `away`: it has entered another open evening since, and speaks for nobody here until it
    comes back. `stands_in`: it hosts only because nothing was heard of those that did.
    """

    device: int
    kind: str
    host: bool
    people: tuple[int, ...]
    passed_to: int | None = None
    open: bool = False
    removed: bool = False
    away: bool = False
    stands_in: bool = False

    @property
    def holder(self) -> int | None:
        """The person whose turn it is to hold this phone: its one player, or of several the one who took it."""
        return self.passed_to if self.passed_to in self.people else next(iter(self.people), None)

    @property
    def says_nothing(self) -> bool:
        """Whether it came in, and has not said yet how it is used: nobody would miss it."""
        return self.kind == "new" and not (self.host or self.people or self.removed)

    @property
    def is_seated_phone(self) -> bool:
        """Whether it is used as the phone of somebody who sits here."""
        return self.kind == "phone" and bool(self.people) and not (self.removed or self.away)

    @property
    def is_board(self) -> bool:
        """Whether it is used as a scoreboard here."""
        return self.kind == "board" and not (self.removed or self.away)

    @property
    def is_covered(self) -> bool:
        """Whether it keeps secrets to itself: several share it, and nobody said that they hold it."""
        return len(self.people) > 1 and not (self.open and self.passed_to in self.people)


class Claim(Struct, frozen=True):
    """A device that asks for the seat of somebody who is here already, and goes by `name`."""

    device: int
    person: int
    name: str


class Notice(Struct, frozen=True):
    """News for a device, shown once: a code, and about whom. `id`: 0 until it is stored."""

    id: int
    device: int
    code: str
    about: str


class Spectator(Struct, frozen=True):
    """A link to the scoreboard of an evening alone, made at a moment (UTC, ISO). `id`: 0 until it is stored."""

    id: int
    ticket: str
    made_at: str


class Proposal(Struct, frozen=True):
    """A correction that the player in `seat`, who may not make it, proposed from a device when `line` was the newest.

    `changes`: of which lines, as a form spells it (companion/web/forms/changes.py). `id`: 0 until it is stored.
    """

    id: int
    table_id: str
    device: int
    seat: int
    line: int
    changes: str


class Evening(Struct, frozen=True):
    """An evening as it stands: guests in the order in which they sit, clockwise; the table that is shown.

    `holds`: which devices speak for which guests, also those that are not at this evening (see `holding`). `locked`:
    nobody else comes in. `address`: what its QR code carries, empty while nobody has chosen one. `stands_at`: the
    number of its place, None if it is at none. `version` is raised in the commit of every change; `arranged`: an
    earlier one, since which nothing but lines of the table that is shown has raised it. `has_leagues`: whether its
    group has one.
    """

    id: int
    group: int
    version: int
    code: str
    ticket: str
    host_ticket: str
    opened_at: str
    table_code: str | None
    guests: tuple[Person, ...]
    screens: tuple[EveningDevice, ...]
    holds: tuple[tuple[int, int], ...]
    claims: tuple[Claim, ...]
    notices: tuple[Notice, ...]
    spectators: tuple[Spectator, ...]
    proposals: tuple[Proposal, ...]
    locked: bool
    address: str
    stands_at: int | None = None
    arranged: int = 0
    has_leagues: bool = False

    @property
    def has_host(self) -> bool:
        return any(screen.host for screen in self.screens)

    @property
    def hosts(self) -> tuple[Person, ...]:
        """The guests whose phones host, in the order in which they sit."""
        persons = {person for screen in self._hosting("phone") for person in screen.people}
        return tuple(guest for guest in self.guests if guest.id in persons)

    @property
    def is_hosted_by_board(self) -> bool:
        """Whether a scoreboard hosts."""
        return bool(self._hosting("board"))

    def _hosting(self, kind: str) -> list[EveningDevice]:
        """The devices that host, are here, and are used as `kind`."""
        return [screen for screen in self.hosting if screen.kind == kind and not screen.away]

    @property
    def hosting(self) -> list[EveningDevice]:
        """The devices that host, those too that are at another evening just now."""
        return [screen for screen in self.screens if screen.host and not screen.removed]

    # --- made otherwise, as acts need it

    def holding(self, holds: Iterable[tuple[int, int]]) -> Self:
        """This evening with these pairs of devices and persons as `holds`, as far as the persons are guests."""
        given = {*holds}
        devices = sorted({device for device, _ in given})
        kept = tuple(pair for guest in self.guests for device in devices if (pair := (device, guest.id)) in given)
        speaks_for = {device: tuple(person for one, person in kept if one == device) for device in devices}
        screens = (
            replace(screen, people=() if screen.away else speaks_for.get(screen.device, ())) for screen in self.screens
        )
        return replace(self, holds=kept, screens=tuple(screens))

    def changing(self, device: int, **fields: Any) -> Self:
        """This evening with other fields of one device."""
        changed = [replace(screen, **fields) if screen.device == device else screen for screen in self.screens]
        return replace(self, screens=tuple(changed))

    def showing(self, code: str | None) -> Self:
        """This evening with a table on all screens; None: back to gathering."""
        return replace(self, table_code=code)

    def with_tickets(self, tickets: tuple[str, str, str]) -> Self:
        """This evening with another code, ticket and host's ticket."""
        return replace(self, code=tickets[0], ticket=tickets[1], host_ticket=tickets[2])

    def telling(self, devices: Iterable[int], code: str, about: str = "") -> Self:
        """This evening with one more notice for each of these devices."""
        return replace(self, notices=(*self.notices, *(Notice(0, device, code, about) for device in devices)))

    def without_notices(self, *codes: str, device: int | None = None) -> Self:
        """This evening without notices of these codes: those of one device, or all."""
        kept = [one for one in self.notices if one.code not in codes or device not in (None, one.device)]
        return replace(self, notices=tuple(kept))

    # --- asked

    def screen(self, device: int | None) -> EveningDevice | None:
        """The screen of a device; None if it has not come in."""
        for screen in self.screens:
            if screen.device == device:
                return screen
        return None

    def has_notice(self, device: int, code: str) -> bool:
        """Whether a device has this to be told."""
        return any((notice.device, notice.code) == (device, code) for notice in self.notices)

    def spectator(self, ticket: str) -> Spectator | None:
        """The link to the scoreboard that holds this ticket, however it was typed."""
        return next((spectator for spectator in self.spectators if spectator.ticket == ticket.upper()), None)

    def check_inside(self, device: int | None) -> None:
        """Refused for a device that was asked to leave."""
        screen = self.screen(device)
        if screen is not None and screen.removed:
            raise Refused("barred")

    def check_device(self, device: int, person: int | None = None) -> None:
        """Refused unless the device has joined, and reports for the person if one is given."""
        screen = self.screen(device)
        if screen is None or (person is not None and person not in screen.people):
            raise Refused("no-such-device")

    def has_phone(self, person: int | None) -> bool:
        """Whether somebody reports from a phone of their own."""
        return person in self.people_with_phones

    @property
    def people_with_phones(self) -> set[int]:
        """The people who report from phones of their own."""
        phones = [screen for screen in self.screens if screen.kind == "phone" and not screen.removed]
        return {person for phone in phones for person in phone.people}

    @property
    def held_people(self) -> set[int]:
        """People for whom a device speaks, however it is used just now."""
        return {person for screen in self.screens if not screen.removed for person in screen.people}

    def guest(self, person: int | None) -> Person | None:
        """The guest with this id."""
        for guest in self.guests:
            if guest.id == person:
                return guest
        return None
