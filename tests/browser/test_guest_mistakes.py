"""Phones alone, in three languages: a guest's own mistake, somebody else's, and one that takes another along."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser.evening import Device, Evening, until

pytestmark = pytest.mark.browser

LOCALES = ("en-GB", "ja-JP", "es-ES", "en-GB")
PEOPLE = ("Maximiliane-Wilhelma", "さくら", "Featherstonehaugh IV", "Di")
WRITTEN = ("Chris", "Bob", "Dora", "Ethan")
REPLACE = "form:has(input[name=how][value=replace])"


@pytest.fixture
def phones(evening: Evening) -> list[Device]:
    """Four phones, the first of which hosts, after a round of DEATH Name."""
    phones = [evening.phone(PEOPLE[0], evening.host_link(), locale=LOCALES[0])]
    phones += [evening.phone(name, locale=locale) for name, locale in zip(PEOPLE[1:], LOCALES[1:], strict=True)]
    evening.start(phones[0], drafting="phones")
    phones[1].decree(0, -1, 1, 0)
    for phone, name in zip(phones, WRITTEN, strict=True):
        phone.write(name)
    for phone in phones:
        phone.declare("keep")
    evening.agree()
    return phones


def correct(evening: Evening, phone: Device, line: int, name: str) -> None:
    """By the sheet: the name in a line should have read otherwise; what would change is looked at."""
    phone.page.goto(f"{evening.server.url}/table/{evening.now_code()}/sheet/{line}")
    form = phone.page.locator(REPLACE)
    phone.type(form.locator("input[name=name]"), name)
    phone.send(form.locator("button"))
    phone.look(f"what would change by {name}")


def read_anew(evening: Evening, phone: Device) -> None:
    phone.home()
    evening.truth = evening.stored()
    evening.agree()


def test_each_phone_speaks_its_language_and_all_show_the_same_table(evening: Evening, phones: list[Device]) -> None:
    for phone, locale in zip(phones, LOCALES, strict=True):
        expect(phone.page.locator("html")).to_have_attribute("lang", re.compile(locale[:2]))
        phone.look(f"after a round, {locale}")
    evening.agree()


def test_an_own_mistake_is_put_right_at_once(evening: Evening, phones: list[Device]) -> None:
    correct(evening, phones[2], 4, "Aaron")  # the third phone wrote line 4
    phones[2].send(phones[2].page.locator("button[name=sure]"))
    read_anew(evening, phones[2])
    assert [number for number, _ in evening.truth.lines[-1].corrects] == [4]


def test_somebody_elses_mistake_is_proposed_and_allowed_by_whoever_reported_it(
    evening: Evening, phones: list[Device]
) -> None:
    before = len(evening.truth.lines)
    correct(evening, phones[2], 3, "Zed")  # the second phone wrote line 3
    phones[2].send(phones[2].page.locator("form[action$='/propose'] button"))
    phones[2].home()
    phones[2].look("a proposal of one's own")
    assert len(evening.stored().lines) == before
    asked = phones[1].page.locator("form[action*='/proposals/']:has(button[value=allow])")
    until(phones[1].page, lambda: "" if asked.count() else "nobody is asked")
    phones[1].look("a proposal to be allowed")
    phones[1].send(asked.locator("button[value=allow]"))
    read_anew(evening, phones[1])
    assert len(evening.stored().lines) == before + 1


def test_a_host_corrects_two_lines_together_of_which_one_takes_the_other_along(
    evening: Evening, phones: list[Device]
) -> None:
    host, strike = phones[0], "form:has(input[name=how][value=strike])"
    host.page.goto(f"{evening.server.url}/table/{evening.now_code()}/sheet/5")
    host.send(host.page.locator(f"{strike} button"))
    host.look("a later line does not fit")
    while host.page.locator(strike).count():
        host.send(host.page.locator(f"{strike} button"))
    host.send(host.page.locator("button[name=sure]"))
    read_anew(evening, host)
