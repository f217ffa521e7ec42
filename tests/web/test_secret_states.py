"""A state and its twin, in which all is otherwise that the viewer may not know: the same bytes of every page.

A run draws a few states of each game with secrets; a thorough one goes through all that have a name.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.evening import api_keys
from companion.table.questions import asks
from tests.support.effort import tries
from tests.support.evening_worlds import World, differences, two
from tests.support.folds import unfolded
from tests.support.forms import flat
from tests.support.states import secret_states
from tests.support.states.opened import open_state
from tests.support.states.state import State
from tests.support.states.twin import changed_lines, twin

STATES = secret_states(max(3, tries(20)))

pytestmark = pytest.mark.slow


@pytest.fixture(params=STATES, ids=str)
def state(request: pytest.FixtureRequest) -> State:
    one: State = request.param
    return one


@pytest.fixture
def other(state: State) -> State:
    """Its twin."""
    made = twin(state)
    assert made is not None
    return made


@pytest.fixture
def worlds(state: State, other: State, tmp_path: Path, engine: None) -> Iterator[tuple[World, World]]:
    """An app with each of them, with the scoreboard and the viewer's device, and programs that may know no more."""

    def open_one(world: World, number: int) -> None:
        opened = open_state(world.app, (state, other)[number])
        world.clients = {"tablet": opened.tablet.client, "viewer": opened.viewer.client}
        world.code = opened.code
        header = world.live.header
        host, seats, watch = world.store.do(lambda db: api_keys.make(db, header.id, len(header.seats)))
        world.programs = {"host": host, "watch": watch}
        world.programs |= {} if state.viewer is None else {"seat": seats[state.viewer]}

    with two(tmp_path, open_one) as both:
        yield both


def asked(state: State, other: State, code: str) -> Iterator[tuple[str, dict[str, Any] | None]]:
    """What a device asks for: screen, stream, sheet, questions, lines that differ, and what a strike would change."""
    yield from ((path, None) for path in ("/", "/live", f"/table/{code}/sheet"))
    seat = state.viewer or 0
    questions = [ask for ask in asks(state.table, seat) if ask.seat in (seat, None)]
    yield from ((f"/table/{code}/ask/{seat}/{ask.move}", None) for ask in questions)
    for line, _ in changed_lines(state.table, other.table):
        yield f"/table/{code}/sheet/{line.number}", None
        yield f"/table/{code}/correct", {"line": line.number, "how": "strike"}
    for number in range(max(1, len(state.table.lines) - 3), len(state.table.lines) + 1):
        yield f"/table/{code}/correct", {"line": number, "how": "strike"}
    if state.refused is not None and state.refused["move"] != "correct":
        tap = flat(state.refused) | {"key": "refused-0001", "seen": len(state.table.lines)}
        yield f"/table/{code}/move", tap


def test_whoever_may_not_know_gets_the_same_bytes(worlds: tuple[World, World], state: State, other: State) -> None:
    one, another = worlds
    assert not differences(one, another)
    for program in one.programs:
        for path in ("", "/record", "/live"):
            answer = one.ask(program, f"/api/tables/{one.code}{path}")
            assert answer == another.ask(program, f"/api/tables/{one.code}{path}"), (program, path)
            assert path == "/record" or answer.status == 200, (program, path)
    for device in one.clients:
        for path, form in asked(state, other, one.code):
            for scripts in (False, True)[: 1 if form is None else 2]:
                answer = one.ask(device, path, form, scripts)
                assert answer == another.ask(device, path, form, scripts), (device, path, form)
                assert form is not None or answer.status == 200, (device, path)

        def inside(path: str, device: str = device) -> str:
            answer = one.ask(device, path, scripts=True)
            assert answer == another.ask(device, path, scripts=True), (device, path)
            assert answer.status == 200, (device, path)
            return answer.body.decode()

        unfolded(one.ask(device, "/").body.decode(), inside)
