"""The devices of an evening at which secrets are reported, and what each of them may not know."""

from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

from flask import Flask

from companion.group import keepers
from companion.storage.identifiers import HOME
from companion.table.model import Table, all_written
from companion.table.visibility import closed
from companion.web.access.services import Services
from companion.web.app import create_app
from companion.web.pages.history import exports
from companion.web.screens import taps
from tests.faults.listening import Listener
from tests.reference.hidden import Hidden, hidden
from tests.support import taint
from tests.support.forms import flat
from tests.support.games.random_play import CAST
from tests.support.gathering import Gathering
from tests.support.phone import HERE, Phone, cookie
from tests.support.states.state import State
from tests.support.states.twin import is_in_hand

LONG = {"death-wish": {"option_target": "30"}}  # with fewer skulls outbreaks are seldom kept, and hardly ever played


@dataclass
class Crowd:
    """An evening of four, of whom two share a phone; a tablet, a watcher, somebody new, somebody outside, a keeper of
    another group, and who runs the server. `seats`: for which seats each device speaks; `keys`: what opens the way of
    each; `names`: those of the other group; `links`: to the scoreboard, of which the second was revoked.
    `by_the_rules`: all marks that some device could not know by the rules, whatever the app takes for secret.
    """

    evening: Gathering
    phones: dict[str, Phone]
    seats: dict[str, frozenset[int]]
    keys: dict[str, frozenset[str]]
    names: frozenset[str]
    links: tuple[str, str]
    taps: Any = field(default_factory=count)
    by_the_rules: set[str] = field(default_factory=set)
    _hidden: dict[int, list[Hidden]] = field(default_factory=dict)

    @classmethod
    def gathered(cls, app: Flask, rng: Random, game: str) -> "Crowd":
        """Everybody has come, and the game has begun."""
        evening = Gathering(app)
        ann, bo, shared = (evening.come(name) for name in CAST[:3])
        shared.get("/choose").fill("/sit", name=CAST[3])
        watcher = evening.come()
        watcher.fill("/use", kind="watch")
        club = _club(app, rng)
        phones = {
            "tablet": evening.tablet,
            "Ann": ann,
            "Bo": bo,
            "shared": shared,
            "watcher": watcher,
            "new": evening.come(),
            "outside": Phone(app),
            "club": club.tablet,
            "spectator": Phone(app),
            "operator": Phone(app),
        }
        evening.services.store.do(lambda db: db.execute("update groups set in_hall = 1 where id = ?", [HOME]))
        evening.set_up(game, **LONG.get(game, {}))
        seats = {"Ann": frozenset({0}), "Bo": frozenset({1}), "shared": frozenset({2, 3})}
        links = _links(evening)
        keys = {
            name: frozenset({cookie(phone.client).value}) for name, phone in phones.items() if phone.client._cookies
        }
        keys["tablet"] |= {evening.now.host_ticket}
        keys["club"] |= {club.now.host_ticket}
        names = frozenset(guest.name for guest in club.now.guests)
        return cls(evening, phones, seats, keys, names, links)

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.evening.live.table

    @property
    def path(self) -> str:
        """The address of the table."""
        return f"/table/{self.evening.live.header.code}"

    @property
    def hall(self) -> tuple[str, ...]:
        """The addresses of the hall, of its questions whether the evening shall end or move, and of its results."""
        hall = f"/hall/{self.evening.app.extensions['services'].hall_ticket}"
        evening = f"{hall}/{self.evening.now.code}"
        return hall, evening, f"{evening}/move", f"{hall}/places", f"{hall}/results.csv"

    @property
    def short_addresses(self) -> tuple[str, str]:
        """The addresses that hand this one game over to a phone, once it is over and nothing of it is secret."""
        header = self.evening.live.header
        address = f"/x/{header.code}-{exports._sign(self.evening.app.extensions['services'], header.id)}"
        return address, f"{address}/play.bgsplay"

    @property
    def addresses(self) -> tuple[str, str]:
        """How the addresses of all that is about the table begin, now and once it is saved."""
        return self.path, f"/history/{self.evening.live.header.id}"

    def report(self, plain: dict[str, Any]) -> None:
        """A move is reported from the phone of its seat, or by the host."""
        answer = self.evening.report(self.phones[self._reporter(plain)], **flat(plain))
        assert answer.status_code == 303, (plain, answer.text)

    def take_back(self, plain: dict[str, Any]) -> None:
        """Whoever has just reported this move takes it back, as far as that may be."""
        form = {"line": len(self.table.lines)}
        status, _ = self.ask(self._reporter(plain), f"{self.path}/back", form)
        assert status in (303, 409), (plain, status)

    def _reporter(self, plain: dict[str, Any]) -> str:
        """The phone of the seat that a move is of, or the host's tablet."""
        return next((name for name, seats in self.seats.items() if plain.get("seat") in seats), "tablet")

    def ask(self, device: str, path: str, form: dict[str, Any] | None) -> tuple[int, bytes]:
        """What a device gets: the status, and headers and body; of a stream how it begins."""
        client = self.phones[device].client
        response = client.get(path) if form is None else client.post(path, data=form, headers=HERE)
        streams = response.mimetype == "text/event-stream"
        body = next(response.iter_encoded()) if streams else response.get_data()
        response.close()
        head = {name: value for name, value in response.headers if name != "Set-Cookie"}  # its own, renewed
        return response.status_code, f"{head}\n".encode() + body

    def listeners(self) -> dict[str, Listener]:
        """Streams that stay open, of all devices that have a screen of the table."""
        link = self.links[0]
        here = {
            name: Listener(self.evening, self.phones[name], "/", "/live") for name in ("tablet", "watcher", *self.seats)
        }
        return here | {"spectator": Listener(self.evening, self.phones["spectator"], link, f"{link}/live")}

    @property
    def every_key(self) -> set[str]:
        """What opens the way of any device."""
        return {key for keys in self.keys.values() for key in keys}

    @property
    def ways(self) -> dict[str, tuple[str, ...]]:
        """The addresses by which devices that are here have come in, and come in again."""
        come = f"/j/{self.evening.now.ticket}"
        here = dict.fromkeys(("Ann", "Bo", "shared", "watcher", "new"), (come,))
        return here | {"tablet": (come, f"/host/{self.evening.now.host_ticket}")}

    def foreseen(self) -> set[str]:
        """The keys of taps on phones that are the same in a house where all is the same but its secret."""
        twin = create_app(Services(self.evening.app.extensions["services"].store))
        twin.extensions["services"].form_key_secret = "another secret"
        assert self.evening.now.table_code is not None
        code, question = self.evening.now.table_code, ("ask", len(self.table.lines), "stop", "")
        keys: list[set[str]] = []
        for app in (self.evening.app, twin):
            secret, screens = app.extensions["services"].form_key_secret, self.evening.now.screens
            keys.append({taps.key_for(secret, screen.device, code, *question) for screen in screens})
        twin.extensions["services"].writer.close()
        return keys[0] & keys[1]

    def unknown(self, device: str) -> set[str]:
        """The marks that a device may not know now, and all keys: no page says one, not even to whom it belongs."""
        own = self.seats.get(device, frozenset()) if device != "shared" else frozenset()  # it is covered
        names = self.names if device != "club" else frozenset()
        table = self.table
        closed_there = {mark for line in table.lines for mark in _marks(table, own, line)}
        return self.every_key | names | closed_there | self._unknown_by_the_rules(own)

    def _unknown_by_the_rules(self, own: frozenset[int]) -> set[str]:
        table = self.table
        number = len(table.lines)
        if number not in self._hidden:
            self._hidden = {number: hidden(State("", table).record)}
        unknown = {
            mark for secret in self._hidden[number] if not own & secret.seats for mark in taint.marks_in(secret.text)
        }
        self.by_the_rules |= unknown
        return unknown


