"""Death Wish in the browser: phones and a tablet until somebody dies, and a tablet alone until one is left."""

import re
from typing import Any

import pytest

from companion.table.result import result
from tests.browser.test_taps import HighlightRule
from tests.support.browser.evening import NAMES, Device, Evening

pytestmark = pytest.mark.browser

MANY = (*NAMES, "Ōkubo", "Hal")
A4_WIDTH = 794


def act(device: Device, seat: int, action: str) -> None:
    device.send(device.form("act", seat).locator(f"button[value={action}]"))
    device.evening.report(move="act", seat=seat, action=action)


def contract(device: Device, seat: int, disease: str, color: str, skulls: int, **more: Any) -> None:
    """Fill in a diagnosis and send it."""
    form = device.form("contract", seat).filter(has=device.page.locator("input[type=radio]"))
    device.type(form.locator("input.voice[name=disease]"), disease)
    device.pick(form.locator(f"input[name=color][value={color}]"))
    if more.get("outbreak"):
        device.pick(form.locator("input[name=outbreak]"))
    if "cause" in more:
        device.type(form.locator("input[name=cause]"), more["cause"])
    for at, symptom in enumerate(more.get("symptoms", ())):
        device.type(form.locator(f"input[name=symptoms{at}]"), symptom)
    if "from" in more:
        field = form.locator("select[name=from]")
        device.open_up(field)
        field.select_option(str(more["from"]))
    device.send(form.locator(f"button[name=skulls][value='{skulls}']"))
    device.evening.report(move="contract", seat=seat, disease=disease, color=color, skulls=skulls, **more)


def known(device: Device, seat: int, disease: str, color: str, skulls: int) -> None:
    """Contract what the house has met before, by a tap."""
    forms = device.form("contract", seat).filter(has=device.page.locator(f"input[value='{disease}']"))
    device.send(forms.locator("button"))
    device.evening.report(move="contract", seat=seat, disease=disease, color=color, skulls=skulls)


def give(device: Device, seat: int, disease: str, to: int, back: str = "") -> None:
    """Pass a disease on, or exchange it."""
    named = device.form("give", seat).filter(has=device.page.locator(f"input[name=disease][value='{disease}']"))
    button = f"button[name=back][value='{back}']" if back else f"button[name=to][value='{to}']"
    device.send(named.locator(button).first)
    told = {"back": back} if back else {}
    device.evening.report(move="give", seat=seat, to=to, disease=disease, **told)


def look_at(state: str, tablet: Device, *phones: Device) -> None:
    tablet.look_at_board(state)
    for phone in phones:
        phone.look(state)


def prints(device: Device, state: str, certificates: int) -> None:
    """On paper there are the certificates alone, each on a sheet of its own."""
    page, size = device.page, device.page.viewport_size
    page.emulate_media(media="print")
    page.set_viewport_size({"width": A4_WIDTH, "height": 1123})
    assert page.locator(".endcard:visible").count() == certificates
    assert not page.locator(":is(h1, h2, button, table, nav, summary, .last):visible").count()
    device.shot(state)
    sheets = re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))
    assert len(sheets) == certificates
    page.emulate_media(media="screen")
    if size:
        page.set_viewport_size(size)


