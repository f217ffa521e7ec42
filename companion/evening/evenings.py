"""The open evening: read once and kept until its next notice; what guests and hosts change about it."""

from collections.abc import Sequence
from typing import Any

from companion.evening import seats
from companion.evening.model import Evening
from companion.evening.quiet import Hours
from companion.evening.rows import newest_evening, open_evening, ordered, show_table, used_as
from companion.games.moves import Refused
from companion.group import people
from companion.group.people import Person
from companion.storage.identifiers import now
from companion.storage.notifier import Notifier, evening_topic
from companion.storage.store import Job, Store
from companion.storage.writer import Writer


class Evenings:
    """The evening that is open, and its changes: each is one commit and one notice."""

    def __init__(self, store: Store, writer: Writer, notifier: Notifier) -> None:
        self._store = store
        self._writer = writer
        self._notifier = notifier
        self.clock = notifier.clock
        self._quiet = Hours(store, notifier)
        self._kept: Evening | None = None
        self._notices = 0

    def current(self) -> Evening | None:
        """The evening that is open; None if none is, or nothing has happened for eight hours. Writes nothing.

        Nobody is thrown out of a table that is shown and still played, however long that takes.
        """
        evening = self._newest()
        if evening is None or self._quiet.are_over(evening.id, evening.opened_at, evening.table_code):
            return None
        return evening

    def _newest(self) -> Evening | None:
        """The newest evening that was not closed, as of its last notice."""
        if self._kept is None or self._notifier.count(evening_topic(self._kept.id)) != self._notices:
            self._kept = newest_evening(self._store.reader())
            self._notices = self._notifier.count(evening_topic(self._kept.id)) if self._kept else 0
        return self._kept

    def find(self, id: int) -> Evening | None:
        """The evening with this id as it stands; None if it is over."""
        evening = self.current()
        return evening if evening is not None and evening.id == id else None

    def open(self) -> Evening:
        """Open an evening unless one is open; the one that is open then."""
        evening = self.current()
        if evening is None:
            after = self._kept.id if self._kept else 0
            self._writer.write(lambda db: open_evening(db, after))
            self._kept = None
            evening = self._newest()
            assert evening is not None
            self.notify(evening)
        return evening

    def change(self, evening: Evening, *jobs: Job) -> Any:
        """Do all jobs in one commit, then notify the devices of the evening; what the last job returned."""
        done = self.write(*jobs)
        self.notify(evening)
        return done

    def write(self, *jobs: Job) -> Any:
        """Do all jobs in one commit, without a notice; what the last job returned."""
        return self._writer.write(lambda db: [job(db) for job in jobs][-1])

    def notify(self, evening: Evening) -> None:
        """Notify the devices of an evening of what has been committed."""
        self._notifier.publish(evening_topic(evening.id))

    # --- guests

    def sit(self, evening: Evening, device: int | None, name: str, colour: str = "", shape: str = "") -> bool:
        """Somebody sits down under `name` (trimmed), on a device or without one.

        False if the host is asked for the seat: whoever goes by that name is on another device, or plays.
        """
        namesake = people.named(self._store.reader(), name)
        if namesake is not None and device is None and evening.guest(namesake.id):
            raise Refused("sits-already", name=namesake.name)
        if namesake is not None:
            return self.sit_as(evening, device, namesake.id)
        join: Job = lambda db: seats.join(db, evening.id, device, name, colour, shape)  # noqa: E731
        self.change(evening, join, *_phone(evening, device))
        return True

    def sit_as(self, evening: Evening, device: int | None, person: int) -> bool:
        """A known person sits down; False as in `sit`."""
        sit: Job = lambda db: seats.sit(db, evening.id, device, person)  # noqa: E731
        is_seated: bool = self.change(evening, *_phone(evening, device), sit)
        return is_seated

    def leave(self, evening: Evening, person: int) -> None:
        """A guest gets up: from the next table on."""
        self.change(
            evening,
            lambda db: db.execute("delete from guests where evening = ? and person = ?", [evening.id, person]),
            lambda db: db.execute("delete from holds where person = ?", [person]),
        )

    def order(self, evening: Evening, persons: Sequence[int]) -> None:
        """Put the guests in the order in which they sit, clockwise. Whoever is not named keeps behind."""
        self.change(evening, ordered(evening, persons))

    def absent(self, evening: Evening) -> list[Person]:
        """People of earlier evenings who are not here, who came last first."""
        here = {guest.id for guest in evening.guests}
        return [person for person in people.recent(self._store.reader()) if person.id not in here]

    # --- tables

    def show_table(self, evening: Evening, code: str | None) -> None:
        """Show a table on all screens; None: back to gathering."""
        self.change(evening, show_table(evening, code))

    def resume(self, evening: Evening, table_id: str, code: str, persons: Sequence[int]) -> None:
        """Resume an interrupted table: seat its players again, in their old order, and show it.

        Refused if there is no room for all of them. One commit; `notify` is the caller's, once it has read the table.
        """
        absent = [person for person in persons if evening.guest(person) is None]
        sql = "insert or replace into resumed values (?, ?)"
        self.write(
            *[lambda db, person=person: seats.seat(db, evening.id, None, person) for person in absent],
            lambda db: db.execute(sql, [table_id, evening.id]),
            ordered(evening, persons),
            show_table(evening, code),
        )

    def close(self, evening: Evening) -> None:
        """The evening ends; the next one has a new code."""
        sql = "update evenings set closed_at = ? where id = ?"
        self.change(evening, lambda db: db.execute(sql, [now(), evening.id]))


def _phone(evening: Evening, device: int | None) -> tuple[Job, ...]:
    return () if device is None else (used_as(evening, device, "phone"),)
