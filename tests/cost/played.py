"""A kept evening, played once more on its devices, and what each tap costs: calls, and bytes that screens are sent."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import gevent
from flask import Flask

from companion.table.questions import asks
from tests.cost.counting import Calls
from tests.cost.device import Device
from tests.evenings import EVENINGS
from tests.support.forms import Filled, Form, flat
from tests.support.gathering import Gathering

BY_HAND = {"correct", "adjust", "stop"}  # written on the sheet: these games come to their end without
PAGE_EVERY = 5  # lines, after which the next screen loads its page


class Scene(NamedTuple):
    """A kept evening, and how many boards show it; each seat has a phone, and the first board hosts."""

    evening: str
    boards: int = 1


SCENES = {
    "death-name": Scene("death-name/six-on-six-phones"),
    "death-over-the-kingdom": Scene("death-over-the-kingdom/six-who-know-their-deck"),
    "crowd": Scene("death-over-the-kingdom/a-crowd-of-sixteen", boards=2),
    "gamushara-gang": Scene("gamushara-gang/five-on-five-phones"),
    "final-deathweek": Scene("final-deathweek/four-who-came-through"),
    "death-wish": Scene("death-wish/six-until-one-is-left"),
}


class Tap(NamedTuple):
    """What a line costs: the calls until all screens were sent what is new, and the bytes that each was sent."""

    calls: int
    sizes: tuple[int, ...]


class PlayedEvening:
    """The devices of a scene, come together: its game can be played again and again."""

    def __init__(self, app: Flask, scene: Scene) -> None:
        record = EVENINGS[scene.evening].record
        self._game, self._options = record["game"], dict(_options("option", record["options"]))
        self._moves = [move for move in record["moves"] if move["move"] not in BY_HAND]
        self._evening = Gathering(app)
        phones = [self._evening.come(name) for name in record["seats"]]
        boards = [self._evening.tablet, *(self._evening.come() for _ in range(scene.boards - 1))]
        for board in boards[1:]:
            board.fill("/use", kind="board")
        self.phones = [Device(app, phone) for phone in phones]
        self.screens = [*self.phones, *(Device(app, board) for board in boards)]

    def play(self, taps: Calls | None = None, page: Calls | None = None) -> Iterator[Tap]:
        """The host starts the game, the phones report it, and the host puts it away; each line as it was taken.

        `taps` counts what is called for taps and streams, `page` for the pages that screens load meanwhile.
        """
        self._evening.set_up(self._game, **self._options)
        for screen in self.screens:
            screen.follow()
        gevent.sleep(0)  # what is done beside the beginning of a stream is no part of a tap
        for line, move in enumerate(self._moves, 1):
            yield self._tap(move, taps)
            if line % PAGE_EVERY == 0:
                assert self.screens[line // PAGE_EVERY % len(self.screens)].get("/", page).status == 200
        assert self._evening.live.table.standing.over
        for screen in self.screens:
            screen.leave()
        self._evening.tablet.get("/").tap("/put-away")

    def _tap(self, move: dict[str, Any], calls: Calls | None) -> Tap:
        fields, before, line = _filled(move), calls.total if calls else 0, self._evening.live.line
        phone, form = self._asked(move, fields)
        phone.tap(form, fields, calls)
        sizes = tuple(len(screen.news(calls)) for screen in self.screens)
        assert self._evening.live.line == line + 1
        return Tap(calls.total - before if calls else 0, sizes)

    def _asked(self, move: dict[str, Any], fields: Filled) -> tuple[Device, Form]:
        """The phone that is asked for a move, and the form: on the question's own page, or on that of the phone."""
        table, (name, about) = self._evening.live.table, (move["move"], move.get("seat"))
        seats = [
            seat
            for seat in range(len(table.seats))
            for ask in asks(table, seat)
            if (ask.move, ask.seat) == (name, about)
        ]
        seat = about if about in seats else seats[0]
        phone, path = self.phones[seat], f"/table/{self._evening.now.table_code}/ask/{seat}/{name}"
        form = phone.question(path, name, fields) or phone.question("/", name, fields)
        assert form is not None, (move, path)
        return phone, form


def _options(name: str, plain: Any) -> Iterator[tuple[str, str]]:
    """Options as the fields of the form that starts a game, as `Gathering.set_up` takes their names."""
    if isinstance(plain, dict | list):
        inside = plain.items() if isinstance(plain, dict) else enumerate(plain)
        for key, value in inside:
            yield from _options(f"{name}{'_' if name == 'option' else '.'}{key}", value)
    else:
        yield name, str(plain).lower()


def _filled(move: dict[str, Any]) -> Filled:
    """A move as the fields of its form."""
    filled: Filled = []
    for name, value in flat(move).items():
        values = value if isinstance(value, list) else [value]
        filled += [(name, str(one).lower() if isinstance(one, bool) else str(one)) for one in values]
    return filled
