"""People across evenings, as people see them: suggested names, a renamed neighbour, two who were one."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.evening import NAMES, Device, Evening

pytestmark = pytest.mark.browser


def played(evening: Evening, host: Device, *names: str) -> None:
    """A game that was begun by these, a week ago."""
    evening.names = []
    for name in names:
        evening.guest(host, name)
    evening.start(host)
    evening.next_week()
    evening.devices.remove(host)


@pytest.mark.drawn("people of other evenings")
@pytest.mark.parametrize("kind", ["phone", "tablet"])
def test_point_7_the_host_renames_and_merges_people_of_other_evenings(evening: Evening, kind: str) -> None:
    played(evening, evening.tablet(), *NAMES[:4])
    played(evening, evening.tablet(), NAMES[0], "Bartholomew L.", NAMES[2], NAMES[3])
    evening.names = []
    host = evening.tablet() if kind == "tablet" else evening.phone("Zoë", evening.host_link())
    phone = evening.device("phone", "phone")
    evening.type_code(phone)
    expect(phone.page.locator("datalist#known option")).to_have_count(6 if kind == "phone" else 5)
    phone.look("choose a seat")
    host.page.goto(f"{host.url}/history/")
    host.page.locator("a[href='/people/']").click()
    host.look("everybody")
    host.page.get_by_role("link", name="Bartholomew L.").click()
    host.look("somebody")
    form = host.page.locator("form[action$='/name']")
    host.type(form.locator("input"), NAMES[1].upper())
    form.locator("button").click()
    merge = host.page.locator("[role=alert] form[action$='/same'] button")
    expect(merge).to_be_visible()
    host.look("name taken", expected="status of 422")
    host.send(merge)
    expect(host.page.locator("h1")).to_contain_text(NAMES[1])
    if kind == "phone":  # with the others both have sat at a table
        host.open_up(host.page.locator("select[name=into]"))
    host.open_up(host.page.locator("input[value=star]"))
    host.look("one person")
    host.tap(host.page.locator("input[name=colour][value=teal]"))
    host.pick(host.page.locator("input[name=shape][value=star]"))
    host.send(host.page.locator("form[action$='/mark'] button"))
    expect(host.page.locator("h1 .mark.teal")).to_be_visible()
    host.look("another mark")
