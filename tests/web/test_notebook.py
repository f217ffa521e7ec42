"""The private notebook: its owner's alone, no part of the record, there again after a restart, also without scripts."""

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import table
from companion.desk import exported
from companion.games import GAMES
from companion.record import options_for
from companion.store import Store
from companion.web import create_app
from tests.sixth.forms import forms

HERE = {"Origin": "http://localhost"}
SLUG = "gamushara-gang"


class Room:
    """An evening with phones and a scoreboard, and a table of the gang."""

    def __init__(self, app: Flask, game: str = SLUG, phones: int = 3) -> None:
        self.house = app.extensions["house"]
        self.tablet = self._come_in(app, f"/host/{self.house.evenings.now().host_ticket}")
        self.tablet.post("/use", data={"kind": "board"}, headers=HERE)
        self.phones = [self._come_in(app, f"/j/{self.house.evenings.now().ticket}") for _ in range(phones)]
        for at, phone in enumerate(self.phones):
            assert phone.post("/sit", data={"name": f"P{at}"}, headers=HERE).status_code == 303
        guests = [guest.id for guest in self.house.evenings.now().guests]
        laid = table.lay(GAMES[game], [f"P{at}" for at in range(phones)], options_for(GAMES[game], {}))
        self.live, _ = self.house.desk.lay(laid, self.house.evenings.now().id, guests)
        self.house.evenings.show(self.live.header.code)

    @property
    def path(self) -> str:
        return f"/table/{self.live.header.code}/notes"

    def _come_in(self, app: Flask, path: str) -> FlaskClient:
        device = app.test_client()
        device.get(path)
        return device

    def tap(self, device: FlaskClient, cell: str, **more: str) -> int:
        answer = device.post(self.path, data={"cell": cell}, headers=HERE | more)
        return answer.status_code

    def cells(self, device: FlaskClient, page: str = "") -> dict[str, str]:
        """What a phone shows in its cells: CHARACTER.SEAT, and the mark that a tap would write there next."""
        html = device.get(page or "/").text
        (grid,) = (form for form in forms(html) if form.attributes["action"] == self.path)
        return dict(value.rsplit(".", 1) for _, value in grid.buttons)


def test_a_cell_goes_from_mark_to_mark_on_the_phone_and_on_a_page_of_its_own(app: Flask) -> None:
    room = Room(app)
    mine = room.phones[1]
    assert room.cells(mine) == {f"{character}.{seat}": "no" for character in range(14) for seat in (0, 2)}
    for mark, following in (("no", "maybe"), ("maybe", ""), ("", "no")):
        assert room.tap(mine, f"3.2.{mark}") == 303
        assert room.cells(mine)["3.2"] == room.cells(mine, room.path)["3.2"] == following
        assert set(room.cells(mine).values()) == {"no", following}
    answer = mine.post(room.path, data={"cell": "3.0.no"}, headers=HERE | {"HX-Request": "true"})
    assert "3.0.maybe" in answer.text
    assert answer.headers["X-Private"] == app_mark(mine)


def app_mark(device: FlaskClient) -> str:
    """The mark of the private part that a page of this device shows."""
    return device.get("/").text.partition('data-private="')[2].partition('"')[0]


def test_nobody_else_sees_it_and_no_record_tells_of_it(app: Flask) -> None:
    room = Room(app)
    others = [room.tablet, room.phones[0], room.phones[2]]
    code, id = room.live.header.code, room.live.header.id
    paths = ("/", f"/table/{code}/sheet", "/history/", f"/history/{id}", "/")

    def seen() -> list[object]:
        pages = [device.get(path).text for device in others for path in paths]
        return [*pages, *(phone.get(room.path).text for phone in others[1:]), exported(room.live), room.live.line]

    before = seen()
    assert room.tap(room.phones[1], "5.0.no") == 303
    assert seen() == before
    assert room.cells(room.phones[1])["5.0"] == "maybe"


def test_it_is_there_again_after_a_restart(folder: Path) -> None:
    first = create_app(Store(folder))
    room = Room(first)
    room.tap(room.phones[0], "13.1.maybe")
    cookie = room.phones[0].get_cookie(f"table_{first.config['INSTANCE']}")
    assert cookie is not None
    again = create_app(Store(folder))
    phone = again.test_client()
    phone.set_cookie(cookie.key, cookie.value)
    assert room.cells(phone)["13.1"] == ""


@pytest.mark.parametrize(
    "cell", ["", "3", "3.1", "14.1.no", "-1.1.no", "3.3.no", "3.1.yes", "3.1.no.no", "x.1.no", "３.1.no"]
)
def test_what_is_no_cell_is_refused_and_notes_nothing(app: Flask, drawer: Store, cell: str) -> None:
    room = Room(app)
    if cell == "3.1":  # wipes out what is not there
        assert room.tap(room.phones[0], cell) == 303
    else:
        assert room.tap(room.phones[0], cell) == 400
    assert list(drawer.reader().execute("select * from notes")) == []


def test_only_a_phone_that_plays_has_one_and_only_where_there_are_characters(app: Flask) -> None:
    room = Room(app)
    assert room.tap(room.tablet, "3.1.no") == 403
    stranger = room._come_in(app, f"/j/{room.house.evenings.now().ticket}")
    assert room.tap(stranger, "3.1.no") == 403
    assert room.tap(app.test_client(), "3.1.no") == 401
    week = Room(app, "final-deathweek", 2)
    assert week.tap(week.phones[0], "3.1.no") == 404
