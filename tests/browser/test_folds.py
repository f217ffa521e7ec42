"""Folds in the browser: fetched when they are opened, fetched again when they are stale, and nothing of it is lost."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_death_wish import contract
from tests.support.browser.evening import NAMES, Device, Evening

SLUG = "death-wish"

pytestmark = pytest.mark.browser


class Fetches:
    """What a page has fetched into its folds since it was asked last."""

    def __init__(self, page: Page) -> None:
        self._paths: list[str] = []
        page.on("request", lambda request: self._note(request.url))

    def _note(self, url: str) -> None:
        if "/fold/" in url or "/for/" in url:
            self._paths.append("/" + url.split("/", 5)[5])

    def since(self) -> list[str]:
        paths, self._paths = self._paths, []
        return paths


@pytest.fixture
def tablet(evening: Evening) -> Device:
    """The host's scoreboard."""
    return evening.tablet()


@pytest.fixture
def phone(evening: Evening, tablet: Device) -> Iterator[Device]:
    """A phone at a table of three, of whom two have none, where the first has two diseases."""
    phone = evening.phone(NAMES[0], evening.scanned(tablet))
    for name in NAMES[1:3]:
        evening.guest(tablet, name)
    evening.start(tablet, SLUG)
    contract(phone, 0, "Poolio", "red", 1)
    evening.agree()
    phone.home()
    yield phone


def open_fold(device: Device, name: str) -> Locator:
    fold = device.page.locator(f"#{name}")
    fold.locator("summary").first.click()
    expect(fold.locator("> a.later")).to_have_attribute("hidden", "")
    return fold


def test_what_is_half_typed_in_a_fold_stays_while_it_is_fetched_again(
    evening: Evening, tablet: Device, phone: Device
) -> None:
    fetches = Fetches(phone.page)
    fold = open_fold(phone, "name-0")
    assert fetches.since() == ["/fold/0/cure/name-0"]
    field = fold.locator("input[name=name]")
    field.press_sequentially("Polio")
    field.press("ArrowLeft")
    contract(tablet, 1, "Ennui", "blue", 1)
    evening.agree()
    assert fetches.since() == []
    contract(tablet, 0, "Mumps", "white", 1)
    evening.agree()
    expect(fold.locator("select option")).to_have_count(2)
    assert fetches.since() == ["/fold/0/cure/name-0"]
    expect(fold).to_have_attribute("open", "")
    expect(field).to_be_focused()
    expect(field).to_have_value("Polio")
    assert field.evaluate("(field) => field.selectionStart") == 4
    field.press_sequentially("x")
    expect(field).to_have_value("Polixo")


def test_a_fold_that_is_closed_asks_for_nothing_and_is_new_when_it_is_opened(
    evening: Evening, tablet: Device, phone: Device
) -> None:
    fetches = Fetches(phone.page)
    fold = open_fold(phone, "cure-0")
    expect(fold.locator("button")).to_have_count(1)
    fold.locator("summary").click()
    assert fetches.since() == ["/fold/0/cure/cure-0"]
    contract(tablet, 0, "Mumps", "white", 1)
    evening.agree()
    phone.page.wait_for_timeout(100)
    assert fetches.since() == []
    fold.locator("summary").click()
    expect(fold.locator("button")).to_have_count(2)
    assert fetches.since() == ["/fold/0/cure/cure-0"]


def test_the_keyboard_stays_where_it_was_in_a_fold(evening: Evening, tablet: Device, phone: Device) -> None:
    fold = phone.page.locator("#cure-0")
    fold.locator("summary").focus()
    phone.page.keyboard.press("Enter")
    button = fold.locator("button[value=Poolio]")
    expect(button).to_be_visible()
    expect(fold.locator("summary")).to_be_focused()
    phone.page.keyboard.press("Tab")
    expect(button).to_be_focused()
    contract(tablet, 0, "Mumps", "white", 1)
    evening.agree()
    expect(fold.locator("button")).to_have_count(2)
    expect(button).to_be_focused()
    phone.page.keyboard.press("Enter")
    evening.report(move="cure", seat=0, disease="Poolio")
    evening.agree()
    expect(fold).not_to_have_attribute("open", "")


def test_a_drawer_of_the_host_holds_folds_of_its_own(evening: Evening, tablet: Device, phone: Device) -> None:
    fetches = Fetches(tablet.page)
    expect(tablet.page.locator("#for-1 > .drawer")).to_be_attached()  # of who is next: drawn with the screen
    assert fetches.since() == []
    drawer = open_fold(tablet, "for-2")
    expect(drawer.locator("> .drawer")).to_be_visible()
    inner = open_fold(tablet, "printed-2")
    assert fetches.since() == ["/for/2", "/fold/2/contract/printed-2"]
    inner.locator("button").first.click()
    expect(tablet.page.locator("#taken")).to_contain_text("Diagnosed")


def test_without_scripts_a_fold_leads_to_a_page(evening: Evening, tablet: Device) -> None:
    phone = evening.phone(NAMES[0], evening.scanned(tablet), script=False)
    for name in NAMES[1:3]:
        evening.guest(tablet, name)
    evening.start(tablet, SLUG)
    contract(phone, 0, "Poolio", "red", 1)
    evening.agree()
    fold = phone.page.locator("#cure-0")
    fold.locator("summary").click()
    fold.locator("a").click()
    phone.look("what is in a fold")
    phone.send(phone.page.locator("button[value=Poolio]"))
    evening.report(move="cure", seat=0, disease="Poolio")
    evening.agree()
