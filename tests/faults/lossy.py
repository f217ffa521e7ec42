"""A program in a poor network: exchanges are lost on their way there or back, cut, doubled, or come byte by byte."""

import http.client
import json
import socket
from contextlib import closing
from random import Random
from typing import Any
from urllib.parse import urlsplit

from tests.support.api import Answer
from tests.support.server import Program, plug

FATES = {"whole": 10, "request lost": 1, "answer lost": 2, "cut": 1, "twice": 2, "in pieces": 1}
PIECE = 50  # bytes


class LossyProgram(Program):
    """Calls as a program does. Every fifth or so is lost on its way there or back, and raises one of TROUBLE."""

    def __init__(self, url: str, rng: Random, seconds: float = 10) -> None:
        super().__init__(url, seconds)
        self._url, self._rng, self._seconds = url, rng, seconds
        self.lost = 0

    def call(self, method: str, path: str, key: str = "", body: Any = None) -> Answer:
        """One call, on a connection of its own unless it comes through as it should."""
        (fate,) = self._rng.choices([*FATES], [*FATES.values()])
        if fate == "whole":
            return super().call(method, path, key, body)
        sent = self._spelt(method, path, key, body)
        if fate == "request lost":
            sent = b""
        elif fate == "cut":
            sent = sent[: self._rng.randrange(len(sent))]
        answer = None
        for _ in range(2 if fate == "twice" else 1):
            answer = self._exchange(sent, PIECE if fate == "in pieces" else len(sent) or 1, is_whole=fate != "cut")
        if answer is None or fate in ("request lost", "answer lost", "cut"):
            self.lost += 1
            raise ConnectionResetError("lost on its way")
        return answer

    def _spelt(self, method: str, path: str, key: str, body: Any) -> bytes:
        content = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", f"Host: {urlsplit(self._url).netloc}", "Connection: close"]
        lines += [f"Authorization: Bearer {key}"] if key else []
        lines += [f"Content-Length: {len(content)}", "", ""]
        return "\r\n".join(lines).encode() + content

    def _exchange(self, sent: bytes, piece: int, is_whole: bool) -> Answer | None:
        """Send this in pieces, and read the answer if it was a whole request."""
        with closing(plug(self._url)) as connection:
            connection.settimeout(self._seconds)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for begin in range(0, len(sent), piece):
                connection.sendall(sent[begin : begin + piece])
            if not (sent and is_whole):
                return None
            answer = http.client.HTTPResponse(connection)
            answer.begin()
            return Answer(answer.status, dict(answer.headers), answer.read())
