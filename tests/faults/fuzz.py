"""Requests that nobody would send, over every route and method: `python -m tests.faults.fuzz 100000 [SEED]`.

Each begins as one that is valid, as a host, a player, a watcher, a program or a stranger would send it, and then some
of it is changed. Never is the answer a fault of ours, and what was sent leaves neither memory nor open files behind.
"""

import gc
import json
import logging
import os
import random
import string
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

from flask import Flask
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from companion.evening import tables
from companion.games import GAMES
from companion.group import groups
from companion.history import verifying
from companion.history.group_file.writer import Writer
from companion.storage import identifiers
from companion.web.access import limits
from companion.web.access.services import Services
from companion.web.app import create_app
from companion.web.pages.history import exports
from tests.faults.nonsense import FIELDS, HEADERS, KINDS, METHODS, TEXTS, VALUES
from tests.faults.route_groups import drawn, grouped
from tests.support.addresses import own_address
from tests.support.api import CAST, ApiTable, adjust, over, whole_game
from tests.support.empty_store import opened
from tests.support.gathering import Gathering
from tests.support.phone import HERE

WARM = 20_000  # requests after which the allocator has had the worst of everything
MEMORY = (  # so little is kept in memory that it is full soon
    patch.multiple(tables, LIVE_TABLES=40, LIVE_LINES=2000),
    patch.multiple(limits, REMEMBERED=100),
    patch.multiple(identifiers, KEPT=100),
    patch.multiple(verifying, KEPT=100),
)
MIB = 2**20
ROOM = 32 * MIB
LONG = 60  # lines
TOLD = 5000  # requests
UPLOAD = "/group/file"
SELDOM = 0.2
LARGE = (str(2**63 - 1), str(2**63), "9" * 4301)  # numbers, of which the file can hold the first


