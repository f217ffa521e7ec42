"""Two evenings that differ in a secret alone: every page, stream, look at a correction, refusal and file is the same.

Seat 1 alone knows what differs. All the others (the host's tablet, players, a phone that two share, a watcher,
whoever has only just come in, somebody outside) get the same bytes for whatever they ask.
"""

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.web.forms.fields import kinds, tag
from tests.games.test_open_round import DECREE, MOVES, Plain, adjust, choose, declare, killers, write
from tests.support.effort import drawn, tries
from tests.support.evening_worlds import World, differences, two
from tests.support.folds import folds
from tests.support.forms import flat, forms
from tests.support.gathering import Gathering
from tests.support.phone import Phone

LINK = re.compile(r'(?:href|src|hx-get|data-stream)="(/[^"#]*)"')
LEFT_OUT = re.compile(r"^/static")
NAMES = ("Ann", "Bo", "Cy", "Di")
LOOKS = tries(120)  # at corrections, of each table, drawn by a fixed seed
PAGES = tries(60)  # of each device, to which others led
DEVICES = drawn("devices that look at a correction", ("tablet", "Ann", "Cy"), 2)


def day_one() -> list[Plain]:
    return [
        one
        for n in range(4)
        for one in (DECREE, *(write(s, f"{n}{s}") for s in range(4)), *(declare(s, "keep") for s in range(4)))
    ]


SOLID = [{"move": "solid", "seat": seat, "color": of} for seat, of in enumerate(("red", "blue", "black", "green"))]
TAKE = {"move": "take", "seat": 1, "colors": ["red", "blue"], "number": 3}
SICK = {"move": "contract", "seat": 1, "disease": "Cough", "color": "red", "skulls": 2, "outbreak": True}
WISH = [
    SICK,
    {"move": "contract", "seat": 2, "disease": "Cold", "color": "blue", "skulls": 3},
    {"move": "farewell", "seat": 1, "text": "By the sea"},
    adjust(0, "skulls"),
]
OF_WISH: list[Plain] = [
    {"move": "contract", "seat": 2, "disease": "Flu", "color": "wild", "skulls": 9},
    {"move": "act", "seat": 2, "action": "spread"},
    {"move": "give", "seat": 1, "to": 2, "disease": "Cough"},
    {"move": "cure", "seat": 2, "disease": "Cold"},
    {"move": "farewell", "seat": 2, "text": "At home"},
    {"move": "outbreak", "seat": 1, "kept": True, "text": "All sneeze"},
    {"move": "outbreak", "seat": 1, "kept": False},
    {"move": "play-keeper", "seat": 1, "text": "All sneeze"},
    {"move": "play-keeper", "seat": 1},
    adjust(2, "skulls"),
    {"move": "stop"},
]

# The game, what everybody has seen, and what seat 1 alone knows, in one world and in the other.
EVENINGS: dict[str, tuple[str, list[Plain], Plain, Plain]] = {
    "a name": ("death-name", [DECREE, write(0, "A"), adjust(2)], write(1, "Bob"), write(1, "Zed")),
    "a declaration": (
        "death-name",
        [DECREE, *(write(seat, f"N{seat}") for seat in range(4)), declare(0, "pass"), adjust(2), adjust(2)],
        declare(1, "keep"),
        declare(1, "pass"),
    ),
    "a choice": ("death-name", [*day_one(), DECREE, adjust(2), adjust(2)], choose(1, 1), choose(1, 3)),
    "killers": (
        "final-deathweek",
        [*SOLID, {"move": "expose", "seat": 2, "color": "red"}, TAKE, adjust(0, "death_counters")],
        killers("black", "green"),
        killers("yellow", "red"),
    ),
    "a kept outbreak": (
        "death-wish",
        WISH,
        {"move": "outbreak", "seat": 1, "kept": True, "text": "All sneeze"},
        {"move": "outbreak", "seat": 1, "kept": True, "text": "All cough"},
    ),
}

HABITS = {"final-deathweek": {"habit_possible": "shown"}}  # how the group likes a game: what shows the most of it
# What the group's deck knows of outbreaks, one of the two that are kept among them.
TOLD = {"death-wish": {"All sneeze": "Everybody passes a disease to the left", "All faint": "Miss a turn"}}
OF_DEATH_NAME = ("a name", "a declaration", "a choice")
DRAWN = [*drawn("secrets of DEATH Name", OF_DEATH_NAME), *(name for name in EVENINGS if name not in OF_DEATH_NAME)]

