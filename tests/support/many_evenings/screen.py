"""The screen of a device: its page, kept up to date by its stream, as the page's own script does it."""

import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from http.client import HTTPException, HTTPResponse
from urllib.parse import urlencode

from markupsafe import escape

from tests.support.effort import patient
from tests.support.forms import Form, forms
from tests.support.many_evenings.client import Client
from tests.support.server import TROUBLE, plug
from tests.support.slots import filled, slots_of

MAIN = re.compile(r'<main id="screen" (.*?)>')
GAME = re.compile(r'<body[^>]* data-game="([^"]*)"')
ATTRIBUTE = re.compile(r'data-([a-z]+)="([^"]*)"')
STATE = ("layout", "game", "state")


def attributes(html: str) -> dict[str, str]:
    """What a page says of its screen: layout, game, newest line, and the state of its slots."""
    main, game = MAIN.search(html), GAME.search(html)
    return (dict(ATTRIBUTE.findall(main[1])) if main else {}) | {"game": game[1] if game else ""}


def state_of(html: str) -> dict[str, str]:
    """Of these what it says to its stream: layout, game and state; "" for what there is none of."""
    given = attributes(html)
    return {name: given.get(name, "") for name in STATE}


def has_nothing(html: str) -> dict[str, str]:
    """The same of a page that shows nothing yet, so that all of the screen comes at once."""
    given = state_of(html)
    return given | {"state": given["state"].partition(".")[0]}


def parts_of(html: str) -> dict[str, str]:
    """What a page shows: its layout and game, and all slots by name."""
    given = state_of(html)
    return {name: given[name] for name in ("layout", "game")} | slots_of(html)


def is_seated(html: str, name: str) -> bool:
    """Whether a page is a screen; a player's, if there is a name, is headed by it."""
    own = html.partition('<header class="me"')[2].partition("</header>")[0]
    return 'id="screen"' in html and (not name or f"<bdi>{escape(name)}</bdi>" in own)


def offers(html: str) -> list[Form]:
    """What a piece of a screen offers to report."""
    return [form for form in forms(html) if form.ask and form.buttons]


class Shown:
    """What a screen shows: its page, with its forms, and the newest line of its table."""

    def __init__(self, layout: str, html: str, line: int) -> None:
        self.layout, self.html, self.line = layout, html, line

    @cached_property
    def forms(self) -> list[Form]:
        """What it offers to report."""
        return offers(self.html)


class Screen:
    """One device's screen, followed on a thread of its own from the first page to `close`."""

    def __init__(self, client: Client, changed: threading.Condition) -> None:
        """`changed` is notified whenever the screen shows something else."""
        self._client, self._changed = client, changed
        self._is_over = self.is_followed = False
        self._socket: socket.socket | None = None
        self._have: dict[str, str] = {}
        self.shown = self._next = Shown("", "", 0)
        self.loads = self.events = 0
        self._thread = threading.Thread(target=self._follow, daemon=True)

    def start(self) -> None:
        """Follow from now on."""
        self._thread.start()

    def close(self) -> None:
        """Follow no longer."""
        self._is_over = True
        self._hang_up()
        self._thread.join()
        self._client.close()

    @property
    def parts(self) -> dict[str, str]:
        """What its page shows by now, named as in `parts_of`."""
        return {name: self._have.get(name, "") for name in ("layout", "game")} | slots_of(self._next.html)

    def again(self) -> None:
        """Fetch the page whole, as after a sleep."""
        self._hang_up()

    def _hang_up(self) -> None:
        if self._socket is not None:
            with suppress(OSError):  # it may have ended already
                self._socket.shutdown(socket.SHUT_RDWR)

    def _follow(self) -> None:
        """Until it is closed, or the device is at no evening any more."""
        while not self._is_over:
            try:
                self._load()
                if not self.shown.layout:
                    return
                self._listen()
            except TROUBLE:
                time.sleep(0.05)  # the server is away, and may come back

    def _load(self) -> None:
        """The whole page; raises one of TROUBLE while it cannot be had."""
        answer = self._client.call("GET", "/")
        if answer.status != 200:
            raise HTTPException(f"{answer.status} for a screen")
        html = answer.body.decode()
        self._have = attributes(html)
        self.loads += 1
        self._next = Shown(self._have.get("layout", ""), html, int(self._have.get("line", 0)))
        self._show(self._next)

    def _show(self, shown: Shown) -> None:
        with self._changed:
            self.shown = shown
            self._changed.notify_all()

    def _listen(self) -> None:
        """Follow the stream until the page itself is out of date, or the stream ends."""
        have = {name: self._have.get(name, "") for name in STATE}
        head = "\r\n".join(f"{name}: {value}" for name, value in self._client.headers.items())
        with plug(self._client.url, source=self._client.address) as self._socket:
            where = self._client.url.partition("://")[2]
            self._socket.sendall(f"GET /live?{urlencode(have)} HTTP/1.1\r\nHost: {where}\r\n{head}\r\n\r\n".encode())
            self._socket.settimeout(patient(30))
            response = HTTPResponse(self._socket)
            response.begin()
            assert response.status in (200, 401, 503), response.read()
            self.is_followed = response.status == 200
            try:
                self._take_all(response)
            finally:
                self.is_followed = False

    def _take_all(self, response: HTTPResponse) -> None:
        for name, data in _events(response, self._client) if response.status == 200 else ():
            self.events += 1
            if name == "reload" or self._is_over:
                return
            self._take(name, data)

    def _take(self, name: str, data: str) -> None:
        """Take a slot; all that was sent at once is shown together."""
        if name == "slot":
            slot, _, html = data.partition("\n")
            self._next = Shown(self._next.layout, filled(self._next.html, slot, html), self._next.line)
        elif name == "shown":
            self._have["state"], line = data.split()
            self._next = Shown(self._next.layout, self._next.html, int(line))
        elif not name:
            self._show(self._next)


def _events(response: HTTPResponse, client: Client) -> Iterator[tuple[str, str]]:
    """The events of a stream: name and data."""
    lines: list[bytes] = []
    while line := response.readline():
        if line != b"\n":
            lines.append(line)
            continue
        client.received.note("streams", "/live", b"".join(lines))
        texts = [read.decode().rstrip("\n") for read in lines]
        name = next((text[7:] for text in texts if text.startswith("event: ")), "")
        yield name, "\n".join(text[6:] for text in texts if text.startswith("data: "))
        lines = []
