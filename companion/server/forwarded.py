"""The client of a request: named by the headers of a trusted proxy, otherwise the other end of the connection."""

from collections.abc import Collection
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple

Network = IPv4Network | IPv6Network
SCHEMES = ("http", "https")


def network(text: str) -> Network:
    """Parse an address, or a network (`172.17.0.1/16`); ValueError with a sentence if it is neither."""
    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise ValueError(
            f"{text!r} is no address of a proxy: write one such as 127.0.0.1, or a network such as 172.16.0.0/12."
        ) from None


class Client(NamedTuple):
    address: str
    scheme: str


def client_of(peer: Client, forwarded_for: str, forwarded_proto: str, behind: Collection[Network]) -> Client:
    """The client of a request on a connection of `peer`.

    Of trusted proxies, `behind`, the last entry of both headers counts, which the proxy added itself, if it is sound.
    """
    if not is_among(peer.address, behind):
        return peer
    address, scheme = _address(_last(forwarded_for)), _last(forwarded_proto).lower()
    return Client(str(address) if address else peer.address, scheme if scheme in SCHEMES else peer.scheme)


def is_among(address: str, networks: Collection[Network]) -> bool:
    """Whether an address is in one of these networks; False if it is malformed."""
    parsed = _address(address) if networks else None
    return parsed is not None and any(parsed in network for network in networks)


def _last(entries: str) -> str:
    return entries.rpartition(",")[2].strip()


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """The parsed address, IPv4 in IPv6 as IPv4; None if it is malformed."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
