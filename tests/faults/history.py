"""What clients did and were told, and whether the store agrees: nothing lost, nothing doubled, all in order."""

import json
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tests.support.api import Answer, ApiTable, Call, Move, filled
from tests.support.server import TROUBLE, Program, Server

Client = Callable[[threading.Event], None]


@dataclass
class Intent:
    """One tap: what was meant, and what came of it. `line` is None as long as nobody acknowledged it."""

    code: str
    key: str
    move: Move
    began: float
    ended: float = 0.0
    line: int | None = None
    refused: bool = False


class History:
    """The intents of all clients together."""

    def __init__(self) -> None:
        self.intents: list[Intent] = []

    def report(
        self, call: Callable[..., Answer], table: ApiTable, by: str, move: Move, seen: int | None = None
    ) -> Intent:
        """Report a move by `call` and note what came of it; what `call` raises is raised."""
        key = f"intent-{len(self.intents)}-{random.getrandbits(48):012x}"
        intent = Intent(table.code, key, move, time.monotonic())
        self.intents.append(intent)
        body = move | {"key": key} | ({} if seen is None else {"seen": seen})
        answer = call("POST", f"{table.path}/moves", by, body)
        intent.ended = time.monotonic()
        if answer.status == 201:
            intent.line = answer.json["line"]
        else:
            intent.refused = True
            assert answer.status in (409, 422, 429, 503), answer
            time.sleep(float(answer.headers.get("Retry-After", 0)))
        return intent

    @property
    def acknowledged(self) -> list[Intent]:
        return [intent for intent in self.intents if intent.line is not None]

    def check(self, server: Server) -> None:
        """What was acknowledged is in the store once and in its place; what was refused is not; the rest may be."""
        tables = {intent.code for intent in self.intents}
        lines = {code: rows for code, rows in stored(server).items() if code in tables}
        where = {(code, key): (line, move) for code, rows in lines.items() for line, key, move in rows}
        assert len(where) == sum(map(len, lines.values())), "a key twice"
        meant = Counter((intent.code, intent.key) for intent in self.intents)
        assert max(meant.values(), default=1) == 1
        assert where.keys() <= meant.keys(), "a line that nobody reported"
        for code, rows in lines.items():
            assert [line for line, _, _ in rows] == list(range(1, len(rows) + 1)), code
        for intent in self.intents:
            found = where.get((intent.code, intent.key))
            if intent.line is not None:
                assert found == (intent.line, intent.move), intent
            elif intent.refused:
                assert found is None, intent
            elif found:
                assert found[1] == intent.move, intent
        assert self.out_of_order() == []

    def out_of_order(self) -> list[Intent]:
        """What was acknowledged under no larger line than another one that was answered before it began."""
        wrong = []
        for code in {intent.code for intent in self.intents}:
            told = [intent for intent in self.acknowledged if intent.code == code]
            newest = 0
            ended = iter(sorted(told, key=lambda intent: intent.ended))
            last = next(ended, None)
            for intent in sorted(told, key=lambda intent: intent.began):
                while last is not None and last.ended < intent.began:
                    newest = max(newest, last.line or 0)
                    last = next(ended, None)
                if (intent.line or 0) <= newest:
                    wrong.append(intent)
        return wrong


def stored(server: Server) -> dict[str, list[tuple[int, str, Any]]]:
    """The lines of each table as they are stored: (line, key, move)."""
    sql = "select code, line, key, move from lines join tables on tables.id = table_id order by code, line"
    with server.history() as db:
        lines: dict[str, list[tuple[int, str, Any]]] = {code: [] for (code,) in db.execute("select code from tables")}
        for code, line, key, move in db.execute(sql):
            lines[code].append((line, key, json.loads(move)))
    return lines


def next_move(rng: random.Random, table: ApiTable, look: dict[str, Any]) -> Move | None:
    """What the table waits for, filled in; None when the game is over."""
    asks = [ask for ask in look["asks"] if not ask.get("optional")]
    return filled(rng, rng.choice(asks), lambda _: f"name {rng.random()}") if asks else None


def insisting(program: Program) -> Callable[..., Answer]:
    """Calls that are made again, with the same key, until they are answered."""
    return lambda method, path, key="", body=None: program.insist(method, path, key, body)


def player(
    call: Call, history: History, seed: int, tables: list[ApiTable] | None = None, moves: int | None = None
) -> Client:
    """A client that plays one game after the other for all seats, until it has reported so many `moves`; without that
    number until it is told to stop. Each table that it lays is added to `tables`.
    """

    def play(stop: threading.Event) -> None:
        rng, reported = random.Random(seed), 0

        def is_done() -> bool:
            return stop.is_set() if moves is None else reported == moves

        while not is_done():
            table = ApiTable(call)
            if tables is not None:
                tables.append(table)
            while not is_done():
                look = table.look()
                move = next_move(rng, table, look)
                if move is None:
                    break
                history.report(call, table, table.by(move), move, seen=look["line"])
                reported += 1

    return play


@contextmanager
def crowd(*clients: Client) -> Iterator[Callable[[], bool]]:
    """Run clients, each on a thread, until the block ends; what one of them raises is raised then.

    What the block is given says whether all of them are still running.
    """
    stop = threading.Event()
    with ThreadPoolExecutor(len(clients)) as threads:
        running = [threads.submit(client, stop) for client in clients]
        try:
            yield lambda: not any(client.done() for client in running)
        finally:
            stop.set()
    for one in running:
        one.result()


__all__ = ["TROUBLE", "History", "Intent", "crowd", "insisting", "player", "stored"]
