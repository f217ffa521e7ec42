"""An evening on a server that runs, whose host reports, and streams of its devices that are read when a row says so."""

import re
import time
from itertools import count
from typing import Any
from urllib.parse import urlencode

from tests.support.api import CAST, Answer, adjust
from tests.support.effort import patient
from tests.support.forms import flat
from tests.support.many_evenings.client import Client
from tests.support.many_evenings.marks import Received
from tests.support.many_evenings.screen import state_of
from tests.support.server import Server, plug

PART = re.compile(rb"\nid: (\d+)\ndata: \S+ (\d+)\n")
TABLE = re.compile(r'"/table/([A-Z]{5})/')


class StreamOf:
    """The stream of a device on a bare connection, of which nothing is read by itself."""

    def __init__(self, client: Client, receive: int = 0) -> None:
        """`receive`: how many bytes wait at this end."""
        page = client.insist("GET", "/").body.decode()
        have = state_of(page)
        assert have["layout"], page
        headers = client.headers | {"Host": client.url.partition("://")[2]}
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self.socket = plug(client.url, receive, client.address)
        self.socket.sendall(f"GET /live?{urlencode(have)} HTTP/1.1\r\n{head}\r\n".encode())
        self._read = b""
        self.is_over = False

    @property
    def status(self) -> int:
        """The status of its answer, once that has come."""
        return int(self._read.split(b" ", 2)[1])

    @property
    def first_line(self) -> bytes:
        """The first line of its answer; empty if there is none."""
        return self._read.partition(b"\r\n")[0]

    @property
    def bytes(self) -> int:
        """How much was read."""
        return len(self._read)

    @property
    def parts(self) -> list[tuple[int, int]]:
        """The id of each part that has come, and the line of which that was."""
        return [(int(id), int(line)) for id, line in PART.findall(self._read)]

    def read_until(self, line: int, seconds: float = 10) -> bool:
        """Read until it shows this line; False if it has ended before, or takes longer."""
        return self._read_while(lambda: not self.parts or self.parts[-1][1] < line, seconds)

    def read_to_its_end(self, seconds: float = 10) -> bool:
        """Read until it ends; False if it goes on for longer."""
        self._read_while(lambda: True, seconds)
        return self.is_over

    def _read_while(self, lacks: Any, seconds: float) -> bool:
        end = time.monotonic() + patient(seconds)
        while lacks():
            self.socket.settimeout(max(0.001, end - time.monotonic()))
            try:
                got = self.socket.recv(1 << 20)
            except TimeoutError:
                return False
            except ConnectionError:
                got = b""
            self._read += got
            if not got:
                self.is_over = True
                return False
        return True

    def close(self) -> None:
        self.socket.close()


class FollowedEvening:
    """An evening of the home: a host reports entries by the form of the sheet; watchers come."""

    def __init__(self, server: Server) -> None:
        self._server, self._numbers, self._addresses = server, count(1), count(2)
        self.line, self.code = 0, ""
        self.host = self._client()
        self.host.open(f"/host/{self._ticket('host_ticket')}")
        self._use(self.host, "board")
        for name in CAST[:4]:
            self.host.submit(self.host.open("/").form("/guests", ["name"]), [("name", name)])

    def _client(self) -> Client:
        place = next(self._addresses)
        return Client(self._server.url, f"127.0.{place // 250}.{place % 250 + 1}", Received("nobody"))

    def _ticket(self, column: str) -> str:
        with self._server.history() as db:
            return str(db.execute(f"select {column} from evenings").first()[0])

    def _use(self, client: Client, kind: str) -> None:
        form = client.form("/use", kind=kind)
        client.submit(form, form.untouched())

    def watcher(self) -> Client:
        """Somebody who watches."""
        client = self._client()
        client.open(f"/j/{self._ticket('ticket')}")
        self._use(client, "watch")
        return client

    def start(self) -> None:
        """The host starts a game."""
        form = self.host.open("/").form("/tables", game="death-wish")
        self.host.submit(form, form.untouched())
        code = TABLE.search(self.host.open("/").html)
        assert code is not None, self.host.html
        self.code, self.line = code[1], 0

    def put_away(self) -> None:
        """The host puts the game away."""
        self.host.open("/put-away", [])

    def report(self) -> Answer:
        """The host writes an entry by hand."""
        number = next(self._numbers)
        entry = flat(adjust(number % 4, 1, f"entry {number}") | {"track": "skulls"})
        form = [
            ("key", f"entry-{number:06}"),
            ("seen", str(self.line)),
            *((name, str(value)) for name, value in entry.items()),
        ]
        answer = self.host.call("POST", f"/table/{self.code}/move", form)
        self.line += answer.status == 303
        return answer

    def close(self) -> None:
        self.host.close()
