"""Death Over The Kingdom in real browsers: at phones and a tablet, and by the tablet alone, sixteen in a crowd."""

import pytest

from companion.table.questions import asks
from companion.table.result import result
from tests.browser.test_taps import HighlightRule
from tests.support.browser.evening import NAMES, Device, Evening

pytestmark = pytest.mark.browser

SLUG = "death-over-the-kingdom"
COURT = (*NAMES, "シーザー・ロングネーム・ジャパン")
CROWD = (*COURT, "Ōkubo", "Hal", "Zsófia", "Guy", "Jo", "Konstantinos P.", "Leonie", "Ines", "Wu")


def card(device: Device, character: str, seat: int | None = None) -> None:
    """One tap on a face."""
    device.send(device.form("card", seat).locator(f"button[name=character][value={character}]"))
    device.evening.report(move="card", seat=device.seat if seat is None else seat, character=character)


def number(device: Device, value: int, character: str = "") -> None:
    """A card that shows another number."""
    form = device.form("card").filter(has=device.page.locator("input[name=value]"))
    device.type(form.locator("input[name=value]"), str(value))
    if character:
        form.locator("select[name=character]").select_option(character)
    device.send(form.locator("button"))
    more = {"character": character} if character else {}
    device.evening.report(move="card", seat=device.seat, value=value, **more)


def turned(device: Device, value: int, seat: int | None = None) -> None:
    """What a turned card shows."""
    device.send(device.form("value", seat).locator(f"button[name=value][value='{value}']"))
    device.evening.report(move="value", seat=device.seat if seat is None else seat, value=value)


def told(device: Device, move: str, *seats: int) -> None:
    """Whom the round hit, instead of cards. The second of two losers is sent by itself."""
    form = device.page.locator(f"form[data-ask={move}]")
    boxes = [form.locator(f"input[name=seats][type=checkbox][value='{seat}']") for seat in seats]
    send = form.locator("button")
    if move == "losers" and len(seats) > 2:
        device.pick(form.locator("[data-enough]"))
    elif move == "losers" and len(seats) == 2 and device.script:
        send = boxes.pop().locator("xpath=ancestor::label")
    for box in boxes:
        device.pick(box)
    device.send(send)
    device.evening.report(move=move, seats=list(seats))


def look_at(state: str, tablet: Device, *phones: Device) -> None:
    tablet.look_at_board(state)
    for phone in phones:
        phone.look(state)


@pytest.mark.drawn("whole games", 2)
def test_a_game_on_three_phones_and_a_tablet(evening: Evening) -> None:
    tablet = evening.tablet()
    link = evening.scanned(tablet)
    phones = [evening.phone(name, link) for name in NAMES[:3]]
    tablet.open_up(tablet.page.locator(f"#options-{SLUG} .values input").first)
    tablet.look("the numbers on the cards")
    evening.start(tablet, SLUG, dealer=1)
    look_at("the first round", tablet, phones[0])

    for phone, character in zip(phones, ("dragon", "knight", "monk"), strict=True):
        card(phone, character)
    evening.agree()
    look_at("a Dragon is turned", tablet, phones[0], phones[1])
    turned(phones[0], 3)
    evening.agree()
    look_at("the first round is scored", tablet, phones[0], phones[2])

    for phone, character in zip(phones, ("dragon", "knight", "king"), strict=True):
        card(phone, character)
    phones[0].form("value").locator("button.main").wait_for()
    phones[0].look("what it showed before")
    turned(phones[0], 3)
    number(phones[0], 7)
    number(phones[1], 15, "juggler")
    phones[2].look("the last to report")
    card(phones[2], "death")
    evening.agree()
    look_at("a turn is over", tablet, phones[1])

    told(phones[1], "winners", 1, 2)
    told(tablet, "winners", 1)
    told(phones[0], "winners")
    evening.agree()
    look_at("rounds were told", tablet, phones[1])
    for seats in ((1,), (0, 2)):
        told(phones[2], "winners", *seats)
    for phone, character in zip(phones, ("princess", "thief", "innkeeper"), strict=True):
        card(phone, character)
    evening.agree()
    assert result(evening.truth)["over"]
    look_at("it is over", tablet, *phones)
    tablet.page.goto(f"{evening.server.url}/history/")
    tablet.page.locator("main a[href^='/history/']").last.click()
    tablet.page.locator("h1").wait_for()
    tablet.look("in the history")


@pytest.mark.drawn("whole games", 2)
def test_a_crowd_of_sixteen_with_phones_and_without(evening: Evening) -> None:
    tablet = evening.tablet()
    phones = [evening.phone(name, evening.scanned(tablet)) for name in CROWD[:2]]
    for name in CROWD[2:]:
        evening.guest(tablet, name)
    mode = tablet.page.locator(f"#options-{SLUG} [name='option.mode']")
    tablet.open_up(mode)
    assert mode.input_value() == "crowd", "what so many can play stands there without a tap"
    tablet.look("what so many can play")
    evening.start(tablet, SLUG, mode="crowd")
    tablet.open_up(tablet.page.locator("form[data-ask=losers] button"))
    tablet.look_at_board("only say who lost")
    tablet.tap(tablet.page.locator("#told > summary"))
    look_at("a crowd", tablet, phones[0])
    court = ["death", "knight", "dragon", "dragon", "monk", "princess", "queen", "king"] * 2
    for phone, character in zip(phones, court[:2], strict=True):
        card(phone, character)
    for seat, character in enumerate(court[2:], 2):
        card(tablet, character, seat)
    look_at("cards to be read", tablet, phones[1])
    while due := [seat for seat in range(16) for ask in asks(evening.truth, seat) if ask.move == "value"]:
        turned(tablet, 5, due[0])
    evening.agree()
    look_at("a round of sixteen", tablet, *phones)
    told(tablet, "losers", *range(14))
    tablet.look_at_board("nearly all lost")
    for seat in range(14):
        evening.agree()  # who taps before the other's tap is on the screen comes late, and is told so
        told(phones[seat % 2], "losers", seat)
    evening.agree()
    assert result(evening.truth)["over"]
    look_at("the crowd is over", tablet, *phones)


