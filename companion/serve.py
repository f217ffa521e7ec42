"""The server: one process, gevent's pywsgi, no monkey patching; ends cleanly, streams and all."""

import logging
import signal
from collections.abc import Callable
from typing import Any

import gevent
from flask import Flask
from gevent.event import Event
from gevent.pywsgi import WSGIServer

from companion.connection import Handler
from companion.web.house import House

GRACE_SECONDS = 2

log = logging.getLogger("companion.serve")


def serve(app: Flask, host: str, port: int, ready: Callable[[], Any] = lambda: None) -> None:
    """Serve until SIGINT or SIGTERM; what is under way is answered first. Calls `ready` once it listens."""
    server = WSGIServer((host, port), app, handler_class=Handler, log=None, error_log=log)
    house: House = app.extensions["house"]
    told_to_stop = Event()  # serve_forever() would open again if it is told before it begins
    for sign in (signal.SIGINT, signal.SIGTERM):
        gevent.signal_handler(sign, told_to_stop.set)
    server.start()
    ready()
    told_to_stop.wait()
    house.closing = True
    house.bell.ring_all()
    server.stop(timeout=GRACE_SECONDS)
