"""Two devices want the same thing at two servers of a hall at the same moment: one of them has it."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing

from companion.evening.seats import MOST_GUESTS
from companion.storage.identifiers import HOME
from companion.storage.postgres.store import PostgresStore
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.support.addresses import own_address
from tests.support.effort import patient
from tests.support.forms import Filled
from tests.support.hall import Hall, hall
from tests.support.many_evenings.client import Client
from tests.support.many_evenings.marks import Received
from tests.support.postgres import cluster

GUESTS = "select person, name from guests join people on id = person where evening = ?"


class Rivals:
    """Two devices of an evening that has so many guests, one at each of two servers; the first hosts it."""

    def __init__(self, house: Hall, store: PostgresStore, threads: ThreadPoolExecutor, group: int, guests: int) -> None:
        self.db, self.threads = store.reader(), threads
        sql = "select id, ticket, host_ticket from evenings where group_id = ? and closed_at is null"
        self.evening, self.ticket, self.host_ticket = self.db.execute(sql, [group]).first()
        self.devices = [Client(server.url, own_address(), Received("nobody")) for server in house.servers[:2]]
        self.host = Client(house.servers[2].url, own_address(), Received("nobody"))
        self.host.open(f"/host/{self.host_ticket}")
        for number in range(guests):
            self.act("/guests", [("name", f"Guest {number}")])

    def guests(self) -> dict[int, str]:
        return dict(self.db.execute(GUESTS, [self.evening]))

    def act(self, path: str, form: Filled) -> None:
        """The host does something, in peace."""
        answer = self.host.insist("POST", path, form)
        assert answer.status == 303, (path, form, answer)

    def clash(self, outcome: Outcome, path: str, forms: Sequence[Filled]) -> list[int]:
        """Both send a form at the same moment; the statuses."""
        sending = [
            self.threads.submit(one.call, "POST", path, form) for one, form in zip(self.devices, forms, strict=True)
        ]
        answers = [sent.result() for sent in sending]
        statuses = [answer.status for answer in answers]
        outcome.note("failed", f"{path}: {statuses}", sum(status >= 500 for status in statuses))
        outcome.load += len(statuses)
        outcome.tries += 1
        return statuses

    def until_both_read(self, words: str) -> None:
        """Wait until both are shown these words: until then one of them comes too late."""
        for device in self.devices:
            end = time.monotonic() + patient(20)
            while words not in device.open("/").html:
                assert time.monotonic() < end, f"{words}\n{device.html}"

    def close(self) -> None:
        for client in (*self.devices, self.host):
            client.close()


class Hosts(Rivals):
    """Two hosts, who both start a game."""

    def begin(self) -> None:
        for device in self.devices:
            device.open(f"/host/{self.host_ticket}")
            device.open("/use", [("kind", "board")])

    def try_once(self, outcome: Outcome, number: int) -> None:
        """One game is started, and put away again."""
        self.until_both_read('action="/tables"')
        before = self._tables()
        statuses = self.clash(outcome, "/tables", [[("game", "death-wish")]] * 2)
        taken = self._tables() - before
        outcome.note("doubled", f"{taken} games: {statuses}", max(0, taken - 1))
        outcome.note("lost", f"{taken} games: {statuses}", int(taken < 1 or 303 not in statuses))
        self.act("/put-away", [])

    def _tables(self) -> int:
        number: int = self.db.execute("select count(*) from tables where evening = ?", [self.evening]).first()[0]
        return number


class Phones(Rivals):
    """Two phones, which both want the seat of the same guest, or the last one."""

    def begin(self) -> None:
        for device in self.devices:
            device.open(f"/j/{self.ticket}")

    def try_once(self, outcome: Outcome, number: int) -> None:
        before = self.guests()
        if number % 2:
            self._take_one_seat(outcome, f"Ann {number}")
        else:
            self._take_the_last(outcome, number)
        for person in self.guests().keys() - before:
            self.act(f"/guests/{person}/leave", [])

    def _take_one_seat(self, outcome: Outcome, name: str) -> None:
        """A guest without a phone is on one of them; the other asks."""
        self.act("/guests", [("name", name)])
        (person,) = (id for id, guest in self.guests().items() if guest == name)
        self.until_both_read(name)
        statuses = self.clash(outcome, "/sit", [[("person", str(person))]] * 2)
        holds = len(self.db.execute("select device from holds where person = ?", [person]))
        outcome.note("doubled", f"{name} is on {holds} phones: {statuses}", max(0, holds - 1))
        outcome.note("lost", f"{name} is on no phone: {statuses}", int(holds == 0 or statuses != [303, 303]))

    def _take_the_last(self, outcome: Outcome, number: int) -> None:
        """One sits down; the other is told that no seat is left."""
        statuses = self.clash(outcome, "/sit", [[("name", f"{side} {number}")] for side in ("Left", "Right")])
        guests = len(self.guests())
        outcome.note("doubled", f"{guests} guests: {statuses}", max(0, guests - MOST_GUESTS))
        outcome.note("lost", f"{guests} guests: {statuses}", int(guests < MOST_GUESTS or statuses.count(303) != 1))


@row("one thing wanted at two servers", load="requests sent", whole=2000, few=9)
def rival_servers(effort: Effort) -> Outcome:
    """Start a game, sit down as the same guest, and take the last seat, in turn."""
    outcome = effort.outcome()
    with ExitStack() as stack:
        url = stack.enter_context(stack.enter_context(cluster()).house())
        house = stack.enter_context(hall(effort.folder, url))
        store = stack.enter_context(closing(PostgresStore(url)))
        threads = stack.enter_context(ThreadPoolExecutor(2))
        opener = Client(house.servers[0].url, own_address(), Received("nobody"))
        stack.enter_context(closing(opener)).open("/groups", [("name", "Club")])
        club = store.reader().execute("select id from groups where name = 'Club'").first()[0]
        hosts = stack.enter_context(closing(Hosts(house, store, threads, HOME, 4)))
        phones = stack.enter_context(closing(Phones(house, store, threads, club, MOST_GUESTS - 1)))
        for rivals in (hosts, phones):
            rivals.begin()
        for number in range(effort.tries):
            (phones if number % 3 else hosts).try_once(outcome, number)
        complaints = "".join(server.complaints for server in house.servers)
        outcome.note("failed", complaints[-2000:], complaints.count("Traceback"))
    return outcome
