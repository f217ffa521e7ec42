"""The `.local` name of this machine, announced by mDNS."""

import logging
import re
import socket
import threading
import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zeroconf import Zeroconf

log = logging.getLogger("companion.network.local_name")


def label(name: str, code: str) -> str:
    """`<name>-<code>` as one part of a host name: ASCII letters, digits and hyphens, at most 63 of them.

    >>> label("Zoë's kitchen", "7k2"), label("台所", "7k2")
    ('zoe-s-kitchen-7k2', 'ledger-7k2')
    """
    plain = unicodedata.normalize("NFKD", name).casefold()
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    words = "-".join(re.findall("[a-z0-9]+", plain)) or "ledger"
    return f"{words[: 62 - len(code)].rstrip('-')}-{code}".lower()


class Name:
    """`<name>-<code>.local`, announced to the local network. No method raises: failures are returned and logged."""

    def __init__(self, name: str, code: str, port: int, ips: Sequence[str]) -> None:
        self.host = f"{label(name, code)}.local"
        self.heard = False  # true while the name is announced
        self._port = port
        self._ips = list(ips)
        self._zeroconf: Zeroconf | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Announce on a thread of the system (about two seconds), and return at once."""
        self._thread = threading.Thread(target=self.announce, name="companion.network.local_name", daemon=True)
        self._thread.start()

    def announce(self) -> str | None:
        """Announce and wait; None, or a sentence that says why it failed."""
        try:
            from zeroconf import IPVersion, ServiceInfo, Zeroconf  # late: a tenth of a second, and optional

            service = ServiceInfo(
                "_http._tcp.local.",
                f"{self.host.removesuffix('.local')}._http._tcp.local.",
                server=f"{self.host}.",
                port=self._port,
                addresses=[socket.inet_aton(ip) for ip in self._ips],
            )
            self._zeroconf = Zeroconf(interfaces=self._ips, ip_version=IPVersion.V4Only)
            self._zeroconf.register_service(service)
        except Exception as problem:  # whatever it is: the name is only an extra
            self._withdraw()
            why = str(problem) or type(problem).__name__
            sentence = f"The name {self.host} could not be announced ({why}); the address works without it."
            log.warning(sentence)
            return sentence
        self.heard = True
        return None

    def close(self) -> None:
        """Withdraw the name. Idempotent."""
        if self._thread is not None:
            self._thread.join(timeout=3)
        self._withdraw()

    def _withdraw(self) -> None:
        zeroconf, self._zeroconf, self.heard = self._zeroconf, None, False
        if zeroconf is None:
            return
        try:
            zeroconf.close()
        except Exception as problem:  # it fades by itself within two minutes
            log.warning("The name %s could not be withdrawn: %s", self.host, problem)
