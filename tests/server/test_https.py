"""--https with real connections: who trusts the house's authority comes in; who speaks plain http is sent on."""

import http.client
import socket
import sqlite3
import ssl
import time
from collections.abc import Iterator
from contextlib import closing
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.support.api import GAME, Answer
from tests.support.effort import patient
from tests.support.server import Server, plug, raw

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def standing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of its own certificate, for all tests that leave it as it was."""
    started = Server(tmp_path_factory.mktemp("sealed"), https=True)
    yield started.start()
    started.close()
    assert started.complaints == ""


@pytest.fixture
def sealed(tmp_path: Path) -> Iterator[Server]:
    """A server of its own certificate."""
    (tmp_path / "sealed").mkdir()
    started = Server(tmp_path / "sealed", https=True)
    yield started.start()
    started.close()
    assert started.complaints == ""


def get(server: Server, path: str, trust: ssl.SSLContext | None, **headers: str) -> Answer:
    """One call by a client of its own."""
    with connected(server, trust) as connection:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return Answer(answer.status, dict(answer.headers), answer.read())


def connected(server: Server, trust: ssl.SSLContext | None) -> closing[http.client.HTTPSConnection]:
    parts = urlsplit(server.url)
    return closing(http.client.HTTPSConnection(parts.hostname or "", parts.port, timeout=5, context=trust))


def test_a_client_that_trusts_the_authority_plays(standing: Server) -> None:
    program = standing.program()
    laid = program.call("POST", "/api/tables", body=GAME)
    assert laid.status == 201
    assert laid.json["url"].startswith(standing.url)
    moves = f"/api/tables/{laid.json['table']}/moves"
    body = {"move": "decree", "icons": [0, -1, 1, 0], "key": "intent-0"}
    assert program.call("POST", moves, laid.json["host_key"], body).json == {"line": 1}


def test_a_client_that_does_not_trust_it_is_let_go_without_a_word(standing: Server) -> None:
    for _ in range(3):
        with pytest.raises(ssl.SSLCertVerificationError):
            get(standing, "/healthz", ssl.create_default_context())
    assert standing.program().call("GET", "/healthz").status == 200


def test_the_code_and_the_terminal_say_https_and_that_the_browser_warns(standing: Server) -> None:
    end = time.monotonic() + patient(5)
    while "warns once" not in (said := (standing.data.parent / "stdout.txt").read_text("utf-8")):
        assert time.monotonic() < end, said
        time.sleep(0.01)
    assert f"open at {standing.url} " in said
    assert (standing.data / "serving").read_text() == standing.url
    page = get(standing, "/help", standing.trust).body.decode()
    assert standing.url in page
    assert "Advanced" in page


@pytest.mark.parametrize(
    "sent",
    [
        b"GET /j/abc HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET / HTTP/1.0\r\n\r\n",
        b"POST /code HTTP/1.1\r\nHost: evil.com\r\nContent-Length: 9\r\n\r\ncode=ABCD",
        b"\r\n",
        b"what",
    ],
)
def test_plain_http_is_sent_on_to_the_same_address(standing: Server, sent: bytes) -> None:
    answer = raw(standing.url, sent)
    assert answer.startswith(b"1.1 303")
    assert b"Cache-Control: no-store" in answer, "or a browser would never ask by http again"
    assert f"Location: {standing.url}/\n".encode() in answer
    assert b"Content-Security-Policy" in answer
    assert standing.program().call("GET", "/healthz").status == 200


@pytest.mark.parametrize("noise", [b"", b"\x16", b"\x16\x03\x01\x00\x05hello", b"\x16" + b"\xff" * 3000, b"\x00" * 100])
def test_noise_and_silence_leave_the_server_well(standing: Server, noise: bytes) -> None:
    silent = [plug(standing.url) for _ in range(20)]
    for connection in silent:
        connection.sendall(noise)
    assert standing.program().call("GET", "/healthz").status == 200
    for connection in silent:
        connection.close()
    assert standing.program().call("GET", "/healthz").status == 200


def test_a_cookie_is_secure_only_here(sealed: Server, server: Server) -> None:
    ticket = _ticket(sealed)
    made = SimpleCookie(get(sealed, f"/j/{ticket}", sealed.trust).headers["Set-Cookie"])
    ((name, cookie),) = made.items()
    assert cookie["secure"] and cookie["httponly"] and cookie["samesite"] == "Lax"
    assert name.endswith("_s"), "a plain page could not replace it, so there it has another name"
    assert b"Secure" not in raw(server.url, _scan(server))


def test_a_cookie_that_a_plain_page_could_have_planted_opens_nothing_here(sealed: Server) -> None:
    """The house was open without --https last week; the phone's cookie is a plain one. It scans again."""
    assert sealed.stop() == 0
    sealed.https = False
    sealed.start()
    answer = raw(sealed.url, _scan(sealed)).decode()
    cookie = answer.split("Set-Cookie: ")[1].split(";")[0]
    assert sealed.stop() == 0
    sealed.https = True
    sealed.start()
    page = get(sealed, "/", sealed.trust, Cookie=cookie)
    assert (b'action="/sit"' in page.body, b'action="/code"' in page.body) == (False, True)


def test_a_stream_and_a_stop_go_as_without_tls(sealed: Server) -> None:
    laid = sealed.program().call("POST", "/api/tables", body=GAME).json
    with connected(sealed, sealed.trust) as connection:
        connection.request("GET", f"/api/tables/{laid['table']}/live?key={laid['watch_key']}")
        live = connection.getresponse()
        assert live.readline() == b"event: line\n"
        assert sealed.stop(5) == 0
        live.close()


def test_the_certificate_survives_a_restart(sealed: Server) -> None:
    kept = (sealed.data / "https" / "server.pem").read_bytes()
    sealed.kill()
    sealed.start()
    assert (sealed.data / "https" / "server.pem").read_bytes() == kept


def test_an_address_that_is_named_later_is_told_of_and_the_authority_stays(sealed: Server) -> None:
    trusted = (sealed.data / "https" / "ca.pem").read_bytes()
    sentence = "ca.pem does not stand for cards.example: browsers warn there"
    assert sealed.stop() == 0
    sealed.options = ("--reachable-at", f"https://cards.example:{sealed.port}")
    sealed.start()
    sealed.wait_printed(sentence)
    assert (sealed.data / "https" / "ca.pem").read_bytes() == trusted
    assert get(sealed, "/healthz", sealed.trust).status == 200
    assert sealed.stop() == 0
    (sealed.data / "https" / "ca.pem").unlink()
    sealed.start()
    sealed.wait_printed("is open at", 3)
    assert sealed.printed.count(sentence) == 1
    trust = sealed.trust
    assert trust
    with closing(socket.create_connection(("127.0.0.1", sealed.port), 5)) as plain:
        trust.wrap_socket(plain, server_hostname="cards.example").close()


def _ticket(server: Server) -> str:
    with closing(sqlite3.connect(server.data / "ledger.db")) as db:
        (ticket,) = db.execute("select ticket from evenings where closed_at is null").fetchone()
    return str(ticket)


def _scan(server: Server) -> bytes:
    return f"GET /j/{_ticket(server)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
