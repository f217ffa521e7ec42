"""Evenings as people have them: four phones and a tablet, a tablet alone, a mix; with mistakes, and a dead server."""

import pytest
from playwright.sync_api import Locator, expect

from companion.games.sentences import signed
from companion.table.result import result
from tests.support.browser.evening import NAMES, Device, Evening, until
from tests.support.effort import patient

pytestmark = pytest.mark.browser

# What four people write in rounds 1 to 4: a name twice in round 2, two that sound alike in round 3.
WRITTEN = (
    ("Chris", "Bob", "Dora", "Ethan"),
    ("Sean", "Bob", "Bob", "Anaïs"),
    ("Sean", "Shawn", "はな", "Hal"),
    ("Ivy", "Jo", "A name that nobody would ever give to a child, of eighty characters or nearly so", "Lea"),
)
BACK_SECONDS = 2.0


@pytest.mark.drawn("whole games", 2)
def test_four_phones_and_a_tablet_play_through_mistakes_and_a_dead_server(evening: Evening) -> None:
    evening.moving = True
    tablet = evening.tablet()
    tablet.look("nobody sits yet")
    link = evening.scanned(tablet)
    assert link.removeprefix("http://").partition("/")[0] in tablet.page.inner_text("body"), "the address in print"
    phones = [evening.phone(name, link) for name in NAMES[:4]]
    until(tablet.page, lambda: "" if NAMES[3] in tablet.page.inner_text("body") else "Di does not sit yet")
    look_at("everybody sits", tablet, *phones)
    evening.start(tablet, drafting="phones")
    look_at("before the first decree", tablet, *phones[:2])

    round_with_a_slip(evening, tablet, phones)
    round_with_a_reload(evening, tablet, phones)
    round_with_a_dead_server(evening, tablet, phones)
    day_1(evening, phones, 4, "pass", "keep", "pass", "pass")
    for phone in (phones[0], phones[2], phones[3]):
        phone.declare("keep")
    evening.agree()
    look_at("day 1 is over", tablet, *phones)
    correct_a_decree(evening, phones[1], tablet)

    for number in (1, 2, 3):
        phones[number].decree(1, -1, 0, 2)
        for seat, phone in enumerate(phones):
            if number == 1:
                phone.form("choose").wait_for()
                phone.look("which of your names")
            phone.choose((seat + number) % 4 + 1)
        evening.agree()
        look_at(f"round {number + 4} is scored", tablet, phones[2])
    look_at("it is over", *phones)
    assert result(evening.truth)["over"]
    in_the_history(evening, phones[3])
    next_game(evening, tablet, phones)
    assert evening.server.stop() == 0
    assert evening.server.run("check").returncode == 0


def look_at(state: str, *devices: Device) -> None:
    for device in devices:
        device.look(state)


def day_1(evening: Evening, phones: list[Device], number: int, *choices: str) -> None:
    """A decree, a name from everybody, and a declaration from everybody."""
    phones[0].decree(0, -1, 1, 0)
    for phone, name in zip(phones, WRITTEN[number - 1], strict=True):
        phone.write(name)
    for phone, choice in zip(phones, choices, strict=True):
        phone.declare(choice)


def round_with_a_slip(evening: Evening, tablet: Device, phones: list[Device]) -> None:
    """Ann mistypes her name and takes it back; meanwhile nobody else reads anything."""
    phones[0].decree(0, -1, 2, 0)
    look_at("the decree lies open", tablet, *phones)
    phones[0].write("Chirs")
    phones[0].look("written, and may be taken back")
    phones[0].take_back()
    phones[0].form("write").wait_for()
    phones[0].look("taken back")
    for phone, name in zip(phones, WRITTEN[0], strict=True):
        phone.write(name)
        evening.agree()
    for phone in phones:
        phone.form("declare").wait_for()
    look_at("keep or pass", tablet, *phones)
    for phone, choice in zip(phones, ("pass", "keep", "pass", "keep"), strict=True):
        phone.declare(choice)
        phone.look("declared")
    evening.agree()
    look_at("the passers declare again", tablet, phones[0], phones[1])
    for phone in (phones[0], phones[2]):
        phone.declare("keep")
    expect(tablet.page.locator("body.unfolding")).to_have_count(1)  # the order unfolds; `look` shows it at once
    evening.agree()
    look_at("round 1 is scored", tablet, *phones)


def round_with_a_reload(evening: Evening, tablet: Device, phones: list[Device]) -> None:
    """Cy's phone is reloaded between writing and declaring, in the middle of a game with a name written twice."""
    phones[3].decree(-2, 1, -1, 2)
    for phone, name in zip(phones, WRITTEN[1], strict=True):
        phone.write(name)
    phones[2].page.reload()
    phones[2].look("reloaded")
    assert phones[2].asked() == {"declare"}
    for phone in phones:
        phone.declare("keep")
    evening.agree()
    look_at("round 2 is scored", tablet, *phones)


