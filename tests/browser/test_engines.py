"""The main ways of a phone and of the scoreboard in Firefox and in WebKit, as Debian ships them.

Without those the tests are skipped, or fail where REQUIRE_ENGINES is set. What was tried where: docs/browsers.md.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.games.sentences import signed
from companion.table.result import result
from tests.browser.conftest import HAS_FAILED
from tests.support.browser.evening import NAMES, Printed, link_in
from tests.support.browser.webdriver import ENGINES, LINGERS, Window
from tests.support.server import Server

pytestmark = pytest.mark.browser
Opens = Callable[[str], Window]
SECRET = "TNT7f3a9cQ"
TOTALS = """return [...document.querySelectorAll('.standing .total')].length
    && [0, 1, 2, 3].map((seat) => document.querySelector(`.standing .s${seat} .total`).textContent.trim())"""
HIGH = "return document.querySelector('dialog.picture img').naturalHeight"
HTML = "return document.documentElement.outerHTML"
# Whether the screen of an evening is as it would be fetched, and no tap is on its way.
FOLLOWS = """const screen = document.querySelector('#screen');
    return !document.querySelector('.htmx-request') && (!screen || fetch('/').then((answer) => answer.text())
        .then((page) => page.includes(`data-state="${screen.dataset.state}"`)))"""
WOES = """console.error('woe');
    for (const src of ['/nothing', 'http://127.0.0.1:1/']) document.body.append(Object.assign(new Image(), { src }));
    document.body.style.width = '500px';"""
ANN, CY, BO, DI = range(4)  # as they come in: Cy has no phone, and shares Ann's; Di has none at all
ONE, TWO, GUEST = range(3)  # of the other games: two with phones, and one who taps on the scoreboard


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> type[Window]:
    """A browser that is installed."""
    browser = ENGINES[request.param]
    if missing := browser.missing():
        told = f"!!! NO {' AND NO '.join(missing)}: {request.param.upper()} IS NOT TRIED. !!!"
        (pytest.fail if os.environ.get("REQUIRE_ENGINES") else pytest.skip)(told)
    return browser


@pytest.fixture
def open_window(
    engine: type[Window], server: Server, pictures: Path, request: pytest.FixtureRequest
) -> Iterator[Opens]:
    """What opens one more phone or tablet of that browser, which has not been at the server yet.

    Of each in a test that has failed there is a last picture.
    """
    with ExitStack() as left:
        windows: list[Window] = []

        def opened(kind: str) -> Window:
            windows.append(window := engine(kind, server.url))
            left.callback(window.close)
            return window

        yield opened
        if request.node.stash.get(HAS_FAILED, True):
            for number, window in enumerate(windows):
                (pictures / f"in-the-end-{window.kind}-{number}.png").write_bytes(window.picture())


class Look:
    """Looks at screens: what is wrong with one fails the test, and of each there is a picture."""

    def __init__(self, pictures: Path) -> None:
        self.pictures = pictures
        self.taken = 0

    def __call__(self, state: str, *windows: Window) -> None:
        for window in windows:
            self.taken += 1
            faults = window.faults()
            (self.pictures / f"{self.taken:02d}-{window.kind}-{state.replace(' ', '-')}.png").write_bytes(
                window.picture()
            )
            assert not faults, "\n".join([f"{window.kind}, {state}: {self.pictures}", *faults])


@pytest.fixture
def look(pictures: Path) -> Look:
    return Look(pictures)


def asked(move: str, seat: int) -> str:
    """The form that asks a seat for a move."""
    return f"form[data-ask={move}]:has(input[name=seat][value='{seat}'])"


def scoreboard(printed: Printed, board: Window, look: Look) -> str:
    """The tablet becomes the scoreboard; the link in the code that it shows."""
    board.open(printed.host_link())
    look("just come in", board)
    board.tap("form[action='/use']:has(input[name=kind][value=board]) button")
    board.see("#screen[data-layout^='board gather']")
    return link_in(board.picture())


def sit(phone: Window, link: str, name: str, look: Look) -> None:
    """Somebody comes in by the code, with a name."""
    phone.open(link)
    look("what is your name", phone)
    phone.type("form[action='/sit'] input[name=name]", name)
    phone.tap("form[action='/sit']:has(input[name=name]) button")
    phone.see("#screen[data-layout^='phone gather']")


def seat_guest(board: Window, name: str) -> None:
    """The host seats somebody without a phone."""
    board.type("form[action='/guests'] input[name=name]", name)
    board.tap("form[action='/guests'] button")
    board.see(".around li", name)


def start(board: Window, slug: str, habit: str = "", **options: str) -> None:
    """The host takes a box from the shelf, and starts that game."""
    form = f"form[action='/tables']:has(input[name=game][value='{slug}'])"
    board.tap(f"label[for='box-{slug}']")
    if habit:
        board.tap(f"{form} label:has([name='habit.drafting'][value={habit}])")
    for name, value in options.items():
        board.choose(f"{form} select[name='option.{name}']", value)
    board.tap(f"{form} button.main")


def hold(phone: Window, name: str) -> None:
    """Somebody rests a finger on the cover of the phone that two share."""
    phone.see(".cover", name)
    phone.tap(".cover button", milliseconds=LINGERS)
    phone.see(".cover", number=0)


def write(window: Window, seat: int, name: str) -> None:
    window.type(f"{asked('write', seat)} input[name=name]", name)
    window.tap(f"{asked('write', seat)} button.main")


@pytest.mark.drawn("engines")
def test_an_evening_of_two_games(open_window: Opens, server: Server, look: Look) -> None:
    printed = Printed(server)
    board, shared, bo = open_window("tablet"), open_window("phone"), open_window("phone")
    gather(printed, board, shared, bo, look)
    a_round_of_death_name(board, shared, bo, look)
    shows_the_truth(printed, board, bo)
    a_correction(printed, board, bo, look)
    asleep_and_back(shared, bo, server, look)
    put_away(board, server)
    look("gathered again", board, bo)
    a_death(board, shared, bo, look)
    the_end(board, shared, bo, look)
    assert server.complaints == ""


def gather(printed: Printed, board: Window, shared: Window, bo: Window, look: Look) -> None:
    """The tablet shows a code, two phones come in by it, and a child shares one of them."""
    link = scoreboard(printed, board, look)
    for phone, name in ((shared, NAMES[0]), (bo, "Bo")):
        sit(phone, link, name, look)
        if phone is shared:
            phone.open(f"{printed.server.url}/phone")
            phone.type("form[action='/sit'] input[name=name]", "Cy")
            phone.tap("form[action='/sit']:has(input[name=name]) button")
        board.see(".around li", name)
    seat_guest(board, "Di")
    look("all are here", board, shared, bo)


def a_round_of_death_name(board: Window, shared: Window, bo: Window, look: Look) -> None:
    """A decree, four names, and keep or pass; what one of them wrote nobody else can read."""
    start(board, "death-name", habit="phones")
    look("before the first decree", board, bo, shared)
    decree(bo)
    bo.see(asked("write", BO))
    shared.tap(".cover button")  # a tap is too light
    shared.see(".cover", NAMES[0])
    hold(shared, NAMES[0])
    look("uncovered", shared)
    write(shared, ANN, SECRET)
    hold(shared, "Cy")
    for window in (board, shared, bo):
        assert SECRET not in window.evaluate(HTML), window.kind
    write(shared, CY, "寿限無")
    board.tap(f"#for-{DI} > summary")
    write(board, DI, "Dora")
    write(bo, BO, "Bob")
    bo.see(asked("declare", BO))
    look("keep or pass", board, bo)
    for phone, seat, name in ((bo, BO, ""), (shared, ANN, NAMES[0]), (shared, CY, "Cy")):
        if name:
            phone.tap(f".hands-row button[aria-label='{name}']")
            hold(phone, name)
        phone.tap(f"{asked('declare', seat)} button[value=keep]")
    board.tap(f"#for-{DI} > summary")
    board.tap(f"{asked('declare', DI)} button[value=keep]")
    bo.see("form[data-ask=decree]")
    look("round 1", board, bo, shared)


def shows_the_truth(printed: Printed, board: Window, bo: Window) -> None:
    """The scoreboard shows what is stored, and a phone its own of it, without a reload."""
    totals = [signed(total) for total in result(printed.stored())["totals"]]
    board.until(lambda: "" if (shown := board.evaluate(TOTALS)) == totals else f"{shown} instead of {totals}")
    bo.see(".me .score", totals[BO])


def a_correction(printed: Printed, board: Window, bo: Window, look: Look) -> None:
    """On a phone's sheet the decree is put right; the scoreboard follows."""
    before = result(printed.stored())["totals"]
    bo.tap("#menu > summary")
    bo.see("#menu .standing")
    look("the menu", bo)
    bo.tap("#menu a[href^='/rules/']")
    bo.see("dialog#rules .rules")
    look("the rules", bo)
    bo.tap("#rules-close")
    bo.see("dialog#rules", number=0)
    bo.tap("#menu > summary")
    bo.tap("#menu a[href$='/sheet']")
    bo.see("#line-1")
    look("the sheet", bo)
    bo.tap("#line-1 a")
    replace = "form[action$='/correct']:has(input[name=how][value=replace])"
    bo.choose(f"{replace} select[name=icons2]", "2")
    look("a line", bo)
    bo.tap(f"{replace} button")
    bo.see("button[name=sure]")
    look("what would change", bo)
    bo.tap("button[name=sure]")
    bo.see("[id^=line-] del, [id^=line-] .struck, [id^=line-].struck")
    look("the sheet after a correction", bo)
    assert result(printed.stored())["totals"] != before, "the correction has to change something"
    bo.open(printed.server.url)
    shows_the_truth(printed, board, bo)


