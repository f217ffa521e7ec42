"""How often: pages and forms by device, tables without a key by address; who is turned away is told for how long."""

import time
from itertools import count

import pytest

from companion.web.app import create_app
from companion.web.limits import Limits, Rate
from companion.web.static_files import static_url
from tests.support.api import GAME, is_refused, over
from tests.support.gathering import Gathering
from tests.support.phone import HERE

ELSEWHERE = {"REMOTE_ADDR": "10.0.0.7"}


@pytest.fixture
def strict(store):
    """The house as it is: 50 pages a second and device, 200 at once."""
    return create_app(store)


def turned_away(ask, most=1000):
    """After how many answers somebody is told to wait, and that answer."""
    for number in range(most):
        answer = ask()
        if answer.status_code == 429:
            return number, answer
    raise AssertionError("never")


def test_the_house_is_as_strict_as_it_says():
    assert Limits() == Limits(Rate(50, 200), Rate(50, 200), Rate(0.5, 60))


def test_a_device_has_two_hundred_pages_at_once_and_nobody_else_notices(strict):
    evening = Gathering(strict)
    ann, bo = evening.come("Ann"), evening.come("Bo")
    began = time.monotonic()
    taken, answer = turned_away(lambda: ann.client.get("/network"))
    more = 50 * (time.monotonic() - began)
    assert 150 <= taken <= 201 + more
    assert answer.headers["Retry-After"] == answer.headers["Refresh"] == "1", "a page that waits comes back by itself"
    assert "wait a moment" in answer.text
    assert bo.client.get("/network").status_code == 200
    for path in (static_url("css/base.css"), "/healthz"):
        with ann.client.get(path) as file:
            assert file.status_code == 200


@pytest.mark.parametrize(
    ("method", "path"), [("POST", "/use"), ("GET", "/nowhere"), ("GET", "/live"), ("POST", "/table/ABCDE/move")]
)
def test_forms_streams_and_what_is_not_there_are_counted_like_pages(store, method, path):
    evening = Gathering(create_app(store, limits=Limits(pages=Rate(0.01, 12))))
    phone = evening.come()

    def ask():
        answer = phone.client.open(path, method=method, data={"kind": "watch"}, headers=HERE, buffered=False)
        answer.close()
        return answer

    assert turned_away(ask)[0] <= 12


def test_who_is_not_known_is_counted_by_address_whatever_cookie_comes(store):
    strict = create_app(store, limits=Limits(pages=Rate(0.01, 10)))
    client, number = strict.test_client(use_cookies=False), iter(range(100))
    cookie = f"table_{strict.extensions['services'].instance}"
    taken, answer = turned_away(lambda: client.get("/", headers={"Cookie": f"{cookie}=made-up-{next(number)}"}))
    assert taken == 10
    assert answer.headers["Retry-After"] == "100"
    assert client.get("/").status_code == 429
    assert client.get("/", environ_overrides=ELSEWHERE).status_code == 200


def test_a_device_that_is_known_is_let_in_though_its_address_has_asked_too_much(store):
    evening = Gathering(create_app(store, limits=Limits(pages=Rate(0.01, 10))))
    phone, client = evening.come(), evening.app.test_client(use_cookies=False)
    turned_away(lambda: client.get("/"))
    assert phone.client.get("/").status_code == 200


def test_a_post_from_elsewhere_is_counted_too(store):
    client = create_app(store, limits=Limits(pages=Rate(0.01, 10))).test_client()
    assert turned_away(lambda: client.post("/code", headers={"Origin": "http://evil.com"}))[0] == 10


def test_tables_without_a_key_are_thirty_a_minute_and_address_and_sixty_at_once(strict):
    client = strict.test_client()
    taken, answer = turned_away(lambda: client.post("/api/tables", json=GAME))
    assert 60 <= taken <= 65
    assert answer.headers["Retry-After"] == "2"
    assert answer.json["error"]["code"] == "too-many"
    assert client.post("/api/tables", json=GAME, environ_overrides=ELSEWHERE).status_code == 201
    assert client.get("/api/games").status_code == 200
    assert is_refused(over(client)("POST", "/api/tables", body=b"{"), 429)


def test_codes_are_tried_slowly_and_only_whoever_tries_waits(strict):
    evening = Gathering(strict)
    ann, code = evening.come("Ann").client, evening.now.code

    def try_code(client, code, address):
        data, caller = {"code": code}, {"REMOTE_ADDR": address}
        return client.post("/code", data=data, headers=HERE, environ_overrides=caller)

    stranger, numbers = strict.test_client(), count(20)
    assert turned_away(lambda: try_code(stranger, "WRONG", "10.0.0.7"))[0] == 5
    assert try_code(stranger, code, "10.0.0.7").status_code == 429, "the right one neither, once there were too many"
    assert try_code(ann, code, "10.0.0.7").status_code == 303, "who is inside tries nothing"
    assert try_code(strict.test_client(), code, "10.0.0.8").status_code == 303, "another address does not wait"
    assert turned_away(lambda: try_code(ann, "WRONG", f"10.0.0.{next(numbers)}"))[0] == 5, "a device by itself"
    assert ann.get("/").status_code == 200
