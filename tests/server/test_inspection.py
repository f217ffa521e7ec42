"""A start verifies what is shown, and the rest beside the taps; nothing is shown or played before it was verified."""

from collections.abc import Callable, Iterator
from typing import NoReturn

import gevent
import pytest
from flask import Flask

from companion.evening import tables
from companion.games import GAMES
from companion.server.inspection import Inspection
from companion.storage import log
from companion.storage.errors import Unavailable
from companion.storage.identifiers import HOME
from companion.storage.log import Header
from companion.storage.store import Store
from companion.storage.stored_table import LiveTable, unfold
from companion.table.fold import open_table
from companion.web.access.services import Services
from companion.web.app import create_app
from companion.web.text.environment import Templates
from tests.support.api import ApiTable, over
from tests.support.effort import patient
from tests.support.phone import Phone
from tests.support.side_by_side import FOUR, WithAnn, post
from tests.support.tampering import tamper

NAMES = ("Anna", "Bob", "Cyd", "Dia")


def damage(store: Store, *codes: str | None) -> None:
    """Change the lines of tables as nobody may."""
    for code in codes:
        sql = "update lines set reporter = 'Zed' where table_id = (select id from tables where code = ?)"
        assert tamper(store, sql, [code])


def put_away(first: WithAnn) -> str:
    """A table at which a round was played, and which is shown no more."""
    first.start()
    code = first.now.table_code
    assert code is not None
    first.round(*NAMES)
    post(first.tablet, "/put-away")
    return code


@pytest.fixture
def first(app: Flask, services: Services) -> WithAnn:
    return WithAnn(app, services.evenings.ensure(HOME))


