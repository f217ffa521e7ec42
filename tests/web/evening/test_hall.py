"""The hall: open evenings for whoever runs the server, without names and scores."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.commands.serve import _print_addresses
from companion.group import groups
from companion.storage.data import Data
from companion.web.access.services import Services
from tests.support.clock import Clock
from tests.support.phone import HERE, Phone
from tests.support.side_by_side import Hosted, WithAnn


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def operator(app: Flask, services: Services) -> Phone:
    """Whoever has opened the link to the hall."""
    return Phone(app).get(f"/hall/{services.hall_ticket}")


def hall(services: Services, code: str = "") -> str:
    return f"/hall/{services.hall_ticket}{f'/{code}' if code else ''}"


def test_it_lists_the_open_evenings_of_all_groups(
    first: WithAnn, second: Hosted, other: Hosted, operator: Phone, services: Services
) -> None:
    first.start("final-deathweek")
    began = (datetime.now(UTC) - timedelta(minutes=65, seconds=30)).isoformat()
    services.store.do(lambda db: db.execute("update evenings set opened_at = ?, version = version + 1", [began]))
    page = operator.get(hall(services)).html
    codes = [first.now.code, second.now.code, other.now.code]
    assert sorted(codes, key=page.index) == sorted(codes)
    own = page[page.index(first.now.code) :].partition("</li>")[0]
    assert all(text in own for text in ("Final Deathweek", "Before the week", "4 are waited for", "open for 1 h 5 min"))
    assert page.count("Between two games") == 2
    assert "3 evenings are open." in page


def test_it_tells_no_name_and_no_score(first: WithAnn, operator: Phone, services: Services) -> None:
    names = ["Xanthippe", "Zoroaster", "Quetzal", "Wolfram"]
    for guest, name in zip(first.now.guests, names, strict=True):
        first.tablet.post(f"/people/{guest.id}/name", {"name": name})
    first.start("death-name")
    first.round("Written1", "Written2", "Written3", "Written4")
    first.tell({"move": "adjust", "seat": 0, "track": "points", "by": 7654, "why": "Because"})
    assert "7654" in first.tablet.get("/").html
    for path in (hall(services), hall(services, first.now.code)):
        page = operator.get(path).html
        hidden = (*names, "Written", "7654", "Because", first.now.table_code, first.now.ticket, first.now.host_ticket)
        assert [text for text in hidden if str(text) in page] == []


def test_it_asks_before_it_ends_an_evening_and_ends_that_one_alone(
    first: WithAnn, second: Hosted, operator: Phone, services: Services
) -> None:
    ended, stays = first.now, second.now
    operator.get(hall(services, ended.code))
    assert operator.says("End this evening?", ended.code)
    assert services.evenings.by_id(ended.id) is not None
    operator.tap(hall(services, ended.code))
    assert services.evenings.by_id(ended.id) is None
    assert services.evenings.by_id(stays.id) is not None
    assert first.ann.client.get("/choose").status_code == 401
    assert operator.says(stays.code)
    assert not operator.says(ended.code)
    assert operator.post(hall(services, ended.code)).status_code == 404


def test_to_look_changes_nothing(first: WithAnn, operator: Phone, services: Services) -> None:
    before = first.now
    for path in (hall(services), hall(services, before.code)):
        operator.get(path)
    assert first.now == before


def test_it_works_without_scripts_and_fetches_itself_anew(operator: Phone, services: Services) -> None:
    answer = operator.client.get(hall(services))
    assert answer.headers["Refresh"] == "10"
    assert "<script" not in answer.text


@pytest.mark.parametrize("ticket", ["never", "é", "%00", "host"])
def test_nobody_else_comes_in(first: WithAnn, client: FlaskClient, ticket: str) -> None:
    ticket = first.now.host_ticket if ticket == "host" else ticket
    nowhere = client.get("/nowhere").data
    for path in (f"/hall/{ticket}", f"/hall/{ticket}/{first.now.code}"):
        assert (client.get(path).status_code, client.get(path).data) == (404, nowhere)
    assert client.post(f"/hall/{ticket}/{first.now.code}", headers=HERE).status_code == 404
    assert first.now.code in first.tablet.get("/").html


def test_its_link_is_printed_where_there_is_more_than_a_home(
    services: Services, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def printed() -> str:
        _print_addresses(services, Data(tmp_path))
        return capsys.readouterr().out

    assert "/hall/" not in printed()
    services.is_open = True
    assert hall(services) in printed()
    services.is_open = False
    services.store.do(lambda db: groups.open_group(db, "The club"))
    assert hall(services) in printed()


def test_evenings_end_by_themselves_others_after_two_hours_and_those_of_the_home_after_eight(
    first: WithAnn, other: Hosted, operator: Phone, services: Services, clock: Clock
) -> None:
    codes = home, _ = first.now.code, other.now.code
    began = clock.seconds
    other.tablet.get("/spectators").tap("/spectators")
    board = f"/board/{other.now.spectators[0].ticket}"
    for hours, listed, status in ((1.9, codes, 200), (2, [home], 410), (7.9, [home], 410), (8, [], 410)):
        clock.seconds = began + timedelta(hours=hours).total_seconds()
        page = operator.get(hall(services)).html
        assert [code for code in codes if code in page] == [*listed], hours
        assert Phone(first.app).client.get(board).status_code == status, hours