def asleep_and_back(shared: Window, bo: Window, server: Server, look: Look) -> None:
    """A phone that slept hears nothing, and is right when it wakes, and after the way back from another page."""
    bo.sleep()
    hold(shared, "Cy")
    decree(shared)
    shared.see("form[data-ask=decree]", number=0)
    assert not bo.evaluate("return document.querySelector('form[data-ask=write]')"), "it has heard nothing"
    bo.wake()
    bo.see(asked("write", BO))
    bo.open(f"{server.url}/history/")
    look("history before the end", bo)
    bo.back()
    write(bo, BO, "Boris")
    bo.see(".waiting")
    look("waiting", bo)


def decree(window: Window) -> None:
    """Some decree, by its icons."""
    window.tap("form[data-ask=decree] label:has(input[name=icons1][value='-1'])")
    window.tap("form[data-ask=decree] label:has(input[name=icons2][value='1'])")
    window.tap("form[data-ask=decree]:has(input[type=radio]) button.main")


def put_away(board: Window, server: Server) -> None:
    """The host ends a game before its end, from the sheet, and takes another."""
    board.open(f"{server.url}/table/{Printed(server).now_code()}/sheet")
    board.tap("#stop button")
    board.tap("form[action='/put-away'] button")
    board.see("#screen[data-layout^='board gather']")


