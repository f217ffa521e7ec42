"""A tap whose answer comes after the stream has brought it to all: the screen is right, and offers to take it back."""

import pytest
from playwright.sync_api import Route, expect

from tests.support.browser.evening import NAMES, Evening
from tests.support.effort import patient

pytestmark = pytest.mark.browser

SAID_BY_THEN = 900  # milliseconds: a tap that is still on its way is called unsaved by then


@pytest.mark.clock
@pytest.mark.drawn("answered late")
@pytest.mark.parametrize("late", [400, 1600])  # milliseconds
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
    expect(phone.page.locator("form[action$='/back'] button")).to_be_visible()
    expect(phone.page.locator("#taken > div")).to_have_css("z-index", "10")  # under what tells of trouble
    phone.take_back()
    evening.agree()
    phone.write("Christine")
    evening.agree()


@pytest.mark.drawn("told to wait")
@pytest.mark.parametrize("status", [408, 429, 503])
def test_a_tap_that_is_told_to_wait_waits_and_is_sent_again(evening: Evening, status: int) -> None:
    phone = evening.phone(NAMES[0], evening.host_link())
    for name in NAMES[1:4]:
        evening.guest(phone, name)
    evening.start(phone, drafting="phones")
    refused = []

    def refuse_twice(route: Route) -> None:
        if len(refused) < 2:
            refused.append(route.request.post_data)
            route.fulfill(status=status, headers={"Retry-After": "1"}, body="Wait a moment.")
        else:
            route.continue_()

    phone.decree(0, -1, 1, 0)
    phone.page.route("**/move", refuse_twice)
    form = phone.form("write").first
    phone.type(form.locator("[name=name]"), "Chris")
    phone.tap(form.locator("button"))
    expect(phone.page.locator("#unsaved")).to_be_visible()
    expect(phone.page.locator("#unsaved")).to_have_css("top", "10px")  # above what was tapped
    expect(phone.page.locator("#unsaved")).to_be_hidden(timeout=patient(10) * 1000)
    evening.report(move="write", seat=0, name="Chris")
    evening.agree()
    assert len(refused) == 2
