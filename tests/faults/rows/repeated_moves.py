"""Moves that come twice, late, crossed or at the same moment, and keys that are used again: a model says what is taken.

The model is a dict of intents by key: each is a line once it was acknowledged, and the same line whenever it comes.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import gevent

from companion.games import GAMES
from companion.storage import log
from companion.table.model import Table
from companion.table.moves import move as read_move
from companion.table.moves import move_to_json
from companion.web.access.services import Services
from companion.web.app import create_app
from tests.faults.children.players import Answered, Intent
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.faults.stored import Answers, compare
from tests.support.api import Answer, ApiTable, over
from tests.support.empty_store import fill
from tests.support.games.random_play import answer, offered
from tests.support.yielding import YieldingStore

STEPS = 50
RESTART = 0.02  # so often the server is started anew instead of a step
HOST = -1  # the place of the host's key


@dataclass
class Meant:
    """What somebody meant: by which key of the table, with which body. `line`: as which it was acknowledged."""

    by: int
    body: dict[str, Any]
    line: int | None = None


class Senders:
    """A table of programs, and what they send: new intents, and again what they have sent before."""

    def __init__(self, outcome: Outcome, rng: Random, folder: Path) -> None:
        self._outcome, self._rng, self._store = outcome, rng, YieldingStore(fill(folder))
        self._start()
        self._table = ApiTable(over(self._app.test_client()), game=rng.choice([*GAMES]))
        self._keys = [*self._table.seats, self._table.host]
        self._meant: dict[str, Meant] = {}
        self._steps: list[Callable[[], None]] = [
            *(self._send_new, self._send_new, self._send_two_crossed, self._send_two_at_once, self._send_one_at_once),
            *(self._send_again, self._send_late, self._send_another_body, self._send_by_another, self._take_back),
        ]
        self.answers = Answers()

    def _start(self) -> None:
        self._app = create_app(Services(self._store))

    def close(self) -> None:
        """The end: what was written is in the file."""
        self._app.extensions["services"].writer.close()
        self._store.close()

    def step(self) -> None:
        """Do something of all that a program may do, or something a poor network does to it."""
        if self._rng.random() < RESTART:
            self._app.extensions["services"].writer.close()
            self._start()
        else:
            self._rng.choice(self._steps)()

    # --- steps

    def _send_new(self) -> None:
        self._send(self._new())

    def _send_again(self) -> None:
        self._send(*list(self._meant)[-1:])

    def _send_late(self) -> None:
        if self._meant:
            self._send(self._rng.choice([*self._meant]))

    def _send_two_crossed(self) -> None:
        self._send(*reversed([self._new(), self._new()]))

    def _send_two_at_once(self) -> None:
        self._send_at_once(self._new(), self._new())

    def _send_one_at_once(self) -> None:
        self._send_at_once(*[self._new()] * 2)

    def _send_another_body(self) -> None:
        """By the key of a line, something else."""
        if stored := self._stored():
            key = self._rng.choice(stored)
            by = self._meant[key].by
            self._assert_refused(key, by, self._entry(by))

    def _send_by_another(self) -> None:
        """By the key of a line the same, and somebody else sends it."""
        if stored := self._stored():
            key = self._rng.choice(stored)
            others = [place for place in range(-1, len(self._keys) - 1) if place != self._meant[key].by]
            self._assert_refused(key, self._rng.choice(others), self._meant[key].body)

    def _take_back(self) -> None:
        """What was taken back is a line nevertheless, whenever it comes again."""
        if stored := self._stored():
            line = self._meant[self._rng.choice(stored)].line
            self._send(self._note(HOST, {"move": "correct", "lines": [[line, None]]}))

    # --- what is sent

    def _stored(self) -> list[str]:
        return [key for key, meant in self._meant.items() if meant.line is not None]

    def _new(self) -> str:
        """The key of a new intent: something that is asked, or an entry by hand."""
        by = self._rng.randrange(-1, len(self._keys) - 1)
        return self._note(by, self._plain(by))

    def _plain(self, by: int) -> dict[str, Any]:
        asked = [ask for ask in offered(self._live_table()) if by in (HOST, ask.seat)]
        if asked and self._rng.random() < 0.7:
            return answer(self._rng, self._rng.choice(asked))
        return self._entry(by)

    def _entry(self, by: int) -> dict[str, Any]:
        """An entry by hand, as there is no other."""
        why, track = f"{self._rng.getrandbits(40):x}", self._live_table().tracks[0]
        return {"move": "adjust", "seat": max(by, 0), "track": track, "by": 1, "why": why}

    def _live_table(self) -> Table:
        table: Table = self._app.extensions["services"].tables.find(self._table.code).table
        return table

    def _note(self, by: int, plain: dict[str, Any]) -> str:
        key = f"intent-{len(self._meant):04}"
        seen = {"seen": len(self._live_table().lines)} if self._rng.random() < 0.5 else {}
        self._meant[key] = Meant(by, plain | seen)
        stored = log.to_json(move_to_json(read_move(self._live_table().game, plain)))
        self.answers.note(Intent(self._table.code, key, stored))
        return key

    def _call(self, key: str, by: int, body: dict[str, Any]) -> Answer:
        self._outcome.load += 1
        call = over(self._app.test_client(use_cookies=False))
        sent = call("POST", f"{self._table.path}/moves", self._keys[by], json.dumps(body | {"key": key}).encode())
        self._outcome.note("failed", sent, int(sent.status >= 500))
        return sent

    def _send_at_once(self, *keys: str) -> None:
        gevent.joinall([gevent.spawn(self._send, key) for key in keys], raise_error=True)

    def _send(self, *keys: str) -> None:
        """Send these intents, one after the other; what is a line by now is answered as that line."""
        for key in keys:
            meant = self._meant[key]
            sent = self._call(key, meant.by, meant.body)
            line = sent.json["line"] if sent.status == 201 else None
            if meant.line is None:
                meant.line = line
                self.answers.note(Answered(self.answers.meant[self._table.code, key], line))
            self._outcome.note(
                "doubled" if line else "lost", f"{key} was {meant.line}: {sent}", int(line != meant.line)
            )

    def _assert_refused(self, key: str, by: int, body: dict[str, Any]) -> None:
        sent = self._call(key, by, body)
        self._outcome.note("lost", f"{key} is used again: {sent}", int(sent.status not in (403, 422)))


@row("moves that come again, late or crossed", load="requests sent", whole=2000, few=10)
def repeated_moves(effort: Effort) -> Outcome:
    """Let programs of fifty steps send, and compare what is stored with what they were told."""
    outcome = effort.outcome()
    for number in range(effort.tries):
        folder = effort.folder / str(number)
        senders = Senders(outcome, Random(f"{effort.seed} {number}"), folder)
        for _ in range(STEPS):
            senders.step()
        senders.close()
        compare(outcome, folder, senders.answers)
        outcome.tries += 1
    return outcome
