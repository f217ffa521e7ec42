"""Gamushara Gang: what is refused, and why."""

import ast

import msgspec
import pytest

from companion.games.gamushara_gang import GAME as gamushara_gang
from companion.games.gamushara_gang.moves import (
    CHARACTERS,
    Add,
    Confess,
    Exchange,
    Execute,
    Flip,
    Nominate,
    NoPartner,
    Options,
    Out,
    Personality,
    Succeed,
    Turn,
)
from companion.games.moves import Adjust, Count, Move, Refused, Stop
from companion.messages import sentence, source
from companion.table.fold import append
from companion.table.moves import move, options_for
from companion.table.strict_json import Unreadable
from tests.support.games.gamushara_gang import CY_OUT, NAMED, TWO_LEFT, effect, on, table, turn
from tests.support.games.random_play import source_of


class TestOptions:
    @pytest.mark.parametrize(
        "wrong",
        [
            {"points": [6]},
            {"points": [0]},
            {"points": [1, 1]},
            {"points": None},
            {"first": -1},
            {"first": 5},
            {"characters": [str(number) for number in range(13)]},
            {"characters": [str(number) for number in range(15)]},
            {"characters": ["1", " 1 ", *CHARACTERS[2:]]},
            {"characters": ["", *CHARACTERS[1:]]},
            {"characters": ["x" * 81, *CHARACTERS[1:]]},
            {"spies": 2},
        ],
    )
    def test_what_is_outside_its_range_is_not_read(self, wrong):
        with pytest.raises(Unreadable):
            options_for(gamushara_gang, wrong)

    def test_the_first_turn_player_sits_at_the_table(self):
        with pytest.raises(Refused, match="no-such-seat"):
            table(3, first=3)

    def test_the_schema_tells_it_too(self):
        shape = msgspec.json.schema(Options)["$defs"]["Options"]["properties"]
        assert (shape["characters"]["minItems"], shape["characters"]["maxItems"]) == (14, 14)
        assert shape["points"]["items"]["enum"] == [1, 2, 3, 4, 5]

    def test_an_exchange_is_written_with_the_words_of_the_contract(self):
        read = move(gamushara_gang, {"move": "exchange", "seat": 1, "out": "1 ", "in": "2"})
        assert read == Exchange(1, "1", "2")
        assert msgspec.to_builtins(read) == {"move": "exchange", "seat": 1, "out": "1", "in": "2"}


# What is refused, and why


class Foreign(Move, frozen=True, tag="foreign"):
    """A move of some other game."""

    seat: int


OVER = [Execute("5"), Out(0, True)]
LAST = [*TWO_LEFT, Execute("5"), Out(0, False)]

