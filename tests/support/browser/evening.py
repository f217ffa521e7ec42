"""A table in real browsers: phones and a tablet come in through the QR code, play by tapping, and are compared.

What was reported is folded here once more by the pure rules, so that every screen can be held against the truth.
"""

import io
import json
import re
import sqlite3
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from playwright.sync_api import Error as Trouble
from playwright.sync_api import TimeoutError as Late

from companion.games import GAMES
from companion.games.sentences import signed
from companion.storage.identifiers import now
from companion.storage.sqlite.condition import FILE
from companion.table.fold import append, open_table
from companion.table.model import Table
from companion.table.moves import move as read_move
from companion.table.moves import options_for
from companion.table.questions import asks
from companion.table.result import result
from companion.table.visibility import view
from tests.support.browser import folds, looks
from tests.support.effort import patient
from tests.support.folds import SCRIPTS
from tests.support.server import Server

SECONDS = 5.0
UNASKED = {"death-wish": {"outbreak"}}  # what a screen offers at any time, and nobody is asked for
PLAIN_REFRESH = 5  # seconds: a waiting page without scripts fetches itself anew
RESTLESS = """() => document.body.classList.contains('unfolding') ? 'something unfolds'
    : document.getAnimations().some((one) =>
        one.playState === 'running' && one.effect.getComputedTiming().endTime < 2000) ? 'something moves' : ''"""
IN_A_BOX = "(target) => { const form = target.closest('form.start'); return !!form && !form.checkVisibility(); }"
IN_THE_WAY = f"""(target) => !!target.parentElement.closest('details:not([open])') || ({IN_A_BOX})(target)
    || !!({RESTLESS})()"""
IS_OLD = "() => [document.documentElement, ...document.forms].some((element) => element.isOld)"
MARK_OLD = """(button, scripts) => {
    (scripts && button.form.hasAttribute('hx-post') ? button.form : document.documentElement).isOld = true; }"""
STANDING = "() => document.querySelector('#menu a.later[href$=\"/standing\"]:not([hidden])')?.href"
SHOWN = """([seats, folded]) => {
    const standing = new DOMParser().parseFromString(folded, 'text/html');
    const found = (selector) => document.querySelector(selector) ?? standing.querySelector(selector);
    const text = (selector) => found(selector)?.textContent.trim() ?? `no ${selector}`;
    return [[...Array(seats).keys()].map((seat) => text(`.standing .s${seat} .total`)), text('.me .score'),
        [...document.querySelectorAll('[data-ask]')].map((form) =>
            [form.dataset.ask, form.querySelector('input[name=seat]')?.value ?? ''])]; }"""
# On a connection of its own: one that is kept for the next request may be dead after a sleep.
ALONE = {**SCRIPTS, "Connection": "close"}
LEAKED = "(secrets) => secrets.filter((secret) => document.documentElement.outerHTML.includes(secret))"
NAMES = ("Ann", "Bartholomew Longname", "寿限無寿限無五劫の擦り切れ海砂利水魚の水", "Di", "Eve", "Maximiliane-Wilhelma")


def until(page: Page, missing: Callable[[], str], seconds: float = SECONDS) -> None:
    """Wait until `missing` has nothing to say any more; fail with what it says when the time is up."""
    seconds = patient(seconds)
    end = time.monotonic() + seconds
    while said := missing():
        assert time.monotonic() < end, f"after {seconds} s still: {said}"
        page.wait_for_timeout(20)  # events of the browser come in meanwhile


def look_at(state: str, *devices: "Device") -> None:
    """Look at all these screens, each scoreboard whole."""
    for device in devices:
        (device.look_at_board if device.name == "tablet" else device.look)(state)


