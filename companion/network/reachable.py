"""The addresses that `--reachable-at` names: where people reach this server, say behind a proxy or in a container."""

import re
from ipaddress import ip_address
from urllib.parse import urlsplit

PORTS = {"http": 80, "https": 443}  # they go without saying
LABEL = re.compile("[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?")


def reachable_at(text: str) -> str:
    """A typed address as a browser says the origin of its pages: `https://cards.example`.

    ValueError with a sentence if it is none, or says more than scheme, host and port. An "/" at the end says nothing.
    """
    try:
        return _origin(text)
    except ValueError:  # also those of urlsplit, of ports and of what cannot be a name in any alphabet
        raise ValueError(
            f"{text!r} is no address of a server: write http:// or https://, its name or number and, where it has one, "
            "its port, and nothing else, as in https://cards.example or http://192.168.1.20:8000."
        ) from None


def name_in(address: str) -> str:
    """The host of such an address, without port and brackets."""
    return urlsplit(address).hostname or ""


def _origin(text: str) -> str:
    address = text.removesuffix("/")
    parts = urlsplit(address)
    is_bare = address.lower() == f"{parts.scheme}://{parts.netloc}".lower() and "@" not in parts.netloc
    host, port = _host(parts.hostname or ""), parts.port
    if not is_bare or parts.scheme not in PORTS or port == 0:
        raise ValueError
    return f"{parts.scheme}://{host}" + ("" if port in (None, PORTS[parts.scheme]) else f":{port}")


def _host(host: str) -> str:
    """A host as browsers spell it: a number, in brackets if it is one of IPv6, or a name in ASCII."""
    try:
        address = ip_address(host)
    except ValueError:
        labels = host.encode("idna").decode().split(".")
        if labels[-1].isdigit() or not all(map(LABEL.fullmatch, labels)):
            raise
        return ".".join(labels)
    if "%" in host:
        raise ValueError
    return f"[{address}]" if address.version == 6 else str(address)