pytestmark = pytest.mark.slow


class Worlds:
    """The two worlds, and who asks in them; `board`: where a link to the scoreboard leads, `secret`: the last line."""

    def __init__(self, one: World, other: World, board: str) -> None:
        self.one, self.other, self.board = one, other, board
        self.code, self.secret = one.code, one.live.line
        self.answered: Counter[int] = Counter()

    def same(self, device: str, path: str, form: dict[str, Any] | None = None, scripts: bool = False) -> str:
        """Ask the same in both; what is answered, which has to be the same."""
        answer, twin = (world.ask(device, path, form, scripts) for world in (self.one, self.other))
        assert answer == twin, (device, path, form)
        self.answered[answer.status] += 1
        return answer.body.decode(errors="replace")


@pytest.fixture(params=DRAWN)
def worlds(request: pytest.FixtureRequest, tmp_path: Path, engine: None) -> Iterator[Worlds]:
    """Four players, one phone of which two share; a tablet, a watcher, somebody new, somebody outside."""
    game, seen, *secrets = EVENINGS[request.param]
    links = set()

    def play(world: World, number: int) -> None:
        evening = Gathering(world.app)
        came = {name: evening.come(name) for name in ("Ann", "Bo", "Cy")}
        came["Cy"].get("/choose").fill("/sit", name="Di")
        watcher = evening.come()
        watcher.fill("/use", kind="watch")
        evening.tablet.get("/spectators").tap("/spectators")
        evening.set_up(game, **HABITS.get(game, {}))
        for name, effect in TOLD.get(game, {}).items():
            code = evening.live.header.code
            evening.tablet.post(f"/table/{code}/cards", {"pile": "outbreaks", "name": name, "effect": effect})
        report(evening, came, *seen, secrets[number])
        devices = came | {
            "tablet": evening.tablet,
            "watcher": watcher,
            "new": evening.come(),
            "outside": Phone(world.app),
        }
        world.clients = {name: phone.client for name, phone in devices.items() if name != "Bo"}
        world.code = evening.live.header.code
        links.add(f"/board/{evening.now.spectators[0].ticket}")

    with two(tmp_path, play) as (one, other):
        assert not differences(one, other)
        (board,) = links
        yield Worlds(one, other, board)


def report(evening: Gathering, came: dict[str, Phone], *moves: Plain) -> None:
    """Each reports from a phone of their own; what is the whole table's, Ann."""
    for move in moves:
        phone = came["Cy" if move.get("seat", 0) > 1 else NAMES[move.get("seat", 0)]]
        answer = evening.report(phone, **flat(move))
        assert answer.status_code == 303, answer.text


def test_every_page_that_a_device_is_led_to_is_the_same(worlds: Worlds) -> None:
    of_anybody: set[str] = set()  # what is in the folds of any device
    for device in worlds.one.clients:
        seen = {"/", "/live", "/help", "/history/", "/people/", "/decks/", f"/table/{worlds.code}/sheet"}
        seen |= {f"/table/{worlds.code}/sheet/{line}" for line in range(worlds.secret + 2)}
        seen |= {f"/table/{worlds.code}/cards{asked}" for asked in ("", "?q=sneeze", "?q=cough", "?q=left")}
        seen |= {worlds.board, f"{worlds.board}/live"}
        seen |= {f"/table/{worlds.code}/ask/{seat}/{tag(kind)}" for seat in range(3) for kind in kinds_of(worlds)}
        todo, most = sorted(seen), len(seen) + PAGES
        while todo:
            page = worlds.same(device, todo.pop())
            of_anybody |= {*folds(page)}
            fresh = {path for path in LINK.findall(page) if not LEFT_OUT.match(path)} - seen
            followed = sorted(fresh)[: most - len(seen)]
            seen |= {*followed}
            todo += followed
    for device in worlds.one.clients:
        for path in sorted(of_anybody | {f"/table/{worlds.code}/for/{seat}" for seat in range(4)}):
            page = worlds.same(device, path, scripts=True)
            for inner in folds(page):
                worlds.same(device, inner, scripts=True)
    assert of_anybody
    assert worlds.answered[200] > 100


