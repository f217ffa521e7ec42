"""Two evenings that differ only in what a device may not know: whatever it asks for in both, the bytes are the same.

Three games have secrets in their lines; in the Gang the private notes of a player are one. In the Kingdom nothing is.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlite_utils import Database

from companion.games import GAMES
from companion.group import notebook
from companion.table.model import Line, Table, move_of
from companion.table.moves import move_to_json
from companion.table.questions import asks
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.support.evening_worlds import World, two
from tests.support.forms import flat
from tests.support.games.random_play import answer, laid, offered, played, with_texts
from tests.support.gathering import Gathering
from tests.support.own_app import app_of_its_own
from tests.support.phone import Phone
from tests.support.states.games import prefix
from tests.support.states.opened import Opened, open_state
from tests.support.states.state import State
from tests.support.states.twin import changed_lines, has_secrets, twin

SECRETIVE = ("death-name", "final-deathweek", "death-wish")
NOTING = "gamushara-gang"
LONGEST = 120  # lines
OPTIONAL = 0.3  # so often something is answered that might be left undone: outbreaks are kept that way
PAGES = ("/", "/live", "/help", "/choose", "/people/", "/decks/", "/history/", "/history/games", "/history/people")
FILES = ("records.jsonl", "results.csv", "ledgers.csv", "plays.bgsplay")
SOME = 5  # of lines, of corrections, of moves that are tried

Asked = tuple[str, dict[str, Any] | None]
Pair = tuple[State, State]


@row("two worlds", load="answers compared", whole=2000, few=4)
def two_worlds(effort: Effort) -> Outcome:
    """Compare what the scoreboard, a player, a watcher, somebody new and somebody outside get in both worlds."""
    outcome = effort.outcome()
    for number in range(effort.tries):
        rng = Random(f"{effort.seed} {number}")
        slug = (*SECRETIVE, NOTING)[number % 4]
        pair = _noted(rng) if slug == NOTING else _pair(rng, slug)
        with _worlds(effort.folder / str(number), *pair) as (one, another, code):
            _compare(outcome, rng, pair, (one, another), code)
        outcome.tries += 1
    return outcome


def _pair(rng: Random, slug: str) -> Pair:
    """A table broken into where its viewer may not know all of it, and the same with other secrets."""
    while True:
        for table in _places(rng, slug):
            state = State(f"{slug} {rng.random()}", table, rng.choice([None, *range(len(table.seats))]))
            other = twin(state) if has_secrets(state) else None
            if other is not None:
                return state, other


def _places(rng: Random, slug: str) -> list[Table]:
    """A random table as it stood a few times on its way."""
    on_the_way = [*played(rng, laid(rng, GAMES[slug]), LONGEST, OPTIONAL, with_texts)]
    return rng.sample(on_the_way, min(SOME, len(on_the_way)))


def _noted(rng: Random) -> Pair:
    """A table of the gang; in the other world a player who is not the viewer has taken notes."""
    tables = [*played(rng, laid(rng, GAMES[NOTING]), SOME, OPTIONAL)]
    return (state := State(f"{NOTING} {rng.random()}", tables[-1], 0)), state


@contextmanager
def _worlds(folder: Path, state: State, other: State) -> Iterator[tuple[World, World, str]]:
    """Both as running apps with the same devices, and the table's code."""
    with app_of_its_own() as app:
        opened = open_state(app, state)
        devices = _devices(app, opened)
        changed = {line.number: _spelt(line) for _, line in changed_lines(state.table, other.table)}
        with two(app.extensions["services"].store.path.parent, devices, opened.code, changed, folder) as (one, another):
            if state is other:
                _take_notes(another, opened.code)
            yield one, another, opened.code


def _devices(app: Flask, opened: Opened) -> dict[str, FlaskClient]:
    evening = Gathering(app)
    watcher = evening.come()
    watcher.fill("/use", kind="watch")
    phones = {"viewer": opened.viewer, "watcher": watcher, "new": evening.come(), "outside": Phone(app)}
    return {"tablet": opened.tablet.client} | {name: phone.client for name, phone in phones.items()}


def _spelt(line: Line) -> str:
    return json.dumps(move_to_json(move_of(line)), ensure_ascii=False, separators=(",", ":"))


def _take_notes(world: World, code: str) -> None:
    """The player in seat 1 has noted something on every device, also on those of others."""
    table_id = world.app.extensions["services"].tables.find(code).header.id

    def take(db: Database) -> None:
        for (device,) in db.execute("select id from devices").fetchall():
            notebook.note(db, device, table_id, 1, 0, 2, notebook.MARKS[1])

    world.store.do(take)


def _compare(outcome: Outcome, rng: Random, pair: Pair, worlds: tuple[World, World], code: str) -> None:
    """What each device asks for; then moves, until one is taken: that may open a secret, and the worlds differ."""
    devices = [*worlds[0].clients]
    for device in devices:
        for path, form in _asked(rng, pair, code):
            _ask(outcome, pair, worlds, device, path, form)
    lines = len(pair[0].table.lines)
    for number, tap in enumerate(_taps(rng, pair[0].table)):
        form = tap | {"key": f"guess-{number:04}", "seen": rng.randint(0, lines)}
        _ask(outcome, pair, worlds, rng.choice(devices), f"/table/{code}/move", form)
        one, another = (len(world.app.extensions["services"].tables.find(code).table.lines) for world in worlds)
        outcome.note("leaked", f"{pair[0]}: {form} is taken in one world", int(one != another))
        if one != lines or another != lines:
            return


def _ask(
    outcome: Outcome, pair: Pair, worlds: tuple[World, World], device: str, path: str, form: dict[str, Any] | None
) -> None:
    one, another = (world.ask(device, path, form) for world in worlds)
    outcome.load += 1
    outcome.note("leaked", f"{pair[0]}: {device} asks for {path} {form}", int(one != another))
    outcome.note("failed", f"{pair[0]}: {device} asks for {path} {form}: {one.status}", int(one.status >= 500))


def _taps(rng: Random, table: Table) -> list[dict[str, Any]]:
    """Moves that somebody is asked for, or was asked for before the last lines, as forms."""
    numbers = range(max(0, len(table.lines) - SOME), len(table.lines) + 1)
    asked = [ask for number in numbers for ask in offered(prefix(table, number))]
    return [flat(answer(rng, ask)) for ask in rng.sample(asked, min(4 * SOME, len(asked)))]


def _asked(rng: Random, pair: Pair, code: str) -> Iterator[Asked]:
    """Pages and streams, files, questions, lines, and what corrections would change."""
    state, other = pair
    table, path = state.table, f"/table/{code}"
    numbers = range(1, len(table.lines) + 1)
    changed = [line.number for line, _ in changed_lines(state.table, other.table)]
    lines = [*changed, *rng.sample(numbers, min(SOME, len(numbers)))]
    yield from ((page, None) for page in (*PAGES, f"{path}/sheet", f"{path}/notes"))
    yield from ((f"/history/{name}", None) for name in FILES)
    for seat in range(len(table.seats)):
        yield from ((f"{path}/ask/{seat}/{ask.move}", None) for ask in asks(table, seat)[:SOME])
    for line in lines:
        yield f"{path}/sheet/{line}", None
        yield f"{path}/correct", {"line": line, "how": "strike"}
    for tap in _taps(rng, table)[:SOME]:
        yield f"{path}/correct", tap | {"line": rng.choice(lines), "how": rng.choice(["replace", "before"])}
