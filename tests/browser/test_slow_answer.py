"""A tap whose answer comes after the stream has told it to all: the screen is right, and offers to take it back."""

import pytest
from playwright.sync_api import Route, expect

from .table import NAMES, Evening

pytestmark = pytest.mark.browser

SAID_BY_THEN = 900  # milliseconds: a tap that is still on its way is called unsaved by then


@pytest.mark.parametrize("late", [400, 1600])  # milliseconds: a form waits a second for its answer
def test_a_tap_is_answered_later_than_the_stream_tells_it(evening: Evening, late: int) -> None:
    phone = evening.phone(NAMES[0], evening.host_link())
    for name in NAMES[1:4]:
        evening.guest(phone, name)
    evening.start(phone, drafting="phones")

    def dawdle(route: Route) -> None:
        answer = route.fetch()
        phone.page.wait_for_timeout(late)
        route.fulfill(response=answer)

    phone.page.route("**/move", dawdle)
    phone.decree(0, -1, 1, 0)
    phone.write("Chris")
    evening.agree()
    phone.page.wait_for_timeout(SAID_BY_THEN)
    expect(phone.page.locator("#unsaved")).to_be_hidden()
    if late < 1000:
        expect(phone.page.locator("form[action$='/back'] button")).to_be_visible()
        phone.take_back()
        evening.agree()
        phone.write("Christine")
        evening.agree()