def a_death(board: Window, shared: Window, bo: Window, look: Look) -> None:
    """Death Wish, in which somebody dies of the first diagnosis: everybody has a card."""
    start(board, "death-wish", target="1", first=str(BO))
    bo.see(f"#contract-{BO}")
    look("good health", board, bo)
    bo.tap(f"#contract-{BO} > summary")
    form = f"{asked('contract', BO)}:has(input[type=radio])"
    bo.type(f"{form} input.voice[name=disease]", "Loomonia")
    bo.tap(f"{form} label:has(input[name=color][value=red])")
    look("a diagnosis", bo)
    bo.tap(f"{form} button[name=skulls][value='1']")
    bo.see(".endcard")
    board.see(".end")
    look("it is over", board, bo, shared)


def the_end(board: Window, shared: Window, bo: Window, look: Look) -> None:
    """The evening ends on all screens, is kept as a picture, and is in the history."""
    board.tap("form[action='/put-away'] button")
    board.see("#screen[data-layout^='board gather']")
    board.tap("form[action='/end'] button")
    for window in (board, shared, bo):
        window.see("body.last .nights-standing li", number=4)
    look("the last page", board, shared, bo)
    saved(bo, look)
    bo.tap("a[href='/history/']")
    bo.see("h2 a")
    look("the history", bo)
    bo.tap("main li > a[href^='/history/']")
    bo.see(".endcards .endcard")
    look("a game of the history", bo)
    saved(bo, look)


