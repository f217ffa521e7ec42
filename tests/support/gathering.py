"""An evening in a test: a host's tablet, phones that come in, and what they report."""

from collections.abc import Mapping
from itertools import count
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from companion.evening.model import Evening
from companion.group.groups import open_group
from companion.storage.stored_table import LiveTable
from tests.support.phone import HERE, Phone
from tests.support.tonight import tonight


class Gathering:
    """An evening with a host's tablet: the one that is given, or the newest of the home, whichever that is by then."""

    def __init__(self, app: Flask, opened: Evening | None = None) -> None:
        self.app = app
        self._opened = opened
        self.taps = count()
        self.tablet = Phone(app).get(f"/host/{self.now.host_ticket}")
        self.tablet.fill("/use", kind="board")

    @classmethod
    def of_group(cls, app: Flask, name: str) -> "Gathering":
        """The evening of a new group of this name."""
        services = app.extensions["services"]
        group: int = services.writer.write(lambda db: open_group(db, name)).id
        return cls(app, services.evenings.ensure(group))

    @property
    def services(self) -> Any:
        """The services of the app."""
        return self.app.extensions["services"]

    @property
    def now(self) -> Evening:
        opened = self._opened
        evening: Evening | None = self.services.evenings.by_id(opened.id) if opened else tonight(self.services)
        assert evening is not None
        return evening

    def come(self, name: str = "", ticket: str = "") -> Phone:
        """Somebody scans, and sits down under a name, if one is given: as who goes by it, if anybody does."""
        phone = Phone(self.app).get(f"/j/{ticket or self.now.ticket}")
        if name:
            phone.fill("/sit", name=name)
            self.is_that_one(phone)
        return phone

    @staticmethod
    def is_that_one(phone: Phone) -> None:
        """Where a phone is asked whether it is who goes by a name already, it is."""
        for form in phone.forms(action="/sit"):
            if "goes_by" in dict(form.hidden):
                phone.submit(form, form.hidden)

    def seat(self, *names: str) -> None:
        """These sit down without a phone."""
        for name in names:
            self.services.evenings.sit(self.now, None, name)

    def person(self, name: str) -> str:
        return str(next(guest.id for guest in self.now.guests if guest.name == name))

    def device(self, name: str) -> int:
        """The newest device that speaks for somebody."""
        return [screen.device for screen in self.now.screens if int(self.person(name)) in screen.people][-1]

    def start(self, game: str = "death-name") -> None:
        self.tablet.get("/").tap("/tables", game=game)

    def set_up(self, game: str, **fields: str) -> None:
        """The host starts a game by its form, with these fields, whose names are written with `_` for the first dot."""
        starts = self.tablet.get("/").forms(action="/tables")
        form = next(form for form in starts if dict(form.hidden).get("game") == game)
        given = [(name.replace("_", ".", 1), value) for name, value in fields.items()]
        self.tablet.submit(form, [*form.hidden, *given])

    @property
    def live(self) -> LiveTable:
        """The table that is shown."""
        live = self.services.tables.find(self.now.table_code)
        assert live is not None
        return live

    def report(self, phone: Phone, seen: int | None = None, **move: Any) -> TestResponse:
        """A plain form from a phone; `seen` is the line that it saw, the newest if that is not said."""
        given: dict[str, object] = {
            "key": f"tap-{next(self.taps):08}",
            "seen": self.live.line if seen is None else seen,
        }
        given |= {name: list(value) if isinstance(value, tuple) else value for name, value in move.items()}
        return phone.client.post(f"/table/{self.now.table_code}/move", data=given, headers=HERE)

    def tell(self, *moves: Mapping[str, Any]) -> None:
        """The host reports these moves."""
        for move in moves:
            answer = self.report(self.tablet, **move)
            assert answer.status_code == 303, answer.text

    def round(self, *names: str, icons: tuple[int, ...] = (0, -1, 1, 0)) -> None:
        """The host reports a round of DEATH Name in which everybody keeps."""
        self.tell({"move": "decree", "icons": icons})
        self.tell(*({"move": "write", "seat": seat, "name": name} for seat, name in enumerate(names)))
        self.tell(*({"move": "declare", "seat": seat, "choice": "keep"} for seat in range(len(names))))
