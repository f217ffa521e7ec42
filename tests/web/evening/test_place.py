"""Scans of a print: who comes in, who is asked first, who opens the table, and what opens nothing."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import gevent
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.evening import floor
from companion.evening.floor import Place
from companion.evening.model import Evening
from companion.games.moves import Refused
from companion.group import groups
from companion.storage.identifiers import HOME
from companion.web.access.limits import screen_caller
from companion.web.access.services import Services
from tests.support.gathering import Gathering
from tests.support.phone import Phone
from tests.support.states.around.crowd import played_table
from tests.support.states.opened import lay
from tests.support.states.state import State

NAMES = ("Xanthippe", "Zoroaster", "Quetzal", "Wolfram")
ASKS = "New here, or back to a game?"
FREE = "Table 7 is free"


@pytest.fixture(autouse=True)
def room(services: Services) -> None:
    """Twelve places."""
    services.store.do(lambda db: floor.lay_out(db, 12))


class Seven(Gathering):
    """An evening of another group at place 7; one of its four has a phone, `phone`, which follows its screen."""

    def __init__(self, app: Flask) -> None:
        services: Services = app.extensions["services"]
        group = services.store.do(lambda db: groups.open_group(db, "Charon's").id)
        super().__init__(app, services.evenings.open(group))
        services.store.do(lambda db: floor.put_at(db, self.now.id, 7))
        self.group = group
        self.phone = self.come(NAMES[0], self.now.ticket)
        self.seat(*NAMES[1:])
        self.caller = screen_caller(self.device(NAMES[0]))
        self.stream = services.streams.open(self.caller)

    def leaves(self) -> None:
        """Nobody's phone is connected any more."""
        self.services.streams.close(self.caller, self.stream)

    def ends(self, minutes: float) -> None:
        """A game is over, since so long."""
        lay(self, State("", played_table("death-wish", NAMES)))
        ended_at = (datetime.now(UTC) - timedelta(minutes=minutes)).isoformat()
        self.services.store.do(lambda db: db.execute("update chronicle set ended_at = ?", [ended_at]))


@pytest.fixture
def seven(app: Flask) -> Iterator[Seven]:
    there = Seven(app)
    yield there
    there.leaves()


def place(services: Services, number: int = 7) -> Place:
    found = floor.by_number(services.store.reader(), number)
    assert found is not None
    return found


def printed(services: Services, number: int = 7) -> str:
    """The address in a print."""
    return f"/t/{number}/{place(services, number).code}"


def at(services: Services, number: int = 7) -> Evening | None:
    """The evening at a place."""
    id = floor.evening_at(services.store.reader(), number)
    return None if id is None else services.evenings.by_id(id)


def devices(evening: Evening) -> int:
    return len(evening.screens)


# --- what opens nothing


def wrong(services: Services) -> list[str]:
    """Addresses that open nothing, but for their numbers."""
    code = place(services).code
    return ["/t/7", "/t/7/", "/t/7/ZZZZZZZZZZZZZZZZ", f"/t/8/{code}", f"/t/99/{code}", f"/t/07/{code}", f"/t/é/{code}"]


def test_what_opens_nothing_is_answered_by_one_page_alone(app: Flask, services: Services, seven: Seven) -> None:
    pages = set()
    for path in [*wrong(services), *(f"/t/{number}/{'A' * 16}" for number in range(1, 100))]:
        answer = Phone(app).client.get(path)
        pages.add((answer.status_code, answer.data, answer.headers["Content-Type"]))
    [(status, page, _)] = pages
    assert status == 404
    assert "This print opens nothing. Ask at the counter." in page.decode()
    assert at(services) == seven.now


def test_guesses_are_counted_and_the_right_print_is_not(app: Flask, services: Services) -> None:
    stranger = Phone(app)
    answers = [stranger.client.get(path).status_code for path in wrong(services)]
    assert answers == [404] * 5 + [429] * 2
    assert stranger.post("/code", {"code": "ZZZZZ"}).status_code == 429, "the same limit"
    assert stranger.post(wrong(services)[2]).status_code == 429
    assert stranger.client.get(printed(services)).status_code == 200
    friend = Phone(app)
    assert [friend.get(printed(services)).says(FREE) for _ in range(9)] == [True] * 9


def test_letters_are_taken_in_any_case(app: Flask, services: Services) -> None:
    assert Phone(app).get(printed(services).lower()).says(FREE)


