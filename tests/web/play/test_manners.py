"""How a group likes a game, without scripts: what it counts, shows, or reports otherwise; and that it is remembered."""

import re

import pytest

from tests.support.gathering import Gathering
from tests.support.phone import Phone

ANN, BO = 0, 1
WEEK, KINGDOM, GANG, NAME = "final-deathweek", "death-over-the-kingdom", "gamushara-gang", "death-name"
COLORS = ("red", "red", "blue")
SOLID = [{"move": "solid", "seat": seat, "color": color} for seat, color in enumerate(COLORS)]


@pytest.fixture
def phones(evening: Gathering) -> list[Phone]:
    """Three phones; Di has none."""
    return [evening.come(name) for name in ("Ann", "Bo", "Cy")]


@pytest.fixture
def four(evening: Gathering, phones: list[Phone]) -> list[Phone]:
    return [*phones, evening.come("Di")]


def asked(phone: Phone) -> list[str]:
    return [form.ask for form in phone.get("/").forms() if form.ask]


@pytest.mark.parametrize(
    ("game", "habit", "value", "stands"),
    [
        (WEEK, "possible", "shown", 'value="shown" checked'),
        (WEEK, "telling", "outcomes", 'value="outcomes" checked'),
        (KINGDOM, "losers", "faces", 'value="faces" checked'),
        (KINGDOM, "winners", "names", 'value="names" checked'),
        (GANG, "lineup", "table", 'value="table" checked'),
        (NAME, "theme", "long " * 30, f'maxlength="80" autocomplete="off" value="{"long " * 16}"'),
    ],
)
def test_it_is_remembered(evening: Gathering, game: str, habit: str, value: str, stands: str) -> None:
    evening.seat("Ann", "Bo", "Cy", "Di")
    evening.set_up(game, **{f"habit_{habit}": value})
    evening.tell({"move": "stop"})
    evening.tablet.get("/").tap("/put-away")
    assert evening.tablet.get("/").says(f'name="habit.{habit}" {stands}')


# Final Deathweek: how many killers of each colour do not lie open


SHOWN = "Killers still possible"


def counted(phone: Phone) -> list[tuple[str, int]]:
    """The colours and numbers that a screen shows; none if it shows none."""
    line = re.search(r'<p class="row fd-possible">.*?</p>', phone.get("/").html, re.S)
    pairs = re.findall(r'<span class="hidden">(\w+)</span></span><b class="n">(\d)</b>', line[0] if line else "")
    return [(color, int(left)) for color, left in pairs]


def test_scoreboard_and_phones_count_what_does_not_lie_open(evening: Gathering, phones: list[Phone]) -> None:
    evening.set_up(WEEK, habit_possible="shown")
    evening.tell(*SOLID)
    for screen in (evening.tablet, *phones):
        assert counted(screen) == [("red", 2), ("blue", 3), ("yellow", 4), ("black", 4), ("green", 4)]
    evening.tell({"move": "expose", "seat": 2, "color": "black"})
    for screen in (evening.tablet, *phones):
        assert counted(screen) == [("red", 2), ("blue", 3), ("yellow", 4), ("black", 3), ("green", 4)]


def test_nobody_who_did_not_ask_for_it_sees_it(evening: Gathering, phones: list[Phone]) -> None:
    evening.set_up(WEEK)
    evening.tell(*SOLID)
    for screen in (evening.tablet, *phones):
        assert not screen.get("/").says(SHOWN)


# Final Deathweek: only what each event did


def tap_outcome(phone: Phone, number: int, did: str, value: str) -> None:
    """Tick the number, tap what it did."""
    form = next(form for form in phone.get("/").forms() if form.ask == "outcome")
    assert (did, value) in form.buttons
    phone.submit(form, [*form.hidden, ("number", str(number)), (did, value)])


def test_whoever_takes_first_is_asked_what_the_event_did_and_solid_killers_wait_below(
    evening: Gathering, phones: list[Phone]
) -> None:
    evening.set_up(WEEK, habit_telling="outcomes")
    assert asked(phones[1])[:2] == ["outcome", "solid"]
    assert phones[1].says("What did your event do?", "played without solid killers")
    assert "outcome" not in asked(phones[2])
    assert phones[2].says("Bo takes first.", "/ask/2/outcome")
    assert [move for move in asked(evening.tablet) if move != "schedule"][:2] == ["outcome", "solid"]
    assert evening.tablet.says("Only what each event did.", "played without solid killers")


