"""Death Wish: what is refused, and why."""

import ast

import msgspec
import pytest

from companion.games import ledger, moves
from companion.games.death_wish import GAME as death_wish
from companion.games.death_wish.moves import Act, Cure, Farewell, Give, Mutate, Options, Outbreak, PlayKeeper, Revive
from companion.games.death_wish.state import initial_state
from companion.games.moves import Adjust, Count, Move, Refused, Stop
from companion.messages import sentence, source
from companion.table.fold import append
from companion.table.moves import options_for
from companion.table.strict_json import Unreadable
from tests.support.games.death_wish import LOOMONIA, by, ill, on, table
from tests.support.games.random_play import source_of

# What is refused, and why


class Foreign(Move, frozen=True, tag="foreign"):
    """A move of some other game."""

    seat: int


PLAYING_ON = [by(10, 1)]
KEPT = [LOOMONIA, Outbreak(0, True)]

REFUSED = [
    ([by(2)], Count(), "nothing-scored", {}),
    ([by(10)], Count(), "over", {}),
    ([by(10)], ill(1, 1), "over", {}),
    ([by(10)], Act(1, "spread"), "over", {}),
    ([LOOMONIA, by(10)], Give(0, 1, "Loomonia"), "over", {}),
    ([LOOMONIA, by(10)], Cure(0, "Loomonia"), "over", {}),
    ([LOOMONIA, by(10)], Outbreak(0, False), "over", {}),
    ([*KEPT, by(10)], PlayKeeper(0), "over", {}),
    ([], ill(0, 1, from_=0), "itself", {"seat": 0}),
    ([LOOMONIA], Give(0, 0, "Loomonia"), "itself", {"seat": 0}),
    ([], ill(0, 1, color="wild", from_=1), "wild-stolen", {}),
    ([LOOMONIA], ill(0, 1, "Loomonia"), "disease-held", {"seat": 0, "disease": "Loomonia"}),
    ([LOOMONIA, ill(1, 1, "Loomonia")], Give(0, 1, "Loomonia"), "disease-held", {"seat": 1, "disease": "Loomonia"}),
    (
        [LOOMONIA, ill(1, 1, "Loomonia")],
        Give(0, 1, "Loomonia", back="Loomonia"),
        *("disease-held", {"seat": 1, "disease": "Loomonia"}),
    ),
    (
        [LOOMONIA, ill(1, 1), ill(1, 1, "Loomonia"), ill(0, 1)],
        Give(0, 1, "Ann's 1", back="Loomonia"),
        *("disease-held", {"seat": 0, "disease": "Loomonia"}),
    ),
    ([], Give(0, 1, "Loomonia"), "no-disease", {"seat": 0, "disease": "Loomonia"}),
    ([LOOMONIA], Give(0, 1, "loomonia"), "no-disease", {"seat": 0, "disease": "loomonia"}),
    ([LOOMONIA], Give(0, 1, "Loomonia", back="Rash"), "no-disease", {"seat": 1, "disease": "Rash"}),
    ([LOOMONIA], Cure(1, "Loomonia"), "no-disease", {"seat": 1, "disease": "Loomonia"}),
    ([LOOMONIA, by(8)], Outbreak(0, True), "over", {}),
    ([LOOMONIA, by(10)], Mutate(1, "Loomonia", skulls=1), "over", {}),
    ([LOOMONIA], Mutate(0, "Rash", skulls=1), "no-disease", {"seat": 0, "disease": "Rash"}),
    ([LOOMONIA], Mutate(1, "Loomonia", "red"), "no-disease", {"seat": 1, "disease": "Loomonia"}),
    ([], Mutate(4, "Rash", skulls=1), "no-such-seat", {"seat": 4, "seats": 4}),
    ([LOOMONIA], Revive(0), "alive", {"seat": 0}),
    ([by(10, 1)], Revive(0), "alive", {"seat": 0}),
    ([], Revive(4), "no-such-seat", {"seat": 4, "seats": 4}),
    ([LOOMONIA, by(8)], Revive(0, ("Rash",)), "no-disease", {"seat": 0, "disease": "Rash"}),
    ([LOOMONIA, by(8)], Revive(0), "still-deadly", {"seat": 0, "skulls": 10, "target": 10}),
    ([LOOMONIA, by(11)], Revive(0, ("Loomonia",)), "still-deadly", {"seat": 0, "skulls": 11, "target": 10}),
    ([LOOMONIA, by(8), Revive(0, ("Loomonia",))], Revive(0), "alive", {"seat": 0}),
    ([Stop(), by(10), by(-1)], Revive(0), "stopped", {}),
    ([LOOMONIA, Outbreak(0, False)], PlayKeeper(0), "no-keeper", {"seat": 0}),
    ([*KEPT, PlayKeeper(0)], PlayKeeper(0), "no-keeper", {"seat": 0}),
    (KEPT, PlayKeeper(1), "no-keeper", {"seat": 1}),
    ([Farewell(0, "at sea")], Farewell(0, "at sea"), "reported", {}),
    ([], ill(4, 1, "Rash"), "no-such-seat", {"seat": 4, "seats": 4}),
    ([], ill(0, 1, from_=4), "no-such-seat", {"seat": 4, "seats": 4}),
    ([LOOMONIA], Give(0, 4, "Loomonia"), "no-such-seat", {"seat": 4, "seats": 4}),
    ([], Farewell(5, "at sea"), "no-such-seat", {"seat": 5, "seats": 4}),
    ([by(10)], Act(4, "spread"), "no-such-seat", {"seat": 4, "seats": 4}),
    ([], Adjust(4, "skulls", 1, "a bet"), "no-such-seat", {"seat": 4, "seats": 4}),
    ([], Adjust(0, "points", 1, "a bet"), "no-such-track", {"track": "points"}),
    ([], Foreign(0), "no-such-move", {"move": "Foreign"}),
    ([Stop()], ill(0, 1), "stopped", {}),
    ([Stop()], Farewell(0, "at sea"), "stopped", {}),
    ([by(10)], Stop(), "over", {}),
]
OF_THE_DEAD = [
    ill(1, 1),
    Act(1, "spread"),
    Give(1, 0, "Bo's 2"),
    Cure(1, "Bo's 2"),
    Outbreak(1, True),
    PlayKeeper(1),
    Mutate(1, "Bo's 2", skulls=1),
    Give(0, 1, "Loomonia"),
    Give(0, 1, "Loomonia", back="Bo's 2"),
    ill(0, 1, from_=1),
]


