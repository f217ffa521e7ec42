"""Phones that open streams and never read them while moves are made: the others are served, and nothing grows.

Whoever reads again is shown the newest line at once; of one device's streams the newest three go on.
"""

import time
from collections.abc import Sequence
from contextlib import closing

from tests.faults.followed import FollowedEvening, StreamOf
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.support.effort import patient
from tests.support.many_evenings.client import Client
from tests.support.server import Server

ROUND = 250  # moves, after which the streams are read
DEVICES, FEW_DEVICES = 17, 4
STREAMS = 3  # of a device
WINDOW = 4096  # bytes that wait at a phone that does not read
LOOK = 10  # moves, after which somebody looks
MIB = 2**20
MOST_MEMORY = 20 * MIB
MOST_WAITING = MIB // 4  # bytes of a stream: what the system keeps on the way, and the newest
MORE_HANDLES = 3


@row("streams that are never read", load="streams", whole=5000, few=60)
def unread_streams(effort: Effort) -> Outcome:
    """Make so many moves, while fifty streams are open that nobody reads; fewer where only a few are tried."""
    outcome = effort.outcome()
    with closing(Server(effort.folder).start(60)) as server:
        evening = FollowedEvening(server)
        devices = [evening.watcher() for _ in range(DEVICES if effort.tries > ROUND else FEW_DEVICES)]
        for client in devices:
            client.close()
        memory = server.memory()
        while outcome.tries < effort.tries:
            evening.start()
            _try(outcome, server, evening, devices, min(ROUND, effort.tries - outcome.tries))
            evening.put_away()
            more = server.memory() - memory
            outcome.note("failed", f"{more / MIB:.0f} MiB more", int(more > MOST_MEMORY))
        outcome.note("failed", server.complaints[-400:], server.complaints.count("Traceback"))
        evening.close()
    return outcome


def _try(outcome: Outcome, server: Server, evening: FollowedEvening, devices: Sequence[Client], moves: int) -> None:
    handles = server.handles()
    streams = [StreamOf(client, WINDOW) for client in devices for _ in range(STREAMS)]
    _report(outcome, evening, devices[0], moves)
    all(_is_current(outcome, stream, evening.line) for stream in streams)
    _crowd_out(outcome, devices[-1], streams[-STREAMS:])
    for stream in streams:
        stream.close()
    for client in devices:
        client.close()
    _assert_given_back(outcome, server, handles)


def _report(outcome: Outcome, evening: FollowedEvening, watcher: Client, moves: int) -> None:
    for number in range(moves):
        status = evening.report().status
        outcome.note("failed", f"a move is answered by {status}", int(status != 303))
        if number % LOOK == 0:
            status = watcher.call("GET", "/").status
            outcome.note("failed", f"a look is answered by {status}", int(status != 200))
        outcome.tries += 1


def _is_current(outcome: Outcome, stream: StreamOf, line: int) -> bool:
    """What a stream holds for who reads it at last: not much, in order, and up to the newest line; it goes on."""
    is_current = stream.read_until(line)
    outcome.load += bool(stream.parts) and stream.status == 200
    outcome.note("lost", f"{stream.parts[-1:]} of {line}", int(not is_current))
    outcome.note("failed", f"a stream that was answered by {stream.first_line!r} has ended", int(stream.is_over))
    outcome.note("doubled", f"not in order: {stream.parts}", int(stream.parts != sorted(stream.parts)))
    outcome.note("failed", f"{stream.bytes} bytes waited", int(stream.bytes > MOST_WAITING))
    return is_current


def _crowd_out(outcome: Outcome, client: Client, oldest: Sequence[StreamOf]) -> None:
    """As many streams again end the oldest."""
    newest = [StreamOf(client) for _ in oldest]
    going_on = [stream for stream in oldest if not stream.read_to_its_end()]
    outcome.note("failed", "streams of one device beyond three", len(going_on))
    for stream in newest:
        stream.close()


def _assert_given_back(outcome: Outcome, server: Server, handles: int) -> None:
    end = time.monotonic() + patient(10)
    while server.handles() > handles + MORE_HANDLES and time.monotonic() < end:
        time.sleep(0.02)
    more = server.handles() - handles
    outcome.note("failed", f"{more} handles more", int(more > MORE_HANDLES))
