"""The server, with and without TLS, which ends open connections soon after it is stopped."""

import logging
import socket
from collections.abc import Collection, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

import gevent
import gevent.ssl
from flask import Flask
from gevent.pool import Pool
from gevent.pywsgi import WSGIServer

from companion.network.addresses import own_hosts
from companion.server import deadlines
from companion.server.connection import Handler, Late, elsewhere
from companion.server.forwarded import Network, is_among
from companion.server.room import Place, Room, connections
from companion.server.streams import OpenStreams
from companion.server.turns import Turns
from companion.web.access.services import services_of

if TYPE_CHECKING:
    from companion.network.certificate import Certificate

HEARD_OUT_SECONDS = 0.3  # after closing, for requests on open connections, which are answered so
GRACE_SECONDS = 1.5  # for requests under way after that
log = logging.getLogger("companion.server.ending")
TLS = b"\x16"  # the first byte of every handshake


class Server(WSGIServer):  # type: ignore[misc]
    """The server: a greenlet for each connection, as many as the room holds. `behind`: trusted proxies."""

    def __init__(self, listener: tuple[str, int], app: Flask, behind: Collection[Network] = (), **more: Any) -> None:
        super().__init__(listener, app, spawn=Pool(), handler_class=Handler, log=None, error_log=log, **more)
        self.behind = behind
        self.idle: set[gevent.Greenlet] = set()
        self._services = services_of(app)
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


class TlsServer(Server):
    """The server under --https. Its certificate follows the addresses of this machine; plain http is redirected."""

    def __init__(self, certificate: "Certificate", names: Iterable[str], *server: Any) -> None:
        """`names`: what it stands for besides addresses; `server`: as `Server` is given."""
        self._certificate = certificate
        self._names = frozenset(names)
        self._fits: frozenset[str] = frozenset()
        self._context = gevent.ssl.SSLContext(gevent.ssl.PROTOCOL_TLS_SERVER)
        self._follow()
        super().__init__(*server, ssl_context=self._context)

    def _follow(self) -> None:
        """Load a certificate for every address of now: a machine may change its network."""
        hosts = own_hosts()
        if hosts is not self._fits:
            self._certificate.fit(hosts | self._names)
            self._context.load_cert_chain(self._certificate.leaf)
            self._fits = hosts

    def attend(self, sock: Any, address: Any, place: Place) -> bool:
        try:
            with gevent.Timeout(deadlines.HEAD_SECONDS, Late):
                sealed = self._shake_hands(sock)
        except (Late, OSError) as problem:  # no handshake, or a browser that does not trust us yet
            log.debug("%s did not come in by TLS: %r", address, problem)
            return False
        is_handed_on = False
        try:
            is_handed_on = sealed is not None and super().attend(sealed, address, place)
        finally:
            if sealed is not None and not is_handed_on:
                sealed.close()
        return is_handed_on

    def _shake_hands(self, sock: Any) -> Any:
        """The connection under TLS; None for plain http, which is redirected."""
        if sock.recv(1, socket.MSG_PEEK) not in (TLS, b""):
            _send_on(sock)
            return None
        try:
            self._follow()
        except OSError as problem:
            self._fits = own_hosts()
            log.warning("The certificate could not be made anew: %s", problem)
        return self.wrap_socket(sock, **self.ssl_args)


def _send_on(client_socket: Any) -> None:
    """Redirect a browser at http:// to the same address with https://."""
    ip, port = client_socket.getsockname()[:2]
    client_socket.recv(65536)
    client_socket.sendall(elsewhere(f"https://{f'[{ip}]' if ':' in ip else ip}:{port}/"))
    client_socket.shutdown(socket.SHUT_WR)
    while client_socket.recv(65536):  # or the answer would be lost with what was not read
        pass
