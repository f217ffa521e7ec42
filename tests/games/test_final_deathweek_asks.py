"""Final Deathweek: what is asked of whom and when, every refusal with its reason, and who may know the killers."""

import ast
import json

import pytest

from companion.games import ledger, moves
from companion.games.final_deathweek import GAME as final_deathweek
from companion.games.final_deathweek.moves import Break, Expose, Killers, Outcome, Redeal, Schedule, Solid, Take
from companion.games.final_deathweek.rules import EVENTS
from companion.games.moves import Adjust, Count, Move, Refused, Stop
from companion.messages import sentence, source
from companion.table.fold import append
from companion.table.model import Correct
from companion.table.moves import move as read
from companion.table.questions import asks, may_report, waiting
from companion.table.result import result
from companion.table.strict_json import Unreadable
from companion.table.visibility import secrets_open, view, visible_move, visible_reading
from tests.support.games.final_deathweek import bare, day, dealt, event, killers, on, quiet, take, week
from tests.support.games.random_play import source_of

COLORS = ["red", "blue", "yellow", "black", "green"]


def besides(played, who):
    """What a seat is asked besides what an event did, and in setup a Break, which may always be told instead."""
    instead = {"outcome"} if played.state.days else {"outcome", "break"}
    return tuple(ask for ask in asks(played, who) if ask.move not in instead)


def asked(at, who):
    """The asks of a seat: move, seat, and whether they may wait."""
    return [(ask.move, ask.seat, ask.optional) for ask in besides(at, who)]


class TestAsks:
    def test_in_setup_everybody_is_asked_for_the_solid_killer_and_the_leader_for_the_schedule(self):
        solid, schedule = besides(bare(), 0)
        assert solid.plain() == {"move": "solid", "seat": 0, "choices": {"color": COLORS}}
        assert schedule.choices["day"] == [1, 2, 3, 4, 5, 6, 7]
        assert (schedule.optional, schedule.many, schedule.repeats) == (True, {"events": (3, 3)}, True)
        assert asked(bare(), 1) == [("solid", 1, False)]

    def test_who_breaks_may_begin_the_week_and_nobody_has_to(self):
        assert [(ask.seat, ask.optional) for ask in asks(bare(), 1) if ask.move == "break"] == [(1, True)]

    @pytest.mark.parametrize("days", [3, 5])
    def test_a_shorter_week_has_a_shorter_schedule(self, days):
        (ask,) = [ask for ask in asks(bare(days=days), 0) if ask.move == "schedule"]
        assert ask.choices["day"] == [*range(1, days + 1)]

    def test_the_last_one_is_not_asked_for_the_colour_of_all_others(self):
        (solid, redeal) = besides(on(bare(), dealt("red", "red")), 2)
        assert solid.choices == {"color": ["blue", "yellow", "black", "green"]}
        assert redeal.plain() == {"move": "redeal", "choices": {}, "optional": True}
        assert besides(on(bare(), dealt("red", "blue")), 2)[0].choices == {"color": COLORS}

    def test_everybody_is_asked_for_an_event_or_break(self):
        one, other = besides(week(), 1)
        assert one.plain() == {
            "move": "take",
            "seat": 1,
            "choices": {"colors": {"of": COLORS, "least": 0, "most": 3}, "number": {"min": 1, "max": 16}},
        }
        assert one.many == {"colors": (0, 3)}
        assert other.plain() == {"move": "break", "seat": 1, "choices": {}, "optional": True}
        assert waiting(week()) == (0, 1, 2)

    def test_break_is_asked_once_a_game(self):
        at = on(week(), day(1, None, 1))
        assert asked(at, 2) == [("take", 2, False), ("break", 2, True)]
        assert ("break", 1, True) not in asked(at, 1)

    def test_of_a_known_schedule_there_is_an_ask_for_each_event_left(self):
        row = (event("red blue", 3), event("", 9), event("black", 1))
        at = on(week(), Schedule(1, row), take(2, "", 9))
        *takes, plain, face_down = besides(at, 1)
        assert [ask.given for ask in takes] == [
            {"colors": ["red", "blue"], "number": 3},
            {"colors": ["black"], "number": 1},
        ]
        assert plain.choices == {}
        assert face_down.choices == {"event": [ask.given for ask in takes]}

    def test_the_leader_is_asked_first_whom_to_expose_and_last_once_somebody_acted(self):
        shown = [("expose", 1, True), ("expose", 2, True)]
        own = [("take", 0, False), ("break", 0, True)]
        schedule = [("schedule", None, True)]
        assert asked(week(), 0) == shown + own + schedule
        assert asked(on(week(), take(1)), 0) == own + shown + schedule
        assert asked(on(week(), Expose(1, "red")), 0) == [shown[1], *own, *schedule]

    def test_of_who_failed_nothing_is_exposed(self):
        at = on(week(), day(1, 1, 1), day(2, 5, 2), day(3, 4, 3))
        assert [ask[:2] for ask in asked(at, 0)] == [
            *(("expose", 2), ("take", 0), ("break", 0), ("schedule", None)),
        ]

    def test_the_own_killers_may_wait_until_all_have_taken(self):
        at = on(week(), take(1))
        (ask,) = besides(at, 1)
        two = {"of": COLORS, "least": 2, "most": 2}
        assert ask.plain() == {"move": "killers", "seat": 1, "choices": {"colors": two}, "optional": True}
        assert (ask.many, ask.repeats) == ({"colors": (2, 2)}, True)
        at = on(at, Break(2), take(0))
        assert asked(at, 1) == [("killers", 1, False)]
        assert (waiting(at), besides(at, 2)) == ((0, 1), ())

    def test_where_one_was_exposed_there_is_an_ask_for_each_pair_that_holds_it(self):
        at = on(week(), Expose(1, "black"), take(1))
        assert [ask.given["colors"] for ask in besides(at, 1)] == [["black", other] for other in COLORS]

    def test_the_schedule_of_a_day_is_asked_for_until_something_was_taken(self):
        at = on(week(), quiet(1), take(0))
        assert besides(at, 1)[-1].choices["day"] == [3, 4, 5, 6, 7]
        assert len(EVENTS) == 16 * 26
        at = on(week(), quiet(6), take(0))
        assert "schedule" not in [ask[0] for ask in asked(at, 0)]

    def test_at_the_end_nothing_is_asked(self):
        assert not any(besides(on(week(), quiet(7)), who) for who in range(3))


