"""A child that plays for a while, and tells all that its players said and that its disk was asked, in that order."""

import random
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

import gevent
from msgspec import Struct

from companion.storage.integrity import head
from companion.storage.integrity.condition import FILE
from tests.faults.children.players import PLAYERS, Answered, House, Intent, report_and_say
from tests.faults.disk.recorder import Event, Recorder, Write
from tests.support.empty_store import fill

CARRIED = 0.1  # how likely the log is carried over into the file after a line
TABLES = 3


class Recording(Struct, frozen=True):
    """The files of a folder before it was opened, and what happened then: what was said, and done to the files."""

    before: dict[str, bytes]
    happened: list[Intent | Answered | Event]


def record(folder: Path, seed: int, lines: int, channel: Connection) -> None:
    """Play so many lines at a few tables of a new folder, and send the recording."""
    fill(folder)
    happened: list[Intent | Answered | Event] = []
    before = {FILE: (folder / FILE).read_bytes()}
    Recorder(FILE, happened.append)
    _record_head(happened.append)
    house = House(folder)
    rng = random.Random(seed)
    codes = [house.open_table(rng) for _ in range(TABLES)]
    players = [
        gevent.spawn(_play, house, random.Random(f"{seed} {number}"), codes, lines // PLAYERS, happened.append)
        for number in range(PLAYERS)
    ]
    gevent.joinall(players, raise_error=True)
    channel.send(Recording(before, [*happened]))
    house.close()


def _play(house: House, rng: random.Random, codes: list[str], lines: int, say: Callable[[object], object]) -> None:
    for _ in range(lines):
        intent = house.intent(rng, rng.choice(codes))
        if intent is None:
            codes.append(house.open_table(rng))
            continue
        say(intent)
        report_and_say(house, intent, say)
        if rng.random() < CARRIED:
            house.writer.tidy()


def _record_head(note: Callable[[Event], object]) -> None:
    """Note what is written into the head, which is no file of SQLite and never synced."""
    usual = head.Writer.write

    def write(writer: head.Writer, newest: head.Head) -> None:
        usual(writer, newest)
        note(Write(head.FILE, 0, writer._path.read_bytes()))

    head.Writer.write = write  # type: ignore[method-assign]
