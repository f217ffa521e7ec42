"""DEATH Name: what is asked of whom and when, and every refusal with its reason."""

import ast

import pytest

from companion.games import ledger, moves
from companion.games.death_name import GAME as death_name
from companion.games.death_name.moves import Choose, Declare, Decree, Hold, Reading, Same, Write
from companion.games.moves import Adjust, Count, Move, Refused, Stop
from companion.messages import sentence, source
from companion.table.fold import append
from companion.table.questions import asks, waiting
from companion.table.visibility import view
from tests.support.games.death_name import (
    BOOK,
    DAY_2,
    NAMES,
    OPEN,
    OVER,
    WRITTEN,
    chooses,
    declares,
    on,
    quiet,
    table,
    writes,
)
from tests.support.games.random_play import source_of


class TestAsks:
    def test_before_a_decree_everybody_may_report_it(self):
        for seat in range(4):
            (ask,) = asks(table(), seat)
            icons = {"of": [-2, -1, 0, 1, 2], "least": 4, "most": 4}
            assert ask.plain() == {"move": "decree", "choices": {"icons": icons}}
            assert (ask.many, ask.repeats) == ({"icons": (4, 4)}, True)

    def test_a_name_is_asked_for_once_and_who_drafts_by_hand_may_say_so_at_once(self):
        at = on(table(), Decree(BOOK))
        write, hold = (ask.plain() for ask in asks(at, 2))
        assert write == {"move": "write", "seat": 2, "choices": {"name": {"text": 80}}}
        assert hold == {"move": "hold", "seat": 2, "choices": {"card": [0, 1, 2, 3]}, "optional": True}
        assert "write" not in [ask.move for ask in asks(on(at, Write(2, "Dora")), 2)]

    def test_once_all_have_written_everybody_is_asked_to_keep_or_to_pass(self):
        at = on(table(), Decree(BOOK), *writes(*NAMES[:4]))
        assert asks(at, 0)[0].plain() == {"move": "declare", "seat": 0, "choices": {"choice": ["keep", "pass"]}}

    def test_after_the_first_declaration_nobody_is_asked_for_cards_held(self):
        at = on(table(), Decree(BOOK), *writes(*NAMES[:4]), Declare(0, "keep"))
        assert not [ask for seat in range(4) for ask in asks(at, seat) if ask.move == "hold"]

    def test_after_the_first_card_held_nobody_is_asked_to_declare_and_the_others_must_say(self):
        at = on(table(), Decree(BOOK), *writes(*NAMES[:4]), Hold(0, 3))
        assert not [ask for seat in range(4) for ask in asks(at, seat) if ask.move == "declare"]
        assert asks(at, 1)[0].plain() == {"move": "hold", "seat": 1, "choices": {"card": [0, 1, 2]}}
        assert waiting(at) == (1, 2, 3)

    def test_between_rounds_the_decree_comes_first_and_one_name_may_be_made_of_two(self):
        decree, same = asks(on(table(), *quiet(1)), 1)
        assert (decree.move, decree.optional) == ("decree", False)
        seats = {"of": [0, 1, 2, 3], "least": 2, "most": 4}
        assert same.plain() == {"move": "same", "choices": {"seats": seats}, "optional": True}
        assert same.many == {"seats": (2, 4)}

    def test_one_seat_stands_for_each_group_that_is_one_name_already(self):
        _, same = asks(on(table(), *quiet(1), Same((3, 1))), 0)
        assert same.choices == {"seats": [0, 1, 2]}

    def test_when_all_names_are_one_there_is_nothing_more_to_put_together(self):
        (only,) = asks(on(table(), *quiet(1), Same((0, 1, 2, 3))), 0)
        assert only.move == "decree"

    def test_at_the_end_nothing_must_be_answered(self):
        at = on(table(), *quiet(7))
        assert [ask.move for ask in asks(at, 0)] == ["same"]
        assert waiting(at) == ()

    def test_a_reading_may_wait_until_nothing_else_is_missing(self):
        at = on(table(language="ja"), Decree(BOOK), *writes("花", "あきら", "まり", "ゆき"))
        assert [(ask.move, ask.optional) for ask in asks(at, 0)] == [
            ("declare", False),
            ("hold", True),
            ("reading", True),
        ]
        (reading,) = asks(on(at, declares("kkkk")), 0)
        assert reading.plain() == {"move": "reading", "seat": 0, "choices": {"reading": {"text": 80}}}


def test_stages_follow_one_another():
    at = table(language="ja")
    steps = [[], OPEN, writes("花", *NAMES[1:4]), declares("kkkk"), [Reading(0, "はな")]]
    stages = []
    for step in steps:
        at = on(at, *step)
        stages.append(view(at, None).stage)
    assert stages == ["decree", "write", "draft", "read", "decree"]
    assert view(on(table(), *OPEN, Hold(0, 0)), None).stage == "write"
    assert view(on(table(), *WRITTEN, Hold(0, 0)), None).stage == "hold"
    assert [view(on(table(), *lines), None).stage for lines in (DAY_2, OVER)] == ["choose", "over"]


# What is refused, and why


class Foreign(Move, frozen=True, tag="foreign"):
    """A move of some other game."""

    seat: int


