"""The door: to whom the house answers, who may post, how often, and how every answer is dressed."""

import itertools
import json

import pytest

from companion.network.addresses import own_hosts
from companion.web.access.guard import audience
from companion.web.access.limits import Limit, Rate
from companion.web.access.services import Services
from companion.web.access.static_files import static_url
from companion.web.app import create_app
from tests.support.api import (
    GAME,
    adjust,
    decree,
    fill,
    is_refused,
    log,
    over,
    whole_game,
    write,
)
from tests.support.server import raw

BURST = 200
NOWHERE = "/api/tables/ZZZZZ"
MOVE = decree() | {"key": "intent-0"}


# Whose house: 421


OWN = ("127.0.0.1", "localhost")
DISGUISED = (
    *("127.1", "127.0.1", "0177.0.0.1", "0x7f.0.0.1", "0x7f000001", "2130706433", "127.0.0.001", "0", "0.0.0.0"),
    *("127.0.0.2", "[::2]", "[::ffff:127.0.0.1]", "[0:0:0:0:0:0:0:1]", "[::1%25lo]", "[::1%lo]", "::1", "[fe80::1]"),
    *("%6cocalhost", "１２７.０.０.１", "ｌocalhost", "", "*", "null", "_", ".", "..", "-"),
)
EVIL = ("evil.com", "evil.local", "10.255.255.254", "8.8.8.8", "x.ngrok.io")
ROUND = (  # what somebody may write round a name of ours
    *("{}.", ".{}", "{}.nip.io", "{}.evil.com", "evil.com.{}", "x.{}", "{}x", "x{}", "{}*", "{};", "'{}'", "({})"),
    *("{},evil.com", "evil.com,{}", "{} evil.com", "{}@evil.com", "evil.com@{}", "{}%00.evil.com", " {}", "{}\t"),
    *("{}/", "{}/evil.com", "{}#evil.com", "{}?evil.com", "{}\\evil.com", "http://{}", "\u200b{}", "{}::80"),
    *("{}:x", "{}:-1", "{}:0x50", "{}:80@evil.com", "{}:80.evil.com", "{}:８０", "{}:8 0", "{}:80/", "{}:80:80"),
)


def hosts():
    """Names that are not ours, as a server hands them on: bytes, one sign each."""
    names = [*EVIL, *DISGUISED, *(other.format(ours) for ours in OWN for other in ROUND)]
    with_port = [name + port for name in names for port in ("", ":80", ":8000") if not port or ":" not in name]
    return sorted({host.encode().decode("latin-1") for host in with_port})


def test_the_api_does_not_answer_to_foreign_names(client, store):
    assert len(hosts()) > 250
    for host in hosts():
        asked_as = {"HTTP_HOST": host}
        for path in ("/healthz", "/api/games", NOWHERE):
            assert client.get(path, environ_overrides=asked_as).status_code == 421, (host, path)
        assert client.post("/api/tables", json=GAME, environ_overrides=asked_as).status_code == 421
    assert log(store) == []


@pytest.mark.parametrize("path", ["/", "/nowhere", static_url("icon.svg")])
def test_no_page_and_no_file_answers_to_foreign_names(client, path):
    for host in hosts():
        if not host.startswith("."):
            assert client.get(path, environ_overrides={"HTTP_HOST": host}).status_code == 421, (host, path)


@pytest.mark.parametrize("host", [".", "..", ".localhost", ".127.0.0.1:8000"])
def test_no_page_answers_to_a_name_that_begins_with_a_dot(client, host):
    assert client.get("/", environ_overrides={"HTTP_HOST": host}).status_code == 421


@pytest.mark.parametrize("host", ["[::1", "[::1]evil.com", "[::1].evil.com", "[127.0.0.1]", "[localhost]", "[::1]:x"])
def test_the_house_does_not_answer_to_names_in_odd_brackets(client, host):
    assert client.get("/healthz", environ_overrides={"HTTP_HOST": host}).status_code == 421


def test_the_house_answers_to_its_own_names(client, app):
    for name in ("localhost", "LocalHost", "127.0.0.1", "[::1]"):
        for port in ("", ":80", ":8000", ":65535"):
            assert client.get("/healthz", headers={"Host": name + port}).status_code == 200
    for address in own_hosts():
        assert (
            client.get("/healthz", headers={"Host": f"[{address}]" if ":" in address else address}).status_code == 200
        )


def test_a_name_that_the_house_was_given_is_its_own(store):
    client = create_app(Services(store, own_names=frozenset(["kitchen-7k2.local"]))).test_client()
    assert client.get("/healthz", headers={"Host": "Kitchen-7k2.local:8000"}).status_code == 200
    assert client.get("/healthz", headers={"Host": "kitchen-7k3.local:8000"}).status_code == 421


