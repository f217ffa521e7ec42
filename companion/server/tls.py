"""The server with TLS: its certificate follows the addresses of this machine."""

import logging
import socket
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any

import gevent.ssl
from flask import Flask

from companion.network.addresses import own_hosts
from companion.server import deadlines
from companion.server.connection import Late, elsewhere
from companion.server.ending import Server
from companion.server.forwarded import Network
from companion.server.room import Place

if TYPE_CHECKING:
    from companion.network.certificate import Certificate

TLS = b"\x16"  # how every handshake begins
log = logging.getLogger("companion.server.tls")


class TlsServer(Server):
    """The server under --https. Its certificate follows the addresses of this machine; plain http is redirected."""

    def __init__(
        self,
        certificate: "Certificate",
        names: Iterable[str],
        listener: tuple[str, int],
        app: Flask,
        behind: Collection[Network] = (),
    ) -> None:
        self._certificate = certificate
        self._names = frozenset(names)
        self._fits: frozenset[str] = frozenset()
        self._context = gevent.ssl.SSLContext(gevent.ssl.PROTOCOL_TLS_SERVER)
        self._follow()
        super().__init__(listener, app, behind, ssl_context=self._context)

    def _follow(self) -> None:
        """Load a certificate for every address of now: a machine may change its network."""
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
        self._follow_if_it_can()
        return self.wrap_socket(sock, **self.ssl_args)


def _send_on(client_socket: Any) -> None:
    """Redirect a browser at http:// to the same address with https://."""
    ip, port = client_socket.getsockname()[:2]
    client_socket.recv(65536)
    client_socket.sendall(elsewhere(f"https://{f'[{ip}]' if ':' in ip else ip}:{port}/"))
    client_socket.shutdown(socket.SHUT_WR)
    while client_socket.recv(65536):  # or the answer would be lost with what was not read
        pass
