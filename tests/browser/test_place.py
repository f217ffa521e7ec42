"""Guests of a café who scan the print on their table: who comes first, a friend, and strangers after closing time."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.evening import floor
from companion.storage.sqlite.store import SqliteStore
from tests.support.browser.evening import NAMES, Device, Evening
from tests.support.server import Server

pytestmark = pytest.mark.browser


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A real server of a room with twelve tables, where nobody opens a group without a print."""
    started = Server(tmp_path)
    with closing(SqliteStore(started.data)) as store:
        store.do(lambda db: floor.lay_out(db, 12))
    started.options = ("--name", "Café Charon")
    yield started.start()
    started.close()


@pytest.fixture
def printed(server: Server) -> str:
    """The link in the print of table 7."""
    with closing(SqliteStore(server.data)) as store:
        place = floor.by_number(store.reader(), 7)
    assert place is not None
    return f"{server.url}/t/7/{place.code}"


def press(device: Device, how: str) -> None:
    """Choose on the page of a print; the address holds no code after that."""
    device.send(device.page.locator(f"button[name=how][value={how}]"))
    assert device.page.url == f"{device.url}/"


def test_a_print_brings_friends_together_and_no_stranger_in(evening: Evening, printed: str) -> None:
    opener = evening.device("opener", "phone", locale="ja")
    opener.page.goto(printed)
    opener.look("a free table")
    press(opener, "open")
    evening.sit(opener, NAMES[1], f"{opener.url}/")
    expect(opener.page.locator("#private")).to_contain_text("7 番テーブル")
    opener.look("hosts at table 7")
    friend = evening.device("friend", "phone", locale="es-MX")
    friend.page.goto(printed)
    assert friend.page.url == f"{friend.url}/"
    evening.sit(friend, NAMES[2], f"{friend.url}/")
    for device in (opener, friend):
        device.page.goto("about:blank")
    stranger = evening.device("stranger", "phone")
    stranger.page.goto(printed)
    expect(stranger.page.locator("h1")).to_have_text("New here, or back to a game?")
    stranger.look("is asked")
    assert not [name for name in NAMES if name in stranger.page.content()]
    press(stranger, "new")
    evening.sit(stranger, NAMES[3], f"{stranger.url}/")
    expect(stranger.page.locator("#private")).to_contain_text("Table 7")
    opener.page.goto(printed)
    opener.look("is asked whether to leave a game that was left standing")
    opener.home()
    expect(opener.page.locator("main")).to_contain_text(NAMES[2])
    expect(opener.page.locator("main")).not_to_contain_text("7 番テーブル")
