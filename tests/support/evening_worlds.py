"""One evening in two worlds: the same file twice, but for what a few lines say; and what a device gets in each."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from msgspec.structs import replace
from werkzeug.test import TestResponse

from companion.storage import copies as storage_copies
from companion.storage import log
from companion.storage.integrity.condition import FILE
from companion.storage.store import Store
from companion.web.app import create_app
from tests.support.phone import HERE
from tests.support.unlimited import LIFTED

OF_A_FILE = ("Date", "ETag", "Last-Modified")  # of one that is made for each request: when that was


@dataclass
class Answer:
    """What a device got: all of it."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


class World:
    """An app over a copy of the file, a client for each device by name, and the keys of programs by name."""

    def __init__(self, folder: Path, devices: Mapping[str, FlaskClient], programs: Mapping[str, str]) -> None:
        self.store, self.programs = Store(folder), programs
        self.app: Flask = create_app(self.store, limits=LIFTED)
        self.clients = {name: self._with_cookies_of(client) for name, client in devices.items()}

    def _with_cookies_of(self, known: FlaskClient) -> FlaskClient:
        client = self.app.test_client()
        for cookie in (known._cookies or {}).values():
            client.set_cookie(cookie.key, cookie.value)
        return client

    def ask(self, device: str, path: str, form: Mapping[str, Any] | None = None, scripts: bool = False) -> Answer:
        """What a device gets for a page, or for a form, a program in JSON; of a stream, how it begins."""
        if device in self.programs:
            response = self._call(self.programs[device], path, form)
        else:
            client, headers = self.clients[device], HERE | ({"HX-Request": "true"} if scripts else {})
            response = client.get(path) if form is None else client.post(path, data=form, headers=headers)
        streams = response.mimetype == "text/event-stream"
        body = next(response.iter_encoded()) if streams else response.get_data()
        response.close()
        left_out = OF_A_FILE if "attachment" in response.headers.get("Content-Disposition", "") else ()
        return Answer(response.status_code, [pair for pair in response.headers if pair[0] not in left_out], body)

    def _call(self, key: str, path: str, body: Mapping[str, Any] | None) -> TestResponse:
        headers, client = {"Authorization": f"Bearer {key}"}, self.app.test_client(use_cookies=False)
        return client.get(path, headers=headers) if body is None else client.post(path, json=body, headers=headers)

    def close(self) -> None:
        self.app.extensions["services"].writer.close()
        self.store.close()


@contextmanager
def two(
    folder: Path,
    devices: Mapping[str, FlaskClient],
    code: str,
    otherwise: Mapping[int, str],
    beside: Path,
    programs: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[tuple[World, World]]:
    """The evening kept in `folder`, and the one in which the lines `otherwise` of the table say something else."""
    copies = [beside / name for name in ("one", "other")]
    for copy in copies:
        copy.mkdir(parents=True)
        storage_copies.copy(folder / FILE, copy / FILE)
    rewrite(copies[1] / FILE, code, otherwise)
    one, other = (World(copy, devices, programs) for copy in copies)
    try:
        yield one, other
    finally:
        one.close()
        other.close()


def rewrite(file: Path, code: str, otherwise: Mapping[int, str]) -> None:
    """Let lines of a table say something else, as if they had always said so."""
    with closing(Store(file.parent)) as kept:
        header = log.table_by_code(kept.reader(), code)
        assert header is not None
        rows = log.rows(kept.reader(), header.id)
    with closing(sqlite3.connect(file)) as conn:
        triggers = conn.execute("select name, sql from sqlite_master where type = 'trigger'").fetchall()
        for name, _ in triggers:
            conn.execute(f"drop trigger {name}")
        for row in chained(
            log.first_hash(header), [replace(row, move=otherwise.get(row.line, row.move)) for row in rows]
        ):
            sql = "update lines set move = ?, hash = ? where table_id = ? and line = ?"
            conn.execute(sql, [row.move, row.hash, header.id, row.line])
        for _, sql in triggers:
            conn.execute(sql)
        conn.commit()


def chained(before: str, rows: Sequence[log.Row]) -> Iterator[log.Row]:
    """The same lines, each with the hash of all up to it."""
    for row in rows:
        before = log.line_hash(before, row.line, row.move, row.reported_at, row.reporter, row.key)
        yield replace(row, hash=before)
