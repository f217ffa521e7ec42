"""The server: one process, gevent's pywsgi, no monkey patching; ends cleanly, streams and all."""

import logging
import signal
import socket
from collections.abc import Callable, Iterable
from contextlib import closing
from typing import TYPE_CHECKING, Any

import gevent
import gevent.ssl
from flask import Flask
from gevent.event import Event
from gevent.pool import Pool
from gevent.pywsgi import WSGIServer

from companion.connection import HEAD_SECONDS, Handler, Late, elsewhere
from companion.lan import own_hosts
from companion.room import Place, Room, connections
from companion.web.house import House

if TYPE_CHECKING:
    from companion.certificate import Certificate

HEARD_OUT_SECONDS = 0.3  # once it closes: whoever asks now on an open connection is told so
GRACE_SECONDS = 1.5  # what is under way then has this time
TLS = b"\x16"  # how every handshake begins

log = logging.getLogger("companion.serve")


class Server(WSGIServer):  # type: ignore[misc]
    """The server: each connection on a greenlet of its own, as many as there is room for."""

    def __init__(self, listener: tuple[str, int], app: Flask, **more: Any) -> None:
        super().__init__(listener, app, spawn=Pool(), handler_class=Handler, log=None, error_log=log, **more)
        self.idle: set[gevent.Greenlet] = set()
        self._house: House = app.extensions["house"]
        self._room = Room(connections())

    @property
    def closing(self) -> bool:
        """Whether nothing new is begun any more."""
        return self._house.closing

    def do_handle(self, sock: Any, address: Any) -> None:
        """gevent's hook for a new connection; for one too many there is no word, which would need a handle too."""
        place = self._room.enter(address[0])
        if place is None:
            sock.close()
        else:
            self.pool.spawn(self._serve, sock, address, place)

    def _serve(self, sock: Any, address: Any, place: Place) -> None:
        self.idle.add(gevent.getcurrent())
        try:
            self.attend(sock, address, place)
        finally:
            self.idle.discard(gevent.getcurrent())
            place.leave()
            sock.close()

    def attend(self, sock: Any, address: Any, place: Place) -> None:
        """Answer what comes on this connection, until it ends."""
        Handler(sock, address, self, place).handle()

    def end(self) -> None:
        """End what is open: those who wait soon, those who are being answered a little later."""
        self.close()
        self.pool.join(timeout=HEARD_OUT_SECONDS)
        gevent.killall(list(self.idle), block=False)
        self.stop(timeout=GRACE_SECONDS)


class Sealed(Server):
    """The server under --https. Its certificate follows the addresses of this machine; plain http is sent on."""

    def __init__(self, certificate: "Certificate", names: Iterable[str], listener: tuple[str, int], app: Flask) -> None:
        self._certificate = certificate
        self._names = frozenset(names)
        self._fits: frozenset[str] = frozenset()
        self._context = gevent.ssl.SSLContext(gevent.ssl.PROTOCOL_TLS_SERVER)
        self._follow()
        super().__init__(listener, app, ssl_context=self._context)

    def _follow(self) -> None:
        """Show a certificate that stands for every address of now: a machine may change its network."""
        hosts = own_hosts()
        if hosts is not self._fits:
            self._certificate.fit(hosts | self._names)
            self._context.load_cert_chain(self._certificate.leaf)
            self._fits = hosts

    def _follow_if_it_can(self) -> None:
        try:
            self._follow()
        except OSError as problem:
            self._fits = own_hosts()
            log.warning("The certificate could not be made anew: %s", problem)

    def attend(self, sock: Any, address: Any, place: Place) -> None:
        try:
            with gevent.Timeout(HEAD_SECONDS, Late):
                sealed = self._shake_hands(sock)
        except (Late, OSError) as problem:  # no handshake, or a browser that does not trust us yet
            log.debug("%s did not come in by TLS: %r", address, problem)
            return
        if sealed is not None:
            with closing(sealed):
                super().attend(sealed, address, place)

    def _shake_hands(self, sock: Any) -> Any:
        """The connection under TLS; None for plain http, which is sent on."""
        if sock.recv(1, socket.MSG_PEEK) not in (TLS, b""):
            _send_on(sock)
            return None
        self._follow_if_it_can()
        return self.wrap_socket(sock, **self.ssl_args)


def _send_on(client_socket: Any) -> None:
    """Somebody typed http://: the same address with https:// is where to go."""
    ip, port = client_socket.getsockname()[:2]
    client_socket.recv(65536)
    client_socket.sendall(elsewhere(f"https://{f'[{ip}]' if ':' in ip else ip}:{port}/"))
    client_socket.shutdown(socket.SHUT_WR)
    while client_socket.recv(65536):  # or the answer would be lost with what was not read
        pass


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
    if certificate is None:
        server = Server((host, port), app)
    else:
        server = Sealed(certificate, app.config["OWN_NAMES"], (host, port), app)
    house: House = app.extensions["house"]
    told_to_stop = Event()  # serve_forever() would open again if it is told before it begins
    for sign in (signal.SIGINT, signal.SIGTERM):
        gevent.signal_handler(sign, told_to_stop.set)
    server.start()
    ready()
    told_to_stop.wait()
    house.closing = True
    house.bell.ring_all()
    server.end()