def saved(phone: Window, look: Look) -> None:
    """A drawing becomes a picture to keep."""
    phone.tap("button[data-save]")
    phone.see("dialog.picture img")
    phone.until(lambda: "" if phone.evaluate(HIGH) == 1350 else "no picture")
    look("a picture to keep", phone)
    phone.tap("dialog.picture button")
    phone.see("dialog.picture", number=0)


class Tap(NamedTuple):
    """Who taps where, and types there what."""

    who: int
    css: str
    text: str = ""


def by(move: str, seat: int, target: str) -> Tap:
    """A tap of a seat, on a target in the form that asks it for a move."""
    return Tap(seat, asked(move, seat) + (target if target.startswith(":") else f" {target}"))


def fold(seat: int, name: str) -> Tap:
    """A tap that opens a fold, whose content is fetched then."""
    return Tap(seat, f"#{name} > summary")


def event(seat: int, color: str, number: int) -> Iterator[Tap]:
    """The taps by which a seat of Final Deathweek takes an event of one colour, by tile and pad."""
    yield by("take", seat, f"label:has([type=checkbox][value={color}])")
    yield Tap(seat, f".fd-pad > button[form=free-{seat}][value='{number}']")


# Of each other game: the options of its box, and its parts: what is then looked at, after how many lines, and what is
# tapped next.
GAMES: dict[str, tuple[dict[str, str], list[tuple[str, list[Tap]]]]] = {
    "death-over-the-kingdom": (
        {"mode": "last-standing", "lives": "2"},
        [
            (
                "Round 1",
                [
                    by("card", ONE, "button[value=dragon]"),
                    by("card", TWO, "button[value=knight]"),
                    by("card", GUEST, "button[value=monk]"),
                ],
            ),
            ("Still to read the turned card", [by("value", ONE, "button[value='3']")]),
            (
                "Round 2",
                [
                    fold(TWO, "told"),
                    Tap(TWO, "form[data-ask=losers] label:has([value='0'])"),
                    Tap(TWO, "form[data-ask=losers] button"),
                ],
            ),
            (
                "Round 3",
                [
                    Tap(GUEST, "form[data-ask=losers] label:has([value='2'])"),
                    Tap(GUEST, "form[data-ask=losers] button"),
                ],
            ),
        ],
    ),
    "gamushara-gang": (
        {},
        [
            ("Still to name one", [by("nominate", TWO, "button[value='4']")]),
            ("candidate", [by("nominate", GUEST, "button[value='6']")]),
            (
                "To execute",
                [
                    fold(TWO, "notebook"),
                    Tap(TWO, "#notes button[value^='6.0.']"),
                    fold(TWO, "exchange-1-2"),
                    by("exchange", TWO, ":has([name=out][value='6']) button[value='9']"),
                    fold(TWO, "confess-1"),
                    Tap(TWO, f"a[href$='/ask/{TWO}/confess']"),
                    Tap(TWO, f"{asked('confess', TWO)} input[name=answer]:not([type=hidden])", "妖術師"),
                    by("confess", TWO, "button[value=career]"),
                    Tap(ONE, "form[data-ask=execute] button[value='4']"),
                ],
            ),
            (
                "Still to pass",
                [
                    fold(GUEST, "for-2"),
                    fold(GUEST, "out-2"),
                    by("succeed", GUEST, "button"),
                    Tap(ONE, "form[data-ask=turn] button"),
                ],
            ),
            (
                "Turn 2",
                [
                    fold(TWO, "execute"),
                    Tap(TWO, "form[data-ask=execute] button[value='6']"),
                    Tap(ONE, ".gang-was summary"),
                    by("out", ONE, "button[value=true]"),
                ],
            ),
        ],
    ),
    "final-deathweek": (
        {},
        [
            (
                "No solid killer yet",
                [
                    by("solid", ONE, "button[value=black]"),
                    by("solid", TWO, "button[value=green]"),
                    by("solid", GUEST, "button[value=blue]"),
                ],
            ),
            (
                "Still to take an event",
                [Tap(ONE, f"{asked('expose', GUEST)} button[value=yellow]"), *event(TWO, "red", 9)],
            ),
            ("Still to take an event", [*event(GUEST, "black", 7), *event(ONE, "red", 3)]),
            (
                "Killers to come",
                [
                    by("killers", TWO, "button[value='black black']"),
                    by("killers", GUEST, "button[name=colors1][value=green]"),
                    by("killers", ONE, "button[value='blue blue']"),
                ],
            ),
            (
                "Day 2",
                [
                    Tap(TWO, f"{asked('expose', GUEST)} button[value=yellow]"),
                    fold(GUEST, "for-2"),
                    *event(GUEST, "black", 7),
                    fold(ONE, "break-0"),
                    by("break", ONE, ":not(:has([name='event.number'])) button"),
                    *event(TWO, "red", 3),
                ],
            ),
            (
                "Day 2",
                [
                    by("killers", GUEST, "button[name=colors1][value=green]"),
                    by("killers", TWO, "button[value='red yellow']"),
                ],
            ),
        ],
    ),
}


