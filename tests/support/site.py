"""Devices without scripts at a server that really runs."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, Request, build_opener

from werkzeug.datastructures import MultiDict

from tests.support.effort import patient


class Page(NamedTuple):
    """What a browser shows."""

    status_code: int
    text: str


class Browser:
    """One device: it keeps its cookies, and follows where it is sent."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.opener = build_opener(HTTPCookieProcessor())

    def get(self, path: str, headers: Mapping[str, str] = MappingProxyType({}), **_: object) -> Page:
        return self._open(path, headers=headers)

    def post(self, path: str, data: MultiDict[str, str], **_: object) -> Page:
        return self._open(path, urlencode(list(data.items(multi=True))).encode())

    def _open(self, path: str, sent: bytes | None = None, headers: Mapping[str, str] = MappingProxyType({})) -> Page:
        request = Request(urljoin(self.url, path), sent, {"Origin": self.url, **headers})
        try:
            with self.opener.open(request, timeout=patient(10)) as answer:
                return Page(answer.status, answer.read().decode())
        except HTTPError as problem:
            return Page(problem.code, problem.read().decode())


class Site(NamedTuple):
    """A running server, which gives out browsers as an app gives out test clients."""

    url: str

    def test_client(self) -> Browser:
        return Browser(self.url)
