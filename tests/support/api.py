"""Programs at a table: they lay it over HTTP, look at it and report, each with a key of its own."""

import json
import random
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, NamedTuple

from flask.testing import FlaskClient

from companion.storage.store import Store
from tests.support.addresses import own_address
from tests.support.failing import fill_up

CAST = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal")
ICONS = (-2, -1, 0, 1, 2)

Move = dict[str, Any]
Call = Callable[..., "Answer"]  # (method, path, key="", body=None)
GAME = {"game": "death-name", "seats": list(CAST[:4])}


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: Any  # a mapping of names, in any case of letters
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The code of an error."""
        code: str = self.json["error"]["code"]
        return code


def is_refused(answer: Answer, status: int, code: str = "") -> bool:
    """Whether this is an error in the words of the contract; of this code, if one is given."""
    assert answer.status == status, answer
    error = answer.json["error"]
    assert set(answer.json) == {"error"}
    assert set(error) == {"code", "message"}
    assert error["code"] == (code or error["code"])
    assert error["message"].strip()
    return True


def log(store: Store) -> list[Any]:
    """All that lies in the store of tables and lines."""
    return [row for name in ("tables", "lines", "seals") for row in store.reader().execute(f"select * from {name}")]


def over(client: FlaskClient) -> Call:
    """Calls that go to a test client. A stream is left at once: of it only the head is told.

    Each table is laid from an address of its own, as by another program.
    """

    def call(method: str, path: str, key: str = "", body: Any = None, **more: Any) -> Answer:
        headers = more.pop("headers", {}) | ({"Authorization": f"Bearer {key}"} if key else {})
        if path == "/api/tables":
            more.setdefault("environ_overrides", {"REMOTE_ADDR": own_address()})
        sent = {"data": body} if isinstance(body, bytes) else {} if body is None else {"json": body}
        answer = client.open(path, method=method, headers=headers, **sent, **more)
        body = b"" if answer.mimetype == "text/event-stream" else answer.data
        answer.close()
        return Answer(answer.status_code, answer.headers, body)

    return call


class ApiTable:
    """A table, and the keys to it: one for every seat, the host's, the watchers'."""

    def __init__(self, call: Call, seats: int = 4, game: str = "death-name", **options: Any) -> None:
        names = list(CAST[:seats])
        answer = call("POST", "/api/tables", body={"game": game, "seats": names, "options": options})
        assert answer.status == 201, answer.body
        self.call = call
        self.code: str = answer.json["table"]
        self.seats: list[str] = answer.json["seat_keys"]
        self.host: str = answer.json["host_key"]
        self.watch: str = answer.json["watch_key"]
        self._numbers = count(1)

    @property
    def path(self) -> str:
        return f"/api/tables/{self.code}"

    @property
    def keys(self) -> list[str]:
        """Everybody's keys: the seats' in their order, then the host's and the watchers'."""
        return [*self.seats, self.host, self.watch]

    def get(self, key: str, what: str = "") -> Answer:
        """GET the table, or its `/record`."""
        return self.call("GET", self.path + what, key)

    def look(self, key: str = "") -> Any:
        """The table as the holder of this key may know it; without a key, the host."""
        answer = self.get(key or self.host)
        assert answer.status == 200, answer.body
        return answer.json

    def report(self, key: str, move: Move, /, **more: Any) -> Answer:
        """Report a move, with a key for the intent unless `more` brings one."""
        body = {"key": f"intent-{next(self._numbers):06d}"} | move | more
        return self.call("POST", f"{self.path}/moves", key, body)

    def by(self, move: Move) -> str:
        """The key of the seat that a move is about; what concerns the whole table, the first seat reports."""
        return self.seats[move.get("seat", 0)]

    def play(self, moves: Sequence[Move]) -> "ApiTable":
        """Report all these, each by its own seat; each is taken."""
        for move in moves:
            answer = self.report(self.by(move), move)
            assert answer.status == 201, (move, answer.body)
        return self


# Moves of DEATH Name


def decree(*icons: int) -> Move:
    return {"move": "decree", "icons": list(icons) or [1, -1, 0, 2]}


def write(seat: int, name: str = "") -> Move:
    return {"move": "write", "seat": seat, "name": name or f"{CAST[seat]}'s name"}


def declare(seat: int, choice: str = "keep") -> Move:
    return {"move": "declare", "seat": seat, "choice": choice}


def choose(seat: int, number: int) -> Move:
    return {"move": "choose", "seat": seat, "round": number}


def adjust(seat: int, by: int = 1, why: str = "spilt the tea") -> Move:
    return {"move": "adjust", "seat": seat, "track": "points", "by": by, "why": why}


def correct(*lines: Sequence[Any]) -> Move:
    return {"move": "correct", "lines": [list(line) for line in lines]}


def whole_game() -> list[Move]:
    """A game of four from the first line to the last: nine lines a round on Day 1, five on Day 2."""
    moves: list[Move] = []
    for number in (1, 2, 3, 4):
        moves += [decree(), *(write(seat, f"{CAST[seat]} {number}") for seat in range(4))]
        moves += [declare(seat) for seat in range(4)]
    for number in (1, 2, 3):
        moves += [decree(), *(choose(seat, number) for seat in range(4))]
    return moves


def filled(rng: random.Random, ask: Move, say: Callable[[str], str]) -> Move:
    """A move that fits an ask, as a program knows it; `say` makes a text for a field."""
    move = {name: value for name, value in ask.items() if name not in ("choices", "optional")}
    return move | {name: _fit(rng, name, fits, say) for name, fits in ask["choices"].items()}


def _fit(rng: random.Random, name: str, fits: Any, say: Callable[[str], str]) -> Any:
    if "of" in fits:
        count = rng.randint(fits["least"], fits["most"])
        return rng.choices(fits["of"], k=count) if name == "icons" else rng.sample(fits["of"], count)
    if isinstance(fits, list):
        return rng.choice(fits)
    if "text" in fits:
        return say(name)
    return rng.randint(fits["min"], fits["max"])


def fill(store: Store, table: ApiTable) -> tuple[int, Move]:
    """Let the disk have no more room, and report until it says so. The line that did not go in, and its key."""
    fill_up(store)
    for number in range(1, 180):
        move = adjust(0, number, "x" * 80)
        answer = table.report(table.host, move, key=f"fill-{number:04d}")
        if answer.status != 201:
            assert is_refused(answer, 507)
            return number, move
    raise AssertionError("The disk was never full")