def follow(*devices: Window) -> None:
    """Wait until all show what was reported: nothing moves then under the next finger."""
    for device in devices:
        device.until(partial(behind, device))


def behind(device: Window) -> str:
    return "" if device.evaluate(FOLLOWS) else "it does not follow"


@pytest.mark.drawn("engines")
@pytest.mark.parametrize("slug", GAMES)
def test_another_game_to_its_end(slug: str, open_window: Opens, server: Server, look: Look) -> None:
    printed = Printed(server)
    board, *phones = devices = open_window("tablet"), open_window("phone"), open_window("phone")
    link = scoreboard(printed, board, look)
    for phone, name in zip(phones, NAMES[1:], strict=False):
        sit(phone, link, name, look)
    seat_guest(board, "Di")
    options, parts = GAMES[slug]
    start(board, slug, **options)
    for state, taps in parts:
        for device in devices:
            device.see("#screen", state)
        follow(*devices)
        look(state, *devices)
        for who, css, text in taps:
            device = (*phones, board)[who]
            device.type(css, text) if text else device.tap(css)
            follow(*devices)
    board.see(".end")
    for phone in phones:
        phone.see(".endcard")
    assert result(printed.stored())["over"]
    look("it is over", *devices)
    board.tap("form[action='/put-away'] button")
    board.see("#screen[data-layout^='board gather']")
    board.tap("form[action='/end'] button")
    for device in devices:
        device.see("body.last .nights-standing li", number=3)
    look("the last page", *devices)
    assert server.complaints == ""


@pytest.mark.drawn("engines")
def test_what_goes_wrong_is_heard(open_window: Opens, server: Server) -> None:
    phone = open_window("phone")
    phone.open(server.url)
    assert phone.faults() == []
    phone.evaluate(WOES)
    heard: list[str] = []

    def missing() -> str:
        heard.extend(phone.faults())
        wanted = ("console: woe", "not loaded: ", "forbidden: img-src", "the page is 500 px wide")
        return next((f"{part} in {heard}" for part in wanted if not any(part in one for one in heard)), "")

    phone.until(missing)