@pytest.mark.parametrize(("lines", "move", "code", "numbers"), REFUSED)
def test_what_does_not_fit_is_refused_with_its_reason(lines, move, code, numbers):
    at = on(table(), *lines)
    with pytest.raises(Refused) as caught:
        append(at, move)
    assert (caught.value.code, caught.value.numbers) == (code, numbers)
    assert source(code)
    assert sentence(caught.value).endswith(".")


@pytest.mark.parametrize("move", OF_THE_DEAD)
def test_the_dead_neither_act_nor_give_nor_receive(move):
    kept = [ill(1, 1, outbreak=True), Outbreak(1, True), ill(1, 2, outbreak=True)]
    at = on(table(last_survivor=True), LOOMONIA, *kept, *PLAYING_ON)
    with pytest.raises(Refused) as caught:
        append(at, move)
    assert (caught.value.code, caught.value.numbers) == ("dead", {"seat": 1})
    assert sentence(caught.value) == "Seat 1 is dead."


@pytest.mark.parametrize(
    ("seats", "options", "code"),
    [
        (2, {"last_survivor": True}, "no-survivor"),
        (2, {"first": 2}, "no-such-seat"),
        (8, {"first": 8}, "no-such-seat"),
    ],
)
def test_options_that_do_not_go_with_so_many_seats_are_refused(seats, options, code):
    with pytest.raises(Refused) as caught:
        table(seats, **options)
    assert caught.value.code == code
    assert sentence(caught.value).endswith(".")


@pytest.mark.parametrize(
    "options", [{"target": 0}, {"target": 41}, {"target": None}, {"target": True}, {"first": -1}, {"last_survivor": 1}]
)
def test_options_outside_their_range_are_refused(options):
    with pytest.raises(Unreadable):
        table(**options)


def test_options_that_are_the_rulebooks_stand_in_no_record():
    assert msgspec.to_builtins(options_for(death_wish, {"first": 0, "last_survivor": False})) == {}
    assert initial_state(5, Options()).target == 10


def test_every_refusal_of_the_rules_is_tried_above():
    calls = [node for of in (death_wish, ledger, moves) for node in ast.walk(ast.parse(source_of(of)))]
    raised = [
        node.args[0] for node in calls if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused"
    ]
    codes = {part.value for code in raised for part in ast.walk(code) if isinstance(part, ast.Constant)}
    assert codes == {code for _, _, code, _ in REFUSED} - {"stopped", "no-such-move"} | {"dead", "no-survivor"}
