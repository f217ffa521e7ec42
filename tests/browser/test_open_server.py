"""Guests of a server where anybody may open a group, who never heard of it: from the address to a running game."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.browser.evening import NAMES, Device, Evening
from tests.support.server import Server

pytestmark = pytest.mark.browser


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A real server where anybody may open a group."""
    started = Server(tmp_path)
    started.options = ("--open",)
    yield started.start()
    started.close()


def open_group(device: Device, name: str) -> None:
    """The address is typed, and a group opened."""
    device.home()
    device.look("where nobody knows it")
    form = device.page.locator("form[action='/groups']")
    device.type(form.locator("input[name=name]"), name)
    device.send(form.locator("button"))
    device.look("has opened a group")


def test_a_phone_alone_opens_a_group_and_plays(evening: Evening) -> None:
    phone = evening.device("phone1", "phone")
    open_group(phone, "")
    evening.sit(phone, NAMES[1], phone.url)
    phone.look("hosts, and nobody else is there")
    for name in (NAMES[0], NAMES[2], NAMES[3]):
        evening.guest(phone, name)
    phone.look("hosts four")
    evening.start(phone, drafting="hands")
    phone.look("plays")
    phone.page.goto(f"{phone.url}/group")
    phone.look("keeps a group without a name")


@pytest.mark.drawn("whole games", 2)
def test_a_tablet_and_phones_open_a_group_and_it_goes_on_the_next_week(evening: Evening) -> None:
    tablet = evening.device("tablet", "tablet", locale="ja")
    open_group(tablet, NAMES[2])
    tablet.send(tablet.page.locator("form[action='/use']:has(input[name=kind][value=board]) button"))
    tablet.look_at_board("opened")
    link = evening.scanned(tablet)
    phones = [evening.phone(name, link, locale="ja") for name in NAMES[:4]]
    expect(tablet.page.locator(".around li")).to_have_count(4)
    tablet.look_at_board("four sit")
    phones[2].look("waits for the host")
    evening.start(tablet, drafting="phones")
    tablet.page.goto(f"{tablet.url}/group/paper")
    tablet.look("keeps the group")
    phones[0].page.goto(evening.scanned(tablet))
    phones[0].look("is asked to keep the group")
    for phone in phones[:2]:
        phone.page.goto("about:blank")  # put away until then
    evening.next_week()
    for phone in phones[:2]:
        phone.home()
        phone.look("was here before")
    phones[1].send(phones[1].page.locator("form[action^='/groups/']:has(input[name=person]) button"))
    expect(phones[1].page.locator(".me h1")).to_have_text(NAMES[1])
    phones[1].look("went on")
