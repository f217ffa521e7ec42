"""The addresses of this machine, and a free port."""

import errno
import ipaddress
import logging
import socket
import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import ifaddr

log = logging.getLogger("companion.network.addresses")
# Beginnings of interface names, in lower case. Windows gives the words of its control panel ("vEthernet (WSL)").
VIRTUAL = ("docker", "podman", "veth", "br-", "virbr", "vmnet", "vmware", "vbox", "virtualbox", "lxc", "lxdbr")
TUNNELS = ("tun", "tap", "utun", "wg", "ppp", "tailscale", "zt")
RADIO = ("wl", "wi-fi", "wifi")
CABLE = ("en", "eth")
CARRIER = ipaddress.IPv4Network("100.64.0.0/10")  # carriers' networks, and Tailscale's


@dataclass(frozen=True)
class Address:
    """An IPv4 address of this machine; `likely`: phones in the room can probably reach it."""

    ip: str
    interface: str
    likely: bool

    @property
    def loopback(self) -> bool:
        return ipaddress.IPv4Address(self.ip).is_loopback


def addresses(now: float | None = None) -> list[Address]:
    """The IPv4 addresses of this machine, the likeliest first; never empty (see `ranked`).

    Looked up at most once in five seconds of `now` (by default the monotonic clock).
    """
    return list(_addresses(_period(now)))


def ranked(pairs: Iterable[tuple[str, str]]) -> list[Address]:
    """Order (interface name, IPv4 address) pairs by how likely a phone reaches them; 127.0.0.1 if none can be."""
    candidates = []
    for interface, text in dict.fromkeys(pairs):
        ip = ipaddress.IPv4Address(text)
        if ip.is_loopback or ip.is_link_local:
            continue
        name = interface.casefold()
        likely = not name.startswith(VIRTUAL + TUNNELS) and ip not in CARRIER
        kind = 0 if name.startswith(RADIO) else 1 if name.startswith(CABLE) else 2
        candidates.append(((not likely, kind, not ip.is_private), Address(text, interface, likely)))
    candidates.sort(key=lambda rank_and_address: rank_and_address[0])
    return [address for _, address in candidates] or [Address("127.0.0.1", "loopback", likely=False)]


def own_hosts(now: float | None = None) -> frozenset[str]:
    """All addresses of this machine, IPv4 and IPv6, without brackets or zone, and "localhost"; as `addresses`."""
    return _own_hosts(_period(now))


def is_own(ip: str) -> bool:
    """Whether a caller from `ip` is this machine itself."""
    return ip in own_hosts() or _is_loopback(ip)


@lru_cache
def _is_loopback(ip: str) -> bool:
    return ipaddress.ip_address(ip).is_loopback


def _period(now: float | None) -> int:
    return int((time.monotonic() if now is None else now) // 5)


@lru_cache(maxsize=1)
def _addresses(period: int) -> list[Address]:
    return ranked((interface, ip) for interface, ip in _literals(period) if ":" not in ip)


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
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            with socket.create_server((host, port), family=family) as server:
                return int(server.getsockname()[1])
        except (OSError, UnicodeError) as problem:
            code = problem.errno if isinstance(problem, OSError) else None
            if code not in (errno.EADDRINUSE, errno.EACCES):
                raise OSError(f"Cannot listen on {host}: it is not an address of this machine.") from problem
            reason = "all are taken" if code == errno.EADDRINUSE else "this user may not use them"
    raise OSError(f"No port from {wanted} to {wanted + 20} is free on {host}: {reason}.")