def round_with_a_dead_server(evening: Evening, tablet: Device, phones: list[Device]) -> None:
    """The server is killed when two have written. All screens say so, and are right again soon after it is back."""
    phones[1].decree(-2, 1, -1, 2)
    for phone, name in zip(phones[:2], WRITTEN[2][:2], strict=True):
        phone.write(name)
    evening.server.kill()
    for device in evening.devices:
        expect(device.page.locator("#lost")).to_be_visible()
        device.shot("the server is dead")
    evening.start_again()
    for device in evening.devices:
        expect(device.page.locator("#lost")).to_be_hidden(timeout=patient(BACK_SECONDS) * 1000)
    evening.agree()
    for device in evening.devices:
        device.forgive_outage()
        device.look("the server is back")
    for phone, name in zip(phones[2:], WRITTEN[2][2:], strict=True):
        phone.write(name)
    for phone in phones:
        phone.declare("keep")
    evening.agree()
    look_at("two names that sound alike", tablet, phones[1])
    offer = tablet.page.locator("form[data-ask=same]:has(input[type=hidden][name=seats])")
    tablet.send(offer.locator("button"))
    evening.report(move="same", seats=[0, 1])
    evening.agree()
    look_at("they are one name", tablet)


def correct_a_decree(evening: Evening, phone: Device, tablet: Device) -> None:
    """The first decree was mistyped (+2 for +1), and is put right on the sheet after Day 1; then a line is struck."""
    before = result(evening.truth)["totals"]
    on_sheet(phone, 1)
    form = phone.page.locator("form[action$='/correct']:has(input[name=how][value=replace])")
    field = form.locator("select[name=icons2]")
    assert field.input_value() == "2"
    field.select_option("1")
    send_correction(phone, form)
    evening.report(move="correct", lines=[[1, {"move": "decree", "icons": [0, -1, 1, 0]}]])
    assert result(evening.truth)["totals"] != before, "the correction has to change something"
    phone.home()
    evening.agree()
    look_at("the first decree is corrected", tablet, phone)

    line = next(line.number for line in evening.truth.lines if line.recorded and hasattr(line.recorded.move, "seats"))
    on_sheet(phone, line)
    send_correction(phone, phone.page.locator("form[action$='/correct']:has(input[name=how][value=strike])"))
    evening.report(move="correct", lines=[[line, None]])
    phone.home()
    evening.agree()


def on_sheet(phone: Device, line: int) -> None:
    """From the table to the sheet, and on to a line of it."""
    phone.tap(phone.page.locator("nav a[href$='/sheet']").first)
    phone.page.locator(f"#line-{line}").wait_for()
    phone.look("the sheet")
    phone.page.locator(f"#line-{line} a").click()
    phone.page.locator("form[action$='/correct']").first.wait_for()
    phone.look(f"line {line}")


def send_correction(phone: Device, form: Locator) -> None:
    phone.send(form.locator("button"))
    sure = phone.page.locator("button[name=sure]")
    sure.wait_for()
    phone.look("what would change")
    phone.send(sure)
    phone.page.locator("[id^=line-]").first.wait_for()
    phone.look("the sheet after a correction")


def in_the_history(evening: Evening, phone: Device) -> None:
    """The game is in the saved history, with its totals and its names."""
    phone.page.goto(f"{evening.server.url}/history/")
    phone.look("history")
    phone.page.locator("main li a[href^='/history/']").first.click()
    phone.page.locator("h1").wait_for()
    phone.look("the game in the history")
    shown = phone.page.inner_text("main")
    for name, total in zip(evening.names, result(evening.truth)["totals"], strict=True):
        assert name in shown
        assert signed(total) in shown
    assert "Chris" in shown, "what was written is told"
    phone.home()


def next_game(evening: Evening, tablet: Device, phones: list[Device]) -> None:
    """The phones follow from table to table without scanning again, and know what was entered once."""
    tablet.send(tablet.page.locator("form[action='/put-away'] button"))
    for device in evening.devices:
        device.page.locator("#screen[data-layout*=gather]").wait_for()
    look_at("gathered again", tablet, phones[0])
    evening.start(tablet)
    assert phones[2].known(-2, 1, -1, 2), "a decree that was entered once is one tap"
    look_at("known decrees", phones[2], tablet)


@pytest.mark.drawn("a tablet alone")
def test_the_tablet_alone_plays_for_six_without_phones(evening: Evening) -> None:
    tablet = evening.tablet()
    for name in NAMES:
        evening.guest(tablet, name)
    tablet.look("six without phones")
    evening.start(tablet)  # who has no phone drafts by hand: it is set so
    for number in (1, 2, 3, 4):
        tablet.decree(0, -1, 2, -2, 1, 0)
        for seat, name in enumerate(NAMES):
            if number == 1 and seat in (0, 1):
                tablet.form("write", seat).wait_for(state="attached")
                tablet.look(f"the host writes for {seat}")
            tablet.write(f"{name} {number}", seat)
            tablet.hold((seat + number) % 6, seat)
        evening.agree()
        if number in (1, 4):
            tablet.look(f"round {number} is scored")
    for number in (1, 2, 3):
        tablet.decree(2, -1, 0, 1, -2, 0)
        for seat in range(6):
            if number == 1 and seat == 1:
                tablet.look("the host chooses for the second")
            tablet.choose(number, seat)
        evening.agree()
    tablet.look("it is over")
    assert result(evening.truth)["over"]


