"""Weeks as people live them: two phones and a tablet to the seventh day, and a tablet alone to an early death."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Locator, expect

from companion.games.final_deathweek.moves import COLORS
from companion.table.result import result
from tests.support.browser.evening import NAMES, Device, Evening, look_at

pytestmark = pytest.mark.browser

SLUG = "final-deathweek"
# What two people take on seven days: colours and number. On day 4 the second breaks.
WEEK = (
    (("red", "blue"), 3),
    (("blue", "yellow", "black"), 7),
    ((), 12),
    (("green",), 16),
    (("red", "black"), 2),
    (("yellow", "green"), 9),
    (("blue",), 10),
)


def form(device: Device, move: str, seat: int, also: str = "") -> Locator:
    return device.page.locator(f"form[data-ask={move}]:has(input[type=hidden][name=seat][value='{seat}']){also}")


def tap(device: Device, move: str, seat: int, field: str, value: str, also: str = "") -> None:
    device.send(form(device, move, seat, also).locator(f"button[name={field}][value='{value}']"))


def solid(evening: Evening, device: Device, seat: int, color: str) -> None:
    tap(device, "solid", seat, "color", color)
    evening.report(move="solid", seat=seat, color=color)


def expose(evening: Evening, device: Device, seat: int, color: str) -> None:
    tap(device, "expose", seat, "color", color)
    evening.report(move="expose", seat=seat, color=color)


def take(evening: Evening, device: Device, seat: int, colors: tuple[str, ...], number: int) -> None:
    """By the tiles and the pad."""
    free = form(device, "take", seat, ":has(input[type=checkbox])")
    for color in colors:
        device.pick(free.locator(f"input[type=checkbox][value={color}]"))
    number_of_it = device.page.locator(f"button[form=free-{seat}][value='{number}']")
    ticked = device.page.locator(".fd-pad > button") if colors else device.page.locator(":not(details + *)")
    device.send(number_of_it.and_(ticked))
    evening.report(move="take", seat=seat, colors=list(colors), number=number)


def take_ready(evening: Evening, device: Device, seat: int, colors: tuple[str, ...], number: int) -> None:
    """By the card, which lies there ready: a known one of its number, or one of the schedule."""
    card = f":has(input[name=number][value='{number}'])"
    card += "".join(f":has(input[type=hidden][name=colors][value={color}])" for color in colors)
    device.send(form(device, "take", seat, card).first.locator("button"))
    evening.report(move="take", seat=seat, colors=list(colors), number=number)


def broke(evening: Evening, device: Device, seat: int, event: tuple[tuple[str, ...], int] | None = None) -> None:
    """Without saying which event is turned face down, or saying it."""
    which = (
        f":has(input[name='event.number'][value='{event[1]}'])" if event else ":not(:has(input[name='event.number']))"
    )
    device.send(form(device, "break", seat, which).locator("button"))
    down = {"event": {"colors": list(event[0]), "number": event[1]}} if event else {}
    evening.report(move="break", seat=seat, **down)


def killers(evening: Evening, device: Device, seat: int, one: str, other: str) -> None:
    """With one tap: on the row of the one, or the other beside what was exposed."""
    asked = form(device, "killers", seat)
    asked.wait_for(state="attached")
    if asked.locator("input[name=colors0]").count():
        device.send(asked.locator(f"button[name=colors1][value={other}]"))
    else:
        one, other = sorted((one, other), key=COLORS.index)
        device.send(asked.locator(f"button[name=colors][value='{one} {other}']"))
    evening.report(move="killers", seat=seat, colors=[one, other])


def rows(evening: Evening, device: Device, *days: Sequence[tuple[Sequence[str], int]]) -> None:
    """All rows of the week in one form, while the table is laid out."""
    device.page.locator("a[href$='/ask/all/schedule']").click()
    asked = device.page.locator("form[data-ask=week]")
    for day, events in enumerate(days, 1):
        for place, (colors, number) in enumerate(events):
            device.type(asked.locator(f"input[name='moves.{day}.events.{place}.number']"), str(number))
            for color in colors:
                ticked = f"input[type=checkbox][name='moves.{day}.events.{place}.colors'][value={color}]"
                device.pick(asked.locator(ticked))
    device.look("the rows of the week")
    device.send(asked.locator("button.main"))
    for day, events in enumerate(days, 1):
        plain = [{"colors": list(colors), "number": number} for colors, number in events]
        evening.report(move="schedule", day=day, events=plain)


def harmless(colors: tuple[str, ...], solid: str) -> str:
    """A killer that the event does not have, so that nobody dies."""
    return next(color for color in ("yellow", "black", "green", "red", "blue") if color not in colors or color == solid)


@pytest.mark.drawn("whole games", 2)
def test_two_phones_and_a_tablet_live_through_the_week(evening: Evening) -> None:
    tablet = evening.tablet()
    link = evening.scanned(tablet)
    phones = [evening.phone(name, link) for name in NAMES[1:3]]
    evening.start(tablet, SLUG, counter_limit=9, scoring="each")
    look_at("solid killers", tablet, phones[0])
    for seat, (phone, color) in enumerate(zip(phones, ("black", "green"), strict=True)):
        solid(evening, phone, seat, color)
    evening.agree()
    for number, (colors, card) in enumerate(WEEK, 1):
        leader = phones[(number - 1) % 2]
        order = [(number + step) % 2 for step in range(2)]
        if number == 1:
            look_at("the first day", tablet, *phones)
            expose(evening, leader, order[0], "yellow")
            evening.agree()
            look_at("exposed", tablet)
        for step, seat in enumerate(order):
            if number == 4 and step == 0:
                broke(evening, phones[seat], seat)
            elif number > 1 and step == 1:
                take_ready(evening, phones[seat], seat, *(WEEK[0] if colors else (colors, card)))
            else:
                take(evening, phones[seat], seat, colors, card)
            if number in (1, 4) and step == 0:
                evening.agree()
                look_at("one has taken", tablet, phones[order[1]])
        if number in (1, 3):
            evening.agree()
            look_at("killers", tablet, phones[order[0]])
        for seat in [at for at in order if evening.truth.state.today.taken[at]]:
            event = evening.truth.state.today.taken[seat]
            shown = evening.truth.state.today.exposed[seat]
            own = evening.truth.state.solid[seat] or ""
            safe = harmless(event.colors, own)
            killers(evening, phones[seat], seat, shown or safe, safe)
        evening.agree()
        if number in (1, 3, 5):
            look_at(f"day {number} is judged", tablet, phones[0])
    look_at("it is over", tablet, *phones)
    assert result(evening.truth)["over"]
    phones[0].page.goto(f"{evening.server.url}/history/")
    phones[0].page.locator("main li a[href^='/history/']").first.click()
    expect(phones[0].page.locator(".fd-week")).to_be_visible()
    phones[0].look("in the history")
    phones[0].home()


def schedule(evening: Evening, device: Device, day: int, *events: tuple[tuple[str, ...], int]) -> None:
    asked = device.page.locator("form[data-ask=schedule]")
    device.open_up(asked)
    asked.locator("select[name=day]").select_option(str(day))
    for at, (colors, number) in enumerate(events):
        device.type(asked.locator(f"input[name='events.{at}.number']"), str(number))
        for color in colors:
            device.pick(asked.locator(f"input[type=checkbox][name='events.{at}.colors'][value={color}]"))
    device.look_at_board(f"the schedule of day {day}")
    device.send(asked.locator("button.main"))
    told = [{"colors": list(colors), "number": number} for colors, number in events]
    evening.report(move="schedule", day=day, events=told)


# What four take, each with the two killers that come to light, in the order in which they act. Nobody says which event
# is turned face down on day 4, and then two die.
ROWS = (
    ((("red",), 3), (("blue", "green"), 4), ((), 5), (("black", "red", "yellow"), 6)),
    ((("red",), 13), (("blue", "green"), 14), ((), 15), (("black", "red", "yellow"), 16)),
)
DAYS = (
    ((1, 1, "yellow black"), (2, 2, "black black"), (3, 3, "red green"), (0, 0, "")),
    ((2, 1, "yellow black"), (3, 2, "green black"), (0, 3, "green blue"), (1, 0, "yellow blue")),
    ((3, 3, "green green"), (0, 2, "green blue"), (1, 1, "red red"), (2, 5, "yellow black")),
    ((0, 4, "red green"), (1, 0, ""), (2, 2, "red red"), (3, 5, "green black")),
)


@pytest.mark.drawn("a tablet alone")
def test_the_tablet_alone_reports_for_four_until_somebody_dies(evening: Evening) -> None:
    tablet = evening.tablet(locale="ja-JP")
    for name in (*NAMES[1:3], "花子", "Maximiliane-Wilhelma"):
        evening.guest(tablet, name)
    evening.start(tablet, SLUG)
    for day, row in enumerate(ROWS, 1):
        schedule(evening, tablet, day, *row)
    for at, (seat, color) in enumerate(((1, "green"), (2, "red"), (3, "blue"), (0, "black"))):
        if at == 1:
            tablet.look_at_board("a solid killer for the third")
        solid(evening, tablet, seat, color)
    evening.agree()
    tablet.look_at_board("the first day")
    expose(evening, tablet, 1, "yellow")
    cards = (*ROWS[0], *ROWS[1])
    for number, day_ in enumerate(DAYS, 1):
        for at, (seat, card, hand) in enumerate(day_):
            # what was judged is looked at first; from then on the next one's drawer opens by itself
            expect(tablet.page.locator(f"#for-{seat}[open]")).to_have_count(int(at > 0 or number == 1))
            if at == 1:
                tablet.look_at_board(f"the second event of day {number}")
            if hand:
                take_ready(evening, tablet, seat, *cards[card + 4 * (number == 2)])
            else:
                broke(evening, tablet, seat, cards[0] if number == 1 else None)
        evening.agree()
        for seat, _, hand in day_:
            if hand:
                expect(tablet.page.locator(f"#for-{seat}[open]")).to_have_count(1)
                killers(evening, tablet, seat, *hand.split())
            if seat == day_[0][0]:
                tablet.look_at_board(f"killers of day {number}")
        evening.agree()
        tablet.look_at_board(f"day {number} is judged")
    over = result(evening.truth)
    assert (over["outcome"], over["round"]) == ("lost", 4)
