"""Evenings come together through their real pages, before anything is measured."""

import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from urllib.parse import urlencode

from bench.live.table import SEVEN, Kind
from bench.live.wire import Answer, Connection, request
from tests.support.addresses import own_address
from tests.support.forms import Filled
from tests.support.many_evenings.client import Client
from tests.support.many_evenings.marks import Received
from tests.support.server import Server

NAMES = (
    "Ann",
    "Bo & Co",
    "千代",
    "D<i>",
    "O'Eve",
    'F "x"',
    "Gus",
    "Hal",
    "Ida",
    "Jo",
    "Kit",
    "Lou",
    "Mo",
    "Ned",
    "Olga",
    "Pip",
)
CROWD = Kind("death-over-the-kingdom", 16, 2)
OPTIONS = {"death-wish": {"option.target": "30"}}  # with fewer skulls nobody lives for long whose cards are drawn
AT_ONCE = 4
EVERY = 200  # idle evenings it is told how far they are
FORM = "application/x-www-form-urlencoded"
TABLE = re.compile(r'"/table/([A-Z]+)/')
COOKIE = re.compile(rb"\r\nset-cookie: *([^;\r]+)", re.IGNORECASE)
CODE = re.compile(r'<p class="code[^"]*">([A-Z]{5,6})</p>')


@dataclass(frozen=True)
class Gathered:
    """An evening whose game has begun: its table, the cookies of host (a scoreboard), other scoreboards, phones."""

    code: str
    host: str
    boards: tuple[str, ...]
    phones: tuple[str, ...]

    @property
    def cookies(self) -> list[str]:
        """Those of all screens, the phones first."""
        return [*self.phones, self.host, *self.boards]


def gather(server: Server, evenings: int, first: int, kind: Kind = SEVEN) -> list[Gathered]:
    """So many evenings, each of a group of its own; `first` is the number of the first, for its name."""
    with ThreadPoolExecutor(AT_ONCE) as threads:
        return list(threads.map(lambda number: _evening(server, number, *kind), range(first, first + evenings)))


def _evening(server: Server, number: int, game: str, phones: int, boards: int) -> Gathered:
    host = _client(server)
    _fill(host.open("/"), "/groups", name=f"Club {number}")
    with closing(host.twin()) as beside:
        code = CODE.search(beside.open("/network").html)
    assert code is not None, beside.html
    ticket = _ticket(server, code[1])
    _fill(host, "/use", kind="board")
    others = [_client(server).open(f"/j/{ticket}") for _ in range(phones + boards - 1)]
    for client, name in zip(others, NAMES[:phones], strict=False):
        _fill(client, "/sit", name=name)
    for client in others[phones:]:
        _fill(client, "/use", kind="board")
    form = host.open("/").form("/tables", game=game)
    host.submit(form, [*form.untouched(), *OPTIONS.get(game, {}).items()])
    table = TABLE.search(host.html)
    assert table is not None, host.html
    for client in (host, *others):
        client.close()
    cookies = [client.cookie for client in others]
    return Gathered(table[1], host.cookie, tuple(cookies[phones:]), tuple(cookies[:phones]))


def _client(server: Server) -> Client:
    return Client(server.url, own_address(), Received("no mark"))


def _fill(client: Client, action: str, **values: str) -> None:
    """Send the form that goes to `action`, has these fields, or holds these values hidden."""
    form = client.form(action, **values) if action == "/use" else client.form(action, [*values])
    given: Filled = [pair for pair in form.untouched() if pair[0] not in values]
    client.submit(form, [*given, *values.items()])


def _ticket(server: Server, code: str) -> str:
    """What a camera reads from the scoreboard."""
    with server.history() as db:
        return str(db.execute("select ticket from evenings where code = ?", [code]).first()[0])


async def lay_idle(port: int, evenings: int) -> None:
    """So many evenings at whose tables nobody taps; each has a host, and guests without phones."""
    host = f"127.0.0.1:{port}"

    async def post(connection: Connection, path: str, cookie: str, **fields: str) -> Answer:
        headers = {"Origin": f"http://{host}", "Content-Type": FORM} | ({"Cookie": cookie} if cookie else {})
        answer = await connection.call(request("POST", path, host, headers, urlencode(fields).encode()))
        assert answer.status == 303, (path, answer)
        return answer

    for number in range(evenings):
        connection = Connection(port)
        given = COOKIE.search((await post(connection, "/groups", "", name=f"Idle {number}")).head)
        assert given is not None
        cookie = given[1].decode()
        await post(connection, "/use", cookie, kind="board")
        for name in NAMES[:4]:
            await post(connection, "/guests", cookie, name=name)
        await post(connection, "/tables", cookie, game=SEVEN.game)
        if number % EVERY == 0:
            print(f"  {number} of {evenings} idle evenings", flush=True)
        connection.close()
