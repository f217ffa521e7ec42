"""The server: one process, gevent's pywsgi, no monkey patching; ends cleanly, streams included."""

import gc
import logging
import signal
import sys
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

import gevent.ssl
from flask import Flask
from gevent.event import Event

from companion.server.ahead import read_ahead, read_shapes
from companion.server.ending import Server
from companion.server.forwarded import Network
from companion.server.tls import TlsServer
from companion.server.watching import watch_hosts
from companion.web.access.services import Services

if TYPE_CHECKING:
    from companion.network.certificate import Certificate

log = logging.getLogger("companion.server.server")
# A tap takes Python's global lock about six times, and would each time wait for a busy worker thread: 5 ms by default.
SWITCH_SECONDS = 0.0003
# Reference cycles are few, and a full collection stops everybody for as long as it takes to look through all that
# there is: one comes after so many small ones, a hundred times as seldom as by default. The small ones are left small:
# of 50,000 objects one takes 50 ms.
COLLECTIONS = (700, 10, 1000)


def serve(
    app: Flask,
    host: str,
    port: int,
    ready: Callable[[], Any] = lambda: None,
    certificate: "Certificate | None" = None,
    behind: Collection[Network] = (),
) -> None:
    """Serve until SIGINT or SIGTERM; what is under way is answered first. Calls `ready` once it listens.

    With a `certificate` it serves https. OSError if that cannot be written. `behind`: proxies that say who asks.
    """
    services: Services = app.extensions["services"]
    if certificate is None:
        server = Server((host, port), app, behind)
    else:
        server = TlsServer(certificate, services.own_names | services.entrances.names, (host, port), app, behind)
    stopping = Event()  # serve_forever() would open again if it is stopped before it begins
    for sign in (signal.SIGINT, signal.SIGTERM):
        gevent.signal_handler(sign, stopping.set)
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.set_threshold(*COLLECTIONS)
    gc.freeze()  # of what was imported nothing is ever freed, and no collection looks through it
    read_shapes()
    server.start()
    ready()
    beside = [gevent.spawn(read_ahead, app), gevent.spawn(watch_hosts, app)]
    stopping.wait()
    services.closing = True
    gevent.killall(beside)
    server.end()
