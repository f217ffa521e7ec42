"""The addresses at which phones find this server, and what brings them into its network."""

from dataclasses import dataclass

from companion.network import addresses, local_name


@dataclass(frozen=True)
class Entrance:
    """One address; `chosen`: the QR code carries it; `reached`: another device has come in by it."""

    host: str
    address: str
    interface: str
    likely: bool
    chosen: bool
    reached: bool


@dataclass(frozen=True)
class Wifi:
    """The network as its QR code says it, for one evening. It is never written down."""

    name: str
    text: str
    evening: int


class Entrances:
    """All entrances of this server. With `host` (--host) there is that one; without it, every address of this machine.

    `local` is the `.local` name, an extra.
    """

    def __init__(
        self, scheme: str = "http", port: int = 80, host: str = "", local: local_name.Name | None = None
    ) -> None:
        self.scheme, self.port = scheme, port
        self.wifi: Wifi | None = None
        self._fixed = host
        self._local = local
        self._chosen = ""
        self._reached: set[str] = set()
        self._shown = ""

    @property
    def base(self) -> str:
        """The address that the QR code carries."""
        return self._address(self._host)

    @property
    def printed(self) -> str:
        """The same for people to read and type: a browser adds "http://" by itself."""
        return self.base.removeprefix("http://")

    @property
    def is_reached(self) -> bool:
        """Whether another device has come in by the address that the QR code carries."""
        return self._host in self._reached

    @property
    def is_unreachable(self) -> bool:
        """Whether this machine is in no network, so that no phone can come in."""
        return not self._fixed and addresses.addresses()[0].loopback

    @property
    def local_name(self) -> str:
        """The `.local` address to say aloud; empty while the name is not announced."""
        return self._address(self._local.host) if self._local and self._local.heard else ""

    def all(self) -> list[Entrance]:
        """The entrances, the likeliest first."""
        if self._fixed:
            return [self._entrance(self._fixed, "", True)]
        return [self._entrance(address.ip, address.interface, address.likely) for address in addresses.addresses()]

    def choose(self, host: str) -> None:
        """Let the QR code carry the address of `host`; LookupError if there is none of that name."""
        if host not in {entrance.host for entrance in self.all()}:
            raise LookupError(host)
        self._chosen = host

    def note(self, host: str, caller: str) -> bool:
        """Note a call from `caller` to `host`; whether the screens show the entrances otherwise since the last call.

        Only another device tells that an address can be reached: this machine reaches all of its own.
        """
        if host not in self._reached and caller and not addresses.is_own(caller):
            self._reached.add(host)
        shows = f"{self.base} {self.is_reached}"
        news, self._shown = self._shown not in ("", shows), shows
        return news

    @property
    def _host(self) -> str:
        """The chosen one as long as it is there, then the likeliest: a machine may change its network."""
        addresses_now = [entrance.ip for entrance in addresses.addresses()]
        if not self._fixed and self._chosen not in addresses_now:
            self._chosen = addresses_now[0]
        return self._fixed or self._chosen

    def _entrance(self, host: str, interface: str, likely: bool) -> Entrance:
        return Entrance(host, self._address(host), interface, likely, host == self._host, host in self._reached)

    def _address(self, host: str) -> str:
        return f"{self.scheme}://{f'[{host}]' if ':' in host else host}:{self.port}"