class Faults(logging.Handler):
    """What the app logs as its own fault."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(self.format(record))


class Fuzz:
    """A house in the middle of an evening, and nonsense for it."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.rng = random.Random(seed)
        self._left = ExitStack()
        self.store = self._left.enter_context(opened(folder))
        self.app: Flask = create_app(Services(self.store, is_open=True))
        self.faults = Faults()
        self.app.logger.addHandler(self.faults)
        self.statuses: Counter[int] = Counter()
        self.routes: Counter[str] = Counter()
        self.client = self.app.test_client(use_cookies=False)
        self.turns = count()
        self.club, self.file = self._club()
        self._begin()

    def close(self) -> None:
        self._left.close()

    def _club(self) -> tuple[int, bytes]:
        """Another group, and its file."""
        club = Gathering.of_group(self.app, "Club")
        for name in CAST[:4]:
            club.tablet.get("/").fill("/guests", name=name)
        club.start()
        club.round("Xi", "Yo", "Zo", "Wu")
        club.tell({"move": "stop"})
        whole = Writer(self.store, groups.by_id(self.store.reader(), club.now.group)).pieces()
        return club.now.group, "".join(whole).encode()

    def _begin(self) -> None:
        self.evening = Gathering(self.app)
        self.players = [self.evening.come(f"{name} {next(self.turns)}") for name in CAST[:4]]
        self.watcher = self.evening.come()
        self.evening.start()
        self.evening.round("Xi", "Yo", "Zo", "Wu")
        self.tables = [ApiTable(over(self.client)).play(whole_game()[:lines]) for lines in (0, 3, 51)]
        self.short_address = self._short_address(self.tables[-1].code)
        self.evening.tablet.get("/spectators").tap("/spectators")
        self.cookies = [self._cookie(phone) for phone in (self.evening.tablet, *self.players, self.watcher)]
        self.rules = list(self.app.url_map.iter_rules())
        self.groups = grouped(self.app, self.rules)

    def _short_address(self, code: str) -> str:
        """The short address of a game that is over."""
        services = self.app.extensions["services"]
        return f"{code}-{exports._sign(services, services.tables.find(code).header.id)}"

    def _cookie(self, phone: Any) -> str:
        name = f"table_{self.app.extensions['services'].instance}"
        return f"{name}={phone.client.get_cookie(name).value}"

    def again(self) -> None:
        """Once nonsense has put the table away, or filled it, or taken a device elsewhere, another evening begins."""
        has_gone = any(screen.away for screen in self.evening.now.screens)
        if has_gone or self.evening.now.table_code is None or self.evening.live.line > LONG:
            evenings = self.app.extensions["services"].evenings
            for evening in evenings.all_open():
                evenings.close(evening)
            self._begin()

    def send(self, group: str = "") -> tuple[str, str, int]:
        """One request of nonsense, to some route of this group, or of all: (method, path, status)."""
        rule = drawn(self.rng, self.groups[group] if group else self.rules)
        method, path, how = self.request(rule)
        answer = self.client.open(path, method=method, **how)
        self.read(answer)
        self.statuses[answer.status_code] += 1
        self.routes[rule.rule] += 1
        return method, path, answer.status_code

    def read(self, answer: TestResponse) -> None:
        """Read an answer to its end, but for a stream, which has none: what is made piece by piece may fail then."""
        try:
            if answer.mimetype != "text/event-stream":
                answer.get_data()
        except Exception:
            self.faults.heard.append(traceback.format_exc())
        finally:
            answer.close()

    def request(self, rule: Rule) -> tuple[str, str, dict[str, Any]]:
        usual = "POST" if "POST" in (rule.methods or ()) else "GET"
        method = usual if self.rng.random() < 0.93 else self.rng.choice(METHODS)
        headers = self._headers(rule)
        how: dict[str, Any] = {"headers": headers, "query_string": self._query(), "buffered": False}
        if method != "GET" or self.rng.random() < 0.02:
            kind = "application/json" if rule.rule.startswith("/api") else KINDS[1]
            headers["Content-Type"] = kind if self.rng.random() < 0.9 else self.rng.choice(KINDS)
            how["data"] = self._body(headers["Content-Type"])
        if rule.rule == UPLOAD and method == "POST":
            how |= {"data": self._upload(headers), "environ_overrides": {"REMOTE_ADDR": own_address()}}
        elif self.rng.random() < 0.01:
            how["environ_overrides"] = {"wsgi.input_terminated": True, "CONTENT_LENGTH": ""}
        return method, self._path(rule), how

    def _path(self, rule: Rule) -> str:
        now, table = self.evening.now, self.rng.choice(self.tables)
        code = table.code if rule.rule.startswith("/api") else now.table_code or table.code
        fits = {"code": code, "ticket": self._ticket(rule), "key": table.watch, "slug": self.rng.choice([*GAMES])}
        fits |= {"day": now.opened_at[:10] if hasattr(now, "opened_at") else "2024-01-01", "move": "declare"}
        fits["kind"] = "board"
        fits |= {"filename": "base.css", "address": self.rng.choice([self.short_address, f"{code}-aaaaaa"])}
        fits |= {"code": now.code} if rule.rule.startswith("/hall") else {}
        path = rule.rule
        for name in rule.arguments:
            number = f"<int:{name}>" in path
            fit = str(self.rng.randrange(6)) if number else fits.get(name, self._id())
            if self.rng.random() < 0.15:
                fit = self._quoted(self.rng.choice(LARGE if number and self.rng.random() < 0.5 else TEXTS))
            path = path.replace(f"<int:{name}>", fit).replace(f"<path:{name}>", fit).replace(f"<{name}>", fit)
        return path if path.startswith("/") and "//" not in path else "/"

    def _ticket(self, rule: Rule) -> str:
        """What opens the way that a route is: for who comes, who watches, who keeps the group, who runs the server."""
        db, now = self.store.reader(), self.evening.now
        tickets = {"hall": self.app.extensions["services"].hall_ticket, "host": now.host_ticket}
        tickets |= {"board": next((link.ticket for link in now.spectators), now.ticket)}
        if self.rng.random() < SELDOM:  # who keeps it is away
            tickets |= {"keep": groups.by_id(db, self.club).keeper_ticket}
        return tickets.get(rule.rule.split("/")[1], now.ticket)

    def _id(self) -> str:
        return str(self.evening.live.header.id if self.evening.now.table_code else "none")

    def _quoted(self, text: str) -> str:
        return "".join(f"%{byte:02x}" for byte in text.encode("utf-8", "surrogatepass"))[:6000]

    def _headers(self, rule: Rule) -> dict[str, str]:
        headers = dict(HERE)
        if rule.rule.startswith("/api"):
            keys = [key for table in self.tables for key in table.keys]
            headers = {"Authorization": f"Bearer {self.rng.choice([*keys, '', 'x' * 999, chr(255)])}"}
        elif self.rng.random() < 0.97:
            cookies = self.cookies[:1] if self.rng.random() < 0.5 else self.cookies
            headers["Cookie"] = self.rng.choice(cookies)
        if self.rng.random() < 0.15:
            name = self.rng.choice([*HEADERS])
            headers[name] = self.rng.choice(HEADERS[name])
        return headers

    def _query(self) -> str:
        if self.rng.random() < 0.6:
            return ""
        pairs = [(self.rng.choice(FIELDS), self.rng.choice(TEXTS)) for _ in range(self.rng.randint(1, 4))]
        return "&".join(f"{name}={self._quoted(text)}" for name, text in pairs)[:7000]

    def _upload(self, headers: dict[str, str]) -> bytes:
        """The file of a group, from a keeper; mostly some of it is cut, or is something else."""
        headers |= {"Content-Type": KINDS[2], "Cookie": self.cookies[0]}
        where, how = self.rng.randrange(len(self.file)), self.rng.random()
        content, lines = self.file, self.file.splitlines(keepends=True)
        if how < 0.2:
            content = content[:where]
        elif how < 0.6:
            content = content[:where] + self.rng.randbytes(self.rng.randint(0, 3)) + content[where + 1 :]
        elif how < 0.9:
            lines[self.rng.randrange(len(lines))] = (
                json.dumps(self.rng.choice([self._plain(), *VALUES])).encode() + b"\n"
            )
            content = b"".join(lines)
        head = b'--x\r\nContent-Disposition: form-data; name="group"; filename="group.jsonl"\r\n\r\n'
        return head + content + b"\r\n--x--\r\n"

    def _body(self, kind: str) -> bytes:
        plain = self._plain()
        if kind == KINDS[0]:
            sent = json.dumps(plain).encode()
        elif kind == KINDS[1]:
            sent = "&".join(
                f"{self._quoted(str(name))}={self._quoted(text)}" for name, text in self._pairs(plain)
            ).encode()
        else:
            part = '--x\r\nContent-Disposition: form-data; name="{}"{}\r\n\r\n'
            file = self.rng.choice(["", '; filename="a.json"'])
            parts = [part.format(name, file) + text + "\r\n" for name, text in self._pairs(plain | {"deck": "{}"})]
            sent = ("".join(parts) + "--x--\r\n").encode("utf-8", "replace")
        if self.rng.random() < 0.05:
            at = self.rng.randrange(len(sent) + 1)
            sent = sent[:at] + self.rng.randbytes(self.rng.randint(0, 3)) + sent[at + self.rng.randint(0, 9) :]
        return sent[: 70 * 1024]

    def _pairs(self, plain: dict[str, Any]) -> Iterator[tuple[str, str]]:
        for name, value in plain.items():
            for one in value if isinstance(value, list) else [value]:
                yield name, one if isinstance(one, str) else json.dumps(one)

    def _plain(self) -> dict[str, Any]:
        """A body: of a move, of a correction, of any form; some of it changed."""
        line = self.evening.live.line if self.evening.now.table_code else 0
        key = "".join(self.rng.choices(string.ascii_letters, k=12))
        move = self.rng.choice([*whole_game()[:9], adjust(0), {"move": "stop", "why": "x"}])
        form = {"line": 1, "how": self.rng.choice(["strike", "replace", "before", "share", "name", "play", "drop"])}
        words = {"name": key, "kind": "watch", "person": 1, "game": self.rng.choice([*GAMES]), "seats": list(CAST[:4])}
        body = {"key": f"fuzz-{key}", "seen": line} | move | (form if self.rng.random() < 0.4 else {})
        body |= words if self.rng.random() < 0.4 else {}
        for _ in range(self.rng.choice([0, 1, 1, 2, 3])):
            body[self.rng.choice([*body, *FIELDS])] = self.rng.choice(VALUES)
        return body


