"""How often: tables without a key, and codes, by address; who is turned away is told for how long."""

from itertools import count

from companion.web.access.limits import Bucket, Rate
from companion.web.access.services import Services
from companion.web.app import create_app
from tests.support.api import GAME, is_refused, over
from tests.support.gathering import Gathering
from tests.support.phone import HERE

ELSEWHERE, HOME = {"REMOTE_ADDR": "10.0.0.7"}, {"REMOTE_ADDR": "127.0.0.1"}


def turned_away(ask, most=1000):
    """After how many answers somebody is told to wait, and that answer."""
    for number in range(most):
        answer = ask()
        if answer.status_code == 429:
            return number, answer
    raise AssertionError("never")


def test_tables_without_a_key_are_thirty_a_minute_and_address_and_sixty_at_once(app):
    client = app.test_client()
    taken, answer = turned_away(lambda: client.post("/api/tables", json=GAME))
    assert 60 <= taken <= 65
    assert answer.headers["Retry-After"] == "2"
    assert answer.json["error"]["code"] == "too-many"
    assert client.post("/api/tables", json=GAME, environ_overrides=ELSEWHERE).status_code == 201
    assert client.get("/api/games").status_code == 200
    assert is_refused(over(client)("POST", "/api/tables", body=b"{", environ_overrides=HOME), 429)


def test_codes_are_tried_slowly_and_only_whoever_tries_waits(store):
    strict = create_app(Services(store))
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


def test_whoever_owes_is_told_for_how_long():
    bucket = Bucket(Rate(10, 2))
    assert [round(bucket.owed(5.0), 3) for _ in range(4)] == [0, 0, 0.1, 0.2]
    assert round(bucket.owed(5.3), 3) == 0
    assert round(bucket.owed(5.3), 3) == 0.1
