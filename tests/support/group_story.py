"""An evening of a group from its opening on, as its devices see it: every answer is kept, to be compared.

Between any two requests something may happen to others on the server.
"""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from html import unescape
from typing import NamedTuple
from urllib.parse import urlencode

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from companion.games import GAMES
from tests.support.folds import SCRIPTS, unfolded
from tests.support.forms import Filled, Form, forms
from tests.support.many_evenings.screen import attributes, has_nothing
from tests.support.many_evenings.walk import EXPORTS, LINK, STARTS
from tests.support.phone import HERE
from tests.support.seeded_chance import SeededChance

NAMES = ("Ann", "Bo", "Cy", "Di")
ADDRESS = "192.168.7.7"  # of all devices of the group
EXPIRY = re.compile("Expires=[^;]*; ")  # of a cookie: by the clock of the machine
MORE = ("/group", "/spectators", "/start", "/nowhere", "/people/7", "/history/7", "/decks/7", "/table/NEVER/sheet")


class Seen(NamedTuple):
    """What a device got: all of it, and what it had asked for."""

    device: str
    asked: str
    status: int
    headers: list[tuple[str, str]]
    body: bytes


class GroupStory:
    """A group that a host with a board opens; four have phones, and a stranger only looks on."""

    def __init__(self, app: Flask, chance: SeededChance, between: Callable[[], None]) -> None:
        self.seen: list[Seen] = []
        self._chance, self._between = chance, between
        self._rng = random.Random(1)
        self._clients = {name: self._client(app) for name in ("board", *NAMES, "stranger")}
        self._pages: dict[str, str] = {}
        self._link = ""  # to the scoreboard alone

    def _client(self, app: Flask) -> FlaskClient:
        client = app.test_client()
        client.environ_base["REMOTE_ADDR"] = ADDRESS
        return client

    def ask(self, device: str, path: str, form: Filled | None = None, scripts: bool = False) -> Seen:
        """One request; of a stream, what it sends at once."""
        self._between()
        self._chance.begin(f"story {len(self.seen)}", len(self.seen))
        client, headers = self._clients[device], HERE | (SCRIPTS if scripts else {})
        if form is None:
            answer = client.get(path, headers=SCRIPTS if scripts else None)
        else:
            answer = client.post(path, data=MultiDict(form), headers=headers)
        body = b"".join(_at_once(answer.iter_encoded())) if "/live?" in path else answer.get_data()
        answer.close()
        sent = [(name, EXPIRY.sub("", value)) for name, value in answer.headers]
        self.seen.append(Seen(device, path, answer.status_code, sent, body))
        return self.seen[-1]

    def open(self, device: str, path: str, form: Filled | None = None) -> str:
        """Open a page, or send a form, and follow where it leads."""
        seen = self.ask(device, path, form)
        while seen.status == 303:
            seen = self.ask(device, dict(seen.headers)["Location"])
        assert seen.status == 200, seen
        self._pages[device] = seen.body.decode()
        return self._pages[device]

    def submit(self, device: str, action: str, *pairs: tuple[str, str], **hidden: str) -> None:
        """Send the form of the open page that goes there and holds this, with these fields instead of its own."""
        for form in forms(self._pages[device]):
            has_fields = dict(pairs).keys() <= {field.name for field in form.fields}
            if form.action == action and has_fields and hidden.items() <= dict(form.hidden).items():
                given = [pair for pair in form.untouched() if pair[0] not in dict(pairs)]
                self.open(device, action, [*given, *pairs, *(pair for pair in form.buttons[:1] if pair[0])])
                return
        raise AssertionError(f"no form to {action} with {hidden}:\n{self._pages[device]}")

    # --- the evening

    def tell(self, taps: int, games: Sequence[str] = tuple(GAMES)) -> None:
        """The group is opened, plays so many taps of each game, and looks at all that it has."""
        self.gather()
        for game in games:
            self.submit_at_host("/tables", game=game)
            self.play(taps)
            self.break_off()
        for device in ("board", "Ann", "stranger"):
            self.walk(device)

    def gather(self) -> None:
        self.open("stranger", "/")
        self.open("board", "/")
        self.submit("board", "/groups", ("name", "Club"))
        self.submit("board", "/use", kind="board")
        (code,) = re.findall(r'<p class="code[^"]*">([A-Z]{5,6})</p>', self.open("board", "/network"))
        for name in NAMES:
            self.open(name, "/")
            self.submit(name, "/code", ("code", code))
            self.submit(name, "/sit", ("name", name))
        self.open("board", "/spectators")
        self.submit("board", "/spectators")
        self._link = re.findall(r"/board/[\w-]+", self._pages["board"])[0]

    def submit_at_host(self, action: str, **hidden: str) -> None:
        self.open("board", "/")
        self.submit("board", action, **hidden)

    def play(self, taps: int) -> None:
        """Send forms that the screens offer, and look at every screen after each."""
        for _ in range(taps):
            for device in ("board", *NAMES):
                self.look(device)
            self.look("stranger", self._link)
            offers = [(device, form) for device in ("board", *NAMES) for form in self._offered(device)]
            if not offers:
                return
            device, form = self._rng.choice(offers)
            self.ask(device, form.action, form.filled(self._rng), scripts=True)

    def look(self, device: str, path: str = "/") -> None:
        """A screen whole, and as its stream brings it."""
        page = self.open(device, path)
        self._pages[device] = unfolded(self._pages[device], partial(self._fold, device))
        self.ask(device, f"{attributes(page)['live']}?{urlencode(has_nothing(page))}")

    def _fold(self, device: str, path: str) -> str:
        seen = self.ask(device, path, scripts=True)
        return seen.body.decode() if seen.status == 200 else ""

    def _offered(self, device: str) -> list[Form]:
        return [form for form in forms(self._pages[device]) if form.ask and form.buttons]

    def break_off(self) -> None:
        """The host ends the game, if it is not over, and goes back to gathering."""
        page = self.open("board", "/")
        if 'action="/put-away"' not in page:
            code = re.findall(r"/table/([A-Z]{5})/", page)[0]
            self.open("board", f"/table/{code}/sheet")
            self.submit("board", f"/table/{code}/move", move="stop")
            self.open("board", "/")
        self.submit("board", "/put-away")

    def walk(self, device: str) -> None:
        """Every page and file that is linked, and some that are not there, or not for this device."""
        waiting, asked = [*STARTS, *EXPORTS, *MORE], set[str]()
        while waiting:
            path = waiting.pop(0)
            if path not in asked and not path.startswith("/static/"):
                asked.add(path)
                seen = self.ask(device, path)
                if dict(seen.headers)["Content-Type"].startswith("text/html"):
                    waiting += map(unescape, LINK.findall(seen.body.decode()))


def _at_once(chunks: Iterator[bytes]) -> Iterator[bytes]:
    for chunk in chunks:
        yield chunk
        if chunk.endswith(b": \n\n") or b"reload" in chunk:
            return