def run(folder: Path, number: int, seed: int) -> dict[str, Any]:
    """Send so many; what it cost. AssertionError with the seed and the request at the first fault."""
    with ExitStack() as small:
        for bound in MEMORY:
            small.enter_context(bound)
        return _run(folder, number, seed)


def _run(folder: Path, number: int, seed: int) -> dict[str, Any]:
    fuzz, began, start = Fuzz(folder, seed), time.perf_counter(), (0, 0)
    for sent in range(number):
        if sent == min(WARM, number // 2):
            start = _cost()
        request = fuzz.send()
        assert request[2] < 500 and not fuzz.faults.heard, (seed, sent, request, fuzz.faults.heard[-1:])
        if sent % 50 == 0:
            fuzz.again()
        if sent % TOLD == 0 and sent:
            told = _cost()
            print(f"{sent}: {told[0] / MIB:.1f} MiB, {told[1]} files, {time.perf_counter() - began:.0f} s", flush=True)
    end = _cost()
    missed = {rule.rule for rule in fuzz.rules} - fuzz.routes.keys()
    assert not missed or number < 2000, missed
    assert end[0] - start[0] < ROOM, f"{(end[0] - start[0]) / MIB:.1f} MiB more"
    assert end[1] <= start[1] + 3, f"{end[1] - start[1]} files more"
    fuzz.close()
    taken = time.perf_counter() - began
    return {"seed": seed, "statuses": dict(sorted(fuzz.statuses.items())), "seconds": round(taken)} | {
        "MiB more": round((end[0] - start[0]) / MIB, 1),
        "files more": end[1] - start[1],
    }


def _cost() -> tuple[int, int]:
    """Bytes in memory and open files, now."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE"), len(os.listdir("/proc/self/fd"))


def main() -> int:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.SystemRandom().randrange(10**6)
    print(f"{number} requests, seed {seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="ledger-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as made:
        print(run(Path(made), number, seed))
    return 0


if __name__ == "__main__":
    sys.exit(main())
