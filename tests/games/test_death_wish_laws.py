"""Death Wish: what holds at random tables."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.death_wish import GAME as death_wish
from companion.games.death_wish.moves import Give, Revive
from companion.table.result import result
from companion.table.visibility import view
from tests.support.effort import tries
from tests.support.games import random_play
from tests.support.games.death_wish import fact, names, skulls

# Its own laws


chance = st.randoms(use_true_random=True)


def tables(rng):
    """A random table after each of its lines."""
    at = random_play.laid(rng, death_wish)
    return [at, *random_play.played(rng, at, optional=0.6)]


@settings(max_examples=tries(30))
@given(chance)
def test_skulls_are_what_lies_in_the_stacks(rng):
    for at in tables(rng):
        assert skulls(at) == [sum(of["skulls"] for of in stack) for stack in fact(at, "diseases")]


@settings(max_examples=tries(30))
@given(chance)
def test_passing_makes_no_skull_and_loses_none(rng):
    for before, after in pairwise(tables(rng)):
        if isinstance(after.lines[-1].recorded.move, Give):
            assert sum(skulls(before)) == sum(skulls(after))
            both = [sorted(str(of) for stack in fact(at, "diseases") for of in stack) for at in (before, after)]
            assert both[0] == both[1]


@settings(max_examples=tries(30))
@given(chance)
def test_exactly_the_living_are_below_the_total_and_the_dead_stay_dead_unless_they_are_revived(rng):
    for before, after in pairwise(tables(rng)):
        dead, move = fact(after, "dead"), after.lines[-1].recorded.move
        still = [seat for seat in fact(before, "dead") if move != Revive(seat, getattr(move, "cured", ()))]
        assert dead[: len(still)] == still
        assert len(dead) - len(still) <= 1
        assert {seat for seat, n in enumerate(skulls(after)) if n >= view(after, None).target} == set(dead)


@settings(max_examples=tries(30))
@given(chance)
def test_names_are_unique_within_a_stack(rng):
    for at in tables(rng):
        for seat in range(len(at.seats)):
            assert len(names(at, seat)) == len(set(names(at, seat)))


@settings(max_examples=tries(30))
@given(chance)
def test_whose_turn_it_is_is_alive(rng):
    for at in tables(rng):
        assert (fact(at, "next") is None) == result(at)["over"]
        assert fact(at, "next") not in fact(at, "dead")
