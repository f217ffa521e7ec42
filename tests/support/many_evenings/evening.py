"""One evening played through its real pages: six phones and a board come in, and report what they are asked."""

import random
import re
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from itertools import count

from companion.games import GAMES
from companion.storage.identifiers import HOME
from tests.support.api import Answer
from tests.support.effort import patient
from tests.support.folds import folds
from tests.support.forms import Filled, Form, forms
from tests.support.many_evenings.client import Client
from tests.support.many_evenings.device import Device
from tests.support.many_evenings.marks import Received, mark
from tests.support.many_evenings.screen import offers
from tests.support.server import Server

PHONES = 6
NAMES = ("Ann", "Bo & Co", "千代", "D<i>", "O'Eve", 'F "x"')
SECONDS = 1.0  # until a screen shows a tap; one that does not is compared with its page, and fetched whole
LATEST = 5.0  # seconds more, after which a screen is behind whose stream is open
TWICE, TOGETHER = 0.1, 0.2  # how often a tap is sent twice, and how often two devices tap at once
BACK, BOARD = 0.05, 0.25  # how often a line is taken back, and how often the forms of the board come first
SLUGS = tuple(GAMES)
NEWEST = re.compile(rb'data-newest="([0-9]+)"')
CODE = re.compile(r'<p class="code[^"]*">([A-Z]{5,6})</p>')


@dataclass(frozen=True)
class Tap:
    """A tap that was sent: the table, its move, and the line as which it was acknowledged; None: it was refused.

    Without a move it took a line back.
    """

    table: str
    move: str
    line: int | None


