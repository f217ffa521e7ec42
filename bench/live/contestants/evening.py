"""An evening with its real screens: each follows its stream, and the phones tap what they are asked."""

import asyncio
import random
import re
from collections.abc import Iterator
from functools import partial
from itertools import count
from time import perf_counter
from urllib.parse import urlencode

from bench.live.contestants.gathering import Gathered
from bench.live.table import DrivenTable
from bench.live.wire import Answer, Connection, EventStream, request
from tests.support.forms import Filled, Form, forms

LINES = 100_000  # more than a game has: so far apart are the positions of two games
MAIN = re.compile(rb'<main id="screen" (.*?)>')
GAME = re.compile(rb'<body[^>]* data-game="([^"]*)"')
ATTRIBUTE = re.compile(rb'data-([a-z]+)="([^"]*)"')
SHOWN = re.compile(rb"event: shown\nid: \d+\ndata: \S+ (\d+)")
SLOT = re.compile(rb"event: slot\ndata: (\S+)\n(.*)", re.S)
PLACE = re.compile(rb"<!--\[([^/\]]+)\]-->(.*?)<!--\[/\1\]-->", re.S)
ASK = re.compile(r"<details[^>]*>|</details>|<form [^>]*data-ask=.*?</form>", re.DOTALL)
BESIDE = re.compile(r'<button [^>]*\bform="[^>]*>')  # of a form around which they do not stand
OPEN = re.compile(r"<details[^>]* open[ >]")
TAKEN = re.compile(rb'/back".*name="line" value="(\d+)"', re.DOTALL)
TRIES = 50


def with_row(html: bytes, name: bytes, row: bytes) -> bytes:
    """The HTML of a slot with this in the place of one of its rows."""
    before, begin, others = html.partition(b"<!--[%b]-->" % name)
    _, end, after = others.partition(b"<!--[/%b]-->" % name)
    assert end, name
    return before + begin + row + end + after


def offers(html: str, is_folded: bool) -> Iterator[str]:
    """The forms of a screen that ask for something: those inside of a closed fold, or the others."""
    folds: list[bool] = []  # whether each fold around is closed
    for token in ASK.findall(html):
        if token.startswith("<form"):
            if any(folds) == is_folded:
                yield token
        elif token == "</details>":
            folds.pop()
        else:
            folds.append(not OPEN.match(token))


class Screen:
    """A phone or a scoreboard: a page, the stream that keeps it up to date, and a connection for taps."""

    def __init__(self, evening: "DrivenEvening", number: int, port: int, cookie: str) -> None:
        self._evening, self._number, self._port = evening, number, port
        self._host = f"127.0.0.1:{port}"
        self.cookie = cookie
        self._headers = {"Cookie": cookie, "Origin": f"http://{self._host}"}
        self._connection = Connection(port)
        self._stream: EventStream | None = None
        self._loading: asyncio.Task[None] | None = None
        self._game = self._line = 0
        self.slots: dict[bytes, bytes] = {}

    async def begin(self) -> None:
        """Open it, counting games from the one that is played now."""
        self._game = self._line = 0
        await self.open()

    async def open(self) -> None:
        """Load the page and follow its stream."""
        answer = await self.call("GET", "/")
        main, game = MAIN.search(answer.body), GAME.search(answer.body)
        assert answer.status == 200, answer
        assert main is not None, answer.body
        data = {name.decode(): value.decode() for name, value in ATTRIBUTE.findall(main[1])}
        self.slots = dict(PLACE.findall(answer.body))
        have = {name: data[name] for name in data if name not in ("live", "line")}
        have["game"] = game[1].decode() if game else ""
        sent = request("GET", f"{data['live']}?{urlencode(have)}", self._host, self._headers)
        self._stream = EventStream(sent, self._take, partial(self._evening.count, self._number))
        await self._stream.open(self._port, self._connection.address)
        self._show(int(data["line"]))

    async def call(self, method: str, path: str, given: Filled | None = None) -> Answer:
        """One request, a form as the page's script sends it."""
        headers = dict(self._headers)
        if given is not None:
            headers |= {"HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded"}
        answer = await self._connection.call(
            request(method, path, self._host, headers, urlencode(given or []).encode())
        )
        self._evening.count(self._number, answer.size)
        return answer

    def _take(self, event: bytes) -> None:
        slot, shown = SLOT.match(event), SHOWN.match(event)
        if slot is not None:
            outer = slot[1].rpartition(b"/")[0]
            self.slots[outer or slot[1]] = with_row(self.slots[outer], slot[1], slot[2]) if outer else slot[2]
        elif shown is not None:
            self._show(int(shown[1]))
        elif event.startswith(b"event: reload"):
            self._loading = asyncio.get_running_loop().create_task(self._load())

    async def _load(self) -> None:
        self.close()
        await self.open()

    def _show(self, line: int) -> None:
        if line < self._line:
            self._game += 1
        self._line = line
        self._evening.show(self._number, self._game * LINES + line)

    def is_asked(self) -> bool:
        """Whether it offers to report something."""
        return any(b"data-ask=" in part for part in self.slots.values())

    def html(self) -> str:
        """What it offers: the slots as they came last."""
        return b"\n".join(self.slots.values()).replace(b"\ndata: ", b"\n").decode()

    def close(self) -> None:
        """Close its connections."""
        self._connection.close()
        if self._stream is not None:
            self._stream.close()