@pytest.mark.drawn("a tablet alone")
def test_a_tablet_alone_plays_a_game_of_seven(evening: Evening) -> None:
    tablet = evening.tablet()
    for name in COURT:
        evening.guest(tablet, name)
    evening.start(tablet, SLUG, dealer=6)
    tablet.look_at_board("seven at court")
    for seat, character in enumerate(("death", "knight", "dragon", "monk", "princess", "queen", "king")):
        card(tablet, character, seat)
    tablet.look_at_board("what the host reads")
    while due := [seat for seat in range(7) for ask in asks(evening.truth, seat) if ask.move == "value"]:
        turned(tablet, 5, due[0])
    evening.agree()
    tablet.look_at_board("a round of seven")
    for number in range(2, 22):
        told(tablet, "winners", *{0: (0, 1, 2), 1: (1, 5), 2: (0, 2)}[number % 3])
        if number == 7:
            tablet.look_at_board("three zones")
    evening.agree()
    assert result(evening.truth)["over"]
    tablet.look_at_board("seven are done")


@pytest.mark.drawn("one thing of a game")
def test_the_last_one_standing_on_one_phone(evening: Evening) -> None:
    host = evening.phone(NAMES[2], evening.host_link())
    for name in (NAMES[1], NAMES[0], NAMES[5]):
        evening.guest(host, name)
    options = host.page.locator(f"#options-{SLUG}")
    lives = options.locator("[name='option.lives']")
    host.open_up(lives)
    assert not lives.is_visible(), "lives are for the last one standing alone"
    evening.start(host, SLUG, mode="last-standing", lives=2, flips="once")
    host.look("lives")
    told(host, "losers", 0)
    told(host, "losers", 0, 1)
    evening.agree()
    host.look("out")
    for seat, character in ((1, "king"), (2, "thief"), (3, "merchant")):
        card(host, character, seat)
    told(host, "losers", 1, 3)
    evening.agree()
    assert result(evening.truth)["over"]
    host.look("over")

    host.send(host.page.locator("form[action='/put-away'] button"))
    host.open_up(lives)
    assert (lives.input_value(), options.locator("[name='option.flips']:checked").input_value()) == ("2", "once")
    host.look("as last time")
    evening.start(host, SLUG, mode="classic", flips="once")
    assert evening.stored().options.lives == 4, "lives of the last time do not stand in the way of another mode"


@pytest.mark.drawn("one thing of a game")
def test_what_a_turned_card_showed_once_is_known_the_next_time(evening: Evening) -> None:
    host = evening.phone(NAMES[0], evening.host_link())
    for name in NAMES[1:3]:
        evening.guest(host, name)
    evening.start(host, SLUG, mode="last-standing", lives=1)
    court = ((1, "knight"), (2, "dragon"), (0, "king"))
    for seat, character in court:
        card(host, character, seat)
    turned(host, 12, 2)
    host.take_back()
    turned(host, 0, 2)
    told(host, "losers", 0)
    evening.agree()
    assert result(evening.truth)["over"]

    host.send(host.page.locator("form[action='/put-away'] button"))
    dragon = host.page.locator("[name='option.values.dragon.1']")
    host.open_up(dragon)
    assert dragon.input_value() == "0"
    host.look("what the house knows")
    host.type(host.page.locator("[name='option.values.knight.0']"), "30")
    evening.start(host, SLUG, mode="crowd")
    evening.truth = evening.stored()
    for seat, character in court:
        card(host, character, seat)
    evening.agree()
    (played,) = evening.truth.state.scored
    assert [shown.value for shown in played.cards] == [12, 30, 0]


@pytest.mark.drawn("one thing of a game")
def test_a_round_takes_one_tap_of_each_player(evening: Evening) -> None:
    phones = [evening.phone(NAMES[0], evening.host_link()), *(evening.phone(name) for name in NAMES[1:3])]
    evening.start(phones[0], SLUG)
    players = [HighlightRule(phone) for phone in phones]
    rounds = (("death", "king", "monk"), ("thief", "juggler", "merchant"), ("knight", "princess", "monk"))
    for number, court in enumerate(rounds, 1):
        for phone, character in zip(phones, court, strict=True):
            card(phone, character)
        for player in players:
            assert player.since() == {"field": 0, "tap": 1}, f"{player.phone.name} in round {number}"
        if number == 3:
            turned(phones[0], 4)
            assert players[0].since() == {"field": 0, "tap": 1}, "a turned card that nobody knows yet"
        evening.agree()
    assert [seat for seat, points in enumerate(result(evening.truth)["totals"]) if points] == [1, 2]
