"""The server: one process, gevent's pywsgi, no monkey patching; ends cleanly, streams included."""

import logging
import signal
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import gevent.ssl
from flask import Flask
from gevent.event import Event

from companion.server.ending import Server
from companion.server.tls import TlsServer
from companion.web.services import Services

if TYPE_CHECKING:
    from companion.network.certificate import Certificate

log = logging.getLogger("companion.server.server")
# A tap takes Python's global lock about six times, and would each time wait for a busy worker thread: 5 ms by default.
SWITCH_SECONDS = 0.0003


def serve(
    app: Flask,
    host: str,
    port: int,
    ready: Callable[[], Any] = lambda: None,
    certificate: "Certificate | None" = None,
) -> None:
    """Serve until SIGINT or SIGTERM; what is under way is answered first. Calls `ready` once it listens.

    With a `certificate` it serves https. OSError if that cannot be written.
    """
    services: Services = app.extensions["services"]
    if certificate is None:
        server = Server((host, port), app)
    else:
        server = TlsServer(certificate, services.own_names, (host, port), app)
    stopping = Event()  # serve_forever() would open again if it is stopped before it begins
    for sign in (signal.SIGINT, signal.SIGTERM):
        gevent.signal_handler(sign, stopping.set)
    sys.setswitchinterval(SWITCH_SECONDS)
    server.start()
    ready()
    stopping.wait()
    services.closing = True
    services.notifier.publish_all()
    server.end()
