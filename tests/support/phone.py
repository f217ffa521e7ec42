"""A phone in a test: no scripts, only pages and their forms."""

from collections.abc import Mapping
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict
from werkzeug.test import Cookie, TestResponse

from companion.web.access.visit import TOGETHER
from tests.support.addresses import own_address
from tests.support.folds import SCRIPTS, unfolded
from tests.support.forms import Form, forms

HERE = {"Origin": "http://localhost"}
FOOT = ("/language", "/letters")


def cookie(client: FlaskClient) -> Cookie:
    """The one cookie that a client was given, besides that for the proxy of a hall."""
    (given,) = (one for one in (client._cookies or {}).values() if one.key != TOGETHER)
    return given


class Phone:
    """A device without scripts: it reads a page, and submits a form of it."""

    def __init__(self, app: Flask | Any) -> None:
        self.client: FlaskClient = app.test_client()
        if isinstance(self.client, FlaskClient):
            self.client.environ_base["REMOTE_ADDR"] = own_address()
        self.html = ""
        self._unfolded: tuple[str, str] | None = None  # a page, and the same with what is in its folds

    def get(self, path: str) -> "Phone":
        answer = self.client.get(path, follow_redirects=True)
        assert answer.status_code == 200, (path, answer.status_code, answer.text)
        self.html, self._unfolded = answer.text, None
        return self

    def follow(self, link: str) -> "Phone":
        """Open a link to an evening, and leave the one at which this device is, if that is asked."""
        self.get(link)
        if self.forms(action=link):
            self.tap(link)
        return self

    def post(self, path: str, data: Mapping[str, Any] | None = None) -> TestResponse:
        """Send a form, whether or not a page holds it."""
        return self.client.post(path, data=data, headers=HERE)

    def speak(self, language: str) -> "Phone":
        """From now on this device asks for this language, by its tag."""
        self.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
        return self

    def submit(self, form: Form, given: list[tuple[str, str]]) -> None:
        """Send the form and follow where it leads."""
        answer = self.client.post(form.action, data=MultiDict(given), headers=HERE, follow_redirects=True)
        assert answer.status_code == 200, (form, given, answer.status_code, answer.text)
        self.html, self._unfolded = answer.text, None

    def forms(self, **with_attributes: str) -> list[Form]:
        """The forms of the open page and of its folds; those at the foot of every page by their action alone."""
        fitting = [form for form in forms(self.unfolded) if with_attributes.items() <= form.attributes.items()]
        return fitting if "action" in with_attributes else [form for form in fitting if form.action not in FOOT]

    @property
    def unfolded(self) -> str:
        """The page that is open, with what is in its folds."""
        if self._unfolded is None or self._unfolded[0] != self.html:
            self._unfolded = self.html, unfolded(self.html, self._fold)
        return self._unfolded[1]

    def _fold(self, path: str) -> str:
        answer = self.client.get(path, headers=SCRIPTS)
        return answer.text if answer.status_code == 200 else ""  # what was asked when the page was fetched may be gone

    def fill(self, action: str, **given: str) -> None:
        """Submit the form that goes to `action` and has these fields."""
        for form in self.forms(action=action):
            names = {of.name for of in form.fields} | dict(form.hidden).keys()
            if given.keys() <= names:
                hidden = [pair for pair in form.hidden if pair[0] not in given]
                return self.submit(form, [*hidden, *given.items(), *(pair for pair in form.buttons[:1] if pair[0])])
        raise AssertionError(f"no form to {action} with {given}:\n{self.html}")

    def tap(self, action: str, value: str | None = None, **hidden: str) -> None:
        """Tap a button of the form that goes to `action` and holds these hidden fields: the one with `value`, else
        the first that says nothing besides, or the first."""
        for form in self.forms(action=action):
            buttons = [pair for pair in form.buttons if value in (None, pair[1])]
            buttons.sort(key=lambda pair: value is None and pair[0] != "")
            if hidden.items() <= dict(form.hidden).items() and buttons:
                return self.submit(form, [*form.hidden, *(pair for pair in buttons[:1] if pair[0])])
        raise AssertionError(f"no button {value} to {action} with {hidden}:\n{self.html}")

    def says(self, *texts: str) -> bool:
        """Whether the page and its folds hold all these texts."""
        return all(text in self.unfolded for text in texts)