def _links(evening: Gathering) -> tuple[str, str]:
    """The addresses of two links to the scoreboard; the second one is revoked."""
    for _ in range(2):
        evening.tablet.get("/spectators").tap("/spectators")
    open_link, revoked = evening.now.spectators
    evening.tablet.get("/spectators").tap(f"/spectators/{revoked.id}/revoke")
    return f"/board/{open_link.ticket}", f"/board/{revoked.ticket}"


def _club(app: Flask, rng: Random) -> Gathering:
    """An evening of another group, whose names are marked."""
    club = Gathering.of_group(app, taint.mark(rng))
    for _ in range(2):
        club.tablet.fill("/guests", name=taint.mark(rng))
    (screen,) = club.now.screens
    app.extensions["services"].store.do(lambda db: keepers.add(db, club.now.group, screen.device))
    return club


def _marks(table: Table, own: frozenset[int], line: Any) -> set[str]:
    """The marks in what a line still hides from these seats."""
    marks: set[str] = set()
    for written in all_written(line):
        for secret in closed(table, written):
            in_hand = any(is_in_hand(State("", table, seat), secret) for seat in own)
            if not in_hand and not own & {*secret.seats}:
                marks |= {mark for name in secret.fields for mark in taint.marks_in(str(getattr(written.move, name)))}
    return marks
