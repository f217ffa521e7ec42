"""The server, which ends open connections soon after it is stopped."""

import logging
from collections.abc import Collection
from functools import partial
from typing import Any

import gevent
import gevent.ssl
from flask import Flask
from gevent.pool import Pool
from gevent.pywsgi import WSGIServer

from companion.server.connection import Handler
from companion.server.forwarded import Network, is_among
from companion.server.room import Place, Room, connections
from companion.server.streams import OpenStreams
from companion.server.turns import Turns
from companion.web.access.services import Services

HEARD_OUT_SECONDS = 0.3  # after closing, for requests on open connections, which are answered so
GRACE_SECONDS = 1.5  # for requests under way after that
log = logging.getLogger("companion.server.ending")


class Server(WSGIServer):  # type: ignore[misc]
    """The server: a greenlet for each connection, as many as the room holds. `behind`: trusted proxies."""

    def __init__(self, listener: tuple[str, int], app: Flask, behind: Collection[Network] = (), **more: Any) -> None:
        super().__init__(listener, app, spawn=Pool(), handler_class=Handler, log=None, error_log=log, **more)
        self.behind = behind
        self.idle: set[gevent.Greenlet] = set()
        self._services: Services = app.extensions["services"]
        self._room = Room(connections())
        self.turns = Turns()
        self.streams = OpenStreams(app, self.turns)

    @property
    def closing(self) -> bool:
        """Whether nothing new is begun any more."""
        return self._services.closing

    def is_proxy(self, address: str) -> bool:
        """Whether a trusted proxy calls: its connections count for themselves until a head names the client."""
        return is_among(address, self.behind)

    def do_handle(self, sock: Any, address: Any) -> None:
        """gevent's hook for a new connection. Without room it is closed at once: a response would need a handle too."""
        place = self._room.enter(f"{address[0]} {address[1]}" if self.is_proxy(address[0]) else address[0])
        if place is None:
            sock.close()
        else:
            self.pool.spawn(self._serve, sock, address, place)

    def _serve(self, sock: Any, address: Any, place: Place) -> None:
        self.idle.add(gevent.getcurrent())
        place.end = partial(gevent.getcurrent().kill, block=False)
        is_handed_on = False
        try:
            if not self.is_proxy(address[0]):
                gevent.sleep(self.turns.owed(place.address))
            is_handed_on = self.attend(sock, address, place)
        finally:
            self.idle.discard(gevent.getcurrent())
            if not is_handed_on:
                place.leave()
                sock.close()

    def attend(self, sock: Any, address: Any, place: Place) -> bool:
        """Answer the connection until it ends or a stream takes it over; whether a stream did."""
        handler = Handler(sock, address, self, place)
        handler.handle()
        return handler.is_handed_on

    def end(self) -> None:
        """End what is open: idle connections soon, those being answered a little later."""
        self.close()
        self.streams.close()
        self.pool.join(timeout=HEARD_OUT_SECONDS)
        gevent.killall(list(self.idle), block=False)
        self.stop(timeout=GRACE_SECONDS)
