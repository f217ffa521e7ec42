"""Two evenings that differ only in what somebody may not know: to him every answer is the same, byte for byte.

Three games have secrets in their lines; in the Gang the private notes of a player are one. In the Kingdom nothing is.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from flask import Flask
from flask.testing import FlaskClient
from sqlite_utils import Database

from companion.evening import api_keys
from companion.group import notebook
from companion.table.model import Line, move_of
from companion.table.moves import move_to_json
from companion.table.open_round import HOST, reporter
from tests.faults.comparison import Comparison
from tests.faults.outcome import Effort, Outcome
from tests.faults.pairs import pair
from tests.faults.rows import row
from tests.support.api import Move
from tests.support.evening_worlds import World, two
from tests.support.gathering import Gathering
from tests.support.own_app import app_of_its_own
from tests.support.phone import Phone
from tests.support.states.opened import Opened, open_state
from tests.support.states.state import State
from tests.support.states.twin import changed_lines


@row("two worlds", load="answers compared", whole=2000, few=4)
def two_worlds(effort: Effort) -> Outcome:
    """Compare what scoreboard, player, watcher, somebody new, somebody outside and programs get in both worlds."""
    outcome = effort.outcome()
    for number in range(effort.tries):
        rng = Random(f"{effort.seed} {number}")
        states = pair(rng, number)
        with _worlds(effort.folder / str(number), rng, *states) as (one, another, code):
            Comparison(outcome, rng, states, (one, another), code).make()
        outcome.tries += 1
    return outcome


@contextmanager
def _worlds(folder: Path, rng: Random, state: State, other: State) -> Iterator[tuple[World, World, str]]:
    """Both as running apps with the same devices and programs, and the table's code.

    Each seat has reported for itself, or the host for all of them.
    """
    seats = rng.random() < 0.5

    def reported(plain: Move) -> str:
        return reporter(state.table, plain.get("seat")) if seats else HOST

    with app_of_its_own() as app:
        opened = open_state(app, state, reported)
        devices, programs = _devices(app, opened), _programs(app, opened.code, state.viewer)
        changed = {line.number: _spelt(line) for _, line in changed_lines(state.table, other.table)}
        kept = app.extensions["services"].store.path.parent
        with two(kept, devices, opened.code, changed, folder, programs) as (one, another):
            if state is other:
                _take_notes(another, opened.code)
            yield one, another, opened.code


def _devices(app: Flask, opened: Opened) -> dict[str, FlaskClient]:
    evening = Gathering(app)
    watcher = evening.come()
    watcher.fill("/use", kind="watch")
    phones = {"viewer": opened.viewer, "watcher": watcher, "new": evening.come(), "outside": Phone(app)}
    return {"tablet": opened.tablet.client} | {name: phone.client for name, phone in phones.items()}


def _programs(app: Flask, code: str, viewer: int | None) -> dict[str, str]:
    """The keys of programs to the table: of its host, of who watches, and of the viewer's seat if there is one."""
    services = app.extensions["services"]
    header = services.tables.find(code).header
    host, seats, watch = services.writer.write(lambda db: api_keys.make(db, header.id, len(header.seats)))
    of_seat = {} if viewer is None else {"a program of the viewer's seat": seats[viewer]}
    return {"a program of the host": host, "a program that watches": watch} | of_seat


def _spelt(line: Line) -> str:
    return json.dumps(move_to_json(move_of(line)), ensure_ascii=False, separators=(",", ":"))


def _take_notes(world: World, code: str) -> None:
    """The player in seat 1 has noted something on every device, also on those of others."""
    table_id = world.app.extensions["services"].tables.find(code).header.id

    def take(db: Database) -> None:
        for (device,) in db.execute("select id from devices").fetchall():
            notebook.note(db, device, table_id, 1, 0, 2, notebook.MARKS[1])

    world.store.do(take)
