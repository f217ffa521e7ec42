"""The open evenings, and what guests and hosts change about them."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar

from msgspec.structs import replace

from companion.evening import floor, last, rows, seats
from companion.evening.last import LastEvening
from companion.evening.model import Evening
from companion.evening.quiet import Hours
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
KEPT = 200  # evenings in memory
VERSION = "select version from evenings where id = ? and closed_at is null"
P = ParamSpec("P")
T = TypeVar("T")


class Evenings:
    """The evenings that are open, and their changes: each is one commit and one notice."""

    def __init__(self, store: Store, writer: Writer, notifier: Notifier, letters: int = CODE_LENGTH) -> None:
        """`letters`: the length of the codes of evenings that are opened."""
        self._store = store
        self._writer = writer
        self._notifier = notifier
        self.clock, self.letters = notifier.clock, letters
        self._quiet = Hours(store, notifier)
        self._kept: dict[int, Evening] = {}  # as they were read last
        self._asked: dict[int, tuple[int, Any]] = {}  # rows of VERSION, each with the count of notices before it

    # --- which evening

    def by_id(self, id: int) -> Evening | None:
        """The evening with this id as it stands; None if it is over: closed, or nothing has happened for its hours."""
        row = self._store.reader().execute(VERSION, [id]).first()
        return None if row is None else self._at_version(id, row[0])

    def on_screen(self, id: int) -> Evening | None:
        """As `by_id`, for a screen that looks again: after a notice the version is read once, for all of them."""
        count = self._notifier.count(evening_topic(id))
        asked = self._asked.get(id)
        if asked is None or asked[0] != count:
            asked = self._asked[id] = count, self._store.reader().execute(VERSION, [id]).first()
            while len(self._asked) > KEPT:
                self._asked.pop(next(iter(self._asked)))
        return None if asked[1] is None else self._at_version(id, asked[1][0])

    def _at_version(self, id: int, version: int) -> Evening | None:
        """An evening that has this version now, as it was read at it; None if it is over."""
        evening = self._kept.get(id)
        if evening is None or evening.version != version:
            self._kept.pop(id, None)
            evening = rows.read(self._store.reader(), id)
            if evening is None:
                return None
            self._kept[id] = evening
            while len(self._kept) > KEPT:
                self._kept.pop(next(iter(self._kept)))
        return None if self._quiet.are_over(evening) else evening

    def line_added(self, header: Header, version: int) -> None:
        """Keep the evening of a table at this version, to which a line of the table and nothing else has raised it."""
        assert header.evening is not None
        id, kept = header.evening, self._kept.get(header.evening)
        if kept is not None and kept.version == version - 1 and kept.table_code == header.code:
            self._kept[id] = replace(kept, version=version)

    def by(self, column: Literal["code", "ticket", "host_ticket"], value: str) -> Evening | None:
        """The open evening with this code in print, ticket in its QR code, or ticket in the host's own link."""
        row = self._store.reader().execute(f"select id from evenings where {column} = ?", [value]).first()
        return self.by_id(row[0]) if row else None

    def by_spectator(self, ticket: str) -> Evening | None:
        """The open evening whose scoreboard a spectator's link shows, however its ticket was typed."""
        sql = "select evening from spectators where ticket = ?"
        row = self._store.reader().execute(sql, [ticket.upper()]).first()
        return self.by_id(row[0]) if row else None

    def of_device(self, device: int) -> Evening | None:
        """The open evening that a device entered last; one that asked it to leave only if there is no other."""
        row = self._store.reader().execute(f"{rows.AT_EVENINGS} limit 1", [device]).first()
        return None if row is None else self._at_version(*row)

    def last_of_device(self, device: int) -> LastEvening | None:
        """Traces of the evening that a device entered last; None while it is open, or if it left nothing."""
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

    def act(
        self, evening: Evening, act: Callable[Concatenate[Evening, P], Evening], *given: P.args, **named: P.kwargs
    ) -> None:
        """Apply an act to an evening as it is stored in the commit, with what is `given`; and notify its devices."""
        self.commit(evening, lambda db: (None, rows.change(db, evening.id, lambda now: act(now, *given, **named))))

    def change(self, evening: Evening, job: Job = lambda db: None, of_group: bool = False) -> Any:
        """Do a job in a commit that raises the version of an evening, then notify its devices; what the job returned.

        `of_group`: all evenings of the group show what is changed.
        """

        def do(db: Database) -> tuple[Any, list[int]]:
            done = job(db)
            rows.newer_version(db, evening.id)
            return done, rows.changed_beside(db, evening.id) if of_group else []

        return self.commit(evening, do)

    def commit(self, evening: Evening, job: Callable[[Database], tuple[T, list[int]]]) -> T:
        """Do a job in one commit; notify the devices of the evening, and wake the others whose ids it returned."""
        done, others = self.write(evening, job)
        self.notify(evening, others)
        return done

    def write(self, evening: Evening, job: Callable[[Database], tuple[T, list[int]]]) -> tuple[T, list[int]]:
        """Do `commit` without a notice; Refused if the group was forgotten."""

        def do(db: Database) -> tuple[T, list[int]]:
            check_not_forgotten(db, evening.group)
            return job(db)

        written: tuple[T, list[int]] = self._writer.write(do)
        return written

    def notify(self, evening: Evening, others: Iterable[int] = ()) -> None:
        """Notify the devices of an evening of what has been committed, and wake those of the `others` that show it."""
        self._notifier.publish(evening_topic(evening.id))
        self.wake(others)

    def wake(self, ids: Iterable[int]) -> None:
        """Let the screens of these evenings look again."""
        for id in dict.fromkeys(ids):
            self._notifier.wake(evening_topic(id))

    # --- guests

    def sit(self, evening: Evening, device: int | None, name: str, colour: str = "", shape: str = "") -> None:
        """Seat a person under `name`: on a device somebody new, without one also who goes by it already.

        Refused if a guest goes by the name, and on a device if anybody of the group does.
        """

        def job(db: Database) -> tuple[None, list[int]]:
            namesake = people.named(db, evening.group, name)
            if namesake is not None and device is not None:
                raise Refused("sits-already", name=namesake.name)
            mark = (colour, shape) if (colour, shape) in people.MARKS else people.MARKS[0]
            id = namesake.id if namesake else people.add(db, evening.group, name, *mark)
            return None, self._sit(db, evening, device, id)

        self.commit(evening, job)

    def sit_as(self, evening: Evening, device: int | None, person: int) -> None:
        """A known person sits down; or the host is asked: they are on another device, or play."""
        self.commit(evening, lambda db: (None, self._sit(db, evening, device, person)))

    def _sit(self, db: Database, evening: Evening, device: int | None, person: int) -> list[int]:
        who = rows.read_known(db, evening.group, evening.id, person)
        return rows.change(db, evening.id, lambda now: seats.sit(now, device, who))

    def is_asked_for(self, evening: Evening, device: int, person: int) -> bool:
        """Whether a device that wants to sit down as somebody known asks the host first."""
        return rows.read_known(self._store.reader(), evening.group, evening.id, person).is_asked_for(device)

    def answer(self, evening: Evening, device: int, person: int, allow: bool) -> None:
        """The host gives a seat to the device that asked for it, or does not."""

        def job(db: Database) -> tuple[None, list[int]]:
            who = rows.read_known(db, evening.group, evening.id, person)
            return None, rows.change(db, evening.id, lambda now: seats.answer(now, device, who, allow))

        self.commit(evening, job)

    def absent(self, evening: Evening) -> list[Person]:
        """People of the group's earlier evenings who are not here, who came last first."""
        here = {guest.id for guest in evening.guests}
        return [person for person in people.recent(self._store.reader(), evening.group) if person.id not in here]

    # --- tables

    def put_away(self, evening: Evening) -> str | None:
        """Back to gathering; the code of the table, where nothing was reported at it, and it is no more."""

        def job(db: Database) -> tuple[str | None, list[int]]:
            gone = rows.put_away(db, evening.id)
            return gone, rows.change(db, evening.id, lambda now: now.showing(None))

        return self.commit(evening, job)

    def is_elsewhere(self, evening: Evening, table: Header) -> bool:
        """Whether a table belongs to another evening that is open, so that it cannot go on at this one."""
        return table.evening not in (None, evening.id) and self.by_id(table.evening) is not None

    def resume(self, evening: Evening, table: Header, persons: Sequence[int]) -> list[int]:
        """Resume an interrupted table in one commit: seat its players again, in their old order, and show it.

        Refused if there is no room for it or for all of them, or another table is shown by now. The caller has to
        `notify` this evening and the others whose ids are returned, once it has read the table.
        """

        def go_on(db: Database) -> tuple[None, list[int]]:
            if table.evening != evening.id:
                rows.check_tables(db, evening.id)
            rows.check_laid(db, table.id)
            players = [rows.read_known(db, evening.group, evening.id, person) for person in persons]
            anew = "on conflict (table_id) do update set evening = excluded.evening"
            db.execute(f"insert into resumed values (?, ?) {anew}", [table.id, evening.id])

            def seat_all(now: Evening) -> Evening:
                for who in players:
                    now = now if now.guest(who.person.id) else seats.seated(now, None, who)
                return rows.show_next(seats.ordered(now, persons), evening.table_code, table.code)

            return None, [*rows.change(db, evening.id, seat_all), *rows.changed_beside(db, evening.id)]

        return self.write(evening, go_on)[1]

    def choose_address(self, evening: Evening, host: str) -> None:
        """Let the QR code carry another address of this machine."""
        self.act(evening, lambda now: replace(now, address=host))

    def put_at(self, evening: Evening, number: int | None) -> None:
        """Move an evening to a place, or to none; another one there that has ended by its hours is closed.

        Refused if an evening is there that is not over, or if the room has no such place any more.
        """
        there = None if number is None else floor.evening_at(self._store.reader(), number)
        over = [there] if there is not None and self.by_id(there) is None else []

        def job(db: Database) -> tuple[None, list[int]]:
            if number is not None and floor.by_number(db, number) is None:
                raise Refused("stale")
            woken = [id for ended in over for id in rows.close(db, ended)]
            floor.put_at(db, evening.id, number)
            return None, woken

        self.commit(evening, job)

    def change_floor(self, job: Job) -> None:
        """Change places of the room in one commit, and wake all screens, which say at which they are."""

        def do(db: Database) -> None:
            job(db)
            rows.raise_all(db)

        self._writer.write(do)
        self.wake(evening.id for evening in self.all_open())

    def close(self, evening: Evening) -> None:
        """The evening ends; the next one has a new code."""
        self.commit(evening, lambda db: (None, [*rows.close(db, evening.id), *rows.changed_beside(db, evening.id)]))

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
