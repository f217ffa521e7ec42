"""A child without a server: players who report to tables of one folder, as fast as it takes their lines."""

import json
import random
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from pathlib import Path

import gevent
from msgspec import Struct

from companion.evening.tables import Tables
from companion.games import GAMES
from companion.games.moves import Refused
from companion.storage import log
from companion.storage.identifiers import HOME
from companion.storage.notifier import Notifier
from companion.storage.writer import Writer
from companion.table.moves import move as read_move
from companion.table.moves import move_to_json
from tests.support.games.random_play import answer, laid, offered
from tests.support.yielding import YieldingStore

PLAYERS = 4


class Intent(Struct, frozen=True):
    """A line that a player means to report: to which table, under which key, and the JSON of its move."""

    code: str
    key: str
    move: str


class Answered(Struct, frozen=True):
    """What came of an intent: the number of its line, or None if it was refused and nothing was written."""

    intent: Intent
    line: int | None


Say = Callable[[Intent | Answered], object]


class House:
    """A folder of data that is open, without a server."""

    def __init__(self, folder: Path) -> None:
        self.store = YieldingStore(folder)
        self.writer = Writer(self.store)
        self.tables = Tables(self.store, self.writer, Notifier())

    def report(self, intent: Intent) -> int:
        """The number of the line that an intent has; raises what `Tables.report` raises."""
        live = self.tables.find(intent.code)
        assert live is not None, f"there is no table {intent.code}"
        move = read_move(live.table.game, json.loads(intent.move))
        return self.tables.report(live, move, intent.key, None, "host")

    def intent(self, rng: random.Random, code: str) -> Intent | None:
        """Something that a table asks, answered; None when its game is over."""
        live = self.tables.find(code)
        assert live is not None, f"there is no table {code}"
        must = offered(live.table, optional=False)
        if not must:
            return None
        move = read_move(live.table.game, answer(rng, rng.choice(must)))
        return Intent(code, f"key-{rng.getrandbits(60):015x}", log.to_json(move_to_json(move)))

    def open_table(self, rng: random.Random) -> str:
        """The code of a new table of some game."""
        live, _ = self.tables.open(HOME, laid(rng, rng.choice([*GAMES.values()])))
        return live.header.code

    def close(self) -> None:
        """Finish what is being written, and close the file."""
        self.writer.close()
        self.store.close()


def report_and_say(house: House, intent: Intent, say: Say) -> None:
    """Report an intent, and say what came of it."""
    try:
        say(Answered(intent, house.report(intent)))
    except Refused:
        say(Answered(intent, None))


def play_for_ever(house: House, seed: int, say: Say) -> None:
    """Play one game after the other: each intent is said before it is reported, and what came of it afterwards."""
    rng = random.Random(seed)
    while True:
        code = house.open_table(rng)
        while (intent := house.intent(rng, code)) is not None:
            say(intent)
            report_and_say(house, intent, say)


def players(folder: Path, seed: int, open_intents: Sequence[Intent], channel: Connection) -> None:
    """Report again what nobody answered before; then play at several tables at once, until this process ends."""
    house = House(folder)
    for intent in open_intents:
        report_and_say(house, intent, channel.send)
    gevent.joinall(
        [gevent.spawn(play_for_ever, house, seed * PLAYERS + number, channel.send) for number in range(PLAYERS)],
        raise_error=True,
    )
