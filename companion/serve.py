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
from gevent.pywsgi import WSGIServer

from companion.connection import QUIET_SECONDS, Handler, elsewhere
from companion.lan import own_hosts
from companion.web.house import House

if TYPE_CHECKING:
    from companion.certificate import Certificate

GRACE_SECONDS = 2
TLS = b"\x16"  # how every handshake begins

log = logging.getLogger("companion.serve")


class Sealed(WSGIServer):  # type: ignore[misc]
    """The server under --https. Its certificate follows the addresses of this machine; plain http is sent on."""

    def __init__(self, certificate: "Certificate", names: Iterable[str], listener: tuple[str, int], app: Flask) -> None:
        self._certificate = certificate
        self._names = frozenset(names)
        self._fits: frozenset[str] = frozenset()
        self._context = gevent.ssl.SSLContext(gevent.ssl.PROTOCOL_TLS_SERVER)
        self._follow()
        super().__init__(listener, app, handler_class=Handler, log=None, error_log=log, ssl_context=self._context)

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

    def wrap_socket_and_handle(self, client_socket: Any, address: Any) -> None:
        """gevent's hook for a new connection; its own prints a traceback where it is no TLS."""
        client_socket.settimeout(QUIET_SECONDS)
        try:
            if client_socket.recv(1, socket.MSG_PEEK) not in (TLS, b""):
                _send_on(client_socket)
                return
            self._follow_if_it_can()
            sealed = self.wrap_socket(client_socket, **self.ssl_args)
        except OSError as problem:  # no handshake, or a browser that does not trust us yet
            log.debug("%s did not come in by TLS: %s", address, problem)
            return
        with closing(sealed):
            self.handle(sealed, address)


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
        server = WSGIServer((host, port), app, handler_class=Handler, log=None, error_log=log)
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
    server.stop(timeout=GRACE_SECONDS)
