"""Perhaps doing, are you spy? in real browsers: with phones and a tablet to the end, and by the tablet alone."""

from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Locator, expect

from companion.games.gamushara_gang.state import due
from companion.games.sentences import signed
from companion.table.result import result
from tests.support.browser.evening import NAMES, Device, Evening, look_at

pytestmark = pytest.mark.browser

GAME = "gamushara-gang"
NAMED = (
    "Risa", "Shinji", "Saburo", "Lee", "Maximiliane Hohenzollern", "Boris", "寿限無寿限無五劫", "Aiko",
    "Carlos", "Ingrid", "Tony", "Mei", "Hans", "Olga",
)  # fmt: skip


def report(device: Device, form: Locator, button: str, **move: object) -> None:
    """Tap a button of a form, and note the move that it reports."""
    device.send(form.locator(button).first)
    device.evening.report(**move)


def of_seat(device: Device, move: str, seat: int) -> Locator:
    return device.page.locator(f"form[data-ask={move}]:has(input[name=seat][value='{seat}'])")


def nominate(device: Device, seat: int, character: str) -> None:
    form = of_seat(device, "nominate", seat)
    report(device, form, f"button[value='{character}']", move="nominate", seat=seat, character=character)


def exchange(device: Device, seat: int, out: str, into: str) -> None:
    form = of_seat(device, "exchange", seat).and_(device.page.locator(f":has(input[name=out][value='{out}'])"))
    report(device, form, f"button[value='{into}']", move="exchange", seat=seat, out=out, **{"in": into})


def add(device: Device, seat: int, character: str) -> None:
    form = of_seat(device, "add", seat)
    report(device, form, f"button[value='{character}']", move="add", seat=seat, character=character)


def execute(device: Device, character: str, cause: str = "meeting") -> None:
    by_card = ":has(input[name=cause])"
    which = by_card if cause == "effect" else f":not({by_card})"
    form = device.page.locator(f"form[data-ask=execute]{which}")
    report(device, form, f"button[value='{character}']", move="execute", character=character, cause=cause)


def flip(device: Device, character: str, to: str) -> None:
    form = device.page.locator(f"form[data-ask=flip]:has(input[name=to][value={to}])")
    report(device, form, f"button[value='{character}']", move="flip", character=character, to=to)


def turn(device: Device) -> None:
    report(device, device.page.locator("form[data-ask=turn]"), "button", move="turn")


def succeed(device: Device, seat: int) -> None:
    report(device, of_seat(device, "succeed", seat), "button", move="succeed", seat=seat)


def out(device: Device, seat: int, spy: bool = False) -> None:
    told = "true" if spy else "false"
    report(device, of_seat(device, "out", seat), f"button[value={told}]", move="out", seat=seat, spy=spy)


def confess(device: Device, seat: int, about: str, answer: str = "") -> None:
    form, button = of_seat(device, "confess", seat), f"button[name=about][value={about}]"
    told: dict[str, object] = {"answer": answer} if answer else {}
    if about == "condition":
        button = f"button[name=answer][value={answer}]"
    elif answer and device.seat is not None:  # a phone has a page for what is typed
        device.tap(device.page.locator(f"a[href$='/ask/{seat}/confess']"))
        form.locator("input[name=answer]:not([type=hidden])").wait_for()
        device.look("the answer in words")
        device.type(form.locator("input[name=answer]:not([type=hidden])"), answer)
    elif answer:
        device.type(form.locator("input[name=answer]:not([type=hidden])"), answer)
    report(device, form, button, move="confess", seat=seat, about=about, **told)


def no_partner(device: Device, seat: int) -> None:
    report(device, of_seat(device, "no-partner", seat), "button", move="no-partner", seat=seat)


def start(evening: Evening, host: Device, rules: tuple[int, ...] = (1, 2, 3)) -> None:
    """Name the characters, switch the rules for points, and start."""
    form = host.page.locator(f"form[action='/tables']:has(input[name=game][value='{GAME}'])")
    for field, name in zip(form.locator("input[name='option.characters']").all(), NAMED, strict=True):
        host.type(field, name)
    host.pick(form.locator(f"input[name='preset.points'][value='{'1 2 3' if rules == (1, 2, 3) else 'own'}']"))
    for rule in set(rules) if rules != (1, 2, 3) else ():
        host.pick(form.locator(f"input[name='option.points'][value='{rule}']"))
    host.look("options")
    host.send(form.locator("button.main"))
    evening.truth = evening.stored()
    assert evening.truth.options.characters == NAMED
    assert evening.truth.options.points == rules
    evening.agree()