@pytest.mark.drawn("whole games", 2)
def test_two_phones_and_two_without_play_a_practice_round_in_japanese(evening: Evening) -> None:
    tablet = evening.tablet(locale="ja-JP")
    link = evening.scanned(tablet)
    phones = [
        evening.phone(name, link, locale="ja-JP") for name in ("花子", "シーザー・ロングネーム・ジャパンの子孫達")
    ]
    for name in ("太郎", "Bartholomew Longname"):
        evening.guest(tablet, name)
    evening.start(tablet, drafting="hands", language="ja", practice=True)
    look_at("at the table", tablet, *phones)
    for number in (0, 1, 2, 3, 4):
        phones[0].decree(0, -1, 1, 0)
        phones[0].write("桜")
        if number == 0:
            phones[0].look("a name in kanji wants a reading")
        phones[1].write("サクラ")
        tablet.write("はんす", 2)
        tablet.write("Zoë", 3)
        if number == 1:
            evening.agree()
            look_at("whose card do you hold", tablet, *phones)
        phones[0].hold(3)
        phones[1].hold(2)
        tablet.hold(1, 2)
        tablet.hold(0, 3)
        evening.agree()
        if number == 0:
            look_at("only the reading is missing", tablet, *phones)
        phones[0].reading("さくら")
        evening.agree()
        if number in (0, 1):
            look_at(f"round {number} is scored", tablet, *phones)
    for number in (1, 2, 3):
        tablet.decree(1, -1, 0, 2)
        for phone in phones:
            phone.choose(number)
        tablet.choose(number, 2)
        tablet.choose(number, 3)
        evening.agree()
    look_at("it is over", tablet, *phones)
    assert result(evening.truth)["over"]


@pytest.mark.drawn("people and their phones", 2)
def test_what_a_host_is_typing_stays_while_others_report(evening: Evening) -> None:
    """What the others report changes the screen of a host, but may not wipe a name half-written on it."""
    host = evening.phone(NAMES[0], evening.host_link())
    others = [evening.phone(name) for name in NAMES[1:3]]
    evening.guest(host, NAMES[3])
    evening.start(host, drafting="phones")
    others[0].decree(0, -1, 1, 0)
    own = host.form("write").locator("input[name=name]")
    of_somebody_else = host.form("write", 3).locator("input[name=name]")
    host.type(own, "Half a na")
    host.type(of_somebody_else, "Another h")
    of_somebody_else.focus()
    for phone, name in zip(others, ("Bob", "Cyril"), strict=True):
        seen = host.page.locator("#screen").get_attribute("data-state") or ""
        phone.write(name)
        expect(host.page.locator("#screen")).not_to_have_attribute("data-state", seen)
    expect(own).to_have_value("Half a na")
    expect(of_somebody_else).to_have_value("Another h")
    expect(of_somebody_else).to_be_visible()
    expect(of_somebody_else).to_be_focused()
    host.write("Another hero", 3)
    expect(own).to_have_value("Half a na")


@pytest.mark.drawn("people and their phones", 2)
def test_what_somebody_is_typing_stays_while_others_say_whose_card_they_hold(evening: Evening) -> None:
    """By hand, names and holders come in any order: what one may still say changes while one types."""
    host = evening.phone(NAMES[0], evening.host_link())
    phone = evening.phone(NAMES[1])
    for name in NAMES[2:4]:
        evening.guest(host, name)
    evening.start(host, drafting="hands")
    host.decree(0, -1, 1, 0)
    field = phone.form("write").locator("input[name=name]")
    phone.type(field, "Half a na")
    for holder, card in ((2, 3), (3, 2)):
        seen = phone.page.locator("#screen").get_attribute("data-state") or ""
        host.hold(card, holder)
        expect(phone.page.locator("#screen")).not_to_have_attribute("data-state", seen)
    expect(field).to_have_value("Half a na")
    expect(field).to_be_focused()


@pytest.mark.drawn("people and their phones", 2)
def test_somebody_watches_and_comes_back_as_who_they_were(evening: Evening) -> None:
    """A screen that only watches is right and asks nothing; a phone that scans again is greeted with its seat."""
    host = evening.phone(NAMES[0], evening.host_link())
    phones = [host, *(evening.phone(name) for name in NAMES[1:4])]
    watcher = evening.device("watcher", "phone")
    evening.type_code(watcher)
    watcher.send(watcher.page.locator("form[action='/use']:has(input[name=kind][value=watch]) button"))
    watcher.look("watches before the game")
    board = evening.device("board", "tablet")
    evening.type_code(board)
    board.send(board.page.locator("form[action='/use']:has(input[name=kind][value=board]) button"))
    link = evening.scanned(board)
    evening.start(host, drafting="phones")
    phones[2].decree(0, -1, 1, 0)
    phones[3].write("Dora")
    evening.agree()
    assert watcher.asked() == board.asked() == set()
    look_at("watches", watcher, board)
    phones[1].page.goto(link)
    evening.agree()
    phones[1].write("Bob")
    evening.agree()