class Device:
    """A phone or a tablet in somebody's hands: it taps, types, looks, and keeps pictures of what it saw."""

    def __init__(self, evening: "Evening", name: str, context: BrowserContext, script: bool, url: str) -> None:
        self.evening = evening
        self.name = name
        self.script = script
        self.url = url
        self.seat: int | None = None
        self.context = context
        self.page = context.new_page()
        self.page.set_default_timeout(patient(SECONDS) * 1000)
        self.page.on("response", lambda answer: None)  # so that no tap has to ask for the answers, and to stop them
        looks.watch(self.page, evening.server.url, url)

    # --- looking

    def look(self, state: str, expected: str = "nothing") -> None:
        """Check how the screen looks in this state, to be told at the end; `start.py looks` keeps a picture of it."""
        self.page.wait_for_load_state()
        self.settle()
        for fault in looks.faults(self.page, both_sizes=looks.THOROUGH):
            if expected not in fault:
                self.evening.faults[fault].append(f"{self.name} {state}")
        self.shot(state)

    def shot(self, state: str) -> None:
        """In `start.py looks` a picture of this state."""
        if looks.THOROUGH:
            self.picture(state)

    def picture(self, state: str) -> None:
        """A picture of the whole page: NN-device-state.png."""
        self.evening.pictures_taken += 1
        name = re.sub(r"[^\w-]+", "-", f"{self.evening.pictures_taken:02d}-{self.name}-{state}".lower())
        # to hide the caret, Playwright would write styles into the page
        self.page.screenshot(path=self.evening.pictures / f"{name}.png", full_page=True, caret="initial")

    def look_at_board(self, state: str) -> None:
        """Check and keep the scoreboard, all of which is on the screen: nobody scrolls from three metres."""
        self.look(state)
        high: int = self.page.evaluate("() => document.documentElement.scrollHeight")
        if high > looks.SIZES["tablet"][1]:
            self.evening.faults[f"the scoreboard is {high} px high"].append(f"{self.name} {state}")

    def forgive_outage(self) -> None:
        """That the server was away is no fault of this screen."""
        looks.forgive_outage(self.page)

    def settle(self) -> None:
        """What unfolds is shown at once by two quick taps anywhere, and so is what was waiting behind it."""
        until(self.page, self._hurried)

    def _hurried(self) -> str:
        restless = self.restless()
        if "unfolds" in restless and self.script:
            self.page.mouse.dblclick(2, 2)
        return restless

    def restless(self) -> str:
        """What still moves on this screen; nothing if it stands."""
        try:
            return str(self.page.evaluate(RESTLESS))
        except Trouble as trouble:
            if "Execution context was destroyed" not in trouble.message:
                raise
            return "another page is on its way"

    def home(self) -> None:
        """Fetch this device's screen whole. A page that refreshes itself may come in between."""
        try:
            self.page.goto(self.url)
        except Trouble as trouble:
            if not any(sign in trouble.message for sign in ("another navigation", "ERR_ABORTED")):
                raise
            self.page.wait_for_load_state()

    # --- fingers

    def tap(self, target: Locator) -> None:
        """Tap, after opening what folds the target away."""
        self._insist(target, lambda patience: target.click(timeout=patience, no_wait_after=True))

    def type(self, field: Locator, text: str) -> None:
        """Type into a field."""
        self._insist(field, lambda patience: field.fill(text, timeout=patience))

    def reach(self, target: Locator) -> None:
        """Let `target` be on the page, also where it is in a fold: fetched into it, or without scripts a page."""

        def missing() -> str:
            if not target.count():
                self._look_into_folds(target)
            return "" if target.count() else "it is not on the page"

        until(self.page, missing)

    def _look_into_folds(self, target: Locator) -> None:
        try:
            if self.script:
                folds.fetch_next(self.page)
                return
            here = self.page.url
            for address in [*folds.pages(self.page), here]:
                if not target.count():
                    self.page.goto(address)
        except Trouble as trouble:
            if "Execution context was destroyed" not in trouble.message:
                raise

    def _insist(self, target: Locator, act: Callable[[float], None]) -> None:
        """Do something to `target`, and again if the screen moved on under the finger."""
        self.reach(target)
        for patience in (2000, 2000, patient(SECONDS) * 1000):
            try:
                if target.evaluate(IN_THE_WAY):
                    self.open_up(target)
                    self.settle()
                act(patience)
                return
            except Late:
                if patience > 2000:
                    raise

    def open_up(self, target: Locator) -> None:
        """Take down the box of the shelf that `target` is in, and open every fold round it, the outermost first."""
        self.reach(target)
        if target.evaluate(IN_A_BOX):
            game = target.locator("xpath=ancestor::form").get_attribute("data-game")
            self.page.locator(f"label[for='box-{game}']").click(timeout=2000)
        closed = target.locator("xpath=ancestor::details[not(@open)]")
        for _ in range(closed.count()):
            self.settle()
            closed.first.locator("xpath=./summary").click(timeout=2000)

    def pick(self, field: Locator) -> None:
        """Tick a radio button or a box by its label."""
        self.tap(field.locator("xpath=ancestor::label"))
        expect(field).to_be_checked()

    def send(self, button: Locator) -> None:
        """Tap a button that sends its form, and wait for the answer; a plain form brings a new page."""
        self.reach(button)
        button.evaluate(MARK_OLD, self.script)
        with self.page.expect_response(lambda answer: answer.request.method == "POST") as answered:
            self.tap(button)
        assert answered.value.status < 400, f"{self.name}: {answered.value.status}, {self.page.inner_text('body')}"
        until(self.page, lambda: "the page is still the old one" if self._is_old() else "")

    def _is_old(self) -> bool:
        """Whether the page, or a form of it, is the one that was there before; a page on its way cannot say."""
        try:
            return bool(self.page.evaluate(f"() => ({IS_OLD})() || document.readyState === 'loading'"))
        except Trouble:
            return True

    # --- moves of DEATH Name; without `seat` for whoever holds the device

    def form(self, move: str, seat: int | None = None) -> Locator:
        """The form that asks for a move, of a seat if that is said."""
        about = self.seat if seat is None else seat
        named = "" if about is None else f":has(input[name=seat][value='{about}'])"
        return self.page.locator(f"form[data-ask={move}]{named}")

    def decree(self, *icons: int) -> None:
        """Enter a decree by its icons; one that the house knows by a tap."""
        known = self.known(*icons)
        if known is not None:
            self.send(known.locator("button"))
        else:
            picker = self.page.locator("form[data-ask=decree]:has(input[type=radio])")
            for place, icon in enumerate(icons):
                self.pick(picker.locator(f"input[name=icons{place}][value='{icon}']"))
            self.send(picker.locator("button.main" if any(icons) else ".nothing button"))
        self.evening.report(move="decree", icons=list(icons))

    def known(self, *icons: int) -> Locator | None:
        """The form with this decree ready to tap, if it is offered."""
        offered = self.page.locator("form[data-ask=decree]")
        self.reach(offered.first)
        given: list[list[str]] = offered.evaluate_all(
            """(forms) => forms.map((form) =>
                [...form.querySelectorAll('input[type=hidden][name=icons]')].map((field) => field.value))"""
        )
        wanted = [str(icon) for icon in icons]
        return offered.nth(given.index(wanted)) if wanted in given else None

    def write(self, name: str, seat: int | None = None) -> None:
        self._say("write", "name", name, seat)

    def reading(self, reading: str, seat: int | None = None) -> None:
        self._say("reading", "reading", reading, seat)

    def _say(self, move: str, field: str, text: str, seat: int | None) -> None:
        form = self.form(move, seat)
        self.type(form.locator(f"input[name={field}]"), text)
        self.send(form.locator("button"))
        self.evening.report(move=move, seat=self.seat if seat is None else seat, **{field: text})

    def declare(self, choice: str, seat: int | None = None) -> None:
        self._choose("declare", "choice", choice, seat)

    def hold(self, card: int, seat: int | None = None) -> None:
        self._choose("hold", "card", card, seat)

    def choose(self, number: int, seat: int | None = None) -> None:
        self._choose("choose", "round", number, seat)

    def _choose(self, move: str, field: str, value: str | int, seat: int | None) -> None:
        self.send(self.form(move, seat).locator(f"button[name={field}][value='{value}']"))
        self.evening.report(move=move, seat=self.seat if seat is None else seat, **{field: value})

    def take_back(self) -> None:
        """Take the last tap back, by the strip that offers it for five seconds."""
        self.send(self.page.locator("form[action$='/back'] button"))
        self.evening.report(move="correct", lines=[[len(self.evening.truth.lines), None]])

    # --- what the screen tells

    def shown(self) -> tuple[list[str], str, set[str]]:
        """The totals in the order of the seats, the own score of a phone, and the moves that this screen asks for, or
        leads to: of the seat that holds it, and of the table.
        """
        totals, score, asked = self.page.evaluate(SHOWN, [len(self.evening.names), self._standing()])
        return totals, score, {move for move, seat in asked if seat in ("", str(self.seat))}

    def _standing(self) -> str:
        """The standing that a phone fetches once its menu is opened; nothing where it is on the page."""
        address = self.page.evaluate(STANDING)
        return self.page.request.get(address, headers=ALONE).text() if address else ""

    def asked(self) -> set[str]:
        """The moves that this screen asks for."""
        return self.shown()[2]

    def astray(self) -> str:
        """In what this screen differs from the truth; nothing if it is right."""
        truth = self.evening.truth
        expected = [signed(total) for total in result(truth)["totals"]]
        if truth.game.SLUG == "death-wish":  # skulls are counts
            expected = [total.removeprefix("+") for total in expected]
        try:
            totals, score, asked = self.shown()
        except Trouble as trouble:
            if "Execution context was destroyed" not in trouble.message:
                raise
            return f"{self.name} is on its way to another page"
        if totals != expected:
            return f"{self.name} shows the totals {totals} instead of {expected}"
        if self.seat is None:
            return ""
        if score != expected[self.seat]:
            return f"{self.name} shows its score {score} instead of {expected[self.seat]}"
        may = {ask.move for ask in asks(truth, self.seat)} | UNASKED.get(truth.game.SLUG, set())
        must = {ask.move for ask in asks(truth, self.seat) if not ask.optional}
        if "hold" in asked:
            must -= {"declare"}  # one or the other: this table drafts by hand
        must -= self.evening.left_to_the_table
        return "" if must <= asked <= may else f"{self.name} asks {asked}, between {must} and {may}"


