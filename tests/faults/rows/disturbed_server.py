"""The whole server is killed, stopped or paused while people tap the forms of its pages, and programs report to it.

Each evening is a group with phones and a tablet, whose pages and streams are followed; everything that it gets is
searched for the marks of other groups.
"""

import signal
import time
from collections.abc import Callable
from contextlib import closing
from random import Random
from threading import Event

from tests.faults.counting import count
from tests.faults.history import History, crowd, insisting, next_move
from tests.faults.outcome import Counter, Effort, Outcome
from tests.faults.rows import row
from tests.support.api import ApiTable
from tests.support.many_evenings.run import play
from tests.support.server import Server

EVENINGS = 10
LINES = 30  # of an evening at most
PROGRAMS = 3
ANSWERS = 10  # from one disturbance to the next at most
PAUSE = 0.5  # seconds


@row("kill -9 of the server, evenings", load="taps", whole=50, few=1)
def killed_server(effort: Effort) -> Outcome:
    """Ten evenings at once for each kill, three where only a few are tried; all seats are back after it."""
    counter = Counter("kill -9 of the server, evenings")
    for number in range(effort.tries):
        folder = effort.folder / str(number)
        folder.mkdir()
        with closing(Server(folder)) as server:
            evenings = EVENINGS if effort.tries > 1 else 3
            outcome = play(server, evenings, LINES, effort.seed + number, pages=5)
            failed = server.complaints.count("Traceback")
        counter.tries += 1
        counter.load += outcome.taps
        counter.note("lost", f"{outcome.seats_lost} seats, {outcome.lost} taps", outcome.lost + outcome.seats_lost)
        counter.note("lost", f"not as replayed: {outcome.differing}", len(outcome.differing))
        counter.note("doubled", "taps", outcome.doubled)
        counter.note("leaked", outcome.leaks[:3], len(outcome.leaks))
        counter.note("leaked", f"let in: {outcome.not_refused[:3]}", len(outcome.not_refused))
        counter.note("failed", server.complaints[-400:], failed)
    return counter.outcome


@row("kill -9 of the server, programs", load="acknowledged lines", whole=100, few=3)
def killed_under_programs(effort: Effort) -> Outcome:
    """Kill one server again and again while programs play; each sends again, by the same key, what was not answered."""

    def kill(server: Server) -> None:
        server.kill()
        server.start(60)

    return _disturbed(effort, "kill -9 of the server, programs", kill)


@row("the server is told to stop", load="acknowledged lines", whole=50, few=2)
def told_to_stop(effort: Effort) -> Outcome:
    """SIGTERM in the middle of it: what is under way is answered or not taken, and the end is clean."""

    def stop(server: Server) -> None:
        assert server.stop(30) == 0
        server.start(60)

    return _disturbed(effort, "the server is told to stop", stop)


@row("the server is paused", load="acknowledged lines", whole=50, few=2)
def paused(effort: Effort) -> Outcome:
    """SIGSTOP for a while, as a lid that is closed, and SIGCONT."""

    def pause(server: Server) -> None:
        assert server.process is not None
        server.process.send_signal(signal.SIGSTOP)
        time.sleep(PAUSE)
        server.process.send_signal(signal.SIGCONT)

    return _disturbed(effort, "the server is paused", pause)


def _disturbed(effort: Effort, name: str, disturb: Callable[[Server], None]) -> Outcome:
    """Disturb a server so many times while programs play, and compare what it has stored with what they were told."""
    counter, rng, history = Counter(name), effort.rng, History()
    with closing(Server(effort.folder).start(60)) as server:
        with crowd(*(_player(server, history, rng.getrandbits(30)) for _ in range(PROGRAMS))):
            while counter.tries < effort.tries:
                _wait_for(history, len(history.acknowledged) + rng.randint(1, ANSWERS))
                disturb(server)
                counter.tries += 1
        counter.note("failed", server.complaints[-400:], server.complaints.count("Traceback"))
        counter.load = len(history.acknowledged)
        count(counter, history, server)
    return counter.outcome


def _player(server: Server, history: History, seed: int) -> Callable[[Event], None]:
    """Plays one table after the other for all seats, until it is told to stop."""

    def play_on(stop: Event) -> None:
        rng, call = Random(seed), insisting(server.program())
        while not stop.is_set():
            table = ApiTable(call)
            while not stop.is_set() and (move := next_move(rng, table, look := table.look())) is not None:
                history.report(call, table, table.by(move), move, seen=look["line"])

    return play_on


def _wait_for(history: History, number: int) -> None:
    while len(history.acknowledged) < number:
        time.sleep(0.005)