# What is refused, and why


class Foreign(Move, frozen=True, tag="foreign"):
    """A move of some other game."""

    seat: int


SETUP = dealt("red", "red")
MORNING = dealt("red", "red", "blue")
FAILED = [*MORNING, *day(1, 1, 1), *day(2, 5, 2), *day(3, 4, 3)]
ROW = (event("red", 1), event("blue", 2), event("", 3))
OVER = [*MORNING, *quiet(7)]

REFUSED = [
    (SETUP, Count(), "nothing-scored", {}),
    (MORNING, Count(), "nothing-scored", {}),
    (SETUP, Solid(1, "blue"), "reported", {}),
    (SETUP, Solid(2, "red"), "all-alike", {"color": "red"}),
    (SETUP, Solid(3, "red"), "no-such-seat", {"seat": 3, "seats": 3}),
    (MORNING, Solid(1, "blue"), "week-begun", {}),
    (MORNING, Redeal(), "week-begun", {}),
    (SETUP, take(0), "in-setup", {}),
    (SETUP, killers(0), "in-setup", {}),
    (SETUP, Expose(1, "red"), "in-setup", {}),
    (MORNING, Schedule(1, ROW[:2]), "events", {"events": 2, "seats": 3}),
    (MORNING, Schedule(1, (*ROW, ROW[0])), "events", {"events": 4, "seats": 3}),
    ([*MORNING, take(1)], Schedule(1, ROW), "day-begun", {"day": 1}),
    ([*MORNING, Break(1)], Schedule(1, ROW), "day-begun", {"day": 1}),
    ([*MORNING, *quiet(2)], Schedule(2, ROW), "day-begun", {"day": 2}),
    (MORNING, Expose(0, "red"), "leads", {"seat": 0}),
    (FAILED, Expose(1, "red"), "unexposable", {"seat": 1}),
    ([*MORNING, Expose(1, "red")], Expose(1, "red"), "reported", {}),
    ([*MORNING, Expose(1, "red")], Expose(1, "blue"), "reported", {}),
    ([*MORNING, take(1)], take(1), "acted", {"seat": 1}),
    ([*MORNING, take(1)], Break(1), "acted", {"seat": 1}),
    ([*MORNING, Break(1)], take(1), "acted", {"seat": 1}),
    ([*MORNING, Break(1)], Break(1), "break-used", {"seat": 1}),
    ([*MORNING, *day(1, None, 1)], Break(1), "break-used", {"seat": 1}),
    ([*MORNING, Schedule(1, ROW)], take(1, "blue", 3), "no-such-event", {"number": 3}),
    ([*MORNING, Schedule(1, ROW), take(1, "red", 1)], take(2, "red", 1), "no-such-event", {"number": 1}),
    ([*MORNING, Schedule(1, ROW)], Break(1, event("green", 4)), "no-such-event", {"number": 4}),
    (MORNING, killers(1), "not-taken", {"seat": 1}),
    ([*MORNING, Outcome(1, 3, 1)], killers(1), "not-taken", {"seat": 1}),
    ([*MORNING, Outcome(1, 3, 1)], Outcome(1, 3, 1), "acted", {"seat": 1}),
    ([*MORNING, Outcome(1, 3, 1)], take(1), "acted", {"seat": 1}),
    ([*MORNING, Outcome(1, 3, 1)], Break(1), "acted", {"seat": 1}),
    ([*MORNING, take(1)], Outcome(1, 3, 1), "acted", {"seat": 1}),
    ([*MORNING, Break(1)], Outcome(1, 3, 1), "acted", {"seat": 1}),
    ([*MORNING, Outcome(1, 3, 1)], Schedule(1, ROW), "day-begun", {"day": 1}),
    ([*MORNING, Schedule(1, ROW)], Outcome(1, 4, 1), "no-such-event", {"number": 4}),
    ([Schedule(1, ROW)], Outcome(1, 4, 1), "no-such-event", {"number": 4}),
    ([*MORNING, Schedule(1, ROW), Outcome(1, 3, 1)], take(2, "", 3), "no-such-event", {"number": 3}),
    ([*MORNING, Schedule(1, ROW), take(1, "", 3)], Outcome(2, 3, 1), "no-such-event", {"number": 3}),
    ([*MORNING, Schedule(1, ROW), Outcome(1, 3, 1)], Break(2, event("", 3)), "no-such-event", {"number": 3}),
    ([*SETUP, Outcome(0, 3, 1)], Solid(2, "blue"), "week-begun", {}),
    ([*SETUP, Outcome(0, 3, 1)], Redeal(), "week-begun", {}),
    ([*SETUP, Outcome(0, 3, 1)], take(1), "only-outcomes", {}),
    ([Outcome(0, 3, 1)], killers(0), "not-taken", {"seat": 0}),
    ([], Outcome(3, 3, 1), "no-such-seat", {"seat": 3, "seats": 3}),
    ([*MORNING, Break(1)], killers(1), "not-taken", {"seat": 1}),
    ([*MORNING, take(1), killers(1)], killers(1), "reported", {}),
    ([*MORNING, Expose(1, "red"), take(1)], killers(1, "blue blue"), "not-exposed", {"color": "red"}),
    (MORNING, take(3), "no-such-seat", {"seat": 3, "seats": 3}),
    (MORNING, Adjust(3, "death_counters", 1, "a bet"), "no-such-seat", {"seat": 3, "seats": 3}),
    (MORNING, Adjust(0, "points", 1, "a bet"), "no-such-track", {"track": "points"}),
    (MORNING, Foreign(0), "no-such-move", {"move": "Foreign"}),
    (OVER, take(0), "over", {}),
    (OVER, Schedule(7, ROW), "over", {}),
    (OVER, Redeal(), "over", {}),
    (OVER, killers(0), "over", {}),
    (OVER, Outcome(0, 3, 1), "over", {}),
]
SHORT = ([], Schedule(4, ROW), "no-such-day", {"days": 3})
STOPPED = [
    ([Stop()], Solid(0, "red"), "stopped", {}),
    ([*MORNING, Stop()], take(0), "stopped", {}),
    (OVER, Stop(), "over", {}),
]


