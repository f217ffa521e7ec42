"""Many connections that send a byte now and then: each is ended in time, and who plays notices nothing."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from random import Random

from tests.faults.dripping import KINDS, Drip, begin, drip
from tests.faults.history import History
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.support.api import ApiTable, adjust
from tests.support.effort import patient
from tests.support.server import Server

AT_ONCE = 200  # connections
OF_AN_ADDRESS = 50  # of them
HASTE = 8  # the server lets go so many times as soon
LONGEST = 20.0  # seconds that a request may take at a server without haste
LATE = 1.0  # seconds
MOVES = 40


@row("connections that drip", load="connections ended", whole=4000, few=60)
def slow_connections(effort: Effort) -> Outcome:
    """Keep so many connections open at once, of all kinds, while two programs report."""
    outcome, rng = effort.outcome(), effort.rng
    with closing(Server(effort.folder, haste=HASTE)) as server:
        server.start(60)
        while outcome.tries < effort.tries:
            _drip(outcome, rng, server, min(AT_ONCE, effort.tries - outcome.tries))
        outcome.note("failed", server.complaints[-400:], server.complaints.count("Traceback"))
    return outcome


def _drip(outcome: Outcome, rng: Random, server: Server, number: int) -> None:
    with ExitStack() as opened, ThreadPoolExecutor(1) as threads:
        slow: list[Drip] = []
        for place in range(number):
            one = begin(server.url, rng.choice([*KINDS.values()]), f"127.0.3.{place // OF_AN_ADDRESS + 1}")
            opened.callback(one.connection.close)
            slow.append(one)
        playing = threads.submit(_play, server)
        drip(slow, patient(LONGEST / HASTE + LATE))
        outcome.note("lost", *playing.result())
    for one in slow:
        outcome.note("failed", f"open after {one.kind.begins!r}", int(one.ended is None))
    outcome.tries += number
    outcome.load += sum(one.ended is not None for one in slow)


def _play(server: Server) -> tuple[str, int]:
    """Two programs report in turns; how many moves are not there afterwards, in words and as a number."""
    history, programs = History(), [server.program(), server.program()]
    table = ApiTable(programs[0].call)
    for number in range(MOVES):
        history.report(programs[number % 2].call, table, table.host, adjust(number % 4, number + 1))
    history.check(server)
    lost = MOVES - len(history.acknowledged)
    return f"{lost} moves", lost
