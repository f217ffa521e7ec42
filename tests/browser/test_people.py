"""An evening among people in the browser: seats that move, a host that is lost, a phone for two, the next game."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.evening import NAMES, Device, Evening
from tests.support.effort import patient

pytestmark = pytest.mark.browser


def hold(phone: Device) -> None:
    """A finger rests on the cover until it opens."""
    cover = phone.page.locator("[data-hold] button")
    box = cover.bounding_box()
    assert box is not None
    phone.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    phone.page.mouse.down()
    expect(cover).to_have_count(0)
    phone.page.mouse.up()


@pytest.mark.drawn("people and their phones", 2)
def test_a_seat_is_taken_over_by_a_new_phone_and_a_lost_host_is_replaced(evening: Evening) -> None:
    tablet = evening.tablet()
    link = evening.scanned(tablet)
    old = evening.phone(NAMES[2], link)
    for name in (NAMES[1], NAMES[0], NAMES[3]):
        evening.guest(tablet, name)
    evening.start(tablet, drafting="phones")
    tablet.decree(0, -1, 1, 0)
    old.write("Bob")
    new = evening.device("new", "phone")
    new.page.goto(link)
    new.look("a new phone chooses")
    new.send(new.page.locator("form[action='/sit']").filter(has_text=NAMES[2]).locator("button"))
    new.look("has asked for the seat")
    tablet.look("somebody asks for a seat")
    tablet.tap(tablet.page.locator("form[action='/claims'] button[value=yes]"))
    expect(new.page.locator(".me h1")).to_have_text(NAMES[2])
    new.seat = 0
    expect(old.page.locator("form[action='/heard']")).to_be_visible()
    old.look("is told")
    old.tap(old.page.locator("form[action='/heard'] button"))
    expect(old.page.locator("form[action='/heard']")).to_have_count(0)
    evening.agree()
    tablet.context.close()  # the host's tablet is gone
    evening.devices.remove(tablet)
    new.page.goto(evening.host_link())
    new.write("Chris", 1)
    evening.agree()
    new.look("is the host")
    new.page.goto(f"{evening.server.url}/devices")
    new.look("the devices and the door")


def test_a_second_ann_says_which_one_she_is_and_who_is_refused_may_be_somebody_else(evening: Evening) -> None:
    tablet = evening.tablet()
    link = evening.scanned(tablet)
    evening.phone("Ann", link)
    second = evening.device("second", "phone")
    asked = second.page.locator("h1", has_text="Which Ann?")
    field = second.page.locator("form[action='/sit'] input[name=name]")
    choose = second.page.locator("a[href='/choose']")
    second.page.goto(link)
    second.type(field, "ann")
    second.send(second.page.locator("form[action='/sit']:has(input[name=name]) button"))
    expect(asked).to_be_visible()
    second.look("which Ann")
    assert tablet.page.locator("form[action='/claims']").count() == 0, "nobody has been troubled"
    second.send(second.page.locator("form[action='/sit']:has(input[name=goes_by]) button"))
    second.look("has asked")
    tablet.look("is asked whether it is the same")
    tablet.tap(tablet.page.locator("form[action='/claims'] button[value=no]"))
    expect(second.page.locator(".own .ask")).to_contain_text("did not give you the seat of Ann")
    expect(tablet.page.locator("form[action='/claims']")).to_have_count(0)
    second.look("was refused")
    choose.click()
    second.type(field, "Ann")
    second.send(second.page.locator("form[action='/sit']:has(input[name=name]) button"))
    expect(field).to_have_value("Ann 2")
    second.send(field.locator("xpath=ancestor::form").locator("button"))
    expect(second.page.locator(".me h1")).to_have_text("Ann 2")
    tablet.page.locator("#seats > summary").click()
    tablet.tap(tablet.page.get_by_role("button", name="Ann 2 leaves"))
    expect(second.page.locator(".own .ask")).to_contain_text("The host has let Ann 2 get up")
    second.look("was put out")


def test_when_the_hosts_tablet_is_dead_a_seated_phone_hosts_until_it_is_back(evening: Evening) -> None:
    evening.server.stop()
    evening.server.silence = 2 * patient(1)
    evening.server.start()
    tablet = evening.tablet()
    link = evening.scanned(tablet)
    ann, bo = evening.phone("Ann", link), evening.phone("Bo", link)
    tablet.page.goto("about:blank")  # its battery is empty
    for phone in (ann, bo):
        expect(phone.page.locator("form[action='/host-role/take']")).to_be_visible(timeout=patient(10) * 1000)
    ann.look("is offered the role")
    ann.tap(ann.page.locator("form[action='/host-role/take'] button"))
    expect(ann.page.locator("form[action='/tables']").first).to_be_attached()
    expect(bo.page.locator("form[action='/host-role/object']")).to_be_visible()
    expect(bo.page.locator("form[action='/host-role/take']")).to_have_count(0)
    bo.look("may object")
    ann.look("stands in")
    tablet.home()
    tablet.look("was replaced")
    tablet.tap(tablet.page.locator("form[action='/host-role/take-back'] button"))
    expect(tablet.page.locator("form[action='/guests']")).to_be_visible()
    expect(ann.page.locator("form[action='/tables']")).to_have_count(0)
    expect(bo.page.locator(".own")).to_contain_text("The host is back from the dead")
    expect(bo.page.locator("form[action='/host-role/object']")).to_have_count(0)
    tablet.look("hosts again")


@pytest.mark.drawn("people and their phones", 2)
def test_a_phone_that_two_share_hides_what_each_may_not_know_of_the_other(evening: Evening) -> None:
    host = evening.phone(NAMES[1], evening.host_link())
    child = NAMES[2]
    host.page.locator("a[href='/phone']").click()
    form = host.page.locator("form[action='/sit']:has(input[name=name])")
    host.type(form.locator("input[name=name]"), child)
    host.send(form.locator("button"))
    evening.names.append(child)
    for name in (NAMES[0], NAMES[3]):
        evening.guest(host, name)
    host.look("two on one phone, gathering")
    host.seat = None
    evening.start(host, drafting="phones")
    host.look("covered")
    host.page.locator("[data-hold] button").click()
    assert host.page.locator("[data-hold]").count() == 1, "a tap is too light"
    hold(host)
    host.decree(0, -1, 1, 0)
    hold(host)
    host.look("the first of them")
    host.write("TNT7f3a9cQ", 0)
    expect(host.page.locator(".cover")).to_contain_text(child)
    assert "TNT7f3a9cQ" not in host.page.content()
    hold(host)
    host.look("the other of them")
    assert "TNT7f3a9cQ" not in host.page.content()
    host.write("Chris", 1)
    evening.agree()
    host.look("both have written")


@pytest.mark.drawn("people and their phones", 2)
def test_a_double_tap_is_one_line(evening: Evening) -> None:
    host = evening.phone(NAMES[0], evening.host_link())
    for name in NAMES[1:4]:
        evening.guest(host, name)
    evening.start(host, drafting="phones")
    host.decree(0, -1, 1, 0)
    form = host.form("write")
    host.type(form.locator("input[name=name]"), "Bob")
    form.locator("button").dblclick(no_wait_after=True)
    evening.report(move="write", seat=0, name="Bob")
    evening.agree()
    assert len(evening.stored().lines) == len(evening.truth.lines)


@pytest.mark.drawn("people and their phones", 2)
def test_the_next_game_and_another_one_need_no_new_scan(evening: Evening) -> None:
    tablet = evening.tablet()
    link = evening.scanned(tablet)
    phones = [evening.phone(name, link) for name in NAMES[1:5]]
    evening.start(tablet, "death-wish", target=6, first=1)
    tablet.look("the turn of a long name that has no space")
    evening.report(move="contract", seat=1, disease="Boredom", color="red", skulls=6)
    told: dict[str, str | float | bool] = {
        "move": "contract",
        "seat": "1",
        "disease": "Boredom",
        "color": "red",
        "skulls": "6",
        "key": "told-at-once",
    }
    code = (tablet.page.locator("#menu a[href$='/sheet']").get_attribute("href") or "").replace("/sheet", "/move")
    answer = tablet.context.request.post(
        f"{evening.server.url}{code}", form=told, headers={"Origin": evening.server.url}
    )
    assert answer.ok
    tablet.look("a game is over")
    tablet.send(tablet.page.locator("form[action='/rematch'] button"))
    for phone in phones:
        expect(phone.page.locator(".me")).to_be_visible()
    assert len(evening.stored().lines) == 0
    evening.truth = evening.stored()
    evening.agree()
    tablet.page.goto(f"{evening.server.url}/")
    answer = tablet.context.request.post(
        f"{evening.server.url}/table/{evening.now_code()}/move",
        form={"move": "stop", "key": "it-breaks-off"},
        headers={"Origin": evening.server.url},
    )
    assert answer.ok
    tablet.send(tablet.page.locator("form[action='/put-away'] button"))
    tablet.look("the evening so far")
    phones[0].look("the evening so far")
    evening.start(tablet, "death-over-the-kingdom")
    for phone in phones:
        phone.look("another game")


@pytest.mark.drawn("people and their phones", 2)
def test_what_a_correction_changes_is_seen_before_and_two_lines_are_corrected_together(evening: Evening) -> None:
    host = evening.phone(NAMES[1], evening.host_link())
    for name in (NAMES[2], NAMES[0], NAMES[5]):
        evening.guest(host, name)
    evening.start(host, drafting="phones")
    host.decree(0, -1, 1, 0)
    for seat, name in enumerate(("Chrysanthemum-Ursula", "Bartholomäus Rex III", "無名の死神さま", "Ethan")):
        host.write(name, seat)
    for seat in range(4):
        host.declare("keep", seat)
    evening.agree()
    sheet = f"{evening.server.url}/table/{evening.now_code()}/sheet"
    host.page.goto(sheet)
    host.look("the sheet")
    host.page.goto(f"{sheet}/3")
    host.look("a line to correct")
    form = host.page.locator("form:has(input[name=how][value=replace])")
    host.type(form.locator("input[name=name]"), "Aaron")
    host.send(form.locator("button"))
    host.look("what would change")
    host.page.goto(f"{sheet}/5")
    host.send(host.page.locator("form:has(input[name=how][value=strike]) button"))
    host.look("a later line does not fit")
    while host.page.locator("form:has(input[name=how][value=strike])").count():
        host.send(host.page.locator("form:has(input[name=how][value=strike]) button"))
    host.look("what would change if both read otherwise")
    host.send(host.page.locator("button[name=sure]"))
    host.look("the sheet with struck lines")
    assert len(evening.stored().lines) == 10
    host.home()
    evening.truth = evening.stored()
    evening.agree()
