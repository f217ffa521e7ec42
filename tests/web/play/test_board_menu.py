"""The scoreboard has the phones' menu; the wrong game is left before its first line without a trace."""

import re

import pytest

from tests.support.gathering import Gathering

MENU = re.compile(r'<details id="menu".*?</nav>', re.S)
HREF = re.compile(r'href="([^"]+)"')
HOSTS = re.compile(r'<i class="(hosts)" hidden>')
PHONES_OWN = {"/phone"}


@pytest.fixture
def at_table(evening: Gathering) -> Gathering:
    for name in ("Ann", "Bo", "Cy", "Di"):
        evening.come(name)
    evening.start()
    return evening


def test_a_scoreboard_leads_where_a_phone_leads(at_table: Gathering) -> None:
    phone = at_table.come()
    phone.fill("/use", kind="watch")
    menus = [MENU.search(device.get("/").html) for device in (at_table.tablet, phone)]
    board, other = ({*HREF.findall(menu[0])} for menu in menus if menu)
    assert other - board == PHONES_OWN
    assert {"/history/", "/language", f"/table/{at_table.now.table_code}/sheet"} <= board
    for path in board:
        assert at_table.tablet.client.get(path).status_code == 200


def test_the_wrong_game_leaves_no_trace(at_table: Gathering) -> None:
    tablet = at_table.tablet
    tablet.get("/").tap("/put-away")
    assert at_table.now.table_code is None
    shelf = tablet.get("/").html
    assert "/go-on" not in shelf

    assert not re.search(r'href="/history/[0-9a-f]{8}', tablet.get("/history/").html)
    at_table.start("death-wish")
    assert at_table.live.header.game == "death-wish"


def test_a_game_that_has_begun_is_not_left_by_one_tap(at_table: Gathering) -> None:
    assert at_table.report(at_table.tablet, move="decree", icons=(0, 0, 0, 0)).status_code == 303
    assert 'action="/put-away"' not in at_table.tablet.get("/").html


def test_what_a_host_alone_may_is_in_the_menu_of_hosts(at_table: Gathering) -> None:
    guest = at_table.come()
    guest.fill("/use", kind="board")
    assert "hosts" in HOSTS.findall(at_table.tablet.get("/").html)
    assert not HOSTS.findall(guest.get("/").html)
    for path in ("/devices", "/spectators"):
        assert f'class="for-hosts" href="{path}"' in at_table.tablet.get("/").html
        assert at_table.tablet.client.get(path).status_code == 200
        assert guest.client.get(path).status_code == 403