SHARED = [*quiet(1), Same((0, 1, 2))]

REFUSED = [
    ([], Write(0, "Ada"), "no-decree", {}),
    ([], Count(), "nothing-scored", {}),
    (quiet(1), Write(0, "Ada"), "no-decree", {}),
    (quiet(1), Reading(0, "Ada"), "no-decree", {}),
    (quiet(5), Choose(0, 4), "no-decree", {}),
    (OPEN, Decree(BOOK), "round-open", {"round": 1}),
    (DAY_2, Decree(BOOK), "round-open", {"round": 5}),
    ([], Decree((0, 0, 0)), "icons", {"icons": 3, "seats": 4}),
    ([], Decree((0, 0, 0, 0, 0)), "icons", {"icons": 5, "seats": 4}),
    (OVER, Decree(BOOK), "over", {}),
    (OVER, Choose(0, 4), "over", {}),
    (OVER, Write(0, "Ada"), "over", {}),
    ([*OPEN, Write(0, "Ada")], Write(0, "Ada"), "reported", {}),
    ([*OPEN, Write(0, "Ada"), Reading(0, "Eda")], Reading(0, "Ida"), "reported", {}),
    ([*WRITTEN, Declare(1, "keep")], Declare(1, "pass"), "reported", {}),
    ([*OPEN, Hold(1, 0)], Hold(1, 2), "reported", {}),
    ([*DAY_2, Choose(2, 1)], Choose(2, 1), "reported", {}),
    ([*DAY_2, Choose(2, 1)], Choose(2, 3), "reported", {}),
    (SHARED, Same((0, 1, 2)), "reported", {}),
    (SHARED, Same((2, 1)), "reported", {}),
    (OPEN, Reading(3, "Dan"), "not-written", {"seat": 3}),
    (WRITTEN[:-1], Declare(0, "keep"), "not-all-written", {}),
    ([*WRITTEN, *declares("pkpp")], Declare(1, "pass"), "kept-already", {"seat": 1}),
    ([*WRITTEN, Hold(0, 0)], Declare(1, "keep"), "by-hand", {}),
    ([*WRITTEN, Declare(0, "keep")], Hold(1, 1), "by-declaring", {}),
    ([*WRITTEN, *declares("pppp")], Hold(1, 1), "by-declaring", {}),
    ([*OPEN, Hold(1, 0)], Hold(2, 0), "card-held", {"card": 0, "seat": 1}),
    ([*DAY_2, *chooses(2, 2, 2, 2), Decree(BOOK)], Choose(0, 2), "card-used", {"round": 2}),
    (OPEN, Choose(0, 1), "other-day", {"day": 1}),
    (DAY_2, Write(0, "Ada"), "other-day", {"day": 2}),
    (DAY_2, Declare(0, "keep"), "other-day", {"day": 2}),
    (DAY_2, Hold(0, 0), "other-day", {"day": 2}),
    (DAY_2, Reading(0, "Ada"), "other-day", {"day": 2}),
    (quiet(1), Same((0,)), "two-names", {}),
    (quiet(1), Same(()), "two-names", {}),
    (quiet(1), Same((0, 0)), "two-names", {}),
    ([], Same((0, 1)), "not-scored", {}),
    (WRITTEN, Same((0, 1)), "not-scored", {}),
    ([*quiet(1), *OPEN], Same((0, 1)), "not-scored", {}),
    (OPEN, Write(4, "Eve"), "no-such-seat", {"seat": 4, "seats": 4}),
    (OPEN, Hold(0, 4), "no-such-seat", {"seat": 4, "seats": 4}),
    (quiet(1), Same((0, 4)), "no-such-seat", {"seat": 4, "seats": 4}),
    ([], Adjust(4, "points", 1, "a bet"), "no-such-seat", {"seat": 4, "seats": 4}),
    ([], Adjust(0, "skulls", 1, "a bet"), "no-such-track", {"track": "skulls"}),
    (OPEN, Foreign(0), "no-such-move", {"move": "Foreign"}),
]
STOPPED = [
    ([Stop()], Decree(BOOK), "stopped", {}),
    ([*WRITTEN, Stop()], Declare(0, "keep"), "stopped", {}),
    ([*quiet(1), Stop()], Same((0, 1)), "stopped", {}),
    ([Stop()], Stop(), "stopped", {}),
    (OVER, Stop(), "over", {}),
]


@pytest.mark.parametrize(("lines", "move", "code", "numbers"), [*REFUSED, *STOPPED])
def test_what_does_not_fit_is_refused_with_its_reason(lines, move, code, numbers):
    at = on(table(), *lines)
    with pytest.raises(Refused) as caught:
        append(at, move)
    assert (caught.value.code, caught.value.numbers) == (code, numbers)
    assert source(code)
    assert sentence(caught.value).endswith(".")


def test_every_refusal_of_the_rules_is_tried_above():
    calls = [node for of in (death_name, ledger, moves) for node in ast.walk(ast.parse(source_of(of)))]
    raised = [
        node.args[0] for node in calls if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused"
    ]
    codes = {part.value for code in raised for part in ast.walk(code) if isinstance(part, ast.Constant)}
    assert codes == {code for _, _, code, _ in REFUSED} - {"no-such-move"}
