"""A device over real HTTP: one connection, one cookie, no scripts."""

import http.client
import random
import time
from collections.abc import Sequence
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urlsplit

from companion.web.access.visit import TOGETHER
from tests.support.api import Answer
from tests.support.effort import patient
from tests.support.forms import Filled, Form, forms
from tests.support.many_evenings.marks import Received
from tests.support.server import TROUBLE

NOT_NOW = (408, 429, 503)
LONGEST = 90.0  # seconds until a call has to be answered, however often it is made again


class Client:
    """One device. `address` is its own on this machine; all that it gets is noted. Not for two threads at once."""

    def __init__(self, url: str, address: str, received: Received, cookie: str = "") -> None:
        parts = urlsplit(url)
        self.url, self.address, self.received, self.cookie = url, address, received, cookie
        where = parts.hostname or "", parts.port
        self._connection = http.client.HTTPConnection(*where, timeout=patient(30), source_address=(address, 0))
        self.html = ""

    def twin(self) -> "Client":
        """The same device over another connection."""
        return Client(self.url, self.address, self.received, self.cookie)

    @property
    def headers(self) -> dict[str, str]:
        """What a browser sends with each of its requests."""
        return {"Origin": self.url} | ({"Cookie": self.cookie} if self.cookie else {})

    def call(self, method: str, path: str, form: Filled | None = None, scripts: bool = False) -> Answer:
        """One request; raises one of TROUBLE if no whole answer comes. `scripts`: as the page's script sends it."""
        headers = self.headers | ({"HX-Request": "true"} if scripts else {})
        headers |= {} if form is None else {"Content-Type": "application/x-www-form-urlencoded"}
        try:
            self._connection.request(method, path, None if form is None else urlencode(form), headers)
            response = self._connection.getresponse()
            answer = Answer(response.status, response.headers, response.read())
        except TROUBLE:
            self._connection.close()
            raise
        self.received.note(_kind(answer), path, str(answer.headers).encode() + answer.body)
        for morsel in SimpleCookie(answer.headers.get("Set-Cookie", "")).values():
            if morsel.key != TOGETHER:
                self.cookie = f"{morsel.key}={morsel.value}"
        return answer

    def insist(self, method: str, path: str, form: Filled | None = None, scripts: bool = False) -> Answer:
        """The same request again and again until it is answered by more than "not now"."""
        end = time.monotonic() + patient(LONGEST)
        while True:
            try:
                answer = self.call(method, path, form, scripts)
            except TROUBLE:
                if time.monotonic() > end:
                    raise
            else:
                if answer.status not in NOT_NOW or time.monotonic() > end:
                    return answer
            time.sleep(random.uniform(0.02, 0.1))

    def open(self, path: str, form: Filled | None = None) -> "Client":
        """Open a page, or submit a form, and follow where it leads."""
        answer = self.insist("GET" if form is None else "POST", path, form)
        for _ in range(5):
            if answer.status != 303:
                break
            answer = self.insist("GET", answer.headers["Location"])
        assert answer.status == 200, (path, form, answer)
        self.html = answer.body.decode()
        return self

    def submit(self, form: Form, given: Filled) -> None:
        """Send a form of the page and follow where it leads."""
        self.open(form.action, given)

    def form(self, action: str, names: Sequence[str] = (), **hidden: str) -> Form:
        """The form of the page that goes to `action`, has fields of these names and holds these hidden ones."""
        for form in forms(self.html):
            has = {field.name for field in form.fields} | {name for name, _ in form.buttons}
            if form.action == action and has >= set(names) and hidden.items() <= dict(form.hidden).items():
                return form
        raise AssertionError(f"no form to {action} with {names} and {hidden}:\n{self.html}")

    def close(self) -> None:
        """Hang up."""
        self._connection.close()


def _kind(answer: Answer) -> str:
    if answer.status >= 400:
        return "refusals"
    return "exports" if "attachment" in answer.headers.get("Content-Disposition", "") else "pages"
