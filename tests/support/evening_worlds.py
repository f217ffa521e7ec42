"""One evening in two worlds: played twice with the same chance and clock, but for secrets; and what a device gets."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import sqlite_utils
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.storage.database import Database
from companion.storage.sqlite.before import migrations
from companion.storage.store import Store
from companion.storage.stored_table import LiveTable
from companion.web.access.services import Services
from companion.web.app import create_app
from tests.support.empty_store import opened
from tests.support.phone import HERE
from tests.support.seeded_chance import SeededChance

OF_A_FILE = ("Date", "ETag", "Last-Modified")  # of one that is made for each request: when that was
EVERY = "*"
# What the files of two worlds may hold otherwise, by table and column, and why. Whatever else differs is a leak.
MAY_DIFFER = {
    ("lines", "move"): "the secret is what a line says",
    ("lines", "hash"): "of what this line and those before it say",
    ("notes", EVERY): "what a player has noted is a secret itself",
}


@dataclass
class Answer:
    """What a device got: all of it."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


class World:
    """An app with a store of its own, in which each request begins with the chance and at the moment of its number.

    `clients`: devices by name, and `programs`: keys of programs by name, of whoever may not know what is otherwise;
    whoever plays the evening notes them here, and the `code` of its table.
    """

    def __init__(self, store: Store, chance: SeededChance) -> None:
        self.store = store
        chance.begin("a server starts")
        self.app: Flask = create_app(Services(self.store))
        self.clients: dict[str, FlaskClient] = {}
        self.programs: dict[str, str] = {}
        self.code = ""
        requests, answer = count(1), self.app.wsgi_app

        def counted(environ: Any, start_response: Any) -> Any:
            number = next(requests)
            chance.begin(f"request {number}", number)
            return answer(environ, start_response)

        self.app.wsgi_app = counted  # type: ignore[method-assign]  # as Flask has it for whatever stands around an app

    def ask(self, device: str, path: str, form: Mapping[str, Any] | None = None, scripts: bool = False) -> Answer:
        """What a device gets for a page, or for a form, a program in JSON; of a stream, how it begins."""
        if device in self.programs:
            response = self.call(self.programs[device], path, form)
        else:
            client, headers = self.clients[device], HERE | ({"HX-Request": "true"} if scripts else {})
            response = (
                client.get(path, headers=headers) if form is None else client.post(path, data=form, headers=headers)
            )
        streams = response.mimetype == "text/event-stream"
        body = next(response.iter_encoded()) if streams else response.get_data()
        response.close()
        left_out = OF_A_FILE if "attachment" in response.headers.get("Content-Disposition", "") else ()
        return Answer(response.status_code, [pair for pair in response.headers if pair[0] not in left_out], body)

    def call(self, key: str, path: str, body: Mapping[str, Any] | None = None) -> TestResponse:
        """What a program with this key gets for an address, or for JSON."""
        headers, client = {"Authorization": f"Bearer {key}"}, self.app.test_client(use_cookies=False)
        return client.get(path, headers=headers) if body is None else client.post(path, json=body, headers=headers)

    @property
    def live(self) -> LiveTable:
        """The table that was played."""
        live: LiveTable = self.app.extensions["services"].tables.find(self.code)
        return live

    def close(self) -> None:
        self.app.extensions["services"].writer.close()


@contextmanager
def two(folder: Path, tell: Callable[[World, int], None]) -> Iterator[tuple[World, World]]:
    """Two worlds, in each of which `tell` has played an evening: the same one but for secrets, by the world's number.

    As long as they are open, chance and clock are theirs.
    """
    folder.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch, ExitStack() as left:
        chance, worlds = SeededChance(patch), []
        for number, name in enumerate(("one", "other")):
            world = World(left.enter_context(opened(folder / name)), chance)
            left.callback(world.close)
            tell(world, number)
            worlds.append(world)
        yield worlds[0], worlds[1]


def differences(one: World, other: World) -> list[str]:
    """The tables in which the files of two worlds differ though they may not."""
    rows, other_rows = (_rows(world.store.reader()) for world in (one, other))
    return [table for table in rows if rows[table] != other_rows[table]]


def _rows(db: Database) -> dict[str, list[Any]]:
    return {table: db.execute(query) for table, query in _queries().items()}


@cache
def _queries() -> dict[str, str]:
    """By table what asks for all of it that has to be the same."""
    empty = sqlite_utils.Database(memory=True)
    migrations.apply(empty)
    ours = [table for table in empty.tables if not table.name.startswith("_")]
    tables = {table.name: [column.name for column in table.columns] for table in ours}
    empty.close()
    assert {(table, name) for table in tables for name in (*tables[table], EVERY)} >= MAY_DIFFER.keys()
    same = {
        table: ", ".join(f'"{name}"' for name in names if not MAY_DIFFER.keys() & {(table, name), (table, EVERY)})
        for table, names in tables.items()
    }
    return {table: f"select {names} from {table} order by {names}" for table, names in same.items() if names}
