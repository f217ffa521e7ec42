"""Point 9 of an evening among people, the network: which address the QR code carries, and whether phones reach it."""

import re
from collections.abc import Iterator
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.network import addresses, local_name, qr
from companion.network.addresses import Address
from companion.network.entrances import Entrances
from companion.storage.store import Store
from companion.web.access.services import Services
from companion.web.app import create_app
from tests.support.phone import cookie
from tests.support.stored_rows import content
from tests.support.tonight import tonight

WLAN, CABLE, DOCKER = (
    Address("192.168.1.20", "wlan0", True),
    Address("10.0.0.5", "eth0", True),
    Address("172.17.0.1", "docker0", False),
)
PHONE = "192.168.1.33"


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> list[Address]:
    """The addresses of this machine, as the test says."""
    found = [WLAN, CABLE, DOCKER]
    monkeypatch.setattr(addresses, "addresses", lambda: list(found))
    own = frozenset({"localhost", "127.0.0.1", "::1"})
    monkeypatch.setattr(addresses, "own_hosts", lambda: own | {of.ip for of in found})
    monkeypatch.setattr("companion.web.access.guard.own_hosts", addresses.own_hosts)
    return found


@pytest.fixture
def app(store: Store, network: list[Address]) -> Iterator[Flask]:
    created = create_app(Services(store, entrances=Entrances(port=8000)))
    yield created
    created.extensions["services"].writer.close()


class Device:
    """A browser at the house."""

    def __init__(self, app: Flask, host: str = "192.168.1.20", caller: str = "127.0.0.1") -> None:
        self.client: FlaskClient = app.test_client()
        self.origin = f"http://{host}:8000"
        self.base = {"base_url": self.origin, "environ_overrides": {"REMOTE_ADDR": caller}}

    def get(self, path: str) -> str:
        answer = self.client.get(path, **self.base, follow_redirects=True)
        assert answer.status_code == 200, answer.text
        return unescape(answer.text)

    def post(self, path: str, **form: str) -> int:
        return self.client.post(path, data=form, headers={"Origin": self.origin}, **self.base).status_code


@pytest.fixture
def tablet(app: Flask) -> Device:
    """The host's scoreboard, on the machine itself."""
    device = Device(app)
    device.get(f"/host/{tonight(app.extensions['services']).host_ticket}")
    assert device.post("/use", kind="board") == 303
    return device


@pytest.fixture
def phone(app: Flask) -> Device:
    """Somebody else's phone, in the same network."""
    return Device(app, caller=PHONE)


def code_of(page: str) -> str:
    """What the codes on a page are made of: the path of the first."""
    return re.findall(r' d="(M[^"]+)"', page)[0]


def carried(app: Flask, host: str) -> str:
    """The code that carries the address of `host`."""
    ticket = tonight(app.extensions["services"]).ticket
    return code_of(qr.qr_svg(f"http://{host}:8000/j/{ticket}"))


def test_the_code_carries_the_likeliest_address_until_the_host_chooses_another(app: Flask, tablet: Device) -> None:
    assert carried(app, "192.168.1.20") in tablet.get("/")
    assert tablet.post("/network/door", host="10.0.0.5") == 303
    page = tablet.get("/")
    assert carried(app, "10.0.0.5") in page
    assert "10.0.0.5:8000" in page
    assert carried(app, "192.168.1.20") not in page
    assert carried(app, "10.0.0.5") in tablet.get("/network")


def test_all_addresses_are_offered_and_the_unlikely_one_is_called_so(tablet: Device) -> None:
    page = tablet.get("/network")
    assert re.findall(r'name="host" value="([^"]+)"', page) == [of.ip for of in (WLAN, CABLE, DOCKER)]
    assert page.count("probably not reachable by phones") == 1


@pytest.mark.parametrize("host", ["", "8.8.8.8", "evil.com", "127.0.0.1"])
def test_what_is_no_address_of_this_machine_is_not_chosen(app: Flask, tablet: Device, host: str) -> None:
    assert tablet.post("/network/door", host=host) == 404
    assert carried(app, "192.168.1.20") in tablet.get("/")


def test_with_host_on_the_command_line_there_is_one_door(store: Store, network: list[Address]) -> None:
    entrances = Entrances(port=8000, host="10.0.0.5")
    assert (entrances.base(), [entrance.host for entrance in entrances.all()]) == ("http://10.0.0.5:8000", ["10.0.0.5"])
    with pytest.raises(LookupError):
        entrances.check("192.168.1.20")
    assert Entrances(port=8000, host="::1").base() == "http://[::1]:8000"


def test_it_turns_green_when_another_device_has_come_in_by_it(app: Flask, tablet: Device, phone: Device) -> None:
    notifier, evening = app.extensions["services"].notifier, tonight(app.extensions["services"])
    assert "reached-by" not in tablet.get("/")
    tablet.get("/network")
    assert "reached" not in tablet.get("/"), "the machine itself reaches all of its addresses, and that tells nothing"
    rung = notifier.count(f"evening {evening.id}")
    phone.get("/")
    assert notifier.count(f"evening {evening.id}") == rung + 1, "the screens hear of it"
    assert "qrbox reached" in tablet.get("/")
    assert "qrbox reached" in tablet.get("/network")
    phone.get("/")
    assert notifier.count(f"evening {evening.id}") == rung + 1, "once"