@pytest.mark.parametrize("header", ["X-Forwarded-Host", "X-Forwarded-For", "Forwarded", "X-Host", "X-Original-Host"])
def test_what_a_proxy_would_say_changes_nothing(client, header):
    assert client.get("/healthz", headers={header: "localhost", "Host": "evil.com"}).status_code == 421
    assert client.get("/healthz", headers={header: "evil.com", "Host": "localhost"}).status_code == 200


def test_a_host_that_is_missing_doubled_or_in_the_address_opens_nothing(server):
    foreign = [
        b"GET /healthz HTTP/1.1\r\n\r\n",
        b"GET /healthz HTTP/1.0\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost:\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: evil.com\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.com\r\n\r\n",
        b"GET http://evil.com/healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET http://127.0.0.1/healthz HTTP/1.1\r\nHost: evil.com\r\n\r\n",
        b"GET //evil.com/healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: \xff\r\n\r\n",
    ]
    for sent in foreign:
        answer = raw(server.url, sent)
        assert answer[4:7] in (b"421", b"404", b"400"), (sent, answer)
        assert b'"ok"' not in answer


# Pages from elsewhere


ELSEWHERE = [
    *(
        "null",
        "http://evil.com",
        "https://localhost",
        "http://localhost:81",
        "http://localhost.",
        "http://localhost.evil.com",
    ),
    *(
        "http://localhost@evil.com",
        "http://evil.com#http://localhost",
        "http://127.0.0.1",
        "localhost",
        "//localhost",
        "",
    ),
    *(
        "http://localhost, http://evil.com",
        "file://",
        "chrome-extension://localhost",
        "http://LOCALHOST",
        "about:blank",
    ),
]


@pytest.mark.parametrize("origin", ELSEWHERE, ids=repr)
@pytest.mark.parametrize("kind", ["application/json", "text/plain", "application/x-www-form-urlencoded"])
def test_a_page_from_elsewhere_cannot_post(client, table, store, origin, kind):
    before = log(store)
    headers = {"Origin": origin, "Content-Type": kind, "Authorization": f"Bearer {table.host}"}
    for path, body in [("/api/tables", GAME), (f"{table.path}/moves", MOVE)]:
        assert client.post(path, data=json.dumps(body), headers=headers).status_code == 403
    assert log(store) == before


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "http://]", "http://[evil]/"])
@pytest.mark.parametrize("header", ["Origin", "Referer"])
def test_an_origin_that_cannot_be_read_is_from_elsewhere(client, origin, header):
    answer = client.post("/api/tables", json=GAME, headers={header: origin, "Cookie": "a=b"})
    assert answer.status_code == 403


def test_our_own_page_can_post(client, table):
    headers = {"Authorization": f"Bearer {table.host}", "Origin": "http://localhost"}
    assert client.post(f"{table.path}/moves", json=MOVE, headers=headers).status_code == 201


def test_who_comes_with_a_cookie_says_from_where(client):
    cookie = {"Cookie": "table_1=x"}
    assert client.post("/api/tables", json=GAME, headers=cookie).status_code == 403
    assert client.post("/api/tables", json=GAME, headers=cookie | {"Referer": "http://evil.com/"}).status_code == 403
    assert client.post("/api/tables", json=GAME, headers=cookie | {"Referer": "http://localhost/x"}).status_code == 201


def test_no_page_from_elsewhere_is_invited(call, table):
    for method, path in itertools.product(("GET", "OPTIONS", "POST"), ("/healthz", "/api/tables", table.path)):
        answer = call(method, path, table.host, headers={"Origin": "http://evil.com"})
        assert not [name for name in answer.headers.keys() if name.lower().startswith("access-control")]  # noqa: SIM118


# Too many: 429


def test_who_calls_too_often_is_turned_away_alone_and_let_in_again():
    limit = Limit(Rate(50, 200))
    assert sum(limit.takes("Bo", number / 1000) for number in range(2000)) == 200 + 99
    assert limit.takes("Ann", 2)
    assert not limit.takes("Bo", 1.999)
    assert limit.takes("Bo", 2.02)


def test_being_turned_away_costs_nothing():
    limit = Limit(Rate(50, 200))
    assert sum(limit.takes("Bo", 0) for _ in range(10_000)) == 200
    assert limit.takes("Bo", 0.021)


def test_as_many_callers_as_you_like_take_no_more_room_than_some():
    limit = Limit(Rate(50, 200))
    for number in range(30_000):
        limit.takes(str(number), number / 1e6)
    assert len(limit._buckets) <= 10_000


def test_looking_is_never_too_much(table):
    assert {table.get(table.watch).status for _ in range(BURST + 100)} == {200}


# Every route


def arguments(rule, table):
    """Something plausible for the open places of a route."""
    return {name: table.code if name == "code" else 1 if "int" in rule.rule else "x" for name in rule.arguments}