class DrivenEvening(DrivenTable):
    """An evening that was gathered, with all its screens; the taps are those that its phones offer."""

    def __init__(self, port: int, gathered: Gathered, seed: int) -> None:
        super().__init__(len(gathered.cookies))
        self.screens = [Screen(self, number, port, cookie) for number, cookie in enumerate(gathered.cookies)]
        self.phones = self.screens[: len(gathered.phones)]
        self.host = self.screens[len(gathered.phones)]
        self.code = gathered.code  # of its first table
        self.acknowledged: set[tuple[str, int, str]] = set()  # table, line, move
        self.refused = 0
        self._rng, self._written, self._turn = random.Random(seed), count(1), count()

    async def open(self) -> None:
        """Open all screens; where the game has got to, is where the next tap goes on."""
        self.positions = [0] * len(self.screens)
        for screen in self.screens:
            await screen.begin()
        self.position = max(self.positions)

    def close(self) -> None:
        for screen in self.screens:
            screen.close()

    async def send(self) -> float:
        for _ in range(TRIES):
            screen, form = self._next_form()
            given = form.filled(self._rng, self._say)
            answer = await screen.call("POST", form.action, given)
            taken = TAKEN.search(answer.body) if answer.status == 200 else None
            if taken is not None:
                code = form.action.split("/")[2]
                self.acknowledged.add((code, int(taken[1]), dict(given)["move"]))
                assert int(taken[1]) == (self.position + 1) % LINES, (taken, self.position)
                return answer.received
            self.refused += 1
        raise RuntimeError(f"No tap was taken: {answer.body.decode()}")

    def _next_form(self) -> tuple[Screen, Form]:
        """The first question of the next phone that is asked something; what is folded is answered by nobody else."""
        for is_folded in (False, True):
            for _ in self.phones:
                phone = self.phones[next(self._turn) % len(self.phones)]
                html = phone.html()
                for offer in offers(html, is_folded):
                    form = forms(offer + "".join(BESIDE.findall(html)))[0]
                    if form.buttons:
                        return phone, form
        raise RuntimeError("Nobody is asked anything.")

    def _say(self, field: str) -> str:
        letters = "".join(chr(97 + int(digit)) for digit in str(next(self._written)))
        return f"{field} {letters}"

    async def go_on(self) -> None:
        """Where the phones are asked nothing any more, the host lets them play again."""
        if any(screen.is_asked() for screen in self.phones):
            return
        began = perf_counter()
        position = self.position - self.position % LINES + LINES
        shown = self.all_show(position)
        answer = await self.host.call("POST", "/rematch", [])
        assert answer.status in (200, 303), answer
        self.resumed = await shown
        self.position = position
        self.pauses += self.resumed - began
