"""Where phones find this machine: its addresses, the likeliest first; QR codes; a `.local` name; a free port."""

from __future__ import annotations

import errno
import io
import ipaddress
import logging
import re
import socket
import threading
import time
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import ifaddr
import qrcode
from qrcode.image.svg import SvgPathImage

if TYPE_CHECKING:
    from zeroconf import Zeroconf

log = logging.getLogger("companion.lan")

# Beginnings of interface names, in lower case. Windows gives the words of its control panel ("vEthernet (WSL)").
VIRTUAL = ("docker", "podman", "veth", "br-", "virbr", "vmnet", "vmware", "vbox", "virtualbox", "lxc", "lxdbr")
TUNNELS = ("tun", "tap", "utun", "wg", "ppp", "tailscale", "zt")
RADIO = ("wl", "wi-fi", "wifi")
CABLE = ("en", "eth")
CARRIER = ipaddress.IPv4Network("100.64.0.0/10")  # carriers' networks, and Tailscale's


@dataclass(frozen=True)
class Address:
    """One IPv4 address of this machine; `likely` when phones in the room can probably reach it."""

    ip: str
    interface: str
    likely: bool

    @property
    def loopback(self) -> bool:
        """Whether only this machine itself can use it."""
        return ipaddress.IPv4Address(self.ip).is_loopback


def addresses(now: float | None = None) -> list[Address]:
    """The IPv4 addresses of this machine, the likeliest first; never empty (see `ranked`).

    Looked up at most once in five seconds of `now` (by default the monotonic clock), so a changed network is noticed.
    """
    return ranked((interface, ip) for interface, ip in _literals(_period(now)) if ":" not in ip)


def ranked(pairs: Iterable[tuple[str, str]]) -> list[Address]:
    """Order (interface name, IPv4 address) pairs by how likely a phone in the room reaches them.

    Loopback and link-local addresses are left out. When nothing else is left, the one answer is 127.0.0.1.
    """
    found = []
    for interface, text in dict.fromkeys(pairs):
        ip = ipaddress.IPv4Address(text)
        if ip.is_loopback or ip.is_link_local:
            continue
        name = interface.casefold()
        likely = not name.startswith(VIRTUAL + TUNNELS) and ip not in CARRIER
        kind = 0 if name.startswith(RADIO) else 1 if name.startswith(CABLE) else 2
        found.append(((not likely, kind, not ip.is_private), Address(text, interface, likely)))
    found.sort(key=lambda rank_and_address: rank_and_address[0])
    return [address for _, address in found] or [Address("127.0.0.1", "loopback", likely=False)]


def own_hosts(now: float | None = None) -> frozenset[str]:
    """All addresses of this machine, IPv4 and IPv6 (without brackets or zone), and "localhost".

    Looked up like `addresses`.
    """
    return _own_hosts(_period(now))


def is_own(ip: str) -> bool:
    """Whether a caller from `ip` is this machine itself."""
    return ip in own_hosts() or ipaddress.ip_address(ip).is_loopback