def get_paths(app, table):
    with app.test_request_context():
        routes = [rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())]
        return [app.url_map.bind("localhost").build(rule.endpoint, arguments(rule, table)) for rule in routes]


def test_no_get_changes_the_log(app, call, table, store):
    table.play(whole_game()[:7])
    before = log(store)
    paths = get_paths(app, table)
    assert len(paths) >= 7
    for path, key, method in itertools.product(paths, ["", *table.keys], ("GET", "HEAD", "OPTIONS")):
        assert call(method, path, key).status < 500, (method, path)
    assert log(store) == before


@pytest.mark.parametrize("header", ["If-Modified-Since", "If-Unmodified-Since", "If-Range"])
def test_a_date_beyond_all_calendars_is_400(client, header):
    answer = client.get(static_url("css/base.css"), headers={header: "Thu, 99 Jan 99999999999 00:00:00 GMT"})
    assert answer.status_code == 400


def test_a_route_that_does_not_say_for_whom_it_is_is_not_there(store):
    app = create_app(Services(store))
    app.add_url_rule("/api/forgotten", "forgotten", lambda: "secret")
    app.add_url_rule("/api/said", "said", audience("anyone")(lambda visit: "open"))
    call = over(app.test_client())
    assert is_refused(call("GET", "/api/forgotten"), 404)
    assert call("GET", "/api/said").body == b"open"


def test_without_a_key_the_api_has_three_calls(app, call, table):
    without = {
        (method, rule.rule)
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith(("/api/", "/healthz"))
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if call(method, rule.rule.replace("<code>", table.code)).status != 401
    }
    assert without == {("POST", "/api/tables"), ("GET", "/api/games"), ("GET", "/healthz")}


SAFE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
POLICY = (
    "default-src 'self'",
    "img-src 'self' blob:;",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
)


def is_dressed(headers):
    """Whether an answer keeps browsers from framing, sniffing and loading from elsewhere."""
    policy = headers.get("Content-Security-Policy", "")
    assert all(said in policy for said in POLICY), policy
    assert "unsafe" not in policy
    assert policy.count(":") == 1, "nothing but a picture that the page itself has made"
    assert {name: headers.get(name) for name in SAFE} == SAFE
    return True


def test_every_answer_is_dressed_whatever_it_says(app, call, table, store):
    table.play([decree(), write(0)])
    moves = f"{table.path}/moves"
    answers = [
        call("GET", "/healthz"),
        call("GET", table.path, table.host),
        call("HEAD", table.path, table.host),
        call("OPTIONS", table.path, table.host),
        call("GET", "/static/nothing.css"),
        table.report(table.host, write(1)),
        table.report(table.host, {}),
        call("GET", table.path),
        table.report(table.seats[0], write(1)),
        call("GET", "/nowhere"),
        call("GET", NOWHERE),
        call("PUT", moves, table.host),
        table.report(table.host, write(1), seen=2),
        call("POST", moves, table.host, b" " * 70_000),
        call("GET", "/healthz", headers={"Host": "evil.com"}),
        table.report(table.host, write(1)),
        call("GET", f"{table.path}/record", table.host),
    ]
    fill(store, table)
    answers.append(table.report(table.host, adjust(0, why="x" * 80)))
    while answers[-1].status != 429:
        answers.append(call("POST", "/api/tables", body=b"{", environ_overrides={"REMOTE_ADDR": "10.0.0.7"}))
    answers.append(call("GET", f"{table.path}/live?key={table.watch}"))
    statuses = {200, 201, 400, 401, 403, 404, 405, 409, 413, 421, 422, 429, 507}
    assert statuses <= {answer.status for answer in answers}
    for answer in answers:
        assert is_dressed(answer.headers), answer
        assert answer.status == 404 or answer.headers["Cache-Control"] == "no-store"


LOCAL = b"Host: 127.0.0.1\r\n"


@pytest.mark.parametrize(
    ("status", "sent"),
    [
        (b"414", b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n" + LOCAL + b"\r\n"),
        (b"431", b"GET /healthz HTTP/1.1\r\n" + LOCAL + b"X: " + b"a" * 70_000 + b"\r\n\r\n"),
        (b"400", b"POST /api/tables HTTP/1.1\r\n" + LOCAL + b"Content-Length: -5\r\n\r\n"),
        (b"400", b"NONSENSE\r\n\r\n"),
        (b"400", b"GET /healthz HTTP/1.1\r\n" + LOCAL + b"A: b\r\n folded\r\n\r\n"),
    ],
)
def test_what_is_no_request_is_answered_dressed_too_and_hung_up(server, status, sent):
    answer = raw(server.url, sent)
    assert answer[4:7] == status
    assert b"Content-Security-Policy" in answer
    assert b"Connection: close" in answer