@pytest.mark.parametrize(("lines", "move", "code", "numbers"), [*REFUSED, *STOPPED, SHORT])
def test_what_does_not_fit_is_refused_with_its_reason(lines, move, code, numbers):
    at = on(bare(days=3 if code == "no-such-day" else 7), *lines)
    with pytest.raises(Refused) as caught:
        append(at, move)
    assert (caught.value.code, caught.value.numbers) == (code, numbers)
    assert source(code)
    assert sentence(caught.value).endswith(".")


def test_every_refusal_of_the_rules_is_tried_above():
    calls = [node for of in (final_deathweek, ledger, moves) for node in ast.walk(ast.parse(source_of(of)))]
    raised = [
        node.args[0] for node in calls if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused"
    ]
    codes = {part.value for code in raised for part in ast.walk(code) if isinstance(part, ast.Constant)}
    assert codes == {code for _, _, code, _ in [*REFUSED, SHORT]} - {"no-such-move"}


@pytest.mark.parametrize(
    "plain",
    [
        {"move": "solid", "seat": 0, "color": "white"},
        {"move": "take", "seat": 0, "colors": ["red", "red"], "number": 3},
        {"move": "take", "seat": 0, "colors": ["red", "blue", "yellow", "black"], "number": 3},
        {"move": "take", "seat": 0, "colors": [], "number": 0},
        {"move": "take", "seat": 0, "colors": [], "number": 17},
        {"move": "break", "seat": 0, "event": {"colors": ["red"]}},
        {"move": "break", "seat": 0, "event": {"colors": ["red"], "number": 1, "name": "pool"}},
        {"move": "killers", "seat": 0, "colors": ["red"]},
        {"move": "killers", "seat": 0, "colors": ["red", "red", "red"]},
        {"move": "schedule", "day": 8, "events": []},
        {"move": "outcome", "seat": 0, "number": 3},
        {"move": "outcome", "seat": 0, "number": 3, "matched": 1, "died": True},
        {"move": "outcome", "seat": 0, "number": 3, "died": False},
        {"move": "outcome", "seat": 0, "number": 3, "matched": 1, "died": False},
        {"move": "outcome", "seat": 0, "number": 3, "matched": 3},
        {"move": "outcome", "seat": 0, "number": 3, "matched": -1},
        {"move": "outcome", "seat": 0, "number": 17, "matched": 1},
        {"move": "outcome", "seat": 0, "matched": 1},
        {"move": "outcome", "number": 3, "matched": 1},
        {"move": "schedule", "day": 1, "events": [{"colors": ["red", "red"], "number": 1}]},
    ],
)
def test_what_no_card_says_is_unreadable(plain):
    with pytest.raises(Unreadable):
        read(final_deathweek, plain)


