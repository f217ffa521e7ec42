"""A table that was interrupted (battery, closing time) is there the next day, in the lobby, and goes on."""

import gevent
import pytest
from flask import Flask

from companion.storage import identifiers
from companion.storage.identifiers import HOME
from companion.storage.store import Store
from companion.web.access.services import Services
from companion.web.app import create_app
from tests.support.gathering import Gathering
from tests.support.tonight import tonight

NAMES = ("Ann", "Bo", "Cy", "Di")
DECREE = {"move": "decree", "icons": (0, -1, 1, 0)}


@pytest.fixture
def night(app: Flask) -> Gathering:
    """An evening that broke off in the middle of a round."""
    evening = Gathering(app)
    evening.seat(*NAMES)
    evening.start()
    evening.round("Xa", "Xb", "Xc", "Xd")
    evening.tell(DECREE, {"move": "write", "seat": 1, "name": "TNTlockedAway"})
    return evening


def next_day(app: Flask, store: Store, night: Gathering) -> Gathering:
    """Everybody went home, and comes again: a new evening, with a new code."""
    store.do(lambda db: db.execute("update evenings set closed_at = ? where closed_at is null", [identifiers.now()]))
    app.extensions["services"].evenings._kept.clear()
    day = Gathering(app)
    day.taps = night.taps
    return day


def test_it_is_offered_to_the_host_and_to_nobody_else(app: Flask, store: Store, night: Gathering) -> None:
    code = night.live.header.code
    day = next_day(app, store, night)
    assert day.tablet.get("/").says("DEATH Name", ", ".join(NAMES), "Go on")
    phone = day.come("Eve")
    assert f"/tables/{code}/go-on" not in phone.get("/").html
    assert phone.client.post(f"/tables/{code}/go-on", headers={"Origin": "http://localhost"}).status_code == 403


def test_it_goes_on_where_it_was_with_everybody_in_their_seats(app: Flask, store: Store, night: Gathering) -> None:
    code, line, before = night.live.header.code, night.live.line, night.now.id
    day = next_day(app, store, night)
    day.come("Eve")
    day.tablet.get("/").tap(f"/tables/{code}/go-on")
    assert (day.live.header.code, day.live.line) == (code, line)
    assert day.live.header.evening == day.now.id != before
    assert [guest.name for guest in day.now.guests][:4] == list(NAMES)
    bo = day.come()
    bo.tap("/sit", person=day.person("Bo"))
    day.tablet.get("/").tap("/claims", "yes", person=day.person("Bo"))
    assert bo.get("/").says("TNTlockedAway")
    assert "TNTlockedAway" not in day.tablet.get("/").html
    heard = app.extensions["services"].notifier.count(f"evening {day.now.id}")
    assert day.report(day.tablet, move="write", seat=0, name="Zoe").status_code == 303
    assert app.extensions["services"].notifier.count(f"evening {day.now.id}") > heard
    assert day.live.line == line + 1


def test_an_evening_lives_as_long_as_what_goes_on_in_it(app: Flask, store: Store, night: Gathering) -> None:
    code = night.live.header.code
    day = next_day(app, store, night)
    day.tablet.get("/").tap(f"/tables/{code}/go-on")
    day.report(day.tablet, move="write", seat=0, name="Zoe")
    day.tablet.client.post("/put-away", headers={"Origin": "http://localhost"})
    at = day.now.id
    store.do(lambda db: db.execute("update evenings set opened_at = '2020-01-01T00:00:00.000Z' where id = ?", [at]))
    anew = create_app(Services(store)).extensions["services"]
    assert tonight(anew).id == at
    anew.writer.close()


def test_put_away_it_is_offered_again_and_once_it_is_over_no_more(app: Flask, store: Store, night: Gathering) -> None:
    code = night.live.header.code
    day = next_day(app, store, night)
    day.tablet.get("/").tap(f"/tables/{code}/go-on")
    day.tablet.client.post("/put-away", headers={"Origin": "http://localhost"})
    assert f"/tables/{code}/go-on" in day.tablet.get("/").html
    day.tablet.tap(f"/tables/{code}/go-on")
    day.tell({"move": "stop"})
    day.tablet.client.post("/put-away", headers={"Origin": "http://localhost"})
    assert f"/tables/{code}/go-on" not in day.tablet.get("/").html
    gone = day.tablet.client.post(f"/tables/{code}/go-on", headers={"Origin": "http://localhost"})
    assert gone.status_code == 404


def test_where_there_is_no_room_for_all_nothing_changes(app: Flask, store: Store, night: Gathering) -> None:
    code = night.live.header.code
    day = next_day(app, store, night)
    for number in range(14):
        day.tablet.get("/").fill("/guests", name=f"Guest {number}")
    answer = day.tablet.client.post(f"/tables/{code}/go-on", headers={"Origin": "http://localhost"})
    assert answer.status_code == 422
    assert (len(day.now.guests), day.now.table_code) == (14, None)


def test_a_table_of_a_program_is_nobodys_to_go_on_with(app: Flask, store: Store, night: Gathering) -> None:
    laid = app.test_client().post("/api/tables", json={"game": "death-name", "seats": list(NAMES)}).get_json()
    code = laid["table"]
    answer = night.tablet.client.post(f"/tables/{code}/go-on", headers={"Origin": "http://localhost"})
    assert answer.status_code == 404


def test_of_two_evenings_that_go_on_with_it_at_once_one_does(app: Flask, store: Store, night: Gathering) -> None:
    code = night.live.header.code
    evenings = app.extensions["services"].evenings
    both = next_day(app, store, night), Gathering(app, evenings.open(HOME))
    running = [gevent.spawn(evening.tablet.post, f"/tables/{code}/go-on") for evening in both]
    gevent.joinall(running, raise_error=True)
    assert sorted(one.value.status_code for one in running) == [303, 422]
    shown = sorted((evening.table_code or "", len(evening.guests)) for evening in evenings.all_open(HOME))
    assert shown == [("", 0), (code, len(NAMES))]