def test_nothing_on_a_screen_asks_for_the_solid_killers_that_nobody_has_to_tell(
    evening: Gathering, phones: list[Phone]
) -> None:
    evening.set_up(WEEK, habit_telling="outcomes")
    for phone in (*phones, evening.tablet):
        assert not phone.get("/").says("No solid killer yet")
        assert phone.says("Still to take an event")
    assert phones[0].says("Turn one killer card face up before you. It stays there all week; here nobody asks for it.")


def test_as_soon_as_one_solid_killer_is_told_all_is_about_them(evening: Gathering, phones: list[Phone]) -> None:
    evening.set_up(WEEK, habit_telling="outcomes")
    evening.tell({"move": "solid", "seat": 0, "color": "red"})
    assert evening.tablet.get("/").says("One killer each, face up.", "No solid killer yet")
    assert asked(phones[1])[0] == "solid"
    assert phones[1].says("Turn one killer card face up before you. It stays there all week.", "No solid killer yet")
    assert not phones[1].says("What did your event do?")
    assert phones[1].says("/ask/1/outcome")


def test_a_page_on_which_a_number_is_ticked_is_not_fetched_anew(evening: Gathering, phones: list[Phone]) -> None:
    evening.set_up(WEEK, habit_telling="outcomes")
    assert not phones[1].get("/").says('http-equiv="refresh"')
    assert phones[2].get("/").says('http-equiv="refresh"')


def test_a_day_is_told_by_a_number_and_a_button_of_each(evening: Gathering, phones: list[Phone]) -> None:
    evening.set_up(WEEK, habit_telling="outcomes")
    for seat, (did, value) in zip((1, 2, 0), (("matched", "1"), ("matched", "0"), ("matched", "2")), strict=True):
        tap_outcome(phones[seat], seat + 4, did, value)
    assert evening.live.table.state.number == 2
    assert phones[1].get("/").says("Cy takes first.")
    tap_outcome(phones[2], 9, "died", "true")
    assert not phones[2].says("What did your event do?")


def test_who_tells_the_solid_killers_after_all_may_still_say_only_what_an_event_did(
    evening: Gathering, phones: list[Phone]
) -> None:
    evening.set_up(WEEK, habit_telling="outcomes")
    evening.tell(*SOLID)
    assert asked(phones[1])[:3] == ["break", "outcome", "take"]
    tap_outcome(phones[1], 4, "matched", "0")
    assert evening.live.line == 4


def test_without_it_the_killers_are_asked_for(evening: Gathering, phones: list[Phone]) -> None:
    evening.set_up(WEEK, habit_telling="killers")
    assert asked(phones[1])[0] == "solid"
    assert phones[1].says("/ask/1/outcome")


# Death Over The Kingdom: who a round hit, or faces, comes first


def has_open(tablet: Phone, fold: str) -> bool:
    tags = [text.split(">", 1)[0] for text in tablet.get("/").html.split("<details")[1:]]
    return any(f'id="{fold}"' in tag and "open" in tag.split() for tag in tags)


@pytest.mark.parametrize("mode", ["crowd", "last-standing"])
def test_who_lost_comes_first_in_a_crowd_until_a_face_is_reported(
    evening: Gathering, phones: list[Phone], mode: str
) -> None:
    evening.set_up(KINGDOM, option_mode=mode)
    assert [asked(phone)[0] for phone in phones] == ["losers"] * 3
    assert "card" in [form.ask for form in phones[1].forms()], "the faces wait below"
    evening.tell({"move": "losers", "seats": [2]})
    assert asked(phones[1])[0] == "losers"
    evening.tell({"move": "card", "seat": 0, "character": "king"})
    assert asked(phones[1])[0] == "card"
    evening.tell(*({"move": "card", "seat": seat, "character": "thief"} for seat in (1, 2)))
    assert asked(phones[1])[0] == "card", "the next round too"


def test_one_round_is_two_fields_of_one_form(evening: Gathering, phones: list[Phone]) -> None:
    evening.set_up(KINGDOM, option_mode="crowd")
    (losers,) = (form for form in evening.tablet.get("/").forms() if form.ask == "losers")
    evening.tablet.submit(losers, [*losers.hidden, ("seats", "1")])
    assert evening.live.table.standing.totals == (0, 1, 0)
    assert evening.tablet.says("A point for Bo.")
    assert phones[1].get("/").says("takes a point")


@pytest.mark.parametrize(("mode", "first"), [("crowd", "card"), ("classic", "winners")])
def test_the_house_may_like_it_otherwise(evening: Gathering, phones: list[Phone], mode: str, first: str) -> None:
    evening.set_up(KINGDOM, option_mode=mode, habit_losers="faces", habit_winners="names")
    assert asked(phones[0])[0] == first


