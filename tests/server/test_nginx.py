"""Behind a proxy: Debian's nginx as docs/nginx.conf sets it up, plain and under TLS, called from several addresses.

It needs nginx: without it the tests are skipped, or fail where REQUIRE_NGINX is set.
"""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import count
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

import pytest

from tests.support.api import GAME
from tests.support.nginx import NAME, Nginx, Visitor
from tests.support.server import Server, next_event
from tests.support.terminal_pictures import picture_of, read

pytestmark = pytest.mark.slow

TABLET, PHONE, RUDE, STRANGER = "127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"
CROWD = 150  # devices at once
GUESSES = 5  # codes that an address may try


class Proxied(NamedTuple):
    """A server behind nginx."""

    server: Server
    nginx: Nginx

    def visitor(self, address: str) -> Visitor:
        """A device of this address that comes through the proxy."""
        return Visitor(address, self.nginx.url, self.nginx.port, self.nginx.trust)

    def passer(self, address: str) -> Visitor:
        """A device of this address that has found the server itself."""
        return Visitor(address, self.server.url, self.server.port)

    def links(self) -> list[str]:
        """What the codes on the terminal say: the host's and the players' link."""
        self.server.wait_printed("The history is saved in")
        return read(picture_of(self.server.printed))

    def paths(self) -> tuple[str, str]:
        host, join = self.links()
        return urlsplit(host).path, urlsplit(join).path


@pytest.fixture(params=["plain", "TLS"], scope="module")
def proxied(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    server = Server(tmp_path_factory.mktemp("server"))
    nginx = Nginx(tmp_path_factory.mktemp("nginx"), is_sealed=request.param == "TLS")
    server.options = ("--reachable-at", nginx.url, "--behind", "127.0.0.1")
    with closing(server), closing(nginx):
        yield Proxied(server.start(), nginx.start(server.url))
        assert server.complaints == ""
        assert nginx.complaints == ""


def guess(visitor: Visitor, **headers: str) -> int:
    """The status of an answer to a code that is none."""
    return visitor.post("/code", {"code": "AAAAA"}, **headers).status


def test_the_codes_on_the_terminal_lead_to_the_proxy_and_there_one_comes_in_and_sits_down(proxied: Proxied) -> None:
    assert [link.rpartition("/")[0] for link in proxied.links()] == [
        f"{proxied.nginx.url}/{kind}" for kind in ("host", "j")
    ]
    host, join = proxied.paths()
    tablet, phone = proxied.visitor(TABLET), proxied.visitor(PHONE)
    assert tablet.get(host).status == phone.get(join).status == 303
    assert tablet.post("/use", {"kind": "board"}).status == 303
    assert phone.post("/sit", {"name": "Bo"}, Origin="https://evil.com").status == 403
    assert phone.post("/sit", {"name": "Bo"}).status == 303
    board = tablet.get("/").text
    assert "Bo" in board
    assert f"{NAME}:{proxied.nginx.port}" in board


def test_a_cookie_is_secure_where_the_proxy_speaks_tls(proxied: Proxied) -> None:
    phone = proxied.visitor(PHONE)
    phone.get(proxied.paths()[1])
    (cookie,) = phone.cookies.values()
    is_sealed = proxied.nginx.trust is not None
    assert (bool(cookie["secure"]), cookie.key.endswith("_s")) == (is_sealed, is_sealed)
    assert cookie["httponly"] and cookie["samesite"] == "Lax"
    assert 'action="/sit"' in phone.get("/").text, "and it is taken"


def test_a_stream_comes_through_as_it_is_sent(proxied: Proxied) -> None:
    host, join = proxied.paths()
    tablet, phone = proxied.visitor(TABLET), proxied.visitor(PHONE)
    tablet.get(host)
    tablet.post("/use", {"kind": "board"})
    phone.get(join)
    has = dict(re.findall(r'data-(layout|state|line)="([^"]*)"', tablet.get("/").text))
    with closing(tablet.open("GET", f"/live?{urlencode(has)}")) as live:
        assert live.status == 200
        assert next_event(live.readline) == ("", ""), "nothing is new, and it is said at once"
        assert phone.post("/sit", {"name": "Cy"}).status == 303
        events = [next_event(live.readline) for _ in range(3)]
        assert "slot" in {event[0] for event in events if event}, "it goes on, and yet this is here"


def test_each_device_is_counted_by_its_own_address(proxied: Proxied) -> None:
    rude, other = proxied.visitor(RUDE), proxied.visitor(STRANGER)
    assert [guess(rude) for _ in range(GUESSES + 1)] == [404] * GUESSES + [429]
    assert guess(other) == 404


def test_what_a_device_says_itself_to_the_proxy_counts_for_nothing(proxied: Proxied) -> None:
    """The proxy adds who called it; that entry is the last, and it alone counts."""
    rude = proxied.visitor("127.0.0.6")
    forged = (f"10.0.0.{number}" for number in count(1))
    statuses = [guess(rude, X_Forwarded_For=next(forged)) for _ in range(GUESSES + 1)]
    assert statuses == [404] * GUESSES + [429]
    assert guess(proxied.visitor("127.0.0.7"), X_Forwarded_For="127.0.0.6") == 404, "nor is another one blamed"
    scheme = "http" if proxied.nginx.trust else "https"
    phone = proxied.visitor(PHONE)
    phone.get(proxied.paths()[1], X_Forwarded_Proto=scheme)
    assert [bool(cookie["secure"]) for cookie in phone.cookies.values()] == [scheme == "http"]


def test_who_is_not_the_proxy_is_not_believed(proxied: Proxied) -> None:
    rude = proxied.passer("127.0.0.8")
    forged = (f"10.0.1.{number}" for number in count(1))
    statuses = [guess(rude, X_Forwarded_For=next(forged)) for _ in range(GUESSES + 1)]
    assert statuses == [404] * GUESSES + [429]
    phone = proxied.passer(PHONE)
    phone.get(proxied.paths()[1], X_Forwarded_Proto="https")
    assert [bool(cookie["secure"]) for cookie in phone.cookies.values()] == [False]


def test_a_program_is_told_where_people_watch(proxied: Proxied) -> None:
    laid = proxied.server.program().call("POST", "/api/tables", body=GAME).json
    assert laid["url"].startswith(f"{proxied.nginx.url}/watch/")
    assert proxied.visitor(PHONE).get(urlsplit(laid["url"]).path).status == 200


def test_a_file_of_a_group_is_not_too_large_for_the_proxy(proxied: Proxied) -> None:
    tablet = proxied.visitor(TABLET)
    tablet.get(proxied.paths()[0])
    answer = tablet.post("/group/file", {"group": "x" * 2_000_000})
    assert (answer.status, "nginx" in answer.text) == (400, False), "it came to us, who miss a file in it"


def test_a_crowd_that_comes_at_once_comes_in(proxied: Proxied) -> None:
    """All of their connections come from one address, that of the proxy."""
    visitors = [proxied.visitor(f"127.0.1.{number}") for number in range(1, CROWD + 1)]
    with ThreadPoolExecutor(CROWD) as crowd:
        statuses = [*crowd.map(lambda visitor: visitor.get("/healthz").status, visitors)]
    assert statuses == [200] * CROWD
