"""Prints of a room's tables: counted, guessed, kept from before; strangers who try to get into a game by them."""

import time
from collections.abc import Iterable
from random import Random

from flask import Flask

from companion.evening import floor
from companion.evening.floor import PRINTED
from companion.evening.model import Evening
from companion.storage.database import Database
from companion.storage.identifiers import CODE_LETTERS
from companion.web.access.limits import Buckets, screen_caller
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.support.addresses import own_address
from tests.support.gathering import Gathering
from tests.support.own_app import app_of_its_own
from tests.support.phone import HERE, Phone

TABLES = 12
NUMBERS = range(100)
GUESSES = 40
GAMES = (("Xanthippe", "Zoroaster", "Quetzal", "Wolfram"), ("Annamaria", "Bartholomew", "Cyprian", "Dietlinde"))
PLAYED, RESTS, FREE = 3, 7, 5  # where a phone is connected, where none is, where nobody sits
CHOICES = ("", "open", "new", "go-on")
Answer = tuple[int, bytes]


class Room:
    """A house with tables, and these who play there: they alone differ between two houses of the same codes."""

    def __init__(self, app: Flask, names: tuple[str, ...], codes: list[str]) -> None:
        self.app, self.names, self.codes = app, names, codes
        self.services = app.extensions["services"]
        self.services.store.do(self._lay)
        self.evenings = {number: self._begin(number) for number in (PLAYED, RESTS)}
        self.services.streams.open(screen_caller(self.evenings[PLAYED].device(names[0])))

    def _lay(self, db: Database) -> None:
        floor.lay_out(db, TABLES)
        for number, code in enumerate(self.codes, 1):
            db.execute("update floor set code = ? where number = ?", [code, number])

    def _begin(self, number: int) -> Gathering:
        """A game of four in a group of their own; one of them has a phone."""
        evening = Gathering.of_group(self.app, f"{self.names[0]} {number}")
        self.services.store.do(lambda db: floor.put_at(db, evening.now.id, number))
        evening.come(self.names[0], evening.now.ticket)
        evening.seat(*self.names[1:])
        evening.start()
        return evening

    def ask(self, path: str, choice: str | None = None) -> Answer:
        """What a stranger from an address of their own gets for a link, or for a choice on its page."""
        client, caller = self.app.test_client(), {"REMOTE_ADDR": own_address()}
        if choice is None:
            answer = client.get(path, environ_overrides=caller)
        else:
            form = {"how": choice, "group": self.evenings[PLAYED].now.group}
            answer = client.post(path, data=form, headers=HERE, environ_overrides=caller)
        return answer.status_code, answer.data

    def print(self, number: int) -> str:
        """The link in a print."""
        return f"/t/{number}/{self.codes[number - 1]}"


@row("printed codes", load="answers to strangers", whole=100, few=2)
def printed_codes(effort: Effort) -> Outcome:
    """Count tables, guess codes, and scan prints, old and new, in two houses whose guests have other names."""
    outcome = effort.outcome()
    for number in range(effort.tries):
        rng = Random(f"{effort.seed} {number}")
        codes = [_code(rng) for _ in range(TABLES)]
        with app_of_its_own() as one, app_of_its_own() as other:
            rooms = [Room(app, names, codes) for app, names in zip((one, other), GAMES, strict=True)]
            _count(outcome, rng, rooms)
            _guess(outcome, rng, rooms[0])
            _compare(outcome, rooms)
            _intrude(outcome, rooms[0])
        outcome.tries += 1
    return outcome


def _code(rng: Random) -> str:
    return "".join(rng.choices(CODE_LETTERS, k=PRINTED))


def _count(outcome: Outcome, rng: Random, rooms: list[Room]) -> None:
    """Ask for every number, with and without codes: whether a table is there, free or taken, makes no difference."""
    seen: set[Answer] = set()
    for number in NUMBERS:
        for code in ("", "/", f"/{_code(rng)}", f"/{rooms[0].codes[number % TABLES]}"):
            seen |= {room.ask(f"/t/{number}{code}") for room in rooms}
            outcome.load += len(rooms)
    outcome.note("leaked", f"{len(seen)} answers to who counts: {[status for status, _ in seen]}", len(seen) - 1)
    outcome.note("failed", "who counts is not answered by 404", int({status for status, _ in seen} != {404}))


def _guess(outcome: Outcome, rng: Random, room: Room) -> None:
    """Try codes without pause from one address: so many are answered as the limit says."""
    client, caller = room.app.test_client(), {"REMOTE_ADDR": own_address()}
    limit, began = Buckets().guesses.rate, time.monotonic()
    links = [f"/t/{rng.randint(1, TABLES)}/{_code(rng)}" for _ in range(GUESSES)]
    taken = sum(client.get(link, environ_overrides=caller).status_code != 429 for link in links)
    most = limit.burst + limit.per_second * (time.monotonic() - began) + 1
    outcome.note("doubled", f"{taken} guesses were taken, and {most:.0f} may be", int(taken > most))
    outcome.load += GUESSES


def _compare(outcome: Outcome, rooms: list[Room]) -> None:
    """Scan prints that are good: the page of a table is the same whoever has been there."""
    for number in (RESTS, FREE):
        pages = {room.ask(room.print(number)) for room in rooms}
        outcome.note("leaked", f"table {number} is answered in {len(pages)} ways", len(pages) - 1)
        outcome.load += len(rooms)
        for room in rooms:
            _search(outcome, room, b"".join(page for _, page in pages), f"table {number}")


def _search(outcome: Outcome, room: Room, page: bytes, where: str) -> None:
    told = [
        name for name in (*room.names, *(each.now.code for each in room.evenings.values())) if name.encode() in page
    ]
    outcome.note("leaked", f"{where} tells {told}", len(told))


def _intrude(outcome: Outcome, room: Room) -> None:
    """Two strangers: by the print of a game that stands still, and by an old print of one that is played."""
    before = _inside(room)
    for choice in (None, *CHOICES):
        status, page = room.ask(room.print(RESTS), choice)
        _search(outcome, room, page, f"{choice} at a game that stands still")
        outcome.note("failed", f"{choice} is answered by {status}", int(status >= 500))
    newcomer = Phone(room.app)
    newcomer.post(room.print(RESTS), {"how": "new"})
    for path in ("/", "/history/", "/people/", "/group"):
        _search(outcome, room, newcomer.client.get(path, follow_redirects=True).data, path)
    old = room.print(PLAYED)
    room.services.store.do(lambda db: floor.renew(db, [PLAYED]))
    for choice in (None, *CHOICES):
        status, _ = room.ask(old, choice)
        outcome.note("leaked", f"an old print: {choice} is answered by {status}", int(status != 404))
    outcome.note("leaked", "a stranger is in", int(_inside(room) != before))
    outcome.load += 2 * (1 + len(CHOICES))


def _inside(room: Room) -> list[tuple[int, ...]]:
    evenings: Iterable[Evening] = (each.now for each in room.evenings.values())
    return [tuple(screen.device for screen in evening.screens) for evening in evenings]
