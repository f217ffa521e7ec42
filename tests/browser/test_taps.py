"""How much an evening asks of a thumb: taps and typed fields of each player in each round, as the page hears them."""

import pytest

from tests.support.browser.evening import NAMES, Device, Evening

pytestmark = pytest.mark.browser

# Told by the browser: every finger on the glass, but for choosing where to type, and every field typed into.
EARS = """
    const isText = (at) => at.closest('input:not([type=radio]):not([type=checkbox]), textarea');
    addEventListener('pointerdown', (event) => isText(event.target) || toldTap('tap'), true);
    addEventListener('input', (event) => {
        const field = isText(event.target);
        if (field && !field.isCounted) {
            field.isCounted = true;
            toldTap('field');
        }
    }, true);
"""
DAY_1 = {"field": 1, "tap": 2}
DAY_2_TAPS = 2
DECREES = (  # none of this game comes again
    (0, -1, 1, 0),
    (0, -1, 2, 0),
    (0, -2, 1, 0),
    (1, -1, 1, 0),
    (0, -1, 1, 1),
    (0, -1, 1, 2),
    (0, -1, 2, 1),
)


class HighlightRule:
    """What one player has done on a phone since last asked."""

    def __init__(self, phone: Device) -> None:
        self.phone = phone
        self.heard: list[str] = []
        phone.page.expose_function("toldTap", self.hear)
        phone.page.add_init_script(EARS)
        phone.home()

    def hear(self, what: str) -> None:
        self.heard.append(what)

    def since(self) -> dict[str, int]:
        """Taps and fields."""
        self.phone.page.wait_for_function("() => true")
        counted = {what: self.heard.count(what) for what in ("field", "tap")}
        self.heard.clear()
        return counted


@pytest.mark.drawn("taps of a round")
def test_a_round_takes_a_field_and_two_taps_on_day_1_and_two_taps_at_most_on_day_2(evening: Evening) -> None:
    host = evening.phone(NAMES[0], evening.host_link())
    others = [evening.phone(name) for name in NAMES[1:3]]
    evening.guest(host, NAMES[3])
    evening.start(host, drafting="phones")
    players = [HighlightRule(phone) for phone in others]
    of_the_host = HighlightRule(host)
    for number, decree in enumerate(DECREES[:4], 1):
        host.decree(*decree)
        if number == 1:
            assert of_the_host.since() == {"field": 0, "tap": 1}, "the decree that the rulebook prints is one tap"
        for seat, phone in enumerate((host, *others)):
            phone.write(f"{NAMES[seat]} {number}")
        host.write("Ethan", 3)
        for phone in others:
            phone.declare("keep")
        for seat in (0, 3):
            host.declare("keep", seat)
        evening.agree()
        for player in players:
            assert player.since() == DAY_1, f"{player.phone.name} in round {number}"
        of_the_host.since()
    for number, decree in enumerate(DECREES[4:], 1):
        host.decree(*decree)
        for phone in (host, *others):
            phone.choose(number)
        host.choose(number, 3)
        evening.agree()
        for player in players:
            done = player.since()
            assert done["field"] == 0
            assert 1 <= done["tap"] <= DAY_2_TAPS, f"{player.phone.name} in round {number + 4}"


def test_somebody_new_is_in_with_a_field_and_a_tap_and_somebody_known_with_two_taps(evening: Evening) -> None:
    tablet = evening.tablet()
    link = evening.scanned(tablet)
    phone = evening.device("phone", "phone")
    new = HighlightRule(phone)
    evening.sit(phone, NAMES[0], link)
    assert new.since() == {"field": 1, "tap": 1}
    evening.next_week()
    evening.type_code(evening.device("first", "tablet"))
    evening.type_code(phone)
    new.since()
    known = phone.page.locator("form[action='/sit']:has(input[type=hidden][name=person]) button").first
    phone.send(known)
    phone.page.locator("#screen").wait_for()
    assert new.since()["tap"] <= 2


def test_who_had_a_seat_sits_a_week_later_with_one_tap_and_the_host_opens_with_one(evening: Evening) -> None:
    tablet = evening.tablet()
    phone = evening.device("phone", "phone")
    evening.sit(phone, NAMES[0], evening.scanned(tablet))
    evening.next_week()
    for device, screen in ((tablet, "board gather"), (phone, "phone gather")):
        taps = HighlightRule(device)
        device.home()
        device.send(device.page.locator("form[action='/again'] button"))
        device.page.locator(f"#screen[data-layout='{screen}']").wait_for()
        assert taps.since() == {"field": 0, "tap": 1}
