"""Who begins may be drawn: chance lives outside the rules, and a record holds only what it brought."""

import pytest

from companion.games import GAMES
from tests.support.forms import Form
from tests.support.gathering import Gathering
from tests.support.seeded_chance import SeededChance

WITH_STARTER = [slug for slug, game in GAMES.items() if game.STARTER_OPTION]
NAMES = ("Ann", "Bo", "Cy", "Di")


@pytest.fixture
def seated(evening: Gathering) -> Gathering:
    evening.seat(*NAMES)
    return evening


def start_form(evening: Gathering, slug: str) -> Form:
    return next(form for form in evening.tablet.get("/").forms(action="/tables") if ("game", slug) in form.hidden)


def drawn(evening: Gathering, slug: str) -> int:
    """Who begins after the button beside the option was tapped, whoever the option names; the game is put away."""
    form = start_form(evening, slug)
    button = ("draw", "true")
    assert button in form.buttons
    evening.tablet.submit(form, [*form.hidden, (f"option.{GAMES[slug].STARTER_OPTION}", "3"), button])
    starter = getattr(evening.live.table.options, GAMES[slug].STARTER_OPTION)
    evening.tell({"move": "stop"})
    evening.tablet.get("/").tap("/put-away")
    return int(starter)


@pytest.mark.parametrize("slug", WITH_STARTER)
def test_the_button_draws_among_all_who_sit(seated: Gathering, slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = SeededChance(monkeypatch)
    starters = []
    for act in range(20):
        chance.begin(f"act {act}", act)
        starters.append(drawn(seated, slug))
    assert set(starters) == set(range(len(NAMES)))


@pytest.mark.parametrize("slug", WITH_STARTER)
def test_without_it_the_option_says_who_begins(seated: Gathering, slug: str) -> None:
    form = start_form(seated, slug)
    seated.tablet.submit(form, [*form.hidden, (f"option.{GAMES[slug].STARTER_OPTION}", "2")])
    assert getattr(seated.live.table.options, GAMES[slug].STARTER_OPTION) == 2


def test_where_nobody_begins_nobody_is_drawn(seated: Gathering) -> None:
    form = start_form(seated, "death-name")
    assert ("draw", "true") not in form.buttons
    seated.tablet.submit(form, [*form.hidden, ("draw", "true")])
    assert not seated.live.table.lines