def test_each_address_has_its_own_sign(app: Flask, tablet: Device) -> None:
    Device(app, "10.0.0.5", "10.0.0.77").get("/")
    assert "qrbox reached" not in tablet.get("/")
    assert tablet.get("/network").count("a phone has connected") == 1
    tablet.post("/network/door", host="10.0.0.5")
    assert "qrbox reached" in tablet.get("/")


def test_a_foreign_name_is_no_sign(app: Flask, tablet: Device) -> None:
    foreign = {"base_url": "http://evil.com:8000", "environ_overrides": {"REMOTE_ADDR": PHONE}}
    assert app.test_client().get("/", **foreign).status_code == 421
    assert "qrbox reached" not in tablet.get("/")


def test_when_the_address_is_gone_the_code_carries_the_next(app: Flask, tablet: Device, network: list[Address]) -> None:
    tablet.get("/")
    network.remove(WLAN)
    tablet.base["base_url"] = tablet.origin = "http://10.0.0.5:8000"
    _take_along(tablet, "10.0.0.5")
    assert carried(app, "10.0.0.5") in tablet.get("/")


def _take_along(device: Device, domain: str) -> None:
    """Let a browser show its cookie at another address of the house too."""
    given = cookie(device.client)
    device.client.set_cookie(given.key, given.value, domain=domain)


def test_without_any_network_there_is_no_code_to_scan_in_vain(
    app: Flask, tablet: Device, network: list[Address]
) -> None:
    network[:] = [Address("127.0.0.1", "loopback", False)]
    tablet.base["base_url"] = tablet.origin = "http://127.0.0.1:8000"
    _take_along(tablet, "127.0.0.1")
    for path in ("/", "/network"):
        page = tablet.get(path)
        assert "in no network" in page
        assert 'class="qr"' not in page


def test_the_wifi_is_a_code_on_the_scoreboard_for_this_evening_only(app: Flask, tablet: Device, store: Store) -> None:
    assert tablet.post("/network/wifi", wifi=" Küche; 2.4 ", phrase="geheim: 1", security="WPA") == 303
    code = code_of(qr.qr_svg(r"WIFI:T:WPA;S:Küche\; 2.4;P:geheim\: 1;;"))
    for path in ("/", "/network"):
        assert code in tablet.get(path)
    assert "geheim" not in repr(content(store))
    assert tablet.post("/end") == 303
    tablet.get(f"/host/{tonight(app.extensions['services']).host_ticket}")
    tablet.post("/use", kind="board")
    for path in ("/", "/network"):
        assert code not in tablet.get(path)


def test_the_wifi_is_forgotten_when_the_host_says_so(tablet: Device) -> None:
    tablet.post("/network/wifi", wifi="Kitchen", phrase="12345678", security="WPA")
    assert "Kitchen" in tablet.get("/")
    assert tablet.post("/network/wifi", wifi="") == 303
    assert "Kitchen" not in tablet.get("/")


@pytest.mark.parametrize(
    ("wifi", "phrase", "security"),
    [("k" * 33, "12345678", "WPA"), ("Kitchen", "short", "WPA"), ("Kitchen", "12345678", "WPA7")],
)
def test_a_wifi_that_cannot_be_is_refused_in_words(tablet: Device, wifi: str, phrase: str, security: str) -> None:
    assert tablet.post("/network/wifi", wifi=wifi, phrase=phrase, security=security) == 422
    assert "wifi" not in re.sub(r'"/network.*?"', "", tablet.get("/"))


def test_only_the_host_chooses_and_every_device_may_let_somebody_in(app: Flask, tablet: Device, phone: Device) -> None:
    assert phone.post("/network/door", host="10.0.0.5") == 401
    phone.get(f"/j/{tonight(app.extensions['services']).ticket}")
    assert phone.post("/sit", name="Bo") == 303
    assert phone.post("/network/door", host="10.0.0.5") == 403
    assert phone.post("/network/wifi", wifi="Kitchen", phrase="12345678", security="WPA") == 403
    page = phone.get("/network")
    assert carried(app, "192.168.1.20") in page
    assert page.count("<form") == 2  # which choose a language and the size of letters
    assert tonight(app.extensions["services"]).code in page


def test_the_help_page_says_the_three_causes_and_every_address(app: Flask, tablet: Device, phone: Device) -> None:
    page = phone.get("/help")
    assert page.count("<li><b>") == 3
    assert all(f"http://{of.ip}:8000" in page for of in (WLAN, CABLE, DOCKER))
    assert 'href="/help"' in tablet.get("/")
    assert 'href="/help"' in Device(app).get("/")


class Spoken(local_name.Name):
    """A name that is announced, or is not."""

    def __init__(self, heard: bool) -> None:
        super().__init__("Kitchen", "7k2", 8000, [])
        self.heard = heard


@pytest.mark.parametrize("heard", [True, False])
def test_the_local_name_is_an_extra_in_print_once_it_is_announced(
    store: Store, network: list[Address], heard: bool
) -> None:
    app = create_app(
        Services(store, entrances=Entrances(port=8000, local=Spoken(heard)), own_names=frozenset(["kitchen-7k2.local"]))
    )
    tablet = Device(app)
    tablet.get(f"/host/{tonight(app.extensions['services']).host_ticket}")
    tablet.post("/use", kind="board")
    for path in ("/", "/network", "/help"):
        page = tablet.get(path)
        assert ("kitchen-7k2.local:8000" in page) is heard
        assert "192.168.1.20:8000" in page, "and never instead of the address"
    assert carried(app, "192.168.1.20") in tablet.get("/")