@pytest.fixture
def unfolded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The codes of the tables that were unfolded."""
    codes: list[str] = []

    def noting(store: Store, header: Header) -> LiveTable:
        codes.append(header.code)
        return unfold(store, header)

    monkeypatch.setattr(tables, "unfold", noting)
    return codes


@pytest.fixture
def restart(store: Store, app: Flask) -> Iterator[Callable[[], Flask]]:
    """The app as it is after a restart."""
    opened: list[Flask] = []

    def again() -> Flask:
        opened.append(create_app(Services(store)))
        return opened[-1]

    yield again
    for one in opened:
        one.extensions["services"].writer.close()


def lay(services: Services, evening: int, number: int) -> None:
    game = GAMES["death-name"]
    for _ in range(number):
        services.tables.open(HOME, open_table(game, FOUR, game.Options()), evening)


def test_a_start_reads_what_is_shown_however_much_was_put_away(
    first: WithAnn, services: Services, restart: Callable[[], Flask], unfolded: list[str]
) -> None:
    first.start()
    first.round(*NAMES)
    for number in range(3):
        lay(services, first.now.id if not number else services.evenings.open(HOME).id, 199)
    inspection = Inspection(restart())
    inspection.begin(was_killed=False)
    assert unfolded == [first.now.table_code]
    inspection.end()


def test_the_rest_is_verified_beside_the_taps_and_what_is_damaged_is_told(
    first: WithAnn, store: Store, restart: Callable[[], Flask], capsys: pytest.CaptureFixture[str]
) -> None:
    code = put_away(first)
    first.start()
    damage(store, code)
    app = restart()
    begun: Services = app.extensions["services"]
    inspection = Inspection(app)
    inspection.begin(was_killed=False)
    assert capsys.readouterr().err == ""
    version = first.now.version
    with gevent.Timeout(patient(10)):
        while not begun.tables.damaged(first.now.id):
            gevent.sleep(0.01)
    inspection.end()
    said = capsys.readouterr().err
    assert said.count("A game is damaged, and not shown") == 1
    evening = begun.evenings.by_id(first.now.id)
    assert evening is not None and evening.version > version, "its screens say so"


def test_a_damaged_table_that_is_shown_is_told_at_once(
    first: WithAnn, store: Store, restart: Callable[[], Flask], capsys: pytest.CaptureFixture[str]
) -> None:
    first.start()
    first.round(*NAMES)
    damage(store, first.now.table_code)
    inspection = Inspection(restart())
    inspection.begin(was_killed=False)
    assert capsys.readouterr().err.count("A game is damaged, and not shown") == 1
    inspection.end()


def again(phone: Phone, app: Flask) -> Phone:
    """The same device, at another app."""
    same = Phone(app)
    for cookie in (phone.client._cookies or {}).values():
        same.client.set_cookie(cookie.key, cookie.value)
    return same


WAYS: dict[str, Callable[[Phone, str], int]] = {
    "it goes on": lambda host, code: post(host, f"/tables/{code}/go-on")[0],
    "its sheet": lambda host, code: host.client.get(f"/table/{code}/sheet").status_code,
    "a line of it": lambda host, code: host.client.get(f"/table/{code}/sheet/1").status_code,
    "a correction": lambda host, code: post(host, f"/table/{code}/correct", line="1", how="strike")[0],
    "a move": lambda host, code: post(host, f"/table/{code}/move", key="a-key-of-ours", move="stop")[0],
    "several": lambda host, code: post(host, f"/table/{code}/moves", key="a-key-of-ours", move="stop")[0],
    "taken back": lambda host, code: post(host, f"/table/{code}/back", line="9")[0],
    "a question": lambda host, code: host.client.get(f"/table/{code}/ask/0/write").status_code,
    "laid out": lambda host, code: post(host, f"/table/{code}/laid-out")[0],
    "notes": lambda host, code: post(host, f"/table/{code}/notes", cell="0.1.no")[0],
    "own things": lambda host, code: post(host, f"/table/{code}/own", name="colour", value="red")[0],
}


@pytest.mark.parametrize("way", WAYS)
def test_on_no_way_is_a_damaged_table_shown_or_played(
    first: WithAnn, store: Store, restart: Callable[[], Flask], way: str
) -> None:
    code = put_away(first)
    damage(store, code)
    begun = restart()
    lines = store.reader().execute("select count(*) from lines").first()
    assert WAYS[way](again(first.tablet, begun), code) == 503
    assert store.reader().execute("select count(*) from lines").first() == lines
    evening = begun.extensions["services"].evenings.by_id(first.now.id)
    assert evening.table_code is None


def test_nor_by_a_program(store: Store, app: Flask, restart: Callable[[], Flask]) -> None:
    played = ApiTable(over(app.test_client(use_cookies=False)), game="death-wish")
    played.play([{"move": "adjust", "seat": 0, "track": "skulls", "by": 1, "why": "x"}])
    damage(store, played.code)
    client = restart().test_client(use_cookies=False)
    played.call = over(client)
    answers = [
        played.get(played.host),
        played.get(played.host, "/record"),
        played.report(played.host, {"move": "stop"}),
    ]
    answers += [played.get(played.watch, "/live")]
    assert [(answer.status, answer.json["error"]["code"]) for answer in answers] == [(503, "damaged")] * 4
    assert [client.get(f"/watch/{played.watch}{path}").status_code for path in ("", "/live")] == [503, 503]


def test_nor_is_it_counted_in_what_the_evening_adds_up_to(
    first: WithAnn, store: Store, restart: Callable[[], Flask], unfolded: list[str]
) -> None:
    codes = []
    for _ in range(2):
        first.start("death-wish")
        codes.append(first.now.table_code)
        first.tell({"move": "adjust", "seat": 0, "track": "skulls", "by": 10, "why": "x"})
        assert first.live.table.standing.over
        post(first.tablet, "/put-away")
    assert "won 2 of 2" in first.tablet.get("/").html
    damage(store, codes[0])
    begun = restart()
    unfolded.clear()
    page = again(first.tablet, begun).get("/").html
    assert "won 1 of 1" in page
    assert "is damaged" in page
    assert unfolded.count(str(codes[0])) == 1, "each is read once"
    assert "won 1 of 1" in again(first.tablet, begun).get("/").html
    assert unfolded.count(str(codes[0])) == 1


def test_an_inspection_whose_store_is_gone_says_so_and_ends(
    first: WithAnn, restart: Callable[[], Flask], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*asked: object) -> NoReturn:
        raise Unavailable("the server closed the connection")

    inspection = Inspection(restart())
    monkeypatch.setattr(log, "tables_of_evening", gone)
    inspection.begin(was_killed=True)
    with gevent.Timeout(patient(20)):
        while "Not all games were inspected" not in (told := capsys.readouterr().err):
            gevent.sleep(0.01)
    assert told.endswith("before it is shown: the server closed the connection.\n")
    inspection.end()


def test_all_templates_are_looked_up_beside_the_taps(restart: Callable[[], Flask]) -> None:
    app = restart()
    inspection = Inspection(app)
    inspection.begin(was_killed=False)
    templates = app.jinja_env
    assert isinstance(templates, Templates)
    with gevent.Timeout(patient(20)):
        while templates._by_name.keys() != {*templates.list_templates(extensions=["html"])}:
            gevent.sleep(0.01)
    inspection.end()
