"""A device that speaks to the app as a browser does, without a server between, and what its answers cost.

It loads its page, follows the stream of that page, and sends forms as the page's script does. How a screen is drawn it
does not know.
"""

import gzip
from contextlib import nullcontext
from io import BytesIO
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import Flask

from companion.web.access.services import Services
from companion.web.screens.stream import STREAM, Stream
from tests.cost.counting import Calls
from tests.support.forms import Filled, Form, forms
from tests.support.many_evenings.screen import attributes
from tests.support.phone import HERE, Phone, cookie

OWN = ("line", "live")  # what a page tells its own script alone
SERVER: dict[str, Any] = {
    "SCRIPT_NAME": "",
    "SERVER_NAME": "localhost",
    "SERVER_PORT": "80",
    "SERVER_PROTOCOL": "HTTP/1.1",
    "wsgi.url_scheme": "http",
}
TAPPED = {"CONTENT_TYPE": "application/x-www-form-urlencoded", "HTTP_HX_REQUEST": "true"}


class Answer(NamedTuple):
    """An answer as it comes: its body may be packed."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def plain(self) -> bytes:
        """What is in it."""
        return gzip.decompress(self.body) if self.headers.get("Content-Encoding") == "gzip" else self.body


class Device:
    """A phone or a board, whose seat or use is settled already. Where `calls` are given, what is called is counted."""

    def __init__(self, app: Flask, phone: Phone) -> None:
        self._app = app
        self._services: Services = app.extensions["services"]
        given = cookie(phone.client)
        self._browser = SERVER | {
            "HTTP_HOST": "localhost",
            "HTTP_ORIGIN": HERE["Origin"],
            "HTTP_ACCEPT_ENCODING": "gzip, deflate",
            "HTTP_COOKIE": f"{given.key}={given.value}",
            "REMOTE_ADDR": phone.client.environ_base["REMOTE_ADDR"],
        }
        self._stream: Stream | None = None
        self._token: object = None

    def get(self, path: str, calls: Calls | None = None) -> Answer:
        """A page, or a file."""
        return self._answer(self._request("GET", path), calls)

    def question(self, path: str, move: str, fields: Filled) -> Form | None:
        """The form for a move on a page; of several the first that says nothing that is otherwise in the fields."""
        answer = self.get(path)
        offered = [form for form in forms(answer.plain.decode()) if form.ask == move] if answer.status == 200 else []
        return next((form for form in offered if _fits(form, fields)), None)

    def tap(self, form: Form, fields: Filled, calls: Calls | None) -> None:
        """Send a form with these fields, and with all that it holds hidden besides; AssertionError if it is refused."""
        names = {name for name, _ in fields}
        sent = [*(pair for pair in form.hidden if pair[0].rstrip("0123456789") not in names), *fields]
        answer = self._answer(self._request("POST", form.action, body=urlencode(sent).encode()), calls)
        assert answer.status == 200, (form, sent, answer.plain)

    def follow(self) -> None:
        """Load the page, and follow its stream from now on."""
        page = attributes(self.get("/").plain.decode())
        has = {name: value for name, value in page.items() if name not in OWN}
        environ = self._request("GET", page["live"], query=urlencode(has))
        assert self._answer(environ, None).status == 200
        stream: Stream = environ[STREAM]
        self._stream, self._token = stream, self._services.streams.open(stream.caller)
        self.news(None)

    def news(self, calls: Calls | None) -> bytes:
        """What the stream sends now; where nothing is new for this device, no more than how an event ends."""
        assert self._stream is not None
        with calls or nullcontext(), self._app.app_context():
            news = self._stream.news()
        assert not self._stream.is_over
        return news

    def leave(self) -> None:
        """Follow no longer."""
        assert self._stream is not None
        self._services.streams.close(self._stream.caller, self._token)
        self._stream = None

    def _request(self, method: str, path: str, query: str = "", body: bytes = b"") -> dict[str, Any]:
        asked = {"REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": query}
        sent = TAPPED if method == "POST" else {}
        return self._browser | sent | asked | {"CONTENT_LENGTH": str(len(body)), "wsgi.input": BytesIO(body)}

    def _answer(self, environ: dict[str, Any], calls: Calls | None) -> Answer:
        """What the app answers; of a stream the head alone."""
        heads: list[tuple[str, list[tuple[str, str]]]] = []

        def start(status: str, headers: list[tuple[str, str]], problem: Any = None) -> Any:
            heads.append((status, headers))

        with calls or nullcontext():
            pieces: Any = self._app(environ, start)
            body = b"" if STREAM in environ else b"".join(pieces)
            pieces.close()
        status, headers = heads[-1]
        return Answer(int(status[:3]), dict(headers), body)


def _fits(form: Form, fields: Filled) -> bool:
    """Whether a form says nothing that is otherwise in the fields; an empty one only names a list for boxes to tick."""
    names = {name for name, _ in fields}
    return all(pair in fields for pair in form.hidden if pair[0] in names and pair[1])
