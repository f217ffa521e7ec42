"""Every state has a name: whatever a game asks, tells, reveals or refuses is among the named states.

A run draws two games."""

import os

import pytest

from companion.games import GAMES
from companion.table.moves import move
from companion.table.questions import fits
from tests.evenings import kept
from tests.support.effort import drawn
from tests.support.states import declared
from tests.support.states.games import WALKS, game_states, walk

pytestmark = pytest.mark.slow  # all of them are made
MORE_WALKS = int(os.environ.get("STATES_WALKS", "4"))  # tables besides those that the states come from
DRAWN = drawn("states by name", sorted(GAMES))
every = pytest.mark.parametrize("slug", DRAWN, scope="module")  # a worker makes few


def names(slug: str) -> set[str]:
    return {state.name.removeprefix(f"{slug}: ") for state in game_states(slug)}


@every
def test_each_state_has_a_name_of_its_own(slug: str) -> None:
    assert len(names(slug)) == len(game_states(slug))


@every
def test_each_kind_of_move_is_asked_for_or_reported(slug: str) -> None:
    for kind in declared.moves(GAMES[slug]):
        assert f"after {kind}" in names(slug)


@every
def test_each_refusal_of_the_rules_has_a_state(slug: str) -> None:
    refused = {name.removeprefix("refuses ") for name in names(slug) if name.startswith("refuses ")}
    for code in declared.codes(GAMES[slug]):
        assert any(one.startswith(code) for one in refused), code
    assert refused >= {"stopped", "strike-only", "no-such-line", "no-longer-fits", "no-such-seat", "no-such-track"}


@every
def test_each_outcome_has_a_state(slug: str) -> None:
    """As in the evenings that are kept, and by breaking off; the fewest seats and the most, in names of each style."""
    outcomes = {evening.result["outcome"] for _, evening in kept(slug) if evening.result["over"]}
    assert outcomes
    assert {f"outcome {outcome}" for outcome in outcomes} <= names(slug)
    assert "outcome stopped" in names(slug)
    for seats in (GAMES[slug].SEATS[0], GAMES[slug].SEATS[-1]):
        for style in ("long", "Japanese"):
            assert {f"{when} with {seats} {style} names" for when in ("begins", "is over")} <= names(slug)


@every
def test_more_play_finds_nothing_that_has_no_state(slug: str) -> None:
    """Asks, phases, reveals, outcomes and refusals of other tables; STATES_WALKS says of how many."""
    for number in range(MORE_WALKS):
        fresh = {state.name.removeprefix(f"{slug}: ") for state in walk(slug, f"more {number}", WALKS + number)}
        assert fresh <= names(slug), f"seed {number}"


@every
def test_a_refused_move_does_not_fit(slug: str) -> None:
    for state in game_states(slug):
        assert state.refused is None or not fits(state.table, move(state.table.game, dict(state.refused)))