def link_in(picture: bytes) -> str:
    """The link in the one QR code of a picture."""
    (read,) = zxingcpp.read_barcodes(
        Image.open(io.BytesIO(picture)), zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    )
    return read.text


class Printed:
    """What a server prints in the terminal, and what it has stored."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.starts = 1

    def host_link(self) -> str:
        """The host's own link, as the terminal prints it."""
        return self._printed(r"own link: (\S+)")

    def code(self) -> str:
        """The code in print, as the terminal prints it."""
        return self._printed(r"\(code (\w{5,6})\)")

    def _printed(self, pattern: str) -> str:
        """What the server says in the terminal once it serves."""
        return self.server.wait_printed(pattern, self.starts)[-1]

    def stored(self) -> Table:
        """The newest table as the drawer has it on disk."""
        with closing(sqlite3.connect(self.server.data / FILE)) as db:
            id, game, seats, options = db.execute(
                "select id, game, seats, options from tables order by opened_at desc limit 1"
            ).fetchone()
            lines = db.execute("select move from lines where table_id = ? order by line", [id]).fetchall()
        table = open_table(GAMES[game], json.loads(seats), options_for(GAMES[game], json.loads(options)))
        for (line,) in lines:
            table = append(table, read_move(table.game, json.loads(line)))
        return table

    def now_code(self) -> str:
        """The code of the newest table."""
        with closing(sqlite3.connect(self.server.data / FILE)) as db:
            return str(db.execute("select code from tables order by opened_at desc limit 1").fetchone()[0])


