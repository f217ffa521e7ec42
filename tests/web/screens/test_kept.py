"""What was kept of a screen is what would be drawn anew: for every device, after every line and every other change."""

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count

import pytest
from flask import Flask
from flask.ctx import RequestContext

from companion.games import GAMES
from companion.games.game import Game
from companion.games.moves import Adjust, Move, Refused, Stop
from companion.storage.identifiers import new_code
from companion.table.model import Correct
from companion.web.access.limits import screen_caller
from companion.web.access.services import Services
from companion.web.screens.screen import Screen, screen_of, screen_of_spectators
from companion.web.screens.stream import END, RELOAD, Follower
from companion.web.text.drawn import AllDrawings, Drawn
from tests.support.effort import seeds, tries
from tests.support.games.random_play import answer, offered, read
from tests.support.gathering import Gathering
from tests.support.phone import Phone

NAMES = ("Ann", "Bo", "千代", "D<i>")
LANGUAGES = ("en", "ja")  # of the devices in turn
LINES = 60
WAYS: dict[str, list[dict[str, str]]] = {  # in which a game is played, besides that of the rulebook
    "death-name": [{"habit_drafting": "hands"}, {"option_language": "ja", "habit_theme": "fish"}],
    "death-over-the-kingdom": [
        {"habit_seen": "shown", "habit_winners": "names"},
        {"option_mode": "crowd"},
        {"option_mode": "last-standing", "option_lives": "2", "habit_losers": "faces"},
    ],
}


class Reader:
    """A device as its scripts have it: the slots of its page, and what was sent for them."""

    def __init__(self, screen: Screen) -> None:
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
            assert self._slots.get(head) != "\n".join(lines)
            slot = head.rpartition("/")[0]
            assert not slot or f"<!--[{head}]--><!--[/{head}]-->" in self._slots[slot], f"no place for {head}"
            self._slots = {one: html for one, html in self._slots.items() if not one.startswith(f"{head}/")}
            self._slots[head] = "\n".join(lines)


@contextmanager
def whole_views(game: Game) -> Iterator[None]:
    """While it is entered, each slot is drawn of all that its viewer may know, as if it was all shown."""
    kind = type(game.view(game.initial_state(next(iter(game.SEATS)), game.Options())))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kind, "shown_to", lambda self, where, seat, habits: self)
        patch.setattr(kind, "row", lambda self, where, seat: self)
        yield


def without_picture(html: str) -> str:
    """HTML without the number that an end card has by what it shows, which of a whole view is another one.

    Spectators are sent the picture itself.
    """
    return re.sub(r"(/end-card/\d+)\?\d+", r"\1", html)


def slots_of(screen: Screen) -> dict[str, Drawn]:
    """All slots of a screen, shared and private."""
    return {**screen.shared.slots, **screen.private.slots}