@pytest.mark.drawn("whole games", 2)
def test_phones_and_a_tablet_play_until_somebody_dies(evening: Evening) -> None:
    tablet = evening.tablet()
    link = evening.scanned(tablet)
    phones = [evening.phone(name, link) for name in NAMES[:3]]
    evening.guest(tablet, NAMES[3])
    tablet.open_up(tablet.page.locator("[id=dw-target]"))
    tablet.look("the options")
    evening.start(tablet, "death-wish")
    look_at("in good health", tablet, phones[0])
    act(phones[0], 0, "symptoms")
    phones[1].open_up(phones[1].form("contract", 1).locator("button[name=skulls]").first)
    phones[1].look("a diagnosis")
    contract(phones[1], 1, "Loomonia", "blue", 2, outbreak=True, cause="A draught", symptoms=["cough", "a yellow nose"])
    evening.agree()
    look_at("an outbreak", tablet, phones[1], phones[2])
    text = phones[1].form("outbreak").locator("input[name=text]")
    phones[1].type(text, "Everybody coughs")
    phones[1].send(phones[1].form("outbreak").locator("button[value=true]"))
    evening.report(move="outbreak", seat=1, kept=True, text="Everybody coughs")
    evening.agree()
    for device in (tablet, phones[0], phones[2]):
        assert "Everybody coughs" not in device.page.content()
    contract(phones[2], 2, "Bartholomew’s Interminable Wasting", "orange", 4, **{"from": 0})
    tablet.look_at_board("the host reports")
    evening.agree()
    act(tablet, 3, "spread")
    contract(phones[0], 0, "Rot", "red", 3)
    evening.agree()
    phones[2].open_up(phones[2].form("give", 2).locator("button[name=to]").first)
    phones[2].look("passing on")
    give(phones[2], 2, "Bartholomew’s Interminable Wasting", 0)
    give(phones[0], 0, "Rot", 1, back="Loomonia")
    phones[1].open_up(phones[1].form("play-keeper").first.locator("button"))
    phones[1].look("a kept outbreak")
    phones[1].send(phones[1].form("play-keeper").filter(has=phones[1].page.locator("[name=text]")).locator("button"))
    evening.report(move="play-keeper", seat=1, text="Everybody coughs")
    contract(phones[1], 1, "The Vapours", "wild", 1)
    evening.agree()
    phones[1].send(phones[1].form("cure").locator("button[value='The Vapours']"))
    evening.report(move="cure", seat=1, disease="The Vapours")
    phones[2].open_up(phones[2].form("contract", 2).locator("button.dw-known").first)
    phones[2].look("met before")
    known(phones[2], 2, "The Vapours", "wild", 1)
    evening.agree()
    act(tablet, 3, "afflicted")
    evening.agree()
    phones[0].tap(phones[0].page.locator("#stacks > summary"))
    look_at("before the end", tablet, phones[0])
    phones[0].tap(phones[0].page.locator("#stacks > summary"))
    contract(phones[0], 0, "Ennui", "white", 5, outbreak=True)
    phones[0].type(phones[0].form("farewell").locator("input[name=text]"), "At sea, in somebody else's coffin")
    phones[0].send(phones[0].form("farewell").locator("button"))
    evening.report(move="farewell", seat=0, text="At sea, in somebody else's coffin")
    evening.agree()
    assert result(evening.truth)["winners"] == [0]
    look_at("it is over", tablet, *phones)
    prints(phones[0], "one's own certificate on paper", 1)
    phones[1].page.get_by_role("link", name="All cards, to print").click()
    phones[1].page.locator(".endcards:target > p").wait_for()
    phones[1].look("in the history")
    phones[1].open_up(phones[1].page.locator("details").get_by_text("somebody else's coffin").first)
    assert "somebody else's coffin" in phones[1].page.inner_text("main")
    prints(phones[1], "all certificates on paper", 4)


@pytest.mark.drawn("a tablet alone")
def test_a_tablet_alone_plays_on_until_one_is_left(evening: Evening) -> None:
    tablet = evening.tablet()
    for name in MANY:
        evening.guest(tablet, name)
    evening.start(tablet, "death-wish", target=4, last_survivor=True, first=1)
    tablet.look_at_board("eight in good health")
    for seat in (1, 3, 4):
        contract(tablet, seat, f"Slow disease {seat}", "white", 3)
    contract(tablet, 5, "Bartholomew’s Interminable Wasting", "wild", 1, cause="A draught, and a long evening in it")
    tablet.look_at_board("some are ill")
    tablet.open_up(tablet.form("contract", 6).locator("button[name=skulls]").first)
    tablet.look_at_board("the host reports a diagnosis")
    contract(tablet, 2, "An Excess of Humours", "red", 5)
    for seat in (6, 7):
        contract(tablet, seat, f"Sudden disease {seat}", "red", 4 + seat % 2)
    evening.agree()
    tablet.look_at_board("three are dead")
    for seat in (1, 3, 5, 0):
        contract(tablet, seat, "Plague", "blue", 4)
    assert result(evening.truth)["over"]
    evening.agree()
    tablet.look_at_board("one is left")


@pytest.mark.drawn("one thing of a game")
def test_a_contract_takes_a_name_and_four_taps_and_passing_a_disease_three(evening: Evening) -> None:
    phone = evening.phone(NAMES[0], evening.host_link())
    evening.guest(phone, NAMES[1])
    evening.start(phone, "death-wish")
    of_the_host = HighlightRule(phone)
    contract(phone, 0, "Loomonia", "blue", 2, outbreak=True)
    assert of_the_host.since() == {"field": 1, "tap": 4}
    phone.look("two players, an outbreak for the group")
    phone.send(phone.form("outbreak").locator("button[value=false]"))
    evening.report(move="outbreak", seat=0, kept=False)
    contract(phone, 1, "Rot", "red", 1)
    contract(phone, 0, "Ennui", "white", 1)
    of_the_host.since()
    give(phone, 0, "Ennui", 1)
    assert of_the_host.since() == {"field": 0, "tap": 3}
    known(phone, 0, "Rot", "red", 1)
    assert of_the_host.since() == {"field": 0, "tap": 3}, "a disease that the house has met before"
    evening.agree()
