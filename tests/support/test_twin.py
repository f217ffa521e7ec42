"""A twin differs from its state in what the viewer may not know, and the rules let nobody see it who may not."""

import pytest

from companion.table.model import move_of
from companion.table.moves import move_to_json
from companion.table.questions import asks, waiting
from companion.table.result import result
from companion.table.visibility import view, visible_move
from tests.support.effort import tries
from tests.support.states import secret_states
from tests.support.states.state import State
from tests.support.states.twin import changed_lines, twin

STATES = secret_states(tries(40))


@pytest.fixture(params=STATES, ids=str)
def twins(request: pytest.FixtureRequest) -> tuple[State, State]:
    """A state, and its twin."""
    state: State = request.param
    other = twin(state)
    assert other is not None
    return state, other


def test_only_what_the_viewer_may_not_know_is_otherwise(twins: tuple[State, State]) -> None:
    state, other = twins
    pairs = list(changed_lines(state.table, other.table))
    assert pairs
    for line, twin_line in pairs:
        plain, shown = move_to_json(move_of(line)), visible_move(state.table, line, state.viewer)
        assert plain.items() - move_to_json(move_of(twin_line)).items()
        assert shown == visible_move(other.table, twin_line, state.viewer)
        assert shown.keys() < plain.keys()


def test_the_rules_show_the_same_in_both(twins: tuple[State, State]) -> None:
    one, other = (state.table for state in twins)
    viewer = twins[0].viewer
    assert view(one, viewer) == view(other, viewer)
    assert (result(one), waiting(one)) == (result(other), waiting(other))
    assert viewer is None or asks(one, viewer) == asks(other, viewer)
