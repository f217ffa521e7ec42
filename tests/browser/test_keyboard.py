"""A whole game by keys alone: coming in, guests, a box from the shelf, every answer, and the table cleared again."""

from functools import partial

import pytest
from playwright.sync_api import expect

from companion.table.questions import asks
from companion.table.result import result
from tests.browser.test_death_over_the_kingdom import SLUG
from tests.support.browser.evening import NAMES, Device, Evening, until

pytestmark = pytest.mark.browser

TOUCHED = "addEventListener('pointerdown', () => sessionStorage.setItem('touched', 'yes'), true)"
IS_AT = "(selector) => document.activeElement.matches(selector)"
FAR = 60  # Tab presses on a page as it comes
NEAR = 16  # from a question to the last of its thirteen faces
COURT = ("innkeeper", "death", "king")


def reach(device: Device, selector: str, most: int, key: str = "Tab") -> None:
    """Press `key` until what is selected has the focus, so many times at most."""
    for _ in range(most):
        device.page.keyboard.press(key)
        if device.page.evaluate(IS_AT, selector):
            return
    where = device.page.evaluate("() => document.activeElement.outerHTML.slice(0, 200)")
    raise AssertionError(f"{selector} is not reached by {most} × {key}; the focus is at {where}")


def send(device: Device, expected: str) -> None:
    """Press the key that leads on to where this can be seen."""
    device.page.keyboard.press("Enter")
    device.page.locator(expected).first.wait_for()


def come_in(evening: Evening) -> Device:
    """The host's phone, three at the table."""
    host = evening.device("keys", "phone")
    host.context.add_init_script(TOUCHED)
    host.page.goto(evening.host_link())
    reach(host, "input[name=name]", FAR)
    host.page.keyboard.type(NAMES[0])
    send(host, "form[action='/guests']")
    reach(host, "form[action='/guests'] input", FAR)
    for number, name in enumerate(NAMES[1:3], 2):
        host.page.keyboard.type(name)
        host.page.keyboard.press("Enter")
        expect(host.page.locator(".around li")).to_have_count(number)
    host.seat, evening.names = 0, [*NAMES[:3]]
    return host


def take_box(evening: Evening, host: Device) -> None:
    """Take the box from the shelf, and begin."""
    reach(host, "input[name=box]", FAR, "Shift+Tab")
    for _ in range(6):
        if host.page.evaluate(IS_AT, f"#box-{SLUG}"):
            break
        host.page.keyboard.press("ArrowRight")
    reach(host, f"form[data-game={SLUG}] button.main", NEAR)
    send(host, ".own form[data-ask=card]")
    evening.truth = evening.stored()


def due(evening: Evening) -> tuple[int, str, str]:
    """Who is asked next, for which move, and what they answer: a face, or the number on a turned card."""
    truth = evening.truth
    seat, move = next((seat, ask.move) for seat in range(3) for ask in asks(truth, seat) if not ask.optional)
    return seat, move, COURT[seat] if move == "card" else str(seat + 5)


def unreported(evening: Evening, lines: int) -> str:
    """What is missing while the table still has so many lines."""
    return "nothing was reported" if len(evening.stored().lines) == lines else ""


@pytest.mark.drawn("whole games", 2)
def test_a_whole_game_is_played_by_keys(evening: Evening) -> None:
    host = come_in(evening)
    take_box(evening, host)
    while not result(evening.truth)["over"]:
        lines, (seat, move, answer) = len(evening.truth.lines), due(evening)
        form = f"form[data-ask={move}]:has(input[name=seat][value='{seat}'])"
        reach(host, f"{form} button[value='{answer}']", NEAR if lines else FAR)
        host.page.keyboard.press("Enter")
        until(host.page, partial(unreported, evening, lines))
        evening.truth = evening.stored()
        evening.agree()
    reach(host, "form[action='/put-away'] button", NEAR)
    send(host, "form[action='/guests']")
    assert host.page.evaluate("() => sessionStorage.getItem('touched')") is None
