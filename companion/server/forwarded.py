"""Who asks: what a trusted proxy says in its headers, otherwise the other end of the connection."""

from collections.abc import Collection
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple

Network = IPv4Network | IPv6Network
SCHEMES = ("http", "https")


def network(text: str) -> Network:
    """A typed address, or the network in which it is (`172.17.0.1/16`); ValueError with a sentence if it is neither."""
    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise ValueError(
            f"{text!r} is no address of a proxy: write one such as 127.0.0.1, or a network such as 172.16.0.0/12."
        ) from None


class Client(NamedTuple):
    """Where a request comes from, and by which scheme it was sent there."""

    address: str
    scheme: str


def client_of(peer: Client, forwarded_for: str, forwarded_proto: str, behind: Collection[Network]) -> Client:
    """Who asks on a connection of `peer`.

    `behind`: the proxies that we trust. From one of these the last entry of `X-Forwarded-For` counts, and the last of
    `X-Forwarded-Proto`: those are its own words, all others were sent by whoever called it. What is missing or is no
    address, or no scheme, is as of `peer`; so is everything from anywhere else.
    """
    if not is_among(peer.address, behind):
        return peer
    address, scheme = _address(_last(forwarded_for)), _last(forwarded_proto).lower()
    return Client(str(address) if address else peer.address, scheme if scheme in SCHEMES else peer.scheme)


def is_among(address: str, networks: Collection[Network]) -> bool:
    """Whether an address is in one of these networks; what is none is in none."""
    parsed = _address(address) if networks else None
    return parsed is not None and any(parsed in network for network in networks)


def _last(entries: str) -> str:
    return entries.rpartition(",")[2].strip()


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """An address, one of IPv4 in IPv6 as what it is; None if it is none."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