def _period(now: float | None) -> int:
    return int((time.monotonic() if now is None else now) // 5)


@lru_cache(maxsize=1)
def _own_hosts(period: int) -> frozenset[str]:
    return frozenset({"localhost", "127.0.0.1", "::1"} | {ip for _, ip in _literals(period)})


@lru_cache(maxsize=1)
def _literals(_period: int) -> list[tuple[str, str]]:
    """(interface name, address) of everything ifaddr sees; nothing, with a warning, if the system refuses."""
    try:
        adapters = list(ifaddr.get_adapters())
    except OSError as problem:
        log.warning("The addresses of this machine cannot be listed: %s", problem)
        return []
    # An IPv6 address comes as (address, flow, zone).
    return [(ip.nice_name, ip.ip if isinstance(ip.ip, str) else ip.ip[0]) for a in adapters for ip in a.ips]


def free_port(host: str, wanted: int) -> int:
    """`wanted` if it is free on `host`, else the first free one of the 20 after it; 0 takes any.

    Raises OSError, whose text is one sentence, if none is free or `host` is not an address of this machine.
    """
    reason = "ports go from 0 to 65535"
    for port in range(wanted, min(wanted + 21, 65536)) if wanted >= 0 else ():
        try:
            # create_server may take the port of a server just stopped, but never one in use, on every system.
            with socket.create_server((host, port), family=_family(host)) as server:
                return int(server.getsockname()[1])
        except (OSError, UnicodeError) as problem:
            code = problem.errno if isinstance(problem, OSError) else None
            if code not in (errno.EADDRINUSE, errno.EACCES):
                raise OSError(f"Cannot listen on {host}: it is not an address of this machine.") from problem
            reason = "all are taken" if code == errno.EADDRINUSE else "this user may not use them"
    raise OSError(f"No port from {wanted} to {wanted + 20} is free on {host}: {reason}.")


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


@lru_cache(maxsize=32)
def qr_svg(text: str) -> str:
    """`text` as inline SVG: only a viewBox, so CSS sets the size; modules in `currentColor`; quiet zone kept.

    The page sets it dark on light (class "qr"), for many phones cannot read a light code on dark.
    It is hidden from screen readers: the text itself stands beside it.
    """
    image = _code(text).make_image(image_factory=SvgPathImage)
    svg = image.get_image()
    del svg.attrib["width"], svg.attrib["height"]  # millimetres
    del image.path.attrib["id"]  # two codes may stand on one page
    image.path.set("fill", "currentColor")
    svg.attrib.update({"class": "qr", "aria-hidden": "true", "shape-rendering": "crispEdges"})
    return str(image.to_string(encoding="unicode"))


def qr_text(text: str) -> str:
    """`text` as lines of block characters for a terminal with a dark background.

    They are not in every encoding: printing them to an old Windows console can raise UnicodeEncodeError.
    """
    out = io.StringIO()
    _code(text).print_ascii(out=out, invert=True)
    return out.getvalue()


def _code(text: str) -> qrcode.QRCode[Any]:
    code: qrcode.QRCode[Any] = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_M)
    code.add_data(text)
    code.make()
    return code


SECURITY = ("WPA", "WEP", "nopass")  # as the code of a Wi-Fi network spells it; WPA stands for WPA2 and WPA3 too


def wifi_text(name: str, password: str, security: str) -> str:
    """What a code says that brings a phone into a Wi-Fi network.

    ValueError, whose text is "name" or "password", if there can be no such network.

    >>> wifi_text("Chez; Zoë", "a:b,c\\\\d", "WEP")
    'WIFI:T:WEP;S:Chez\\\\; Zoë;P:a\\\\:b\\\\,c\\\\\\\\d;;'
    """
    if security not in SECURITY or not 1 <= len(name.encode()) <= 32 or _has_control(name):
        raise ValueError("name")
    if security == "nopass":
        return f"WIFI:T:nopass;S:{_escaped(name)};;"
    if not (8 if security == "WPA" else 1) <= len(password) <= 64 or _has_control(password):
        raise ValueError("password")
    return f"WIFI:T:{security};S:{_escaped(name)};P:{_escaped(password)};;"


def _has_control(text: str) -> bool:
    return any(unicodedata.category(letter) == "Cc" for letter in text)


def _escaped(text: str) -> str:
    return re.sub(r'([\\;,":])', r"\\\1", text)


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
    """`<name>-<code>.local`, announced to the local network: something to say aloud, never instead of the address.

    Nothing here raises: without the name the evening goes on by address. What failed is returned and logged.
    """

    def __init__(self, name: str, code: str, port: int, ips: Sequence[str]) -> None:
        self.host = f"{label(name, code)}.local"
        self.heard = False  # true while the name is announced
        self._port = port
        self._ips = list(ips)
        self._zeroconf: Zeroconf | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Announce in a thread of the system (about two seconds) and return at once; `heard` tells the outcome."""
        self._thread = threading.Thread(target=self.announce, name="companion.lan", daemon=True)
        self._thread.start()

    def announce(self) -> str | None:
        """Announce and wait for it; None, or one sentence on why there is no name."""
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
        """Withdraw the name; may be called whether or not it was announced, and more than once."""
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
