"""The open evening: read once, kept, and read again after every change."""

from collections.abc import Sequence
from typing import Any

from companion.evening import seats
from companion.evening.model import Evening
from companion.evening.quiet import Hours
from companion.evening.rows import newest_evening, open_evening, used_as
from companion.games.moves import Refused
from companion.group import people
from companion.group.people import Person
from companion.storage.identifiers import now
from companion.storage.notifier import Notifier, evening_topic
from companion.storage.store import Job, Store
from companion.storage.writer import Writer


class Evenings:
    """The evening of now: read once, kept, and read anew after every change."""

    def __init__(self, store: Store, writer: Writer, notifier: Notifier) -> None:
        self._store = store
        self._writer = writer
        self._notifier = notifier
        self.clock = notifier.clock
        self._quiet = Hours(store, notifier)
        self._kept: Evening | None = None

    def now(self) -> Evening:
        """The evening that is open; a new one if none is, or nothing has happened for eight hours.

        Nobody is thrown out of a table that is shown and still played, however long that takes.
        """
        kept = self._kept or newest_evening(self._store.reader())
        if kept is None or self._quiet.are_over(kept.id, kept.opened_at, kept.table_code):
            after = kept.id if kept else 0
            self._writer.write(lambda db: open_evening(db, after))
            kept = newest_evening(self._store.reader())
            assert kept is not None
            self._notifier.publish(evening_topic(kept.id))
        self._kept = kept
        return kept

    def change(self, *jobs: Job) -> Any:
        """Write, read the evening anew, ring; what the last job returned."""
        evening = self.now()
        done = self._writer.write(lambda db: [job(db) for job in jobs][-1])
        self._kept = None
        self._notifier.publish(evening_topic(evening.id))
        return done

    # --- guests

    def sit(self, device: int | None, name: str, colour: str = "", shape: str = "") -> bool:
        """Somebody sits down under `name` (trimmed), on a device or without one.

        False if the host is asked for the seat: whoever goes by that name is on another device, or plays.
        """
        evening = self.now()
        namesake = people.named(self._store.reader(), name)
        if namesake is not None and device is None and evening.guest(namesake.id):
            raise Refused("sits-already", name=namesake.name)
        if namesake is not None:
            return self.sit_as(device, namesake.id)
        self.change(lambda db: seats.join(db, evening.id, device, name, colour, shape), *self._phone(device))
        return True

    def sit_as(self, device: int | None, person: int) -> bool:
        """A known person sits down; False as in `sit`."""
        evening = self.now()
        taken: bool = self.change(*self._phone(device), lambda db: seats.sit(db, evening.id, device, person))
        return taken

    def _phone(self, device: int | None) -> tuple[Job, ...]:
        return () if device is None else (used_as(self.now(), device, "phone"),)

    def leave(self, person: int) -> None:
        """A guest gets up: from the next table on."""
        evening = self.now()
        self.change(
            lambda db: db.execute("delete from guests where evening = ? and person = ?", [evening.id, person]),
            lambda db: db.execute("delete from holds where person = ?", [person]),
        )

    def order(self, persons: list[int]) -> None:
        """Put the guests in the order in which they sit, clockwise. Whoever is not named keeps behind."""
        evening = self.now()
        here = [guest.id for guest in evening.guests]
        wanted = [person for person in dict.fromkeys(persons) if person in here]
        rows = [(place, evening.id, person) for place, person in enumerate(dict.fromkeys([*wanted, *here]))]
        sql = "update guests set place = ? where evening = ? and person = ?"
        self.change(*[lambda db, row=row: db.execute(sql, row) for row in rows])

    def absent(self) -> list[Person]:
        """People of earlier evenings who are not here, who came last first."""
        here = {guest.id for guest in self.now().guests}
        return [person for person in people.recent(self._store.reader()) if person.id not in here]

    # --- tables

    def show(self, code: str | None) -> None:
        """Put a table before everybody; None: back to gathering."""
        evening = self.now()
        self.change(lambda db: db.execute("update evenings set table_code = ? where id = ?", [code, evening.id]))

    def take_up(self, table_id: str, persons: Sequence[int]) -> None:
        """A table that was interrupted is tonight's now: who sat there sits down again, in the order of then.

        Refused if there is no room for all of them.
        """
        evening = self.now()
        absent = [person for person in persons if evening.guest(person) is None]
        sql = "insert or replace into resumed values (?, ?)"
        self.change(
            *[lambda db, person=person: seats.seat(db, evening.id, None, person) for person in absent],
            lambda db: db.execute(sql, [table_id, evening.id]),
        )
        self.order([*persons])

    def close(self) -> None:
        """The evening ends; the next one has a new code."""
        evening = self.now()
        self.change(lambda db: db.execute("update evenings set closed_at = ? where id = ?", [now(), evening.id]))
