"""What was kept of a screen is what would be drawn anew: for every device, after every line and every other change."""

import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count

import pytest
from flask import Flask

from companion.games import GAMES
from companion.games.game import Game
from companion.games.moves import Refused
from companion.storage.identifiers import new_code
from companion.table.model import Correct
from companion.web.limits import screen_caller
from companion.web.play.screen import Screen, screen_of, screen_of_spectators
from companion.web.play.stream import END, RELOAD, Follower
from companion.web.screens.drawn import AllDrawings, Drawn
from companion.web.services import Services
from tests.support.effort import seeds, tries
from tests.support.games.random_play import answer, offered, read
from tests.support.gathering import Gathering
from tests.support.phone import HERE, Phone

NAMES = ("Ann", "Bo", "千代", "D<i>")
LINES = 60


class Reader:
    """A device as its scripts have it: the slots of its page, and what was sent for them."""

    def __init__(self, screen: Screen) -> None:
        self.layout = screen.layout
        self._follower = Follower({"layout": screen.layout, "game": screen.game, "state": screen.state})
        self._slots = {name: drawn.html for name, drawn in slots_of(screen).items()}

    def takes(self, screen: Screen) -> None:
        """Take what the stream sends, which makes it show this screen; no slot is sent that it shows already."""
        sent = self._follower.events(screen)
        assert sent != RELOAD
        assert sent.endswith(END)
        for event in sent.decode().split("\n\n")[:-1]:
            self._take(event)
        assert self._slots == {name: drawn.html for name, drawn in slots_of(screen).items()}

    def _take(self, event: str) -> None:
        name = next((line[7:] for line in event.split("\n") if line.startswith("event: ")), "")
        head, *lines = [line[6:] for line in event.split("\n") if line.startswith("data: ")] or [""]
        if name == "slot":
            assert self._slots[head] != "\n".join(lines)
            self._slots[head] = "\n".join(lines)


@contextmanager
def whole_views(game: Game) -> Iterator[None]:
    """While it is entered, each slot is drawn of all that its viewer may know, as if it was all shown."""
    kind = type(game.view(game.initial_state(next(iter(game.SEATS)), game.Options()), None))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kind, "shown_to", lambda self, where, seat, habits: self)
        yield


def slots_of(screen: Screen) -> dict[str, Drawn]:
    """All slots of a screen, shared and private."""
    return {**screen.shared.slots, **screen.private.slots}


class Table:
    """An evening with a board, phones, one of them for two who may host, a device that watches, and a spectator."""

    def __init__(self, app: Flask, slug: str, rng: random.Random) -> None:
        self.app, self.rng = app, rng
        self.evening = Gathering(app)
        self.services: Services = app.extensions["services"]
        self.phones = [self.evening.come(name) for name in NAMES[1:]]
        self.phones[0].get("/choose").fill("/sit", name=NAMES[0])  # one phone for two, covered until it is held
        self.evening.come().fill("/use", kind="watch")
        self.evening.tablet.get("/spectators").fill("/spectators")
        self.evening.start(slug)
        self._keys = count()
        self._followed: object = None
        self._readers: dict[int | None, Reader] = {}

    def screens(self) -> Iterator[tuple[int | None, Screen]]:
        """The screen of each device and of the spectator, by whatever is kept."""
        evening = self.evening.now
        with self.app.test_request_context():
            for device in evening.screens:
                screen = screen_of(evening, device.device)
                assert screen is not None
                yield device.device, screen
            yield None, screen_of_spectators(evening)

    def assert_kept_is_drawn(self) -> None:
        """Every screen is what a server would draw that was just started; and what its device makes of its stream."""
        kept = dict(self.screens())
        drawings, self.services.drawings = self.services.drawings, AllDrawings()
        with whole_views(GAMES[self.evening.live.header.game]):
            anew = dict(self.screens())
        self.services.drawings = drawings
        for device, screen in kept.items():
            assert (screen.layout, screen.line) == (anew[device].layout, anew[device].line)
            before, now = slots_of(screen), slots_of(anew[device])
            assert list(before) == list(now)
            for name in before:
                assert before[name].html == now[name].html, (device, name)
            if device not in self._readers or self._readers[device].layout != screen.layout:
                self._readers[device] = Reader(screen)  # which fetches its page anew
            self._readers[device].takes(screen)

    def play(self) -> bool:
        """Some seat answers what it is asked, or the host strikes a line; whether anything was asked."""
        live = self.evening.live
        asks = offered(live.table, optional=self.rng.random() < 0.2) or offered(live.table)
        if not asks:
            return False
        move = read(live.table.game, answer(self.rng, self.rng.choice(asks)))
        if live.line and self.rng.random() < 0.08:
            move = Correct(((self.rng.randint(1, live.line), None),))
        with suppress(Refused):  # a line that others stand on is not struck
            self.services.tables.report(live, move, f"key {next(self._keys)}", live.line, "host")
        return True

    def happen(self) -> None:
        """Something happens at the evening that is no line."""
        phone, tablet = self.rng.choice(self.phones), self.evening.tablet
        person = self.evening.person("Bo")
        happenings: list[tuple[Phone, str, dict[str, str]]] = [
            (phone, "/use", {"kind": self.rng.choice(["phone", "watch"])}),
            (tablet, "/guests", {"name": new_code()}),
            (tablet, f"/people/{person}/mark", {"colour": self.rng.choice(["pink", "red"]), "shape": "drop"}),
            (tablet, "/decks/", {"game": self.evening.live.header.game, "name": new_code()}),
            (phone, f"/table/{self.evening.now.table_code}/notes", {"cell": f"0.{self.rng.randrange(4)}.no"}),
            (self.phones[0], "/front", {"person": self.evening.person(self.rng.choice(NAMES[:2])), "open": "1"}),
            (self.phones[0], "/front", {"person": self.evening.person(self.rng.choice(NAMES[:2]))}),
            (tablet, f"/devices/{self.evening.device('Bo')}", {"how": "share"}),
        ]
        device, path, form = self.rng.choice(happenings)
        device.client.post(path, data=form, headers=HERE)

    def turn(self) -> None:
        """The scoreboard is followed from now on, or no longer."""
        streams, caller = self.services.streams, screen_caller(self.evening.now.screens[0].device)
        if self._followed is None:
            self._followed = streams.open(caller)
        else:
            streams.close(caller, self._followed)
            self._followed = None


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seed", seeds(2))
def test_what_is_kept_is_what_is_drawn(app: Flask, slug: str, seed: int) -> None:
    rng = random.Random(f"{slug} {seed}")
    table = Table(app, slug, rng)
    table.assert_kept_is_drawn()
    for _ in range(tries(LINES)):
        if rng.random() < 0.15:
            table.happen()
        elif rng.random() < 0.1:
            table.turn()
        elif not table.play():
            break
        table.assert_kept_is_drawn()
    assert table.evening.live.line > 3
