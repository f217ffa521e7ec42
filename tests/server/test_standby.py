"""A standby of the database that is gone: nobody is kept waiting, nothing is lost, and nothing is there twice."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from companion.storage.postgres.store import PostgresStore
from tests.support.api import ApiTable, adjust, is_refused
from tests.support.effort import patient
from tests.support.postgres import Pair, cluster
from tests.support.server import Server

pytestmark = pytest.mark.slow


class House:
    """Two servers of a database with a synchronous standby, and a table that is laid at the first."""

    def __init__(self, servers: list[Server], pair: Pair) -> None:
        self.servers, self.standby = servers, pair.standby
        self.table = ApiTable(servers[0].program().call)

    def standbys(self) -> int | None:
        with closing(PostgresStore(self.servers[0].database)) as store:
            return store.standbys()

    def report_in_vain(self, server: Server) -> None:
        """See that a server does not take the tap now, and says so."""
        self.table.call = server.program().call
        answer = self.table.report(self.table.host, adjust(0), key="this-tap")
        assert is_refused(answer, 503, "disk")
        assert answer.headers["Retry-After"] == "1"

    def wait_shown(self, server: Server) -> None:
        """Wait until a server shows the tap; fail after some seconds."""
        self.table.call, end = server.program().call, time.monotonic() + patient(20)
        while self.table.look()["line"] != 1:
            assert time.monotonic() < end
            time.sleep(0.02)

    def report_again(self, server: Server) -> None:
        """See that the tap that is sent again is answered by the line that it is."""
        self.table.call = server.program().call
        assert self.table.report(self.table.host, adjust(0), key="this-tap").json == {"line": 1}
        assert self.table.look()["line"] == 1


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with ExitStack() as stack:
        first, second = stack.enter_context(cluster()), stack.enter_context(cluster())
        url = stack.enter_context(first.house())
        pair = Pair(first, second)
        servers = []
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
            servers.append(stack.enter_context(closing(Server(tmp_path / name))))
            servers[-1].database = url
            servers[-1].start(60)
        yield House(servers, pair)


def test_what_waits_for_a_standby_is_not_saved_yet_and_shows_once_it_is_back(house: House) -> None:
    assert house.standbys() == 1
    house.standby.stop()
    assert house.standbys() == 0
    for server in (house.servers[0], *house.servers):
        house.report_in_vain(server)
    house.standby.start()
    for server in house.servers:
        house.wait_shown(server)
        house.report_again(server)


def test_a_server_ends_while_a_commit_waits_for_a_standby(house: House) -> None:
    first, second = house.servers
    house.standby.stop()
    house.report_in_vain(first)
    assert first.stop() == 0
    with pytest.raises(RuntimeError):
        first.start(60)
    assert "No standby of the database is connected" in first.complaints
    house.standby.start()
    house.wait_shown(second)
    house.report_again(first.start(60))
    assert "Traceback" not in first.complaints
