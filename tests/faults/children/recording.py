"""A child that plays for a while, and tells all that its players said and that its disk was asked, in that order."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path

import gevent
from msgspec import Struct

from companion.storage.database import Newest
from companion.storage.sqlite import head
from companion.storage.sqlite.condition import FILE
from tests.faults.children import begin
from tests.faults.children.players import PLAYERS, Answered, House, Intent, report_and_say
from tests.faults.disk.recorder import Event, Recorder, Write
from tests.faults.planted import replace
from tests.support.empty_store import fill

TABLES = 3


class Recording(Struct, frozen=True):
    """The files of a folder before it was opened, and what happened then: what was said, and done to the files."""

    before: dict[str, bytes]
    happened: list[Intent | Answered | Event]


def recorded(folder: Path, seed: int, lines: int, carried: float) -> Recording:
    """What a child did that played so many lines in a new folder.

    `carried`: how likely it carries the log over into the file after a line, as the server does when nobody writes.
    """
    ours, theirs = Pipe(duplex=False)
    child = begin(record, folder, seed, lines, carried, theirs)
    theirs.close()
    played: Recording = ours.recv()
    ours.close()
    child.join()
    return played


def record(folder: Path, seed: int, lines: int, carried: float, channel: Connection) -> None:
    """Play so many lines at a few tables of a new folder, and send the recording."""
    fill(folder)
    happened: list[Intent | Answered | Event] = []
    before = {FILE: (folder / FILE).read_bytes()}
    Recorder(FILE, happened.append)
    _record_head(happened.append)
    house = House(folder)
    rng = random.Random(seed)
    codes = [house.open_table(rng) for _ in range(TABLES)]
    players = [_Player(house, random.Random(f"{seed} {number}"), codes, happened.append) for number in range(PLAYERS)]
    playing = [gevent.spawn(player.play, lines // PLAYERS, carried) for player in players]
    gevent.joinall(playing, raise_error=True)
    channel.send(Recording(before, [*happened]))
    house.close()


@dataclass(frozen=True)
class _Player:
    house: House
    rng: random.Random
    codes: list[str]  # of the tables, which all players share
    say: Callable[[Intent | Answered | Event], object]

    def play(self, lines: int, carried: float) -> None:
        for _ in range(lines):
            intent = self.house.intent(self.rng, self.rng.choice(self.codes))
            if intent is None:
                self.codes.append(self.house.open_table(self.rng))
                continue
            self.say(intent)
            report_and_say(self.house, intent, self.say)
            if self.rng.random() < carried:
                self.house.writer.tidy()


def _record_head(note: Callable[[Event], object]) -> None:
    """Note what is written into the head, which is no file of SQLite and never synced."""

    def write(writer: head.Writer, newest: Newest) -> None:
        usual(writer, newest)
        if writer._path.exists():
            note(Write(head.FILE, 0, writer._path.read_bytes()))

    usual = replace(head.Writer, "write", write)
