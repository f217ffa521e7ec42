"""The whole server is killed, stopped or paused while people tap the forms of its pages, and programs report to it.

Each evening is a group with phones and a tablet, whose pages and streams are followed; everything that it gets is
searched for the marks of other groups.
"""

import signal
import time
from collections.abc import Callable
from contextlib import ExitStack, closing

from tests.faults.counting import count
from tests.faults.history import History, crowd, insisting, player
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.support.api import ApiTable
from tests.support.effort import patient
from tests.support.many_evenings.run import play
from tests.support.server import Server, plug, stream

EVENINGS = 10
LINES = 30  # of an evening at most
PROGRAMS = 3
ANSWERS = 10  # from one disturbance to the next at most
PAUSE = 0.5  # seconds
MOST_SECONDS = 8  # until a server has stopped
CONNECTIONS = 9


@row("kill -9 of the server, evenings", load="taps that were taken", whole=50, few=1)
def killed_server(effort: Effort) -> Outcome:
    """Ten evenings at once for each kill, three where only a few are tried.

    All seats are back after it, screens show what is new by their streams, and a last start changes no page.
    """
    outcome = effort.outcome()
    for number in range(effort.tries):
        folder = effort.folder / str(number)
        folder.mkdir()
        with closing(Server(folder)) as server:
            evenings = EVENINGS if effort.tries > 1 else 3
            played = play(server, evenings, LINES, effort.seed + number, pages=5)
            failed = server.complaints.count("Traceback")
        outcome.tries += 1
        outcome.load += played.taken
        outcome.note("lost", f"{played.seats_lost} seats, {played.lost} taps", played.lost + played.seats_lost)
        outcome.note("lost", f"not as replayed: {played.differing}", len(played.differing))
        outcome.note("lost", f"other pages: {played.other_pages[:3]}", len(played.other_pages))
        outcome.note("doubled", "taps", played.doubled)
        outcome.note("failed", "screens behind, whose stream is open", played.behind)
        outcome.note("failed", "devices out that were to stay, or stay", played.ended_wrongly)
        outcome.note("failed", f"own marks did not come: {played.unmarked}", len(played.unmarked))
        outcome.note("leaked", played.leaks[:3], len(played.leaks))
        outcome.note("leaked", f"let in: {played.not_refused[:3]}", len(played.not_refused))
        outcome.note("failed", server.complaints[-400:], failed)
    return outcome


@row("kill -9 of the server, programs", load="acknowledged lines", whole=100, few=3)
def killed_under_programs(effort: Effort) -> Outcome:
    """Kill one server again and again while programs play; each sends again, by the same key, what was not answered."""

    def kill(server: Server) -> None:
        server.kill()
        server.start(60)

    return _disturbed(effort, kill)


@row("the server is told to stop", load="acknowledged lines", whole=50, few=2)
def told_to_stop(effort: Effort) -> Outcome:
    """SIGTERM in the middle of it: what is under way is answered or not taken, and the end is clean, and soon.

    Connections are open meanwhile that ask nothing, have begun to ask, were answered, or follow a table.
    """

    def stop(server: Server) -> None:
        with ExitStack() as left:
            _hold_open(server, left)
            assert server.stop(MOST_SECONDS) == 0
        server.start(60)

    return _disturbed(effort, stop)


@row("the server is paused", load="acknowledged lines", whole=50, few=2)
def paused(effort: Effort) -> Outcome:
    """SIGSTOP for a while, as a lid that is closed, and SIGCONT."""

    def pause(server: Server) -> None:
        assert server.process is not None
        server.process.send_signal(signal.SIGSTOP)
        time.sleep(PAUSE)
        server.process.send_signal(signal.SIGCONT)

    return _disturbed(effort, pause)


def _hold_open(server: Server, left: ExitStack) -> None:
    """Open connections of each kind, until `left` closes them."""
    for number in range(CONNECTIONS):
        connection = left.enter_context(plug(server.url))
        connection.sendall((b"", b"GET /", b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")[number % 3])
    table = ApiTable(insisting(left.enter_context(closing(server.program()))))
    assert left.enter_context(stream(server.url, f"{table.path}/live", table.watch))() is not None


def _disturbed(effort: Effort, disturb: Callable[[Server], None]) -> Outcome:
    """Disturb a server so many times while programs play, and compare what it has stored with what they were told."""
    outcome, rng, history = effort.outcome(), effort.rng, History()
    with closing(Server(effort.folder).start(60)) as server:
        players = [player(insisting(server.program()), history, rng.getrandbits(30)) for _ in range(PROGRAMS)]
        try:
            with crowd(*players) as all_play:
                while outcome.tries < effort.tries and all_play():
                    _wait_for(history, len(history.acknowledged) + rng.randint(1, ANSWERS), all_play)
                    disturb(server)
                    outcome.tries += 1
        except Exception as problem:  # of a player, or of a server that does not start or end
            outcome.note("failed", repr(problem))
        outcome.note("failed", server.complaints[-400:], server.complaints.count("Traceback"))
        outcome.load = len(history.acknowledged)
        count(outcome, history, server)
    return outcome


def _wait_for(history: History, number: int, all_play: Callable[[], bool]) -> None:
    end = time.monotonic() + patient(60)
    while len(history.acknowledged) < number and all_play():
        if time.monotonic() > end:
            raise TimeoutError("Nobody is answered any more")
        time.sleep(0.005)