# Who may report, who may know


def test_a_seat_reports_its_own_and_the_tables_and_the_leader_what_is_exposed():
    at = week(leader=2)
    for who in range(3):
        assert may_report(at, who, Take(who, (), 1))
        assert not may_report(at, who, Killers((who + 1) % 3, ("red", "red")))
        assert may_report(at, who, Schedule(1, ROW))
        assert may_report(at, who, Expose((who + 1) % 3, "red")) == (who == 2)


class TestSecretKillers:
    EVERYBODY = frozenset({None, 0, 1, 2})

    def worlds(self, *moves, before=()):
        """Two tables where Bo has other killers, none of which matches."""
        return [on(week(), *before, take(1, "yellow"), killers(1, pair), *moves) for pair in ("red blue", "green red")]

    def who_can_tell(self, one, other):
        """The viewers to whom two worlds look different: seats, and None (the tablet, the host, whoever watches)."""
        return {viewer for viewer in self.EVERYBODY if self.seen(one, viewer) != self.seen(other, viewer)}

    def seen(self, at, viewer):
        lines = [visible_move(at, line, viewer) for line in at.lines]
        sheet = [visible_reading(at, line.number, viewer) for line in at.lines]
        asked = () if viewer is None else asks(at, viewer)
        return view(at, viewer), lines, sheet, asked, waiting(at), result(at)

    others = (take(0), take(2), killers(0))

    def test_nobody_is_shown_killers_before_the_day_is_judged_not_even_who_reported_them(self):
        for told_by in ((), self.others[:1], self.others):
            one, other = self.worlds(*told_by)
            assert self.who_can_tell(one, other) == set()
            assert secrets_open(one)
        assert "green" not in json.dumps(visible_move(other, other.lines[4], 1))

    def test_that_they_are_told_is_seen_by_all(self):
        assert [player.killers_told for player in view(self.worlds()[0], None).players] == [False, True, False]

    def test_all_see_them_together(self):
        worlds = self.worlds(*self.others, killers(2))
        assert self.who_can_tell(*worlds) == self.EVERYBODY
        assert [view(world, None).week[0].killers[1] for world in worlds] == [("red", "blue"), ("green", "red")]
        assert not secrets_open(worlds[0])

    def test_nor_by_what_can_still_be_exposed(self):
        worlds = [on(at, Expose(1, "blue")) for at in self.worlds()]
        assert self.who_can_tell(*worlds) == set()

    def test_after_a_stop_they_stay_closed(self):
        assert self.who_can_tell(*self.worlds(*self.others, Stop())) == set()

    def test_they_stay_secret_in_a_correction(self):
        worlds = [on(at, Correct(((5, killers(1, "black black")),))) for at in self.worlds()]
        assert self.who_can_tell(*worlds) == set()
        assert not secrets_open(on(worlds[0], *self.others, killers(2)))

    def test_a_correction_that_takes_a_day_back_closes_them_again(self):
        at = on(week(), day(1, 1, 1))
        at = on(at, Correct(((len(at.lines), None),)))
        assert secrets_open(at)
        assert view(at, None).week == ()

    def test_those_of_a_day_that_never_came_are_open_once_the_game_is_over(self):
        at = on(week(), day(1, 1, 1), take(0), killers(0, "blue blue"))
        at = on(at, Correct(((4, take(0, "red", 1)), (len(at.lines) - 1, None), (len(at.lines), None))))
        assert result(at)["outcome"] == "lost"
        assert not secrets_open(at)
