"""People at an evening: devices by name, and what stands for the names in braces in addresses and forms."""

import io
import random
from collections.abc import Mapping
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from companion.games import GAMES
from companion.group import preferences
from companion.storage.identifiers import HOME
from companion.table.fold import open_table
from companion.table.model import Table
from companion.table.moves import options_for
from tests.support.games.random_play import played
from tests.support.gathering import Gathering
from tests.support.phone import HERE, Phone
from tests.support.states.opened import lay
from tests.support.states.state import State


class Crowd(Gathering):
    """An evening whose guests take their `names` in their order.

    `phones`: the host's tablet, a device that never came in (`outside`), and whoever comes. `own`: texts on the pages
    that are nobody's to translate.
    """

    def __init__(self, app: Flask, names: tuple[str, ...]) -> None:
        super().__init__(app)
        self.names = names
        self.phones = {"tablet": self.tablet, "outside": Phone(app)}
        self.values: dict[str, Any] = {}
        self.own: set[str] = {*names, self.now.code}

    def comes(self, device: str, place: int | None = None) -> Phone:
        """A device comes in; somebody sits down with it, if that is said."""
        self.phones[device] = self.come("" if place is None else self.names[place])
        return self.phones[device]

    def sits(self, *places: int) -> None:
        """These sit down without a phone."""
        for place in places:
            self.app.extensions["services"].evenings.sit(self.now, None, self.names[place])

    def plays(self, slug: str, *moves: Mapping[str, Any]) -> None:
        """Everybody who sits begins this game; the host reports these moves."""
        self.start(slug)
        self.note_table()
        self.tell(*moves)

    def likes(self, slug: str, **habits: str) -> None:
        """How this group likes a game, as it said before the last one."""
        writer = self.app.extensions["services"].writer
        writer.write(lambda db: preferences.save_preferences(db, HOME, slug, habits))

    def lays(self, table: Table) -> None:
        """The table of those who sit, with all its lines, is shown."""
        state = State("", table)
        lay(self, state)
        self.own |= state.own_texts
        self.note_table()

    def note_table(self) -> None:
        """Let addresses name the table that is shown."""
        header = self.live.header
        self.values |= {"code": header.code, "id": header.id, "line": self.live.line}
        self.values |= {"day": header.opened_at[:10], "year": header.opened_at[:4], "slug": header.game}
        self.own.add(header.code)

    def links(self, n: int) -> None:
        """The host makes so many links to the scoreboard; the first is `watch`."""
        for _ in range(n):
            self.tablet.get("/spectators").tap("/spectators")
        self.values["watch"] = self.now.spectators[0].ticket
        base = self.app.extensions["services"].entrances.base()
        self.own |= {f"{base}/board/{link.ticket}" for link in self.now.spectators}

    def next_evening(self) -> None:
        """The evening ends; the tablet opens the next one."""
        self.tablet.post("/end")
        self.tablet.get(f"/host/{self.now.host_ticket}").fill("/use", kind="board")
        self.own.add(self.now.code)

    def ask(self, device: str, path: str, form: Mapping[str, Any] | None = None) -> TestResponse:
        """What a device gets for an address, or for a form that it sends there."""
        client, address = self.phones[device].client, path.format(**self.values)
        if form is None:
            return client.get(address)
        return client.post(address, data={name: self._filled(value) for name, value in form.items()}, headers=HERE)

    def _filled(self, value: Any) -> Any:
        if isinstance(value, bytes):
            return io.BytesIO(value), "a file"
        has_fields = isinstance(value, str) and "[" not in value and value not in self.names
        return value.format(**self.values) if has_fields else value


def played_table(
    slug: str, names: tuple[str, ...], share: float = 1.0, options: Mapping[str, Any] | None = None
) -> Table:
    """A table of this game that was played by chance to its end, or to such a share of its lines; always the same."""
    rng, game = random.Random(slug), GAMES[slug]
    tables = list(played(rng, open_table(game, names, options_for(game, options or {}))))
    return tables[round((len(tables) - 1) * share)]