class Table:
    """An evening with a board, phones, one of them for two who may host, a device that watches, and a spectator.

    The devices speak two languages.
    """

    def __init__(self, app: Flask, slug: str, rng: random.Random) -> None:
        self.app, self.rng = app, rng
        self.evening = Gathering(app)
        self.services: Services = app.extensions["services"]
        self.phones = [self.evening.come(name) for name in NAMES[1:]]
        self.phones[0].get("/choose").fill("/sit", name=NAMES[0])  # one phone for two, covered until it is held
        self.evening.come().fill("/use", kind="watch")
        self.evening.tablet.get("/spectators").fill("/spectators")
        self._slug = slug
        self._keys = count()
        self._followed: object = None
        self._readers: dict[object, tuple[str, Reader]] = {}

    def start(self) -> None:
        """The host starts the game, or another one of the same kind."""
        self.evening.set_up(self._slug, **self.rng.choice([{}, *WAYS.get(self._slug, [])]))

    def put_away(self) -> None:
        """The host puts the game away: people gather again."""
        self.evening.tablet.post("/put-away")

    def screens(self) -> Iterator[tuple[object, Screen]]:
        """The screen of each device, and that of spectators in each language, by whatever is kept."""
        evening = self.evening.now
        for number, device in enumerate(evening.screens):
            with self._spoken(LANGUAGES[number % len(LANGUAGES)]):
                screen = screen_of(self.services, evening, device.device)
            assert screen is not None
            yield device.device, screen
        for language in LANGUAGES:
            with self._spoken(language):
                yield language, screen_of_spectators(self.services, evening)

    def _spoken(self, language: str) -> RequestContext:
        return self.app.test_request_context(headers={"Accept-Language": language})

    def assert_kept_is_drawn(self) -> None:
        """Every screen is what a server would draw that was just started; and what its device makes of its stream."""
        kept = dict(self.screens())
        drawings, self.services.drawings = self.services.drawings, AllDrawings()
        with whole_views(GAMES[self._slug]):
            anew = dict(self.screens())
        self.services.drawings = drawings
        for device, screen in kept.items():
            assert (screen.layout, screen.line) == (anew[device].layout, anew[device].line)
            before, now = slots_of(screen), slots_of(anew[device])
            assert list(before) == list(now)
            for name in before:
                assert without_picture(before[name].html) == without_picture(now[name].html), (device, name)
            layout, reader = self._readers.get(device, ("", None))
            if reader is None or layout != screen.layout:  # its page has fetched itself whole
                reader = Reader(screen)
            self._readers[device] = screen.layout, reader
            reader.takes(screen)

    def play(self) -> bool:
        """Some seat answers what it is asked, or the host strikes a line, adjusts a score or stops the game; whether
        anything was asked."""
        live = self.evening.live
        asks = offered(live.table, optional=self.rng.random() < 0.2) or offered(live.table)
        if not asks:
            return False
        move: Move = read(live.table.game, answer(self.rng, self.rng.choice(asks)))
        if live.line and self.rng.random() < 0.08:
            move = Correct(((self.rng.randint(1, live.line), None),))
        elif self.rng.random() < 0.04:
            track = self.rng.choice(live.table.tracks)
            move = Adjust(self.rng.randrange(len(NAMES)), track, self.rng.choice([-2, 1]), "a <house> rule")
        elif live.line > 3 and self.rng.random() < 0.02:
            move = Stop()
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
            (tablet, "/decks/", {"game": self._slug, "name": new_code()}),
            (phone, f"/table/{self.evening.now.table_code or '-'}/notes", {"cell": f"0.{self.rng.randrange(4)}.no"}),
            (self.phones[0], "/front", {"person": self.evening.person(self.rng.choice(NAMES[:2])), "open": "1"}),
            (self.phones[0], "/front", {"person": self.evening.person(self.rng.choice(NAMES[:2]))}),
            (tablet, f"/devices/{self.evening.device('Bo')}", {"how": "share"}),
            (tablet, "/order", {"person": person, "way": "on"}),
        ]
        device, path, form = self.rng.choice(happenings)
        device.post(path, form)

    def turn(self) -> None:
        """The scoreboard is followed from now on, or no longer."""
        streams, caller = self.services.streams, screen_caller(self.evening.now.screens[0].device)
        if self._followed is None:
            self._followed = streams.open(caller)
        else:
            streams.close(caller, self._followed)
            self._followed = None

    def gather(self) -> None:
        """People come, sit down elsewhere and get up while they gather; the four who play stay."""
        self.assert_kept_is_drawn()
        for name in ("Ed", "Flo")[: self.rng.randint(1, 2)]:
            self.evening.tablet.post("/guests", {"name": name})
            self.assert_kept_is_drawn()
        self.happen()
        self.assert_kept_is_drawn()
        for guest in [guest for guest in self.evening.now.guests if guest.name not in NAMES]:
            self.evening.tablet.post(f"/guests/{guest.id}/leave")
        self.assert_kept_is_drawn()

    def go_on(self, happenings: int) -> int:
        """So many things happen while a game is played, or fewer, if it ends; how many lines it has then."""
        for _ in range(happenings):
            if self.rng.random() < 0.15:
                self.happen()
            elif self.rng.random() < 0.1:
                self.turn()
            elif not self.play():
                break
            self.assert_kept_is_drawn()
        return self.evening.live.line


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seed", seeds(2))
def test_what_is_kept_is_what_is_drawn(app: Flask, slug: str, seed: int) -> None:
    rng = random.Random(f"{slug} {seed}")
    table = Table(app, slug, rng)
    table.gather()
    table.start()
    table.assert_kept_is_drawn()
    assert table.go_on(tries(LINES)) > 3
    table.put_away()
    table.gather()
    table.start()  # the evening knows the first game
    table.go_on(tries(LINES // 3))


def test_somebody_who_sits_down_changes_the_games_that_tell_of_guests_alone(app: Flask) -> None:
    evening = Gathering(app)
    for name in NAMES:
        evening.come(name)
    before = _hosted(app, evening)
    evening.tablet.post("/guests", {"name": "Ed"})
    now = _hosted(app, evening)
    changed = {name for name in now if now[name] != before[name]}
    assert {"seats", "guests", "box-final-deathweek"} <= changed
    assert not changed & {"host-menu", "notices", "claims", "elsewhere"}
    assert {name for name in changed if name.startswith("tips-")} == {"tips-final-deathweek"}  # for four at most


def _hosted(app: Flask, evening: Gathering) -> dict[str, str]:
    with app.test_request_context():
        screen = screen_of(evening.app.extensions["services"], evening.now, evening.now.screens[0].device)
        assert screen is not None
        return {name: drawn.html for name, drawn in slots_of(screen).items()}
