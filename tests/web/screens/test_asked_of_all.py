"""What the whole table is asked by forms that are the same on every phone is prepared for nobody, and drawn once."""

import pytest
from flask import Flask

from companion.web.screens.asking import AskForm
from companion.web.screens.screen import screen_of
from companion.web.text.drawn import Drawn
from tests.support.gathering import Gathering

NAMES = ("Ann", "Bo", "Cy", "Di")
ASKED = {"death-name": "decree", "death-over-the-kingdom": "winners"}


def asked(app: Flask, evening: Gathering, name: str, move: str) -> Drawn:
    """The form of a move on somebody's phone."""
    with app.test_request_context():
        screen = screen_of(evening.app.extensions["services"], evening.now, evening.device(name))
    assert screen is not None
    slots = screen.private.slots.values()
    return next(drawn for drawn in slots if isinstance(drawn.value, AskForm) and drawn.value.ask.move == move)


@pytest.mark.parametrize("slug", ASKED)
def test_it_is_the_same_value_and_html_on_every_phone_but_those_that_host(app: Flask, slug: str) -> None:
    evening, move = Gathering(app), ASKED[slug]
    for name in NAMES:
        evening.come(name)
    evening.tablet.get("/devices").tap(f"/devices/{evening.device('Di')}", "share")
    evening.start(slug)
    first = asked(app, evening, "Ann", move)
    assert isinstance(first.value, AskForm)
    assert (first.value.viewer, first.value.seat, first.value.asked) == (None, None, {})
    for name in NAMES[1:3]:
        other = asked(app, evening, name, move)
        assert other.value is first.value
        assert other.html is first.html
    assert asked(app, evening, "Di", move).value is not first.value
    if slug == "death-over-the-kingdom":
        evening.tell(*({"move": "card", "seat": seat, "character": "knight"} for seat in range(2)))
        assert asked(app, evening, "Cy", move).html == first.html, "lines about others put no other question"
