"""Death Over The Kingdom: what is refused, and why."""

import ast

import pytest

from companion.games.death_over_the_kingdom import GAME as kingdom
from companion.games.death_over_the_kingdom.moves import Card, Losers, Value, Winners
from companion.games.moves import Adjust, Count, Move, Refused, Stop
from companion.messages import sentence, source
from companion.table.fold import append
from companion.table.moves import move, options_for
from companion.table.strict_json import Unreadable
from tests.support.games.death_over_the_kingdom import cards, crowd, last, on, table
from tests.support.games.random_play import source_of

# What is refused, and why


class Foreign(Move, frozen=True, tag="foreign"):
    """A move of some other game."""

    seat: int


UNREAD = cards("innkeeper", "king", "thief", "death")
TWO = cards("innkeeper", "king", "queen", "jester")
OVER = [Winners((0,)), Winners((0,)), Winners(())] * 4

REFUSED = [
    ([Card(0, "king")], Card(0, "king"), "reported", {}),
    ([Card(0, "king")], Card(0, None, 3), "reported", {}),
    ([*TWO, Value(0, 4)], Value(0, 5), "reported", {}),
    (UNREAD, Card(0, "thief"), "reported", {}),
    ([Card(0, "innkeeper"), Card(1, "king")], Value(0, 3), "not-all-cards", {}),
    ([], Value(0, 3), "not-all-cards", {}),
    (UNREAD, Value(1, 3), "value-known", {"seat": 1}),
    (OVER, Card(0, "king"), "over", {}),
    (OVER, Value(0, 3), "over", {}),
    (OVER, Winners((0,)), "over", {}),
    (OVER, Stop(), "over", {}),
    (UNREAD, Count(), "nothing-scored", {}),
    ([], Losers((0,)), "other-mode", {"mode": "classic"}),
    ([], Winners(()), "how-many", {"seats": 0, "least": 1, "most": 4}),
    (OVER[:2], Winners((0, 1, 2)), "how-many", {"seats": 3, "least": 0, "most": 2}),
    ([], Winners((1, 1)), "seat-twice", {}),
    ([], Winners((4,)), "no-such-seat", {"seat": 4, "seats": 4}),
    ([], Card(4, "king"), "no-such-seat", {"seat": 4, "seats": 4}),
    (UNREAD, Value(4, 1), "no-such-seat", {"seat": 4, "seats": 4}),
    ([], Adjust(4, "points", 1, "a bet"), "no-such-seat", {"seat": 4, "seats": 4}),
    ([], Adjust(0, "lives", 1, "a bet"), "no-such-track", {"track": "lives"}),
    ([], Foreign(0), "no-such-move", {"move": "Foreign"}),
    ([Stop()], Card(0, "king"), "stopped", {}),
]
REFUSED_ELSEWHERE = [
    (crowd(), [], Winners((0,)), "other-mode", {"mode": "crowd"}),
    (crowd(), [], Losers(()), "how-many", {"seats": 0, "least": 1, "most": 3}),
    (crowd(), [], Adjust(0, "lives", 1, "a bet"), "no-such-track", {"track": "lives"}),
    (last(), [], Adjust(0, "points", 1, "a bet"), "no-such-track", {"track": "points"}),
    (last(lives=1), [Losers((1,))], Card(1, "king"), "seat-out", {"seat": 1}),
    (last(lives=1), [Losers((1,))], Value(1, 3), "seat-out", {"seat": 1}),
    (last(lives=1), [Losers((1,))], Losers((1, 2)), "seat-out", {"seat": 1}),
]


def known_in_words(refused):
    return source(refused.code) and sentence(refused).endswith(".")


@pytest.mark.parametrize(("lines", "move", "code", "numbers"), REFUSED)
def test_what_does_not_fit_is_refused_with_its_reason(lines, move, code, numbers):
    at = on(table(values={}), *lines)
    with pytest.raises(Refused) as caught:
        append(at, move)
    assert (caught.value.code, caught.value.numbers) == (code, numbers)
    assert known_in_words(caught.value)


@pytest.mark.parametrize(("at", "lines", "move", "code", "numbers"), REFUSED_ELSEWHERE)
def test_so_it_is_in_the_other_modes(at, lines, move, code, numbers):
    with pytest.raises(Refused) as caught:
        append(on(at, *lines), move)
    assert (caught.value.code, caught.value.numbers) == (code, numbers)
    assert known_in_words(caught.value)


@pytest.mark.parametrize(
    ("seats", "options", "code"),
    [
        (8, {}, "seats"),
        (3, {"dealer": 3}, "no-such-seat"),
        (3, {"lives": 3}, "no-lives"),
        (3, {"lives": 3, "mode": "crowd"}, "no-lives"),
        (3, {"rounds": 3}, "no-rounds"),
        (3, {"rounds": 3, "mode": "last-standing"}, "no-rounds"),
    ],
)
def test_options_that_do_not_go_with_the_table_are_refused(seats, options, code):
    with pytest.raises(Refused) as caught:
        table(seats, **options)
    assert caught.value.code == code
    assert known_in_words(caught.value)


@pytest.mark.parametrize(
    "options",
    [
        {"mode": "royal"},
        {"dealer": -1},
        {"lives": 0},
        {"lives": 10},
        {"flips": "twice"},
        {"values": {"joker": [1, 2]}},
        {"values": {"king": [12]}},
        {"values": {"king": [12, 100]}},
        {"values": {"king": [-1, 1]}},
        {"values": {"king": 12}},
        {"values": None},
        {"colour": "red"},
    ],
)
def test_options_outside_their_range_cannot_be_read(options):
    with pytest.raises(Unreadable):
        options_for(kingdom, options)


@pytest.mark.parametrize(
    "plain",
    [
        {"move": "card", "seat": 0},
        {"move": "card", "character": "king"},
        {"move": "card", "seat": 0, "character": "joker"},
        {"move": "card", "seat": 0, "value": 100},
        {"move": "card", "seat": 0, "value": -1},
        {"move": "card", "seat": 0, "value": True},
        {"move": "value", "seat": 0},
        {"move": "value", "seat": 0, "value": 3.5},
        {"move": "winners"},
        {"move": "winners", "seats": [-1]},
        {"move": "losers", "seats": 2},
        {"move": "deal"},
    ],
)
def test_moves_of_a_wrong_shape_cannot_be_read(plain):
    with pytest.raises(Unreadable):
        move(kingdom, plain)


def test_every_refusal_of_the_rules_is_tried_above():
    calls = [node for node in ast.walk(ast.parse(source_of(kingdom))) if isinstance(node, ast.Call)]
    raised = {node.args[0].value for node in calls if getattr(node.func, "id", "") == "Refused"}
    tried = {code for _, _, code, _ in REFUSED} | {code for *_, code, _ in REFUSED_ELSEWHERE}
    assert raised <= tried | {"seats", "no-lives", "no-rounds", "no-turns"}