def test_an_old_print_opens_nothing_also_while_somebody_is_there(app: Flask, services: Services, seven: Seven) -> None:
    old = printed(services)
    services.store.do(lambda db: floor.renew(db, [7]))
    stranger = Phone(app)
    assert stranger.client.get(old).status_code == stranger.post(old, {"how": "new"}).status_code == 404
    assert seven.phone.get("/").says(NAMES[0])
    assert seven.phone.client.get(old).status_code == 404
    assert Phone(app).client.get(printed(services)).status_code == 303
    services.store.do(lambda db: floor.lay_out(db, 6))
    assert seven.phone.get("/").says(NAMES[0])
    assert Phone(app).client.get(old).status_code == 404


def test_a_page_from_elsewhere_brings_nobody_in(app: Flask, services: Services, seven: Seven) -> None:
    before = seven.now
    answer = Phone(app).client.get(printed(services), headers={"Sec-Fetch-Dest": "image"})
    assert (answer.status_code, seven.now) == (403, before)


# --- who comes in


def test_who_scans_comes_in_where_a_phone_is_connected(app: Flask, services: Services, seven: Seven) -> None:
    before = devices(seven.now)
    answer = Phone(app).client.get(printed(services))
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert devices(seven.now) == before + 1


def test_the_door_stays_closed_and_who_was_put_out_stays_out(app: Flask, services: Services, seven: Seven) -> None:
    guest = Phone(app).get(printed(services))
    guest.fill("/sit", name="Zed")
    seven.tablet.post(f"/devices/{seven.device('Zed')}", {"how": "remove"})
    assert guest.client.get(printed(services)).status_code == 422
    seven.tablet.post("/door", {"locked": "yes"})
    assert seven.now.locked
    assert Phone(app).client.get(printed(services)).status_code == 422


def test_a_device_of_another_evening_is_asked_whether_it_leaves_that(
    app: Flask, services: Services, seven: Seven
) -> None:
    guest = Gathering(app).come("Ann")
    guest.get(printed(services))
    assert guest.says("Leave this table?")
    guest.tap(printed(services))
    assert devices(seven.now) == 3


# --- who is asked


def asked(answer: TestResponse) -> bool:
    """Whether an answer asks; it tells nothing of the group then."""
    hidden = [text for text in (*NAMES, "Charon", "Death Wish") if text in answer.text]
    assert not hidden
    return ASKS in answer.text


@pytest.mark.parametrize(("minutes", "asks"), [(9.5, False), (10, True), (300, True)])
def test_ten_minutes_after_a_game_a_scan_asks_first(
    app: Flask, services: Services, seven: Seven, minutes: float, asks: bool
) -> None:
    seven.ends(minutes)
    assert asked(Phone(app).client.get(printed(services))) is asks
    assert seven.phone.client.get(printed(services)).status_code == 303, "one of its own"
    seven.tablet.post("/put-away")
    assert asked(Phone(app).client.get(printed(services))) is asks
    seven.start("death-wish")
    assert not asked(Phone(app).client.get(printed(services)))


def test_a_scan_asks_first_while_no_phone_is_connected(app: Flask, services: Services, seven: Seven) -> None:
    seven.start("death-wish")
    seven.leaves()
    stranger, before = Phone(app), seven.now
    assert asked(stranger.client.get(printed(services)))
    assert asked(stranger.post(printed(services))), "without a choice"
    assert asked(stranger.post(printed(services), {"how": "open"})), "of a page from before somebody came"
    assert stranger.post("/code", {"code": "ZZZZZZ"}).status_code == 404
    assert seven.now == before
    stranger.get(printed(services)).fill("/code", code=seven.now.code)
    assert devices(seven.now) == devices(before) + 1
    assert stranger.client.get(printed(services)).status_code == 303


def test_a_phone_that_has_gone_to_another_table_is_not_there(app: Flask, services: Services, seven: Seven) -> None:
    seven.phone.follow(f"/j/{Gathering(app).now.ticket}")
    assert asked(Phone(app).client.get(printed(services)))


def test_who_is_new_opens_another_evening_and_the_one_before_leaves_the_table(
    app: Flask, services: Services, seven: Seven
) -> None:
    seven.leaves()
    newcomer = Phone(app).get(printed(services))
    newcomer.tap(printed(services), "new")
    there = at(services)
    assert there is not None
    assert (there.has_host, there.stands_at, seven.now.stands_at) == (True, 7, None)
    assert there.group not in (HOME, seven.now.group)
    assert seven.phone.get("/").says(NAMES[1])
    assert not newcomer.says(NAMES[1])
    newcomer.fill("/sit", name="Ann")
    assert newcomer.client.get("/group").status_code == 200, "it keeps the group"
    assert newcomer.says("Table 7")


