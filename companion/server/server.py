"""The server: one process, gevent's pywsgi, no monkey patching; ends cleanly, streams included."""

import gc
import logging
import signal
import sys
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, Any, cast

import gevent
import msgspec
from flask import Flask
from gevent.event import Event

from companion.games import GAMES
from companion.history.evenings import NIGHT_ENDS
from companion.server.ending import Server, TlsServer
from companion.server.forwarded import Network
from companion.storage.errors import Unavailable
from companion.storage.workers import WorkerPool
from companion.table.moves import any_move
from companion.web.access.services import services_of
from companion.web.first_uses import first_uses
from companion.web.text.guides import texts
from companion.web.text.languages import Languages

if TYPE_CHECKING:
    from companion.network.certificate import Certificate

log = logging.getLogger("companion.server.server")
# A tap takes Python's global lock about six times, each time waiting for a busy worker thread: 5 ms by default.
SWITCH_SECONDS = 0.0003
# Reference cycles are few, and a full collection stops all requests: it comes a hundred times as seldom as by default.
# Small collections stay small: one of 50,000 objects takes 50 ms.
COLLECTIONS = (700, 10, 1000)
SHARE = 0.5  # of the time, at most: requests have the rest
HOUR_SECONDS = 3600.0
LOOK_SECONDS = 15.0  # how often open evenings are looked at for a host who is gone


def serve(
    app: Flask,
    host: str,
    port: int,
    ready: Callable[[], Any] = lambda: None,
    certificate: "Certificate | None" = None,
    behind: Collection[Network] = (),
    daily: Callable[[], Any] = lambda: None,
) -> None:
    """Serve until SIGINT or SIGTERM, and answer requests under way first. Calls `ready` once the server listens.

    `certificate`: serve https; OSError if it cannot be written. `behind`: trusted proxies. `daily`: called again and
    again by day, on a worker thread.
    """
    services = services_of(app)
    if certificate is None:
        server = Server((host, port), app, behind)
    else:
        server = TlsServer(certificate, services.own_names | services.entrances.names, (host, port), app, behind)
    stopping = Event()  # serve_forever() would open again if it is stopped before it begins
    for sign in (signal.SIGINT, signal.SIGTERM):
        gevent.signal_handler(sign, stopping.set)
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.set_threshold(*COLLECTIONS)
    gc.freeze()  # imported objects are never freed: collections skip them
    read_first(app)
    server.start()
    ready()
    beside = [
        gevent.spawn(read_ahead, app),
        gevent.spawn(watch_hosts, app),
        gevent.spawn(repeat_by_day, services.workers, daily),
    ]
    stopping.wait()
    services.closing = True
    gevent.killall(beside)
    server.end()


def read_ahead(app: Flask) -> None:
    """Run all first uses on a worker thread, a little at a time: lazily loaded data no longer delays a request."""
    services = services_of(app)
    for read in first_uses(app):
        began = time.monotonic()
        services.workers.run(None, read)
        gevent.sleep((time.monotonic() - began) * (1 / SHARE - 1))
    gc.freeze()


def read_first(app: Flask) -> None:
    """Let msgspec inspect every type of moves, options and guides on this thread, before any other; read the guides.

    Two threads that use a type first would crash the process: it caches types half done. The guides are TOML, a tenth
    of a second together, and the first screen of an evening tells of all games.
    """
    for game in GAMES.values():
        for shape in (any_move(game.SLUG), game.Options):
            with suppress(msgspec.ValidationError):
                msgspec.convert({}, shape)
        for tag in cast(Languages, app.extensions["languages"]).names:
            texts(game.SLUG, tag)


def watch_hosts(app: Flask) -> None:
    """Look for absent hosts of open evenings, again and again."""
    services = services_of(app)
    while True:
        gevent.sleep(LOOK_SECONDS)
        try:
            services.succession.look()
        except Unavailable as problem:  # the next look is soon
            log.warning("Nobody could be offered the host's role: %s", problem)
        except Exception:
            log.exception("Nobody could be offered the host's role")


def repeat_by_day(workers: WorkerPool, work: Callable[[], Any]) -> None:
    """Do `work` each hour of a day whose night is over, beside the taps."""
    while True:
        gevent.sleep(HOUR_SECONDS)
        if datetime.now().time() >= NIGHT_ENDS:
            workers.run(None, work)
