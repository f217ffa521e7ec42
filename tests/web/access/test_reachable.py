"""A server that people reach by another address than it listens on: it answers to that, and links by it."""

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.group import groups, keepers
from companion.network import qr
from companion.network.entrances import Entrances
from companion.storage.store import Store
from companion.web.access.services import Services
from companion.web.app import create_app
from tests.support.api import GAME
from tests.support.gathering import Gathering

CARDS = "https://cards.example:8443"
LAN = "http://192.0.2.20:8000"


@pytest.fixture
def app(store: Store) -> Iterator[Flask]:
    created = create_app(Services(store, entrances=Entrances(port=8000, reachable_at=[CARDS, LAN])))
    yield created
    created.extensions["services"].writer.close()


@pytest.mark.parametrize("host", ["cards.example:8443", "Cards.Example", "cards.example:80", "192.0.2.20", "localhost"])
def test_it_answers_to_that_name(client: FlaskClient, host: str) -> None:
    assert client.get("/healthz", environ_overrides={"HTTP_HOST": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.com", "cards.example.evil.com", "x.cards.example", "192.0.2.21", "example"])
def test_it_answers_to_no_other(client: FlaskClient, host: str) -> None:
    assert client.get("/healthz", environ_overrides={"HTTP_HOST": host}).status_code == 421


def status(client: FlaskClient, origin: str, host: str, scheme: str = "http", header: str = "Origin") -> int:
    """How a form is answered that a page of this origin sends to this host."""
    environ = {"HTTP_HOST": host, "wsgi.url_scheme": scheme}
    answer = client.post("/code", data={"code": "?"}, headers={header: origin}, environ_overrides=environ)
    return answer.status_code


@pytest.mark.parametrize(
    "host", ["cards.example:8443", "cards.example", "192.0.2.20:8000", "localhost", "127.0.0.1:8000"]
)
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_form_of_our_page_is_taken_whatever_the_proxy_makes_of_host_and_scheme(
    client: FlaskClient, host: str, scheme: str
) -> None:
    assert {status(client, origin, host, scheme) for origin in (CARDS, LAN)} == {404}
    assert status(client, f"{CARDS}/choose", host, scheme, "Referer") == 404


@pytest.mark.parametrize(
    "origin",
    [
        *("http://cards.example:8443", "https://cards.example", "http://cards.example", "https://cards.example:80"),
        *("https://192.0.2.20:8000", "http://192.0.2.20", "null", "https://evil.com", "https://x.cards.example:8443"),
    ],
)
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_of_that_name_another_scheme_or_port_is_another_page(client: FlaskClient, origin: str, scheme: str) -> None:
    """Under plain http anybody in between could write it, and on another port it is another server."""
    for host in ("cards.example:8443", "cards.example", "192.0.2.20", "localhost"):
        assert status(client, origin, host, scheme) == 403


def test_the_machine_itself_may_still_be_called(client: FlaskClient) -> None:
    assert status(client, "http://localhost:8000", "localhost:8000") == 404
    assert status(client, "http://localhost:8001", "localhost:8000") == 403


def test_all_links_lead_there(app: Flask, services: Services, capsys: pytest.CaptureFixture[str]) -> None:
    group = services.store.do(lambda db: groups.open_group(db, "The club"))
    evening = Gathering(app, services.evenings.ensure(group.id))
    tablet, now = evening.tablet, evening.now
    assert tablet.get("/").says(qr.qr_svg(f"{CARDS}/j/{now.ticket}"), CARDS)
    tablet.get("/spectators").fill("/spectators")
    assert f"{CARDS}/board/{evening.now.spectators[0].ticket}" in tablet.get("/spectators").html
    services.store.do(lambda db: keepers.add(db, group.id, now.screens[0].device))
    assert f"{CARDS}/keep/{group.keeper_ticket}" in tablet.get("/group/paper").html
    assert tablet.get("/help").says(CARDS, LAN)
    services.say_hall_link()
    services.say_evening(services.evenings.ensure(0))
    assert f"{CARDS}/hall/" in (printed := capsys.readouterr().out)
    assert f"{CARDS}/host/" in printed
    assert services.entrances.local_name == ""


def test_the_host_may_choose_which_of_them_the_code_carries(app: Flask) -> None:
    tablet = Gathering(app).tablet
    page = tablet.get("/network")
    assert page.says(CARDS, LAN)
    tablet.fill("/network/door", host=LAN)
    assert LAN.removeprefix("http://") in tablet.get("/").html
    assert CARDS not in tablet.get("/").html


@pytest.mark.parametrize("host", ["localhost:8000", "192.0.2.20:8000", "cards.example"])
def test_a_program_is_told_the_address_by_which_people_watch(client: FlaskClient, host: str) -> None:
    laid = client.post("/api/tables", json=GAME, environ_overrides={"HTTP_HOST": host}).get_json()
    assert laid["url"] == f"{CARDS}/watch/{laid['watch_key']}"


def test_of_a_certificate_that_is_not_ours_nobody_warns(client: FlaskClient) -> None:
    page = client.get("/help").text
    assert "When the browser warns" not in page
    assert "When the scoreboard goes dark" not in page, "what is shown by https stays awake"
