"""Which style sheets of games a screen loads: those of what it shows, for a phone's first page is to be light."""

from flask import Flask

from companion.games import GAMES
from tests.support.gathering import Gathering
from tests.support.phone import Phone


def sheets(phone: Phone) -> list[str]:
    html = phone.get("/").html
    return [slug for slug in GAMES if f"games/{slug}.css" in html]


def test_a_phone_loads_the_looks_of_the_games_where_boxes_are_taken_down_or_one_is_played(app: Flask) -> None:
    evening = Gathering(app)
    guest, *_ = [evening.come(name) for name in ("Ann", "Bo", "Cy", "Di")]
    host = Phone(app)
    host.client = evening.tablet.client
    assert (sheets(guest), sheets(evening.tablet)) == ([], [*GAMES])
    evening.tablet.client.post("/use", data={"kind": "phone"}, headers={"Origin": "http://localhost"})
    assert sheets(host) == [*GAMES]
    evening.start()
    assert sheets(guest) == sheets(host) == ["death-name"]
