"""The main ways of a phone and of the scoreboard in Firefox and in WebKit, as Debian ships them.

Without those the tests are skipped, or fail where REQUIRE_ENGINES is set. What was tried where: docs/browsers.md.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

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
WOES = """console.error('woe');
    for (const src of ['/nothing', 'http://127.0.0.1:1/']) document.body.append(Object.assign(new Image(), { src }));
    document.body.style.width = '500px';"""
ANN, CY, BO, DI = range(4)  # as they come in: Cy has no phone, and shares Ann's; Di has none at all


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
    board.open(printed.host_link())
    look("just come in", board)
    board.tap("form[action='/use']:has(input[name=kind][value=board]) button")
    board.see("#screen[data-layout^='board gather']")
    link = link_in(board.picture())
    for phone, name in ((shared, NAMES[0]), (bo, "Bo")):
        phone.open(link)
        look("what is your name", phone)
        phone.type("form[action='/sit'] input[name=name]", name)
        phone.tap("form[action='/sit']:has(input[name=name]) button")
        phone.see("#screen[data-layout^='phone gather']")
        if phone is shared:
            phone.open(f"{printed.server.url}/phone")
            phone.type("form[action='/sit'] input[name=name]", "Cy")
            phone.tap("form[action='/sit']:has(input[name=name]) button")
        board.see(".around li", name)
    board.type("form[action='/guests'] input[name=name]", "Di")
    board.tap("form[action='/guests'] button")
    board.see(".around li", "Di")
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
