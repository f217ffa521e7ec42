"""The seats of a table as they are shown, with the marks of the people who sit there."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from companion.evening.model import Evening
from companion.group import people
from companion.group.people import MARKS, Person
from companion.storage.stored_table import LiveTable
from companion.web.access.services import Services


class Seat(Struct, frozen=True, gc=False):
    """A seat as it is shown: its name and its mark."""

    index: int
    name: str
    colour: str
    shape: str
    person: int | None

    @property
    def initial(self) -> str:
        return self.name[0].upper()


def seats_of(services: Services, live: LiveTable, evening: Evening | None = None) -> list[Seat]:
    """The seats of a table with the marks of the people who sit there."""
    return marked(live.table.seats, _people(live), _persons(services, live, evening))


def marked(
    names: Sequence[str], persons: Sequence[int | None], people_by_id: Mapping[int | None, Person]
) -> list[Seat]:
    """Seats with the marks of the people who sit there, as far as they are among `people_by_id`."""
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