def test_on_the_scoreboard_it_is_open_and_no_drawer_of_a_seat_is(evening: Gathering) -> None:
    evening.seat("Ann", "Bo", "Cy")
    evening.set_up(KINGDOM, option_mode="crowd")
    assert has_open(evening.tablet, "told")
    assert not has_open(evening.tablet, "for-1")
    evening.tell({"move": "card", "seat": 0, "character": "king"})
    assert not has_open(evening.tablet, "told")
    assert has_open(evening.tablet, "for-1")


# The gang: the line-up stays on the table


SHOWN_TILE = re.compile(r"gang-tile (\w+)")


def tap(phone: Phone, move: str, *buttons: tuple[str, str]) -> None:
    form = next(form for form in phone.get("/").forms() if form.ask == move and {*buttons} <= {*form.buttons})
    phone.submit(form, [*form.hidden, *buttons])


def test_who_is_no_turn_player_names_nobody_and_nobody_is_waited_for(evening: Gathering, four: list[Phone]) -> None:
    evening.set_up(GANG, habit_lineup="table")
    assert not {*asked(four[BO])} & {"nominate", "exchange", "add", "flip", "execute"}
    assert "execute" in asked(four[ANN])
    assert not {*asked(four[ANN])} & {"nominate", "flip"}
    assert evening.tablet.get("/").says("Ann executes one.", "The line-up stays on the table.")
    assert not evening.tablet.says("Still to name one")


def test_a_turn_is_execute_whose_and_next(evening: Gathering, four: list[Phone]) -> None:
    evening.set_up(GANG, habit_lineup="table")
    tap(four[ANN], "execute", ("character", "3"))
    tap(four[BO], "out", ("spy", "false"))
    tap(four[ANN], "turn")
    state = evening.live.table.state
    assert (state.turn, state.player, state.out) == (2, 2, (BO,))


def test_neither_active_nor_hiding_is_shown_whatever_was_reported(evening: Gathering, four: list[Phone]) -> None:
    evening.set_up(GANG, habit_lineup="table")
    evening.tell({"move": "flip", "character": "5", "to": "hiding"}, {"move": "nominate", "seat": BO, "character": "6"})
    evening.tell({"move": "execute", "character": "7", "cause": "effect"})
    for screen in (evening.tablet, *four):
        shown = SHOWN_TILE.findall(screen.get("/").html)
        assert {*shown} <= {"active", "executed"}
        assert not screen.says("<small>active</small>")
        assert not screen.says("<small>hiding</small>")
    assert SHOWN_TILE.findall(evening.tablet.html).count("executed") == 1


def test_when_too_few_are_left_it_is_asked_who_is_out(evening: Gathering, four: list[Phone]) -> None:
    evening.set_up(GANG, habit_lineup="table")
    for n in range(1, 15):
        if not evening.live.table.state.pressing:
            assert not evening.tablet.get("/").says("Too few are left")
            evening.tell({"move": "execute", "character": str(n), "cause": "effect"})
    assert evening.tablet.get("/").says("Too few are left", "One of these is out")


def test_otherwise_it_is_as_ever(evening: Gathering, four: list[Phone]) -> None:
    evening.set_up(GANG, habit_lineup="here")
    assert "nominate" in asked(four[BO])
    assert evening.tablet.get("/").says("Still to name one", "<small>active</small>")


# DEATH Name: the theme that a group has given its names


THEME = "Theme of the names: Pirates &amp; parrots"
GIVEN = "  Pirates  &  parrots "


def begin_theme(evening: Gathering, theme: str) -> None:
    evening.set_up("death-name", habit_theme=theme)
    evening.tell({"move": "decree", "icons": (0, -1, 1, 0)})


def test_it_is_shown_where_names_are_written_and_on_the_scoreboard(evening: Gathering, four: list[Phone]) -> None:
    begin_theme(evening, GIVEN)
    assert four[0].get("/").says(THEME)
    assert evening.tablet.get("/").says(THEME)
    assert evening.tablet.get(f"/table/{evening.now.table_code}/ask/0/write").says(THEME, "All names and holders")


def test_once_all_have_written_it_is_told_no_more(evening: Gathering, four: list[Phone]) -> None:
    begin_theme(evening, GIVEN)
    evening.tell(*({"move": "write", "seat": seat, "name": f"Name {seat}"} for seat in range(4)))
    assert not four[0].get("/").says(THEME)
    assert not evening.tablet.get("/").says(THEME)


def test_without_one_nothing_is_said(evening: Gathering, four: list[Phone]) -> None:
    begin_theme(evening, " ")
    assert not four[0].get("/").says("Theme of the names")