def test_nobody_is_driven_out_of_a_game_that_goes_on(app: Flask, services: Services, seven: Seven) -> None:
    before = seven.now
    assert Phone(app).post(printed(services), {"how": "new"}).status_code == 303
    assert at(services) == seven.now
    assert devices(seven.now) == devices(before) + 1


# --- who opens a table


@pytest.mark.parametrize("is_open", [True, False])
def test_a_free_table_is_opened_by_a_button_alone(app: Flask, services: Services, is_open: bool) -> None:
    services.is_open, services.name = is_open, "Café Charon"
    services.store.do(lambda db: floor.name(db, 7, "Window"))
    guest = Phone(app).get(printed(services))
    assert guest.says(FREE, "Window", "Café Charon")
    assert at(services) is None
    assert guest.post(printed(services)).status_code == 200, "it agreed to leave another evening"
    assert at(services) is None
    guest.tap(printed(services), "open")
    there = at(services)
    assert there is not None
    assert (there.stands_at, len(there.code), there.has_host) == (7, 6, True)
    friend = Phone(app).get(printed(services))
    assert (at(services), devices(there) + 1) == (services.evenings.by_id(there.id), 2)
    assert friend.says("name")


def test_an_evening_at_which_nobody_has_sat_down_is_not_held_free_for_long(app: Flask, services: Services) -> None:
    Phone(app).get(printed(services)).tap(printed(services), "open")
    opened_at = (datetime.now(UTC) - timedelta(minutes=3)).isoformat()
    services.store.do(lambda db: db.execute("update evenings set opened_at = ?, version = version + 1", [opened_at]))
    assert asked(Phone(app).client.get(printed(services)))


def test_groups_that_are_opened_at_a_place_are_counted(app: Flask, services: Services) -> None:
    for _ in range(5):
        assert Phone(app).post(printed(services, 6), {"how": "open"}).status_code == 303
        there = at(services, 6)
        assert there is not None
        services.evenings.close(there)
    answer = Phone(app).post(printed(services, 6), {"how": "open"})
    assert answer.status_code == 429
    assert "Many groups were opened here just now" in answer.text
    assert at(services, 6) is None
    assert Phone(app).post(printed(services, 5), {"how": "open"}).status_code == 303


def test_one_opens_and_the_other_joins_where_two_press_at_once(app: Flask, services: Services) -> None:
    link, phones = printed(services), [Phone(app) for _ in range(6)]
    pressed = [gevent.spawn(phone.post, link, {"how": "open"}) for phone in phones]
    assert [job.get().status_code for job in gevent.joinall(pressed, raise_error=True)] == [303] * 6
    there = at(services)
    assert there is not None
    assert services.evenings.all_open() == [there]
    assert (devices(there), sum(screen.host for screen in there.screens)) == (6, 1)


def test_a_place_is_not_taken_by_a_print_that_is_over(services: Services) -> None:
    evening, old = services.evenings.open(HOME), place(services)
    services.store.do(lambda db: floor.renew(db, [7]))
    with pytest.raises(Refused, match="print-over"):
        services.store.do(lambda db: floor.take(db, evening.id, old, None))


def test_an_evening_that_is_over_by_its_hours_leaves_the_table_free(
    app: Flask, services: Services, seven: Seven
) -> None:
    services.store.do(lambda db: floor.put_at(db, seven.now.id, 8))
    seven.tablet.post("/end")
    guest = Phone(app).get(printed(services, 8))
    assert guest.says("Table 8 is free")


# --- known groups


def test_a_device_goes_on_with_a_group_that_it_knows(app: Flask, services: Services, seven: Seven) -> None:
    seven.tablet.post("/end")
    link = printed(services, 3)
    guest = seven.phone.get(link)
    assert guest.says("Go on with Charon&#39;s")
    guest.tap(link, group=str(seven.group))
    there = at(services, 3)
    assert there is not None
    assert there.group == seven.group
    guest.get(printed(services, 4)).tap(printed(services, 4), group=str(there.group))
    assert (at(services, 3), at(services, 4)) == (None, services.evenings.by_id(there.id)), "it moves"


def test_nobody_goes_on_with_a_group_that_they_do_not_know(app: Flask, services: Services, seven: Seven) -> None:
    link, form = printed(services, 3), {"how": "go-on", "group": seven.now.group}
    for stranger in (Phone(app), Gathering(app).come("Ann")):
        assert not re.search("Charon", stranger.get(link).html)
        assert stranger.post(link, form).status_code == 404
    assert at(services, 3) is None
