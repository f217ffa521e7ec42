"""The ring: what other servers of a database committed, by PostgreSQL's LISTEN and NOTIFY (schema/)."""

import logging
from collections.abc import Callable

import gevent
from gevent.event import Event
from gevent.socket import wait_read
from psycopg import Notify

from companion.storage.errors import Unavailable
from companion.storage.postgres.connection import Connection, connect_beside
from companion.storage.store import ANYTHING, Heard

log = logging.getLogger("companion.storage.postgres.ring")
BEAT_SECONDS = 5.0  # without a message, after which the connection is asked whether it still is one
ANSWER_SECONDS = 2.0  # in which it answers that
PAUSE_SECONDS = 0.5  # between two tries to connect


class Ring:
    """Listens in one greenlet, and calls `heard` in another: ANYTHING after each gap, since no message is kept."""

    def __init__(self, url: str, is_own: Callable[[int], bool], heard: Heard) -> None:
        """`is_own`: whether a process of the database with this number works for this store."""
        self._url, self._is_own, self._heard = url, is_own, heard
        self.is_up = False
        self._messages: dict[str, None] = {}
        self._come = Event()
        self._greenlets = [gevent.spawn(self._run), gevent.spawn(self._tell)]

    def close(self) -> None:
        gevent.killall(self._greenlets)

    def _run(self) -> None:
        while True:
            try:
                self._listen(connect_beside(self._url))
            except Unavailable as problem:
                log.warning("Nothing is heard of other servers: %s", problem)
            self.is_up = False
            gevent.sleep(PAUSE_SECONDS)

    def _listen(self, db: Connection) -> None:
        """Hear until the connection is lost: Unavailable."""
        try:
            db.conn.add_notify_handler(self._take)
            db.execute("listen ledger")
            self.is_up = True
            self._note(ANYTHING)
            while True:
                with gevent.Timeout(BEAT_SECONDS, False):
                    wait_read(db.conn.pgconn.socket)
                with gevent.Timeout(ANSWER_SECONDS, Unavailable("no answer")):
                    db.execute("select 1")  # which takes in what was sent
        finally:
            db.close()

    def _take(self, notice: Notify) -> None:
        if not self._is_own(notice.pid):
            self._note(notice.payload)

    def _note(self, message: str) -> None:
        self._messages[message] = None
        self._come.set()

    def _tell(self) -> None:
        """Tell one message after the other, each once however often it comes meanwhile."""
        while self._come.wait():
            while self._messages:
                message = next(iter(self._messages))
                del self._messages[message]
                self._heard(message)
            self._come.clear()
