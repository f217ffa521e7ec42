"""A server that ends what is open soon after it is told to stop."""

import logging
from typing import Any

import gevent.ssl
from flask import Flask
from gevent.pool import Pool
from gevent.pywsgi import WSGIServer

from companion.server.connection import Handler
from companion.server.room import Place, Room, connections
from companion.server.streams import OpenStreams
from companion.web.services import Services

HEARD_OUT_SECONDS = 0.3  # once it closes: whoever asks now on an open connection is told so
GRACE_SECONDS = 1.5  # what is under way then has this time
log = logging.getLogger("companion.server.ending")


class Server(WSGIServer):  # type: ignore[misc]
    """The server: each connection on a greenlet of its own, as many as there is room for."""

    def __init__(self, listener: tuple[str, int], app: Flask, **more: Any) -> None:
        super().__init__(listener, app, spawn=Pool(), handler_class=Handler, log=None, error_log=log, **more)
        self.idle: set[gevent.Greenlet] = set()
        self._services: Services = app.extensions["services"]
        self._room = Room(connections())
        self.streams = OpenStreams(app)

    @property
    def closing(self) -> bool:
        """Whether nothing new is begun any more."""
        return self._services.closing

    def do_handle(self, sock: Any, address: Any) -> None:
        """gevent's hook for a new connection; for one too many there is no word, which would need a handle too."""
        place = self._room.enter(address[0])
        if place is None:
            sock.close()
        else:
            self.pool.spawn(self._serve, sock, address, place)

    def _serve(self, sock: Any, address: Any, place: Place) -> None:
        self.idle.add(gevent.getcurrent())
        is_handed_on = False
        try:
            is_handed_on = self.attend(sock, address, place)
        finally:
            self.idle.discard(gevent.getcurrent())
            if not is_handed_on:
                place.leave()
                sock.close()

    def attend(self, sock: Any, address: Any, place: Place) -> bool:
        """Answer what comes on this connection until it ends, or is handed on to a stream; whether it is."""
        handler = Handler(sock, address, self, place)
        handler.handle()
        return handler.is_handed_on

    def end(self) -> None:
        """End what is open: those who wait soon, those who are being answered a little later."""
        self.close()
        self.streams.close()
        self.pool.join(timeout=HEARD_OUT_SECONDS)
        gevent.killall(list(self.idle), block=False)
        self.stop(timeout=GRACE_SECONDS)
