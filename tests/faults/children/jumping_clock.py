"""A child whose players report while the clock of the machine jumps."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, tzinfo
from multiprocessing.connection import Connection
from pathlib import Path

from companion.storage import identifiers
from tests.faults.children.players import House, report_and_say
from tests.faults.planted import replace

JUMPS = (  # by which a clock is off from one look at it to the next
    *(timedelta(seconds=seconds) for seconds in (-1, 0, 1)),
    *(timedelta(hours=hours) for hours in (-1, 1)),
    timedelta(days=-1),
    timedelta(days=3652),
)


@contextmanager
def jumping_clock(rng: random.Random) -> Iterator[None]:
    """In the block, what the app takes for this moment is another one at each look."""

    class Jumping(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> "Jumping":
            return cls.fromtimestamp((datetime.now(tz) + rng.choice(JUMPS)).timestamp(), tz)

    usual = replace(identifiers, "datetime", Jumping)
    try:
        yield
    finally:
        replace(identifiers, "datetime", usual)


def play_while_it_jumps(folder: Path, seed: int, lines: int, channel: Connection) -> None:
    """Report so many lines, one game after the other."""
    rng, say = random.Random(seed), channel.send
    with jumping_clock(rng):
        house = House(folder)
        reported = 0
        while reported < lines:
            code = house.open_table(rng)
            while reported < lines and (intent := house.intent(rng, code)) is not None:
                say(intent)
                report_and_say(house, intent, say)
                reported += 1
        house.close()
