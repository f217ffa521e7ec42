"""A whole game as a screen reader tells it: three phones, known by roles and names, and by what they announce."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browser.evening import NAMES, Device, Evening, until

pytestmark = pytest.mark.browser

HEARD = """() => [...document.querySelectorAll('[aria-live], [role=status], [role=alert]'), document.activeElement]
    .filter((one) => !one.hidden)
    .map((one) => `${one.getAttribute('aria-label') ?? one.alt ?? ''} ${one.textContent.replace(/\\s+/g, ' ')}`)
    .join('\\n')"""
COURT = (("0 Death", "12 King", "11 Queen"), ("12 King", "0 Death", "11 Queen"))  # the lowest takes a point
ENDS = ("place 2 of 3", "place 2 of 3", "takes the throne")


class Ear:
    """A player who hears a phone: controls by role and name, sentences from live regions and where the focus is."""

    def __init__(self, device: Device) -> None:
        self.page: Page = device.page

    def hears(self, sentence: str) -> None:
        """Wait until it is said."""
        until(self.page, lambda: "" if sentence in (heard := self._heard()) else f"“{sentence}” is not in “{heard}”")

    def _heard(self) -> str:
        return str(self.page.evaluate(HEARD))

    def control(self, role: str, name: str) -> Locator:
        """The one control of this role and name."""
        return self.page.get_by_role(role, name=name, exact=True)  # type: ignore[arg-type]

    def types(self, name: str, text: str, button: str, role: str = "textbox") -> None:
        """Fill in a field by its name, and send it; one that suggests names is a combobox."""
        self.control(role, name).fill(text)
        self.taps(button)

    def taps(self, name: str, role: str = "button", key: str = "Enter") -> None:
        """Use a control as those do who cannot see it."""
        self.control(role, name).focus()
        self.page.keyboard.press(key)


def gathered(evening: Evening) -> list[Ear]:
    """The host and two guests, each at a phone, sitting down."""
    ears = [Ear(evening.device(f"phone{number}", "phone")) for number in range(3)]
    ears[0].page.goto(evening.host_link())
    for ear, name in zip(ears, NAMES[:3], strict=True):
        if ear is not ears[0]:
            ear.page.goto(evening.server.url)
            ear.types("Code", evening.code(), "Come in")
        ear.types("Your name", name, "I play", "combobox")
        ear.page.get_by_role("heading", name=name).wait_for()
    return ears


def begin(host: Ear) -> None:
    """A short game at the court, reported by faces."""
    host.taps("Death Over The Kingdom Players: 3–16", "radio", "Space")
    box = host.page.get_by_role("form", name="Death Over The Kingdom")
    box.get_by_text("Settings", exact=True).first.press("Enter")
    box.get_by_role("combobox", name="How it is played").select_option("Crowd: fewest points")
    box.get_by_role("combobox", name="Rounds (crowd)").select_option("2")
    box.get_by_role("radio", name="by faces").last.focus()
    host.page.keyboard.press("Space")
    box.get_by_role("button", name="Start", exact=True).press("Enter")


@pytest.mark.drawn("whole games", 2)
def test_a_whole_game_is_played_by_roles_names_and_what_is_said(evening: Evening) -> None:
    ears = gathered(evening)
    begin(ears[0])
    for number, faces in enumerate(COURT):
        for ear, face in zip(ears, faces, strict=True):
            ear.taps(face)
            if ear is not ears[-1]:
                ear.hears("Reported. The others are not.")
        for ear, end in zip(ears, ENDS, strict=True):
            ear.hears("Your card?" if number == 0 else end)
    for ear, name, end in zip(ears, NAMES, ENDS, strict=False):
        told = ear.page.locator(".own").get_by_role("img", name="How it ended for")
        expect(told).to_have_accessible_name(re.compile(f"{name}.*{end}"))
    ears[0].taps("Another game")
    ears[2].page.get_by_role("heading", name="The host starts the game.").wait_for()