class Evening(Printed):
    """A gathering at a real server: the devices that came in, and the table that they play, as it should stand."""

    def __init__(self, browser: Browser, server: Server, pictures: Path) -> None:
        super().__init__(server)
        self.browser = browser
        self.pictures = pictures
        self.pictures_taken = 0
        self.moving = False
        self.left_to_the_table: set[str] = set()  # moves that the group does not report, and no screen asks for
        self.devices: list[Device] = []
        self.names: list[str] = []
        self.faults: defaultdict[str, list[str]] = defaultdict(list)
        self.truth: Table = None  # type: ignore[assignment]

    def close(self) -> None:
        """Everybody leaves."""
        for device in self.devices:
            device.context.close()

    def told_faults(self) -> str:
        """What was wrong with the screens, each fault once, with the states in which it was seen."""
        told = [f"The screens have {len(self.faults)} faults (pictures: {self.pictures}):"]
        for fault, states in sorted(self.faults.items()):
            more = f" and {len(states) - 2} more" if len(states) > 2 else ""
            told.append(f"  - {fault}\n      on: {', '.join(states[:2])}{more}")
        return "\n".join(told)

    # --- coming in

    def device(
        self, name: str, kind: str, script: bool = True, locale: str = "en-GB", home: str = "", accept: bool = False
    ) -> Device:
        """A new device, with cookies and storage of its own, that has been nowhere yet.

        `home` is the address at which it finds the server, if that is another than the server's own. Only where
        `moving` is set does anything unfold. `accept`: somebody goes on when it warns of a strange certificate.
        """
        width, height = looks.SIZES[kind]
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            java_script_enabled=script,
            ignore_https_errors=accept,
            locale=locale,
            reduced_motion="no-preference" if self.moving else "reduce",
        )
        device = Device(self, name, context, script, home or self.server.url)
        self.devices.append(device)
        return device

    def start_again(self) -> None:
        """Start the server again on the same folder, at the same address."""
        self.server.start()
        self.starts += 1

    def next_week(self) -> None:
        """The evening ends, the server is stopped, and started for another evening."""
        assert self.server.stop() == 0
        with closing(sqlite3.connect(self.server.data / FILE)) as db, db:
            db.execute("update evenings set closed_at = ?", [now()])
        self.start_again()

    def tablet(self, **more: Any) -> Device:
        """The host's tablet, used as the scoreboard."""
        tablet = self.device("tablet", "tablet", **more)
        tablet.page.goto(self.host_link())
        tablet.look("just come in")
        tablet.send(tablet.page.locator("form[action='/use']:has(input[name=kind][value=board]) button"))
        return tablet

    def scanned(self, tablet: Device) -> str:
        """The link in the QR code that the tablet really shows."""
        return link_in(tablet.page.screenshot())

    def type_code(self, device: Device) -> None:
        """Come in by the code in print."""
        device.home()
        device.type(device.page.locator("form[action='/code'] input[name=code]"), self.code().lower())
        device.send(device.page.locator("form[action='/code'] button"))

    def phone(self, name: str, link: str = "", **more: Any) -> Device:
        """A phone that came by `link`, or without one by the code in print, and sits down under `name`."""
        phone = self.device(f"phone{len(self.names) + 1}", "phone", **more)
        self.sit(phone, name, link)
        return phone

    def sit(self, phone: Device, name: str, link: str = "") -> None:
        """Come in and sit down, as who goes by that name already if anybody does."""
        if link:
            phone.page.goto(link)
        else:
            self.type_code(phone)
        phone.type(phone.page.locator("form[action='/sit'] input[name=name]"), name)
        phone.send(phone.page.locator("form[action='/sit']:has(input[name=name]) button"))
        is_that_one = phone.page.locator("form[action='/sit']:has(input[name=goes_by]) button")
        if is_that_one.count():
            phone.send(is_that_one)
        phone.seat = len(self.names)
        self.names.append(name)

    def guest(self, host: Device, name: str) -> None:
        """The host seats somebody without a phone."""
        form = host.page.locator("form[action='/guests']")
        host.type(form.locator("input[name=name]"), name)
        host.send(form.locator("button"))
        self.names.append(name)

    def start(self, host: Device, game: str = "death-name", drafting: str = "", **options: Any) -> None:
        """The host starts a game; every device is at the table then."""
        form = host.page.locator(f"form[action='/tables']:has(input[name=game][value='{game}'])")
        if drafting:
            host.pick(form.locator(f"input[name='habit.drafting'][value={drafting}]"))
        for name, value in options.items():
            field = form.locator(f"[name='option.{name}']")
            host.open_up(field.first)
            if field.first.get_attribute("type") == "radio":
                host.pick(form.locator(f"[name='option.{name}'][value='{str(value).lower()}']"))
            else:
                field.select_option(str(value).lower())
        host.send(form.locator("button.main"))
        self.truth = open_table(GAMES[game], self.names, options_for(GAMES[game], options))
        self.agree()

    # --- the truth

    def report(self, **move: Any) -> None:
        """Note what was reported."""
        self.truth = append(self.truth, read_move(self.truth.game, move))

    def agree(self, seconds: float = SECONDS) -> None:
        """Wait until every screen shows the truth, no more of it than it may; without scripts it is fetched anew.

        A scoreboard that unfolds shows what has come meanwhile once it has done so.
        """
        for device in self.devices:
            if not device.script:
                device.home()
            device.settle()
            until(device.page, device.astray, seconds)
            secrets = self.secrets(device.seat)
            leaked = device.page.evaluate(LEAKED, secrets) if secrets else []
            assert not leaked, f"{device.name} can read {leaked}"

    def secrets(self, seat: int | None) -> list[str]:
        """The names of the open round of DEATH Name that `seat` may not know."""
        newest = self.truth.state.newest if self.truth.game.SLUG == "death-name" else None
        if newest is None or newest.scored:
            return []
        seen: Any = view(self.truth, seat)  # of DEATH Name
        return [name for name in newest.names if name and name not in (seen.own, seen.hand and seen.hand.name)]
