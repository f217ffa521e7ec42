"""The states of the network: how phones come in, and what they read that cannot."""

from collections.abc import Callable

from companion.network.entrances import Entrance, Entrances
from companion.network.local_name import Name
from tests.support.states.around.crowd import Crowd
from tests.support.states.around.gathering import one_guest
from tests.support.states.around.page import AroundState, looks, refusal

WLAN, CABLE, DOCKER = (("192.168.1.20", "wlan0", True), ("10.0.0.5", "eth0", True), ("172.17.0.1", "docker0", False))
ELSEWHERE = ("https://reapers-ledger.cellar-of-the-kingdom.example:8443", "http://192.168.1.20:8000")
PAGES = looks("tablet /", "tablet /network", "guest /network", "guest /help", "outside /help")


class SeveralNetworks(Entrances):
    """The entrances of a machine in three networks; phones have come in by the first, which the code carries."""

    def is_reached(self, group: int, chosen: str = "") -> bool:
        return True

    def all(self, group: int | None = None, chosen: str = "") -> list[Entrance]:
        return [
            Entrance(host, self._address(host), interface, likely, chosen=host == WLAN[0], reached=host == WLAN[0])
            for host, interface, likely in (WLAN, CABLE, DOCKER)
        ]


class NoNetwork(Entrances):
    """The entrances of a machine that no phone can reach."""

    is_unreachable = True


def announced() -> Name:
    """A local name that this machine is called by."""
    name = Name("Anna's kitchen", "7k2", 8000, [])
    name.heard = True
    return name


def within(entrances: Callable[[], Entrances]) -> Callable[[Crowd], None]:
    """One guest, and a machine with these entrances."""

    def prepare(crowd: Crowd) -> None:
        one_guest(crowd)
        there = crowd.services.entrances = entrances()
        crowd.own |= there.names

    return prepare


def with_wifi(crowd: Crowd) -> None:
    one_guest(crowd)
    crowd.ask("tablet", "/network/wifi", {"wifi": crowd.names[0], "phrase": "reaper's own", "security": "WPA"})


NETWORKS = (
    AroundState("http", within(lambda: Entrances("http", 8000, WLAN[0])), PAGES),
    AroundState("https", within(lambda: Entrances("https", 8000, WLAN[0])), PAGES),
    AroundState("a local name", within(lambda: Entrances("http", 8000, WLAN[0], announced())), PAGES),
    AroundState("several networks", within(lambda: SeveralNetworks("http", 8000, WLAN[0])), PAGES),
    AroundState("no network", within(lambda: NoNetwork("http", 8000)), PAGES),
    AroundState("reached by other addresses", within(lambda: Entrances("http", 8000, reachable_at=ELSEWHERE)), PAGES),
    AroundState(
        "a code for the Wi-Fi",
        with_wifi,
        (
            *PAGES,
            refusal("wifi-name", "tablet", "/network/wifi", wifi="花" * 33, security="WPA", phrase="reaper's own"),
            refusal("wifi-password", "tablet", "/network/wifi", wifi="Reaper", security="WPA", phrase="short"),
        ),
    ),
)