REFUSED = [
    ([], Count(), "nothing-scored", {}),
    (OVER, Count(), "over", {}),
    (OVER, Turn(), "over", {}),
    (OVER, effect("1"), "over", {}),
    (OVER, Confess(1, "gender"), "over", {}),
    (OVER, Stop(), "over", {}),
    (CY_OUT, Nominate(2, "5"), "seat-out", {"seat": 2}),
    (CY_OUT, Confess(2, "condition"), "seat-out", {"seat": 2}),
    ([*CY_OUT, Execute("5")], Out(2, False), "seat-out", {"seat": 2}),
    ([NoPartner(1)], NoPartner(1), "reported", {}),
    ([Execute("1")], NoPartner(1), "executed-before", {}),
    ([effect("1"), Turn()], NoPartner(1), "executed-before", {}),
    ([], Nominate(1, "15"), "no-such-character", {"character": "15"}),
    ([], effect("Risa"), "no-such-character", {"character": "Risa"}),
    ([], Flip("Risa", "hiding"), "no-such-character", {"character": "Risa"}),
    (NAMED, Exchange(1, "1", "Risa"), "no-such-character", {"character": "Risa"}),
    (NAMED, Exchange(1, "Risa", "4"), "no-such-character", {"character": "Risa"}),
    ([Nominate(1, "1")], Nominate(1, "2"), "reported", {}),
    ([Nominate(1, "1")], Nominate(2, "1"), "character-candidate", {"character": "1"}),
    ([Flip("1", "hiding")], Nominate(2, "1"), "character-hiding", {"character": "1"}),
    (turn("1"), Nominate(2, "1"), "character-executed", {"character": "1"}),
    ([], Nominate(0, "1"), "turn-player", {"seat": 0}),
    ([Execute("1")], Nominate(1, "2"), "meeting-over", {}),
    (NAMED, Exchange(0, "1", "4"), "turn-player", {"seat": 0}),
    (NAMED, Exchange(1, "4", "5"), "character-active", {"character": "4"}),
    (NAMED, Exchange(1, "1", "2"), "character-candidate", {"character": "2"}),
    (NAMED, Exchange(1, "1", "1"), "character-candidate", {"character": "1"}),
    ([*NAMED, Exchange(1, "1", "4")], Exchange(1, "4", "1"), "reported", {}),
    ([*NAMED, Execute("1")], Exchange(1, "2", "4"), "meeting-over", {}),
    (NAMED, Add(1, "4"), "too-many-alive", {"alive": 4, "most": 3}),
    ([*CY_OUT, Nominate(3, "5")], Add(1, "6"), "turn-player", {"seat": 1}),
    ([*CY_OUT, Add(3, "5")], Add(3, "6"), "reported", {}),
    ([*CY_OUT, Add(3, "5")], Exchange(3, "5", "6"), "reported", {}),
    ([*CY_OUT, Add(3, "5")], Add(0, "5"), "character-candidate", {"character": "5"}),
    ([*CY_OUT, Execute("5")], Add(3, "6"), "meeting-over", {}),
    ([*CY_OUT, Add(3, "5")], Execute("6"), "character-active", {"character": "6"}),
    (NAMED, Execute("4"), "character-active", {"character": "4"}),
    ([*NAMED, effect("1")], Execute("1"), "character-executed", {"character": "1"}),
    ([Nominate(1, "1"), effect("1")], Execute("2"), "character-active", {"character": "2"}),
    ([Flip("1", "hiding")], Execute("1"), "character-hiding", {"character": "1"}),
    ([Execute("1")], Execute("2"), "meeting-over", {}),
    ([Execute("1")], effect("1"), "character-executed", {"character": "1"}),
    ([Flip("1", "hiding")], Flip("1", "hiding"), "character-hiding", {"character": "1"}),
    ([], Flip("1", "active"), "character-active", {"character": "1"}),
    ([Nominate(1, "1")], Flip("1", "hiding"), "character-candidate", {"character": "1"}),
    ([Execute("1")], Flip("1", "active"), "character-executed", {"character": "1"}),
    ([], Succeed(1), "nothing-to-answer", {}),
    ([], Out(1, False), "nothing-to-answer", {}),
    ([Execute("1"), Succeed(1)], Succeed(2), "nothing-to-answer", {}),
    ([Execute("1"), Succeed(1)], Out(1, True), "nothing-to-answer", {}),
    (turn("1"), Succeed(1), "nothing-to-answer", {}),
    ([NoPartner(1), Execute("1")], Succeed(1), "partner-none", {"seat": 1}),
    ([Execute("1"), Succeed(1), effect("2")], Succeed(1), "partner-used", {"seat": 1}),
    ([Confess(1, "gender")], Confess(1, "gender", "again"), "marker", {"about": "gender"}),
    (LAST, Personality(1, True), "rule-off", {"rule": 5}),
    ([], Nominate(4, "1"), "no-such-seat", {"seat": 4, "seats": 4}),
    ([], Personality(4, True), "no-such-seat", {"seat": 4, "seats": 4}),
    ([], Adjust(4, "points", 1, "a bet"), "no-such-seat", {"seat": 4, "seats": 4}),
    ([], Adjust(0, "skulls", 1, "a bet"), "no-such-track", {"track": "skulls"}),
    ([], Foreign(0), "no-such-move", {"move": "Foreign"}),
]
REFUSED_UNDER_RULE_5 = [
    ([], Count(), "no-standing", {}),
    ([], Personality(1, True), "not-the-last", {"seat": 1}),
    (TWO_LEFT, Personality(1, True), "not-the-last", {"seat": 1}),
    (LAST, Personality(0, True), "not-the-last", {"seat": 0}),
    ([*LAST, Personality(1, False)], Personality(1, True), "reported", {}),
    ([*TWO_LEFT, Execute("5"), Out(0, True)], Personality(1, True), "one-spy", {"seat": 0}),
]


@pytest.mark.parametrize(
    ("rules", "lines", "move", "code", "numbers"),
    [((1, 2, 3), *row) for row in REFUSED] + [((5,), *row) for row in REFUSED_UNDER_RULE_5],
)
def test_what_does_not_fit_is_refused_with_its_reason(rules, lines, move, code, numbers):
    at = on(table(points=rules), *lines)
    with pytest.raises(Refused) as caught:
        append(at, move)
    assert (caught.value.code, caught.value.numbers) == (code, numbers)
    assert source(code)
    assert sentence(caught.value).endswith(".")


def test_every_refusal_of_the_rules_is_tried_above():
    tried = {code for _, _, code, _ in [*REFUSED, *REFUSED_UNDER_RULE_5]}
    assert {code for code in tried if code.startswith(("character-", "partner-"))} == {
        *{"character-active", "character-hiding", "character-candidate", "character-executed"},
        *{"partner-none", "partner-used"},
    }
    calls = [node for node in ast.walk(ast.parse(source_of(gamushara_gang))) if isinstance(node, ast.Call)]
    raised = [call.args[0] for call in calls if getattr(call.func, "id", "") == "Refused"]
    assert {code.value for code in raised if isinstance(code, ast.Constant)} <= tried