class PlayedEvening:
    """The evening with this number: its group's mark is in each name; the games take turns, beginning by the seed.

    The first is that of the home, whose host has the link of the terminal; any other is of a group that its host opens.
    """

    def __init__(self, server: Server, number: int, seed: int) -> None:
        self.number = number
        self.mark, self.game = mark(number), SLUGS[(number + seed) % len(SLUGS)]
        self.received = Received(self.mark)
        self.taps: list[Tap] = []
        self.refusals: Counter[str] = Counter()
        self.doubled = self.late = self.behind = 0
        self.code = self.ticket = self.table = self.results = ""
        self._rng = random.Random(f"{seed} {number}")
        self._changed = threading.Condition()
        self._written = count(1)
        self._threads = ThreadPoolExecutor(2)
        self._server = server
        self.board = self._device(PHONES)
        self.phones = [self._device(seat, f"{name} {self.mark}") for seat, name in enumerate(NAMES)]

    def _device(self, place: int, name: str = "") -> Device:
        client = Client(self._server.url, f"127.0.{self.number + 1}.{place + 1}", self.received)
        return Device(client, self._changed, name)

    @property
    def devices(self) -> list[Device]:
        return [*self.phones, self.board]

    @property
    def host(self) -> Device:
        """The board; at every other evening a phone."""
        return self.board if self.number % 2 else self.phones[0]

    @property
    def line(self) -> int:
        """The newest line that was acknowledged."""
        return max((tap.line for tap in self.taps if tap.line), default=0)

    # --- before the game

    def gather(self) -> None:
        """The host opens the evening, the others come in; as many phones sit down as the game has seats."""
        self._open()
        for device in self.devices:
            if device is not self.host:
                self._come_in(device)
            if device is self.board:
                self._use(device, "board")
            elif self.phones.index(device) < GAMES[self.game].SEATS[-1]:
                self._sit(device)
            else:
                device.name = ""
                self._use(device, "watch")

    def _open(self) -> None:
        page = self.host.client
        if self.number == HOME:
            page.open(f"/host/{self._stored('host_ticket', 'group_id', HOME)}")
        else:
            page.submit(page.open("/").form("/groups", ["name"]), [("name", f"Club {self.mark}")])
        with closing(page.twin()) as beside:
            code = CODE.search(beside.open("/network").html)
        assert code is not None
        self.code = code[1]
        self.ticket = self._stored("ticket", "code", self.code)

    def _stored(self, column: str, key: str, value: object) -> str:
        """What a camera reads, and we cannot, of the evening for which `key` is `value`."""
        with self._server.history() as db:
            return str(db.execute(f"select {column} from evenings where {key} = ?", [value]).first()[0])

    def _come_in(self, device: Device) -> None:
        """By the QR code, or the code in print."""
        if self._rng.random() < 0.5:
            device.client.open(f"/j/{self.ticket}")
            return
        form = device.client.open("/").form("/code", ["code"])
        device.client.submit(form, [("code", self.code)])

    def _use(self, device: Device, kind: str) -> None:
        form = device.client.form("/use", kind=kind)
        device.client.submit(form, form.untouched())

    def _sit(self, device: Device) -> None:
        form = device.client.form("/sit", ["name"])
        device.client.submit(form, [*(pair for pair in form.untouched() if pair[0] != "name"), ("name", device.name)])

    def start(self) -> None:
        """The host starts the game; texts among its options are ours."""
        page = self.host.client.open("/")
        form = page.form("/tables", game=self.game)
        open_texts = {field.name for field in form.fields if field.kind == "text"}
        page.submit(form, [(name, self.say(name) if name in open_texts else value) for name, value in form.untouched()])

    def say(self, field: str) -> str:
        """What is typed into a field: something new each time."""
        letters = "".join(chr(97 + int(digit)) for digit in str(next(self._written)))
        return f"{self.mark}{letters} {field}"

    # --- the game

    def play(self, most: int) -> None:
        """Report until the game is over, or so many lines were taken; then the host breaks it off."""
        for _ in range(4 * most):
            self._wait()
            offers = self._offers(2 if self._rng.random() < TOGETHER else 1)
            if not offers or self.line >= most:
                break
            self.table = offers[0][1].action.split("/")[2]
            taps = [(*offer, offer[1].filled(self._rng, self.say), self._rng.random()) for offer in offers]
            self.doubled += sum(self._threads.map(lambda tap: self._tap(*tap), taps))
        if self._is_played():
            self._break_off()

    def _wait(self) -> None:
        """Until all screens show the newest line; who does not in time looks anew."""
        with self._changed:
            if self._changed.wait_for(self._is_shown, patient(SECONDS)):
                return
        self._compare_late()
        with self._changed:
            assert self._changed.wait_for(self._is_shown, patient(60)), "a screen does not show the newest line"

    def _compare_late(self) -> None:
        """Compare the screens that do not show the newest line with their pages, and have them fetched whole."""
        late = [device for device in self.devices if device.screen.shown.line < self.line]
        missed = [device.missed() for device in late]
        with self._changed:
            self._changed.wait_for(lambda: not any(one.is_behind for one in missed), patient(LATEST))
        self.late += len(late)
        self.behind += sum(one.is_behind for one in missed)
        for device in late:
            if device.screen.shown.line < self.line:
                device.screen.again()

    def _is_shown(self) -> bool:
        shown = [device.screen.shown for device in self.devices]
        return all(one.layout.endswith("table") and one.line >= self.line for one in shown)

    def _offers(self, most: int) -> list[tuple[Device, Form]]:
        """A form of each of so many devices, as far as they offer any, by chance."""
        devices = self._rng.sample(self.phones, len(self.phones))
        devices.insert(0 if self._rng.random() < BOARD else len(devices), self.board)
        offered = [(device, forms) for device in devices if (forms := self._forms_of(device))]
        return [(device, self._rng.choice(forms)) for device, forms in offered[:most]]

    def _forms_of(self, device: Device) -> list[Form]:
        """What a screen offers to report, and what it does in one of its folds."""
        shown = device.screen.shown
        answers = [device.client.insist("GET", path, scripts=True) for path in self._some(folds(shown.html))]
        html = "".join(answer.body.decode() for answer in answers if answer.status == 200)
        return shown.forms + offers(html)

    def _some(self, addresses: list[str]) -> list[str]:
        return [self._rng.choice(addresses)] if addresses else []

    def _tap(self, device: Device, form: Form, given: Filled, chance: float) -> int:
        """Send a form, by chance the same twice, or take its line back; how many lines are too many, or not its own."""
        before = self.line
        lines = {self._send(device, form, given) for _ in range(2 if chance < TWICE else 1)}
        if chance > 1 - BACK:
            for line in lines - {None}:
                self._take_back(device, line)
        taken = [line for line in lines if line is not None]
        return max(0, len(taken) - 1) + sum(line <= before for line in taken)

    def _take_back(self, device: Device, line: int | None) -> None:
        answer = device.client.insist("POST", f"/table/{self.table}/back", [("line", str(line))], scripts=True)
        newest = NEWEST.search(answer.body) if answer.status == 200 else None
        with self._changed:
            self.refusals.update([] if newest else [answer.body.decode().strip()])
            self.taps.append(Tap(self.table, "", int(newest[1]) if newest else None))

    def _send(self, device: Device, form: Form, given: Filled) -> int | None:
        """The line as which a tap was acknowledged; None if it was refused."""
        answer = device.client.insist("POST", form.action, given, scripts=True)
        line = _line(answer)
        with self._changed:
            self.refusals.update([answer.body.decode().strip()] if line is None else [])
            self.taps.append(Tap(self.table, dict(given)["move"], line))
        return line

    def _is_played(self) -> bool:
        return not any(form.action == "/rematch" for form in forms(self.host.client.open("/").html))

    def _break_off(self) -> None:
        page = self.host.client.open(f"/table/{self.table}/sheet")
        form = page.form(f"/table/{self.table}/move", move="stop")
        self._send(self.host, form, form.untouched())

    def end(self) -> None:
        """The host ends the evening."""
        page = self.host.client.open("/")
        for action in ("/put-away", "/end"):
            page.submit(page.form(action), [])

    def download(self) -> None:
        """The host downloads the file of results."""
        self.results = self.host.client.open("/history/results.csv").html

    def close(self) -> None:
        self._threads.shutdown()
        for device in self.devices:
            device.close()


def _line(answer: Answer) -> int | None:
    assert answer.status in (200, 400, 403, 409, 422), answer  # 403: who led no longer does
    if answer.status != 200:
        return None
    taken = [form for form in forms(answer.body.decode()) if form.action.endswith("/back")]
    return int(dict(taken[0].hidden)["line"]) if taken else None
