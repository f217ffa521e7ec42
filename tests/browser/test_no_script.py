"""A whole game on devices without JavaScript: plain forms, and pages that refresh themselves while they wait."""

import pytest
from playwright.sync_api import expect

from companion.table.result import result
from tests.support.browser.evening import NAMES, PLAIN_REFRESH, Device, Evening
from tests.support.effort import patient

pytestmark = pytest.mark.browser

WRITTEN = ("Chris", "Bob", "花子は長い名前です", "Ethan")
FIELDS = "input:not([type=hidden]), select, textarea"


def refreshes(device: Device) -> bool:
    """Whether the page fetches itself anew; one with a field never does, for somebody may be typing."""
    page = device.page
    refresh = page.locator("meta[http-equiv=refresh]")
    has_field = page.locator(FIELDS).count() > 0
    assert refresh.count() == (0 if has_field else 1), f"{device.name}: {page.content()}"
    if not has_field:
        assert refresh.get_attribute("content") == str(PLAIN_REFRESH)
    return not has_field


@pytest.mark.drawn("whole games", 2)
def test_a_whole_game_without_scripts(evening: Evening) -> None:
    host = evening.phone(NAMES[0], evening.host_link(), script=False)
    phones = [host, *(evening.phone(name, script=False) for name in NAMES[1:4])]
    tablet = evening.device("tablet", "tablet", script=False)
    evening.type_code(tablet)
    tablet.send(tablet.page.locator("form[action='/use']:has(input[name=kind][value=board]) button"))
    host.home()
    for device in (host, phones[1], tablet):
        device.look("gathering")
    assert refreshes(tablet)
    assert refreshes(phones[1])
    assert not refreshes(host), "the host may be typing somebody's name"
    evening.start(host, drafting="phones")

    phones[2].decree(0, -1, 1, 0)
    evening.agree()
    phones[1].look("write a name")
    assert not refreshes(phones[1])
    for phone, name in zip(phones[1:], WRITTEN[1:], strict=True):
        phone.write(name)
    assert refreshes(phones[3]), "who has written waits"
    phones[3].look("waits")
    tablet.home()
    assert refreshes(tablet)
    tablet.look("somebody still writes")
    host.write(WRITTEN[0])
    for device in (phones[3], tablet):  # they look again by themselves
        expect(device.page.locator("form[data-ask=declare], .waiting .mark").first).to_be_visible(
            timeout=patient(PLAIN_REFRESH + 3) * 1000
        )
    expect(phones[3].form("declare")).to_be_visible(timeout=patient(PLAIN_REFRESH + 3) * 1000)
    assert refreshes(phones[3]), "a page with buttons alone looks again too"
    phones[3].look("keep or pass")
    evening.agree()
    for phone, choice in zip(phones, ("pass", "keep", "pass", "keep"), strict=True):
        phone.declare(choice)
    evening.agree()
    for phone in (phones[0], phones[2]):
        phone.declare("keep")
    evening.agree()
    for device in (tablet, phones[1]):
        device.look("round 1 is scored")

    for number in (2, 3, 4):
        phones[number - 1].home()
        phones[number - 1].decree(0, -1, 1, 0)
        for seat, phone in enumerate(phones):
            phone.home()
            phone.write(f"{WRITTEN[seat]} {number}")
        for phone in phones:
            phone.home()
            phone.declare("keep")
    evening.agree()
    for number in (1, 2, 3):
        host.home()
        host.decree(1, -1, 0, 2)
        for phone in phones:
            phone.home()
            if number == 1 and phone is phones[2]:
                phone.look("which of your names")
                assert refreshes(phone)
            phone.choose(number)
    evening.agree()
    for device in (tablet, *phones):
        device.look("it is over")
        refreshes(device)
    assert result(evening.truth)["over"]
    host.send(host.page.locator("form[action='/put-away'] button"))
    expect(host.page.locator("form[action='/tables']").first).to_be_visible()


def test_a_refusal_is_a_page_in_words_that_leads_back(evening: Evening) -> None:
    """Two phones report the same decree: the second one is told so, and is right again a tap later."""
    host = evening.phone(NAMES[0], evening.host_link(), script=False)
    phones = [host, *(evening.phone(name, script=False) for name in NAMES[1:4])]
    host.home()
    evening.start(host, drafting="phones")
    phones[1].decree(0, -1, 1, 0)
    late = phones[2].page.locator("form[data-ask=decree] button").last
    with phones[2].page.expect_response(lambda answer: answer.request.method == "POST") as answered:
        phones[2].tap(late)
    assert answered.value.status in (409, 422)
    back = phones[2].page.locator("a[href='/']")
    expect(back).to_be_visible()
    phones[2].look("refused", expected="responded with a status of 4")
    back.click()
    evening.agree()