@pytest.mark.drawn("whole games", 2)
def test_two_phones_a_tablet_and_a_guest_play_until_one_is_left(evening: Evening) -> None:
    tablet = evening.tablet()
    link = evening.scanned(tablet)
    phones = [evening.phone(name, link) for name in NAMES[1:3]]
    evening.guest(tablet, NAMES[0])
    start(evening, tablet, (1, 2, 3, 4, 5))
    look_at("the first turn", tablet, *phones)

    no_partner(phones[1], 1)
    cell = phones[1].page.locator("#notes button[name=cell][value^='6.0.']")
    for mark in ("✕", "?", ""):
        phones[1].tap(cell)
        expect(cell).to_have_text(mark)
    phones[1].tap(cell)
    expect(cell).to_have_text("✕")
    phones[1].look("the notebook")
    nominate(phones[1], 1, "Lee")
    nominate(tablet, 2, "Boris")
    evening.agree()
    look_at("all have named", tablet, phones[0])
    phones[1].open_up(of_seat(phones[1], "exchange", 1).locator("button").first)
    phones[1].look("exchange one")
    exchange(phones[1], 1, "Boris", NAMED[4])
    confess(phones[1], 1, "career", "妖術師の見習いを長年しております")
    phones[1].reach(cell)
    expect(cell).to_have_text("✕")
    evening.agree()
    execute(phones[0], "Lee")
    evening.agree()
    look_at("Lee is dead", tablet, *phones)
    phones[1].open_up(of_seat(phones[1], "out", 1).locator("button").first)
    phones[1].look("was it you")
    tablet.open_up(of_seat(tablet, "out", 2).locator("button").first)
    tablet.look_at_board("was it the guest")
    succeed(tablet, 2)
    evening.agree()
    phones[0].open_up(phones[0].page.locator("form[data-ask=flip] button").first)
    phones[0].look("by a card")
    turn(phones[0])
    evening.agree()

    tablet.open_up(of_seat(tablet, "confess", 2).locator("button").first)
    tablet.look_at_board("the guest confesses")
    confess(tablet, 2, "nationality", "from the moon")
    flip(phones[1], "Risa", "hiding")
    nominate(tablet, 2, "Aiko")
    nominate(phones[0], 0, NAMED[6])
    add(phones[0], 0, "Hans")
    execute(phones[1], "Aiko")
    out(tablet, 2)
    execute(phones[1], "Shinji", "effect")
    evening.agree()
    look_at("the guest is out", tablet, *phones)
    turn(phones[1])

    nominate(phones[1], 1, "Olga")
    execute(phones[0], "Olga")
    out(phones[1], 1)
    evening.agree()
    look_at("it is over", tablet, *phones)
    form = of_seat(phones[0], "personality", 0)
    report(phones[0], form, "button[value=true]", move="personality", seat=0, spy=True)
    evening.agree()
    look_at("and was the spy", tablet, *phones)
    assert result(evening.truth) == result(evening.stored())
    assert result(evening.truth)["winners"] == [0]
    phones[1].tap(phones[1].page.locator("nav a[href$='/sheet']").first)
    line = next(at.number for at in evening.truth.lines if at.recorded and hasattr(at.recorded.move, "into"))
    phones[1].page.locator(f"#line-{line} a").click()
    phones[1].page.locator("form[action$='/correct']").first.wait_for()
    phones[1].look("the line of an exchange")
    phones[1].page.goto(f"{evening.server.url}/history/")
    phones[1].page.locator("main li a[href^='/history/']").first.click()
    phones[1].page.locator("h1").wait_for()
    phones[1].look("the game in the history")
    phones[1].home()


def test_four_seconds_of_silence_until_somebody_says_that_it_was_them(evening: Evening) -> None:
    evening.moving = True
    tablet = evening.tablet()
    link = evening.scanned(tablet)
    phones = [evening.phone(name, link) for name in NAMES[:2]]
    evening.guest(tablet, NAMES[3])
    start(evening, tablet)
    nominate(phones[1], 1, "Lee")
    nominate(tablet, 2, "Boris")
    for device in (tablet, *phones):
        device.page.clock.install()
        device.page.clock.pause_at(datetime.now() + timedelta(seconds=10))
    execute(phones[0], "Lee")
    for device in (tablet, *phones):
        expect(device.page.locator(".hush")).to_be_visible()

    for phone in phones:
        phone.settle()
        expect(phone.page.locator(".hush")).to_be_hidden()
        expect(phone.page.locator(".gang-was h2")).to_have_text("Lee: was it you?")
    phones[1].page.locator(".gang-was summary").last.click()
    expect(phones[1].page.locator(".gang-was [open] .hint")).to_be_visible()
    assert evening.stored().lines == evening.truth.lines, "No is no line"
    next_turn = phones[0].page.locator("form[data-ask=turn] button")
    expect(next_turn).to_have_css("pointer-events", "none")

    succeed(tablet, 2)
    expect(phones[0].page.locator(".gang-was")).to_have_count(0)
    expect(next_turn).not_to_have_css("pointer-events", "none")
    evening.agree()


