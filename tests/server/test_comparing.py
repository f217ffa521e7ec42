"""After a kill the history is compared with the lines, and counted again where it says something else."""

import sqlite3
import time
from contextlib import closing

import pytest

from tests.support.api import ApiTable, whole_game
from tests.support.effort import patient
from tests.support.server import Server

pytestmark = pytest.mark.slow


def totals(server: Server) -> list[int]:
    with closing(sqlite3.connect(server.data / "ledger.db")) as db:
        return [total for (total,) in db.execute("select total from places order by seat")]


def played(server: Server) -> list[int]:
    """Play a whole game; its totals."""
    ApiTable(server.program().call).play(whole_game())
    return totals(server)


def miscount(server: Server) -> None:
    with closing(sqlite3.connect(server.data / "ledger.db")) as db, db:
        db.execute("update places set total = total + 1 where seat = 2")


def test_what_the_history_counts_wrongly_is_counted_again_after_a_kill(server: Server) -> None:
    before = played(server)
    server.kill()
    miscount(server)
    assert totals(server) != before
    server.start()
    end = time.monotonic() + patient(20)
    while totals(server) != before and time.monotonic() < end:
        time.sleep(0.02)
    assert totals(server) == before
    assert "counts it again" in server.printed
    assert server.stop() == 0
    assert "Traceback" not in server.complaints
    assert server.run("check").returncode == 0


def test_after_an_end_as_it_should_be_nothing_is_compared(server: Server) -> None:
    before = played(server)
    assert server.stop() == 0
    miscount(server)
    server.start()
    assert server.stop() == 0
    assert totals(server) != before
    assert "the statistics count it as something else" in server.run("check").stdout
