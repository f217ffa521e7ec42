"""The open evenings, and what guests and hosts change about them."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from companion.evening import last, rows, seats
from companion.evening.last import LastEvening
from companion.evening.model import GIVEN_UP, Evening
from companion.evening.quiet import Hours
from companion.evening.rows import check_tables, ordered, show_next, tell, used_as
from companion.games.moves import Refused
from companion.group import people
from companion.group.groups import check_not_forgotten
from companion.group.people import Person
from companion.storage.database import Database
from companion.storage.identifiers import CODE_LENGTH
from companion.storage.log import Header
from companion.storage.notifier import Notifier, evening_topic
from companion.storage.store import Job, Store
from companion.storage.writer import Writer

MOST_OPEN = 12  # of one group


class Evenings:
    """The evenings that are open, and their changes: each is one commit and one notice."""

    def __init__(self, store: Store, writer: Writer, notifier: Notifier, letters: int = CODE_LENGTH) -> None:
        """Keep evenings in `store`. `letters`: the length of codes of evenings opened from now on."""
        self._store = store
        self._writer = writer
        self._notifier = notifier
        self.clock, self.letters = notifier.clock, letters
        self._quiet = Hours(store, notifier)
        self._kept = rows.KeptEvenings(store)
        self.line_added = self._kept.line_added

    # --- which evening

    def by_id(self, id: int) -> Evening | None:
        """The evening with this id as it stands; None if it is over: closed, or nothing has happened for its hours."""
        return self._unless_over(self._kept.by_id(id))

    def by_code(self, code: str) -> Evening | None:
        """The open evening with this code in print."""
        return self._by("code", code)

    def by_ticket(self, ticket: str) -> Evening | None:
        """The open evening whose QR code holds this ticket."""
        return self._by("ticket", ticket)

    def by_host_ticket(self, ticket: str) -> Evening | None:
        """The open evening whose host's own link holds this ticket."""
        return self._by("host_ticket", ticket)

    def by_spectator(self, ticket: str) -> Evening | None:
        """The open evening whose scoreboard a spectator's link shows, however its ticket was typed."""
        sql = "select evening from spectators where ticket = ?"
        row = self._store.reader().execute(sql, [ticket.upper()]).first()
        return self.by_id(row[0]) if row else None

    def of_device(self, device: int) -> Evening | None:
        """The evening at which a device is: of those that are not closed, the one that it entered last.

        One that asked it to leave only if there is no other.
        """
        return self._unless_over(self._kept.of_device(device))

    def last_of_device(self, device: int) -> LastEvening | None:
        """The page that the last evening of a device has left to it; None while it is open, or if it left none."""
        left = last.of_device(self._store.reader(), device)
        return None if left is None or self.by_id(left.id) is not None else left

    def elsewhere(self, evening: Evening, device: int) -> list[Evening]:
        """The other open evenings at which a device still is one of theirs, the last that it entered first."""
        ids = [id for id in rows.entered_ids(self._store.reader(), device) if id != evening.id]
        entered = [(other, other.screen(device)) for other in self._those(ids)]
        return [other for other, screen in entered if screen is not None and not screen.removed]

    def all_open(self, group: int | None = None) -> list[Evening]:
        """The evenings that are open, of all groups or of one, the newest first."""
        return self._those(rows.open_ids(self._store.reader(), group))

    def _those(self, ids: Sequence[int]) -> list[Evening]:
        return [evening for evening in map(self.by_id, ids) if evening is not None]

    def _by(self, column: str, value: str) -> Evening | None:
        row = self._store.reader().execute(f"select id from evenings where {column} = ?", [value]).first()
        return self.by_id(row[0]) if row else None

    def _unless_over(self, evening: Evening | None) -> Evening | None:
        return None if evening is None or self._quiet.are_over(evening) else evening

    # --- what changes

    def open(self, group: int) -> Evening:
        """Open another evening of a group; refused if it has as many as it may."""
        if len(self.all_open(group)) >= MOST_OPEN:
            raise Refused("many-tables", most=MOST_OPEN)
        return self.open_by(lambda db, over: rows.open_evening(db, group, over, False, self.letters))

    def ensure(self, group: int) -> Evening:
        """The newest open evening of a group. One is opened if none is: one, however many call at once."""
        opened = self.all_open(group)
        if opened:
            return opened[0]
        return self.open_by(lambda db, over: rows.open_evening(db, group, over, True, self.letters))

    def open_by(self, job: Callable[[Database, Sequence[int]], int]) -> Evening:
        """Open an evening by a job that returns its id, and closes those that have ended by themselves: their ids."""
        over = [id for id in rows.open_ids(self._store.reader()) if self.by_id(id) is None]
        id = self._writer.write(lambda db: job(db, over))
        self._quiet.begin(id)
        evening = self.by_id(id)
        assert evening is not None
        self.notify(evening)
        return evening

    def raise_versions(self) -> None:
        """Note that anything may have changed while nobody served: people taken in, games forgotten."""
        self._writer.write(rows.raise_all)

    def change(self, evening: Evening, *jobs: Job, of_group: bool = False) -> Any:
        """Do all jobs in one commit, then notify the devices of the evening; what the last job returned.

        Other evenings are woken if they show of this one what is otherwise by now. `of_group`: what is changed is the
        group's own (people, decks, its name, its games), and shown at all its evenings.
        """
        done, others = self.write(evening, *jobs, of_group=of_group)
        self.notify(evening, others)
        return done

    def write(self, evening: Evening, *jobs: Job, of_group: bool = False) -> tuple[Any, list[int]]:
        """As `change`, without a notice; the result of the last job, and the other evenings to wake."""

        def do(db: Database) -> tuple[Any, list[int]]:
            check_not_forgotten(db, evening.group)
            before = rows.shown_beside(db, evening.id)
            done = [job(db) for job in jobs]
            rows.newer_version(db, evening.id)
            others = rows.changed_beside(db, evening.id) if of_group else rows.changed_since(db, evening.id, before)
            return done[-1] if done else None, others

        written: tuple[Any, list[int]] = self._writer.write(do)
        return written

    def notify(self, evening: Evening, others: Iterable[int] = ()) -> None:
        """Notify the devices of an evening of what has been committed, and wake those of the `others` that show it."""
        self._notifier.publish(evening_topic(evening.id))
        self.wake(others)

    def wake(self, ids: Iterable[int]) -> None:
        """Let the screens of these evenings look again."""
        for id in ids:
            self._notifier.wake(evening_topic(id))

    # --- guests

    def sit(self, evening: Evening, device: int | None, name: str, colour: str = "", shape: str = "") -> None:
        """Seat a guest called `name` (trimmed): on a device a new person, without one a known person of that name if
        there is one.

        Refused if a guest has the name, and on a device if anybody in the group has.
        """
        namesake = people.named(self._store.reader(), evening.group, name)
        if namesake is not None and (device is not None or evening.guest(namesake.id)):
            raise Refused("sits-already", name=namesake.name)
        if namesake is not None:
            self.sit_as(evening, None, namesake.id)
            return
        join: Job = lambda db: seats.join(db, evening.group, evening.id, device, name, colour, shape)  # noqa: E731
        self.change(evening, join, *_phone(evening, device))

    def has_to_ask(self, evening: Evening, device: int, person: int) -> bool:
        """Whether a device that wants to sit down as somebody known asks the host first."""
        return seats.has_to_ask(self._store.reader(), evening.group, device, person)

    def sit_as(self, evening: Evening, device: int | None, person: int) -> bool:
        """A known person sits down; False if the host is asked: they are on another device, or play."""
        sit: Job = lambda db: seats.sit(db, evening.group, evening.id, device, person)  # noqa: E731
        is_seated: bool = self.change(evening, *_phone(evening, device), sit)
        return is_seated

    def leave(self, evening: Evening, person: int, by: int | None = None) -> None:
        """A guest gets up: from the next table on. Nobody who sits elsewhere is touched.

        The devices that spoke for them are told, but for the one `by` which it was done.
        """
        guest = evening.guest(person)
        speaking = [screen.device for screen in evening.screens if person in screen.people and not screen.removed]
        others = [device for device in speaking if device != by]

        def get_up(db: Database) -> None:
            sql = "delete from guests where evening = ? and person = ? returning 1"
            if db.execute(sql, [evening.id, person]):
                db.execute("delete from holds where person = ?", [person])
                tell(evening, others, GIVEN_UP, guest.name if guest else "")(db)

        self.change(evening, get_up)

    def order(self, evening: Evening, persons: Sequence[int]) -> None:
        """Put the guests in the order in which they sit, clockwise; guests who are not named keep behind."""
        self.change(evening, ordered(evening, persons))

    def absent(self, evening: Evening) -> list[Person]:
        """People of the group's earlier evenings who are not here, who came last first."""
        here = {guest.id for guest in evening.guests}
        return [person for person in people.recent(self._store.reader(), evening.group) if person.id not in here]

    # --- tables

    def put_away(self, evening: Evening) -> str | None:
        """Back to gathering; the code of the table, where nothing was reported at it, and it is no more."""
        gone: str | None = self.change(evening, rows.put_away(evening))
        return gone

    def is_elsewhere(self, evening: Evening, table: Header) -> bool:
        """Whether a table belongs to another evening that is open, so that it cannot go on at this one."""
        return table.evening not in (None, evening.id) and self.by_id(table.evening) is not None

    def resume(self, evening: Evening, table: Header, persons: Sequence[int]) -> list[int]:
        """Resume an interrupted table: seat its players again, in their old order, and show it.

        Refused if there is no room for it or for all of them, or another table is shown by now. One commit; `notify`
        is the caller's, once it has read the table: of this evening and of the others whose ids are returned.
        """
        absent = [person for person in persons if evening.guest(person) is None]

        def go_on(db: Database) -> None:
            if table.evening != evening.id:
                check_tables(db, evening.id)
            rows.check_laid(db, table.id)
            anew = "on conflict (table_id) do update set evening = excluded.evening"
            db.execute(f"insert into resumed values (?, ?) {anew}", [table.id, evening.id])

        _, others = self.write(
            evening,
            *[lambda db, person=person: seats.seat(db, evening.group, evening.id, None, person) for person in absent],
            go_on,
            ordered(evening, persons),
            show_next(evening, table.code),
            of_group=True,
        )
        return others

    def choose_address(self, evening: Evening, host: str) -> None:
        """Let the QR code carry another address of this machine."""
        sql = "update evenings set address = ? where id = ?"
        self.change(evening, lambda db: db.execute(sql, [host, evening.id]))

    def close(self, evening: Evening) -> None:
        """The evening ends; the next one has a new code."""
        self.change(evening, lambda db: rows.close(db, evening.id))

    def close_all(self, group: int, job: Job) -> list[int]:
        """All evenings of a group end, in the commit of a job; their ids."""

        def do(db: Database) -> tuple[list[int], set[int]]:
            ended = rows.open_ids(db, group)
            elsewhere = {id for evening in ended for id in rows.close(db, evening)}
            job(db)
            return ended, elsewhere

        ended, elsewhere = self._writer.write(do)
        for id in ended:
            self._notifier.publish(evening_topic(id))
        self.wake(elsewhere)
        return list(ended)

    def was_hosted_by(self, group: int, ticket: str) -> bool:
        """Whether this is the ticket of the host's own link of an evening of a group, be it open or over."""
        sql = "select 1 from evenings where group_id = ? and host_ticket = ?"
        return self._store.reader().execute(sql, [group, ticket]).first() is not None


def _phone(evening: Evening, device: int | None) -> tuple[Job, ...]:
    return () if device is None else (used_as(evening, device, "phone"),)
