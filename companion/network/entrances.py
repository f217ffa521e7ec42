"""The addresses at which phones find this server, and what brings them into its network."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TypeVar
from urllib.parse import urlsplit

from companion.network import addresses, local_name

EVERYWHERE = "0.0.0.0"  # all addresses of this machine
KEPT = 200  # evenings or groups in memory
V = TypeVar("V")
PORTS = {"http": 80, "https": 443}  # they go without saying
LABEL = re.compile("[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?")


@dataclass(frozen=True)
class Entrance:
    """One address. `chosen`: the QR code carries it. `reached`: another device has used it.

    `host`: the key by which it is chosen. `interface`: of the network; empty if the command line names the address.
    """

    host: str
    address: str
    interface: str
    likely: bool
    chosen: bool
    reached: bool


@dataclass(frozen=True)
class Wifi:
    """A Wi-Fi network as its QR code says it. It is never stored."""

    name: str
    text: str


class Entrances:
    """All addresses of this server: `host` alone if given (--host), otherwise every address of this machine.

    `local`: the `.local` name, an extra. `reachable_at`: public addresses, instead of all others; `names`: their hosts.
    """

    def __init__(
        self,
        scheme: str = "http",
        port: int = 80,
        host: str = "",
        local: local_name.Name | None = None,
        reachable_at: Sequence[str] = (),
    ) -> None:
        self.scheme, self.port, self.reachable_at = scheme, port, tuple(reachable_at)
        self.names = frozenset(map(name_in, reachable_at))
        self._wifi: dict[int, Wifi] = {}
        self._fixed = "" if host == EVERYWHERE else host
        self._local = local
        self._likeliest = ""
        self._reached: dict[int, frozenset[str]] = {}
        self._shown: dict[int, tuple[str, bool]] = {}

    @classmethod
    def of_server(cls, served: str) -> "Entrances":
        """The entrances of a running server, from its `served` text in the data folder."""
        listening, *reachable_at = served.split()
        parts = urlsplit(listening)
        return cls(parts.scheme, parts.port or 80, parts.hostname or "", reachable_at=reachable_at)

    @property
    def served(self) -> str:
        """The address on which the server listens, which may not be callable, and the public ones."""
        return " ".join([self._address(self._fixed or EVERYWHERE), *self.reachable_at])

    @property
    def is_unreachable(self) -> bool:
        """Whether this machine is in no network, so that no phone can come in."""
        return not self.reachable_at and not self._fixed and addresses.addresses()[0].loopback

    @property
    def warns(self) -> bool:
        return self.scheme == "https"

    @property
    def local_name(self) -> str:
        """The `.local` address to say aloud; empty while the name is not announced."""
        return self._address(self._local.host) if self._local and self._local.heard else ""

    def base(self, chosen: str = "") -> str:
        """The address in the QR code of an evening whose host chose `chosen`; the likeliest if empty."""
        return self._address(self._host(chosen))

    def join_link(self, chosen: str, ticket: str) -> str:
        return f"{self.base(chosen)}/j/{ticket}"

    def host_link(self, chosen: str, ticket: str) -> str:
        return f"{self.base(chosen)}/host/{ticket}"

    def keeper_link(self, chosen: str, ticket: str) -> str:
        return f"{self.base(chosen)}/keep/{ticket}"

    def place_link(self, number: int, code: str) -> str:
        return f"{self.base()}/t/{number}/{code}"

    def printed(self, chosen: str = "") -> str:
        """The `base` for people to type: browsers add "http://"."""
        return self.base(chosen).removeprefix("http://")

    def is_reached(self, group: int, chosen: str = "") -> bool:
        return _name(self._host(chosen)) in self._reached.get(group, ())

    def all(self, group: int | None = None, chosen: str = "") -> list[Entrance]:
        """The entrances, the likeliest first; `reached`: by a device of this group."""
        reached = self._reached.get(group, frozenset()) if group is not None else frozenset()
        if self.reachable_at or self._fixed:
            fixed = self.reachable_at or (self._fixed,)
            return [self._entrance(host, "", True, chosen, reached) for host in fixed]
        return [
            self._entrance(address.ip, address.interface, address.likely, chosen, reached)
            for address in addresses.addresses()
        ]

    def check(self, host: str) -> None:
        if host not in {entrance.host for entrance in self.all()}:
            raise LookupError(host)

    def wifi(self, evening: int) -> Wifi | None:
        return self._wifi.get(evening)

    def tell_wifi(self, evening: int, wifi: Wifi | None) -> None:
        self._wifi.pop(evening, None)
        if wifi is not None:
            _keep(self._wifi, evening, wifi)

    def note(self, group: int, host: str, caller: str) -> bool:
        """Record that a device of a group called `host` from `caller`; whether it is the first one.

        Only another device shows that an address can be reached: this machine reaches all of its own.
        """
        reached = self._reached.get(group, frozenset())
        if host in reached or not caller or addresses.is_own(caller):
            return False
        _keep(self._reached, group, reached | {host})
        return True

    def has_news(self, evening: int, group: int, chosen: str) -> bool:
        """Whether the entrances on the screens of an evening differ from those at the last call."""
        host = self._host(chosen)
        shows = host, _name(host) in self._reached.get(group, ())
        before = self._shown.get(evening, shows)
        _keep(self._shown, evening, shows)
        return before != shows

    def _host(self, chosen: str) -> str:
        """The chosen one as long as it is there, then the likeliest: a machine may change its network."""
        if self.reachable_at:
            return chosen if chosen in self.reachable_at else self.reachable_at[0]
        addresses_now = [entrance.ip for entrance in addresses.addresses()]
        if self._likeliest not in addresses_now:
            self._likeliest = addresses_now[0]
        return self._fixed or (chosen if chosen in addresses_now else self._likeliest)

    def _entrance(self, host: str, interface: str, likely: bool, chosen: str, reached: Collection[str]) -> Entrance:
        return Entrance(
            host, self._address(host), interface, likely, host == self._host(chosen), _name(host) in reached
        )

    def _address(self, host: str) -> str:
        if host in self.reachable_at:
            return host
        return f"{self.scheme}://{f'[{host}]' if ':' in host else host}:{self.port}"


def _name(host: str) -> str:
    """The Host header of an entrance, without the port."""
    return name_in(host) or host


def _keep(kept: dict[int, V], id: int, value: V) -> None:
    """Set `kept[id]`, and drop the oldest entries beyond `KEPT`."""
    if kept.get(id) != value:
        kept.pop(id, None)
        kept[id] = value
        while len(kept) > KEPT:
            kept.pop(next(iter(kept)))


def reachable_at(text: str) -> str:
    """A typed address as browsers spell the origin of its pages: `https://cards.example`.

    ValueError with a sentence if it is none, or has more than scheme, host and port. A final "/" is dropped.
    """
    try:
        return _origin(text)
    except ValueError:  # also those of urlsplit, of ports and of what cannot be a name in any alphabet
        raise ValueError(
            f"{text!r} is no address of a server: write http:// or https://, its name or number and, where it has one, "
            "its port, and nothing else, as in https://cards.example or http://192.168.1.20:8000."
        ) from None


def name_in(address: str) -> str:
    """The host of an address, without port and brackets."""
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
    """The host of an address as browsers spell it; ValueError if there can be none such."""
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
