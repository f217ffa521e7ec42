"""The ring: what other servers of a database committed, by PostgreSQL's LISTEN and NOTIFY (schema/)."""

import logging
import time
from collections.abc import Callable
from contextlib import closing

import gevent
from gevent.event import Event
from gevent.socket import wait_read
from psycopg.pq.abc import PGconn

from companion.storage.errors import Unavailable
from companion.storage.postgres import lock
from companion.storage.postgres.connection import Connection, connect_beside, ours
from companion.storage.store import ANYTHING, Heard

log = logging.getLogger("companion.storage.postgres.ring")
BEAT_SECONDS = 5.0  # without a message, after which the connection is asked whether it still is one
ANSWER_SECONDS = 2.0  # in which it answers that
PAUSE_SECONDS = 0.5  # between two tries to connect
DRAIN = "drain "  # the message to a server, before the number of its connection here
DEAF_SECONDS = 5.0  # without a connection, after which it is said that nothing is heard


class Ring:
    """Listens in one greenlet, and calls `heard` in another: ANYTHING after each gap, since no message is kept."""

    def __init__(self, url: str, address: str, is_own: Callable[[int], bool], heard: Heard) -> None:
        """`address`: where this server is reached; `is_own`: whether a process of the database with this number writes
        for it."""
        self._url, self._address, self._is_own, self._heard = url, address, is_own, heard
        self.is_drained, self._to_drain = False, ""
        self._down_since: float | None = None  # by the monotonic clock
        self._messages: dict[str, None] = {}
        self._come = Event()
        self._greenlets = [gevent.spawn(self._run), gevent.spawn(self._tell)]

    @property
    def hears(self) -> bool:
        """Whether messages come, or have come until a moment ago."""
        return self._down_since is None or time.monotonic() - self._down_since < DEAF_SECONDS

    def close(self) -> None:
        gevent.killall(self._greenlets)

    def _run(self) -> None:
        while True:
            try:
                self._listen(connect_beside(self._url))
            except Unavailable as problem:
                log.warning("Nothing is heard of other servers: %s", problem)
            except Exception:
                log.exception("Nothing is heard of other servers")
            self._down_since = self._down_since or time.monotonic()
            gevent.sleep(PAUSE_SECONDS)

    def _listen(self, db: Connection) -> None:
        """Hear until the connection is lost: Unavailable."""
        with ours(), closing(db):
            db.conn.add_notify_handler(lambda notice: self._take(notice.pid, notice.payload))
            lock.hold(db)
            self._to_drain, listed = f"{DRAIN}{db.conn.info.backend_pid}", None
            db.execute("listen ledger")
            self._down_since = None
            self._note(ANYTHING)
            while True:
                self._take_all(db.conn.pgconn)  # also what came with the answer to something else
                if listed is not self.is_drained:
                    listed = self.is_drained
                    lock.enter(db, lock.DRAINED if listed else lock.SERVES, self._address)
                with gevent.Timeout(BEAT_SECONDS, False):
                    wait_read(db.conn.pgconn.socket)
                    db.conn.pgconn.consume_input()
                    continue
                with gevent.Timeout(ANSWER_SECONDS, Unavailable("no answer")):
                    db.execute("select 1")

    def _take_all(self, conn: PGconn) -> None:
        while (notice := conn.notifies()) is not None:
            self._take(notice.be_pid, notice.extra.decode())

    def _take(self, process: int, message: str) -> None:
        if message.startswith(DRAIN):
            self.is_drained |= message == self._to_drain
        elif not self._is_own(process):
            self._note(message)

    def _note(self, message: str) -> None:
        self._messages[message] = None
        self._come.set()

    def _tell(self) -> None:
        """Tell one message after the other, each once however often it comes meanwhile."""
        while self._come.wait():
            while self._messages:
                message = next(iter(self._messages))
                del self._messages[message]
                try:
                    self._heard(message)
                except Exception:
                    log.exception("What another server wrote is not shown: %s", message)
            self._come.clear()
