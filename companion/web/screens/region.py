"""Regions of a screen, and the seats of a table with the marks of the people who sit there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from msgspec import Struct

from companion.evening.model import Evening
from companion.group import people
from companion.group.people import MARKS, Person
from companion.storage.stored_table import LiveTable
from companion.web.access.services import Services
from companion.web.text.words import Words


class Seat(Struct, frozen=True, gc=False):
    """Seat with its name and its mark."""

    index: int
    name: str
    colour: str
    shape: str
    person: int | None

    @property
    def initial(self) -> str:
        return self.name[0].upper()


def seats_of(services: Services, live: LiveTable, evening: Evening | None = None) -> list[Seat]:
    return marked(live.table.seats, _people(live), _persons(services, live, evening))


def marked(
    names: Sequence[str], persons: Sequence[int | None], people_by_id: Mapping[int | None, Person]
) -> list[Seat]:
    """Seats with the marks of the people who sit there, as far as they are in `people_by_id`."""
    return [
        Seat(index, name, *(_mark(people_by_id.get(person), index)), person)
        for index, (name, person) in enumerate(zip(names, persons, strict=True))
    ]


def _people(live: LiveTable) -> list[int | None]:
    return live.header.people or [None] * len(live.table.seats)


def _persons(services: Services, live: LiveTable, evening: Evening | None) -> dict[int | None, Person]:
    wanted = [person for person in _people(live) if person is not None]
    if evening is not None and all(evening.guest(person) for person in wanted):
        return {guest.id: guest for guest in evening.guests}
    return dict(people.by_id(services.store.reader(), live.header.group, wanted).items())


def _mark(person: Person | None, index: int) -> tuple[str, str]:
    return (person.colour, person.shape) if person else MARKS[index]


@dataclass(frozen=True, kw_only=True)
class Region:
    """Part of a screen. Its template is given its fields, and the globals that format and translate."""

    TEMPLATE: ClassVar[str]

    @property
    def has_field(self) -> bool:
        """Whether somebody may be typing into it: such a page is never reloaded while they do."""
        return False


@dataclass(frozen=True, kw_only=True)
class TableRegion(Region):
    """Region of a screen that shows a table.

    `view` is the game's own View for this `viewer` (a seat; None: everybody), blank but for the fields that this region
    shows; `result` likewise of the result without its ledger, `options` the game's own Options. `code` is the table's,
    for links and forms; `is_linked`: whether they lead anywhere. They do not for a spectator of a program's table, and
    not on a screen of the past. `counted_by`: who had the game counted as it stands; empty for any other game.
    `effects`: per pile, the effects of its cards, by their names.
    """

    slug: str
    title: str
    code: str
    is_linked: bool
    seats: Sequence[Seat]
    viewer: int | None
    view: Any
    result: Mapping[str, Any]
    words: Words
    options: Any
    stopped: bool
    counted_by: str
    effects: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, kw_only=True)
class PlayerRegion(TableRegion):
    """Region for the person who holds a device.

    `seat`: theirs, None if they have none. `kind`: how the device is used (phone, board or watch).
    """

    seat: int | None
    kind: str