def kinds_of(worlds: Worlds) -> list[Any]:
    return kinds(worlds.one.live.table.game)


def looks(worlds: Worlds) -> list[dict[str, Any]]:
    """Every correction that a form can ask for: each kind of move, in each line, in each way."""
    moves = all_moves(worlds)
    every: list[dict[str, Any]] = [{"how": "strike"}]
    every += [flat(plain) | {"how": how} for plain in moves for how in ("replace", "before")]
    first = max(1, worlds.secret - 12)
    return [one | {"line": line} for line in range(first, worlds.secret + 1) for one in every]


def pending(worlds: Worlds, form: dict[str, Any]) -> str:
    """The correction of a form, as a form that makes it brings it."""
    kept = {name: value for name, value in form.items() if name not in ("how", "line")}
    reads = next((plain for plain in all_moves(worlds) if flat(plain) == kept), None)
    return json.dumps([[form["line"], form["how"], reads]])


def some(worlds: Worlds, count: int) -> list[dict[str, Any]]:
    """Every strike, and so many of the others."""
    strikes = [form for form in looks(worlds) if form["how"] == "strike"]
    others = [form for form in looks(worlds) if form["how"] != "strike"]
    return strikes + random.Random(7).sample(others, min(count, len(others)))


@pytest.mark.parametrize("device", DEVICES)
def test_a_look_at_a_correction_is_the_same(worlds: Worlds, device: str) -> None:
    path = f"/table/{worlds.code}/correct"
    for form in some(worlds, LOOKS):
        page = worlds.same(device, path, form)
        found = re.search(r'name="pending" value="([^"]*)"', page)
        if found:  # the look says that another line is in the way, or asks whether it shall be made
            pending = found[1].replace("&#34;", '"').replace("&quot;", '"')
            worlds.same(device, path, {"pending": pending, "line": worlds.secret, "how": "strike"})
    assert worlds.answered[200]


def test_what_is_taken_and_what_is_refused_is_the_same(worlds: Worlds) -> None:
    """Corrections that are made, late taps, guesses; and after each what everybody sees."""
    path = f"/table/{worlds.code}"
    for number, form in enumerate(some(worlds, tries(40))):
        data = {"sure": "yes", "pending": pending(worlds, form), "key": f"correct-{number:04}", "seen": worlds.secret}
        worlds.same(("tablet", "Ann", "Cy")[number % 3], f"{path}/correct", data)
        worlds.same("watcher", "/")
    for device in ("tablet", "Ann", "Cy", "watcher"):
        for seen in (worlds.secret - 1, worlds.secret, worlds.secret + 9):
            for number, plain in enumerate(all_moves(worlds)):
                tap = flat(plain) | {"seen": seen, "key": f"tap-{device}-{seen}-{number:04}"}
                if plain["move"] != "stop":
                    worlds.same(device, f"{path}/move", tap, scripts=number % 2 == 0)
        worlds.same(device, "/")
        worlds.same(device, f"{path}/sheet")
    assert not differences(worlds.one, worlds.other)


def all_moves(worlds: Worlds) -> list[Plain]:
    game = worlds.one.live.header.game
    return [plain for seat in (1, 2) for plain in (OF_WISH if game == "death-wish" else MOVES[game](seat))]


def test_what_is_proposed_allowed_and_refused_is_the_same(worlds: Worlds) -> None:
    """Every seat proposes; all look; and whoever may allows it, withdraws it, or is refused."""
    path = f"/table/{worlds.code}"
    taken = worlds.one.live.line
    for number, form in enumerate(some(worlds, tries(60))):
        worlds.same(("Ann", "Cy")[number % 2], f"{path}/propose", {"pending": pending(worlds, form)})
        for device in ("tablet", "Ann", "Cy", "watcher"):
            page = worlds.same(device, "/")
            for offered in (one for one in forms(page) if f"{path}/proposals/" in one.action):
                how = ("allow", "decline", "withdraw")[number % 3]
                worlds.same(device, offered.action, dict([*offered.hidden, ("answer", how)]))
    assert worlds.answered[409]
    if worlds.one.live.line == taken:
        assert not differences(worlds.one, worlds.other)
