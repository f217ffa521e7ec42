"""An evening as it is played in two worlds: the same people, devices and moves, each reported in the same way."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from companion.evening import api_keys
from companion.group import notebook
from companion.storage.database import Database
from companion.storage.log import to_json
from companion.table.corrections import as_of
from companion.table.fold import open_table
from companion.table.model import Table, move_of
from companion.table.moves import move_to_json
from companion.table.questions import may_report
from tests.faults.pairs import NOTING, Pair
from tests.support.api import Move
from tests.support.evening_worlds import World
from tests.support.forms import flat
from tests.support.gathering import Gathering
from tests.support.phone import HERE, Phone
from tests.support.states.opened import lay
from tests.support.states.state import State

TABLET, HOSTS_PROGRAM = "tablet", "a program of the host"
CARDS = {  # the fields by which forms say that a group's deck is to remember a card
    "decree": {"deck": "icons"},
    "contract": {"deck": "disease color skulls outbreak", "deck.of": "diseases"},
}


class Act(NamedTuple):
    """A line is reported: from which device, or for a seat by its program or phone; what it says in each world."""

    reporter: str | int
    moves: tuple[Move, Move]


class Telling:
    """How the lines of a pair of tables are reported: by the host, or by each seat, of which two have phones."""

    def __init__(self, rng: Random, states: Pair) -> None:
        self._state, self._seats = states[0], states[0].table.seats
        self._neighbour = next(seat for seat in range(len(self._seats)) if seat != states[0].viewer)
        by_host = rng.random() < 0.5
        self._acts = [*_acts(rng, states[0].table, states[1].table, by_host)]

    def tell(self, world: World, number: int) -> None:
        """Play the evening in one of the worlds."""
        evening = Gathering(world.app)
        phones = self._seated(evening)
        world.code = lay(evening, State("", open_table(self._state.table.game, self._seats, self._state.table.options)))
        keys = self._devices(world, evening, phones)
        for line, act in enumerate(self._acts):
            plain, told = act.moves[number], {"key": f"told-{line:04}", "seen": line}
            if act.reporter in phones:
                path, form = _form(plain)
                address = f"/table/{world.code}/{path}"
                answer = phones[act.reporter].client.post(address, data=form | told, headers=HERE)
            else:
                answer = world.call(keys[act.reporter], f"/api/tables/{world.code}/moves", plain | told)
            assert answer.status_code in (201, 303), (plain, act.reporter, answer.text)
        if self._state.table.game.SLUG == NOTING:
            self._take_notes(world, phones[self._neighbour], notebook.MARKS[number])

    def _seated(self, evening: Gathering) -> dict[str | int, Phone]:
        """Everybody sits down, the viewer and somebody else with phones; these, and the host's tablet."""
        phones: dict[str | int, Phone] = {TABLET: evening.tablet}
        for seat, name in enumerate(self._seats):
            if seat in (self._state.viewer, self._neighbour):
                phones[seat] = _come(evening, "/sit", name=name)
            else:
                evening.app.extensions["services"].evenings.sit(evening.now, None, name)
        return phones

    def _devices(self, world: World, evening: Gathering, phones: dict[str | int, Phone]) -> dict[str | int, str]:
        """Note who may look in this world; the keys of all programs that report."""
        viewer, watcher = self._state.viewer, _come(evening, "/use", kind="watch")
        looking = {TABLET: evening.tablet, "watcher": watcher, "new": _come(evening), "outside": Phone(world.app)}
        looking |= {} if viewer is None else {"viewer": phones[viewer]}
        world.clients = {name: phone.client for name, phone in looking.items()}
        services, header = world.app.extensions["services"], evening.live.header
        host, seats, watch = services.writer.write(lambda db: api_keys.make(db, header.id, len(header.seats)))
        world.programs = {HOSTS_PROGRAM: host, "a program that watches": watch}
        world.programs |= {} if viewer is None else {"a program of the viewer's seat": seats[viewer]}
        return {HOSTS_PROGRAM: host, **dict(enumerate(seats))}

    def _take_notes(self, world: World, phone: Phone, mark: str) -> None:
        """A player notes something, or wipes it out: on the own phone, and on all others as if they had been theirs."""
        form = {"cell": f"0.2.{mark}"}
        assert phone.client.post(f"/table/{world.code}/notes", data=form, headers=HERE).status_code == 303
        table_id = world.live.header.id

        def note(db: Database) -> None:
            for (device,) in db.execute("select id from devices"):
                notebook.note(db, device, table_id, self._neighbour, 0, 2, mark)

        world.store.do(note)


def _come(evening: Gathering, address: str = "", **form: str) -> Phone:
    """Somebody scans, and sends a form without looking at its page: that is asked for later."""
    phone = Phone(evening.app)
    assert phone.client.get(f"/j/{evening.now.ticket}").status_code == 303
    if address:
        assert phone.client.post(address, data=form, headers=HERE).status_code == 303
    return phone


def _acts(rng: Random, table: Table, other: Table, by_host: bool) -> Iterator[Act]:
    for line, other_line in zip(table.lines, other.lines, strict=True):
        move = move_of(line)
        seat: int | None = None if by_host else getattr(move, "seat", None)
        reporter: str | int = rng.choice([TABLET, HOSTS_PROGRAM])
        if seat is not None and may_report(as_of(table, line.number - 1), seat, move):
            reporter = seat
        yield Act(reporter, (move_to_json(move), move_to_json(move_of(other_line))))


def _form(plain: Move) -> tuple[str, Move]:
    """Where a form goes at a table that reports a move or strikes lines, and its fields."""
    if plain["move"] == "correct":
        strikes = [[line, "strike", None] for line, _ in plain["lines"]]
        return "correct", {"pending": to_json(strikes), "sure": "yes"}
    return "move", flat(plain) | CARDS.get(plain["move"], {})