@pytest.mark.drawn("a tablet alone")
def test_the_tablet_alone_plays_for_five(evening: Evening) -> None:
    tablet = evening.tablet()
    for name in NAMES[1:]:
        evening.guest(tablet, name)
    start(evening, tablet)
    for number, character in enumerate(("Lee", "Boris", "Tony"), 1):
        for seat in due(evening.truth.state):
            free = evening.truth.state.named("active")
            nominate(tablet, seat, character if character in free else free[0])
        if number == 1:
            evening.agree()
            tablet.look_at_board("all have named")
        execute(tablet, character)
        if number == 2:
            succeed(tablet, 4)
        if number == 3:
            out(tablet, 1, spy=True)
        else:
            evening.agree()
            tablet.look_at_board(f"turn {number}")
            turn(tablet)
            evening.agree()
            tablet.look_at_board(f"turn {number + 1} begins")
    evening.agree()
    tablet.look_at_board("the spy is out")
    assert result(evening.truth)["winners"] == [0, 2, 3, 4]

    before = result(evening.truth)["totals"]
    tablet.send(tablet.page.locator("form[action='/put-away'] button"))
    form = tablet.page.locator(f"form[action='/tables']:has(input[name=game][value='{GAME}'])")
    tablet.send(form.locator("button.main"))
    evening.truth = evening.stored()
    assert evening.truth.options.characters == NAMED, "the characters are named once"
    assert evening.truth.options.first in (0, 2, 3, 4), "one of the winners begins"
    evening.agree()
    tablet.look_at_board("points run on")
    execute(tablet, "Hans")
    out(tablet, 4, spy=True)
    evening.agree()
    tablet.look_at_board("two games are over")
    sums = [signed(sum(points)) for points in zip(before, result(evening.truth)["totals"], strict=True)]
    assert tablet.page.locator(".gang-series b").all_inner_texts() == sums, "points run on through the evening"


def name(phone: Device, **named: str) -> None:
    """Fill in places of the page of names, by `n7`, and send it."""
    for place, called in named.items():
        phone.type(phone.page.locator(f"#name-{place[1:]}"), called)
    phone.look("the names")
    phone.send(phone.page.locator("form[action$='/names'] button.main"))


def test_names_are_taught_from_phones_while_it_is_laid_out_and_at_the_first_tap(evening: Evening) -> None:
    tablet = evening.tablet()
    link = evening.scanned(tablet)
    phones = [evening.phone(name, link) for name in NAMES[1:3]]
    evening.guest(tablet, NAMES[0])
    evening.start(tablet, GAME)
    tablet.page.evaluate("() => (document.isOld = true)")
    for phone in phones:
        phone.tap(phone.page.locator(".laying a[href$='/names']"))
        phone.page.locator("#name-1").wait_for()
    name(phones[0], n1="Risa", n4=NAMED[4])
    name(phones[1], n2=NAMED[6], n4=NAMED[4])
    lineup = tablet.page.get_by_label("The gang")
    for called in ("Risa", NAMED[4], NAMED[6]):
        expect(lineup).to_contain_text(called)
    evening.truth = evening.stored()
    assert evening.truth.options.characters[:5] == ("Risa", NAMED[6], "3", NAMED[4], "5")
    evening.agree()
    look_at("some have names", tablet, *phones)

    nominate(phones[1], 1, "Risa")
    expect(phones[1].page.locator("#taken a")).to_have_count(0)
    nominate(tablet, 2, "9")
    expect(tablet.page.locator("#taken a")).to_have_text("What is 9 called?")
    tablet.look_at_board("what is 9 called")
    execute(phones[0], "9")
    phones[1].tap(phones[1].page.locator(".gang-grid .gang-tile[data-rule$='characters-8']"))
    phones[1].tap(phones[1].page.locator("#rules a[href$='#name-9']"))
    phones[1].page.locator("#name-9").wait_for()
    name(phones[1], n9="Mei")
    for device in (tablet, *phones):
        expect(device.page.locator(".gang-grid").first).to_contain_text("9 Mei")
    evening.agree()
    look_at("a number has a name", tablet, *phones)
    assert evening.truth.options.characters[8] == evening.stored().options.characters[8] == "9"
    assert tablet.page.evaluate("() => document.isOld"), "its screen has come by the stream alone"
