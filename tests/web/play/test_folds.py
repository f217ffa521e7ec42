"""Folds: what is in them is fetched when they are opened, by the same gate, and told to be stale."""

import random
import re
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

import pytest
from flask import Flask

from companion.games import GAMES
from companion.games.moves import Refused
from companion.web.access.services import Services
from companion.web.access.visit import seat_in_hand
from companion.web.screens import asking, private
from companion.web.screens.asking import EVERY, AskForm, Asks
from companion.web.screens.facts import Facts
from companion.web.screens.private import Fold
from companion.web.screens.screen import Screen, screen_of
from companion.web.screens.stream import Follower
from companion.web.text.drawn import Drawings, rendered
from tests.support.effort import seeds, tries
from tests.support.folds import SCRIPTS, unfolded
from tests.support.games.random_play import answer, offered, read
from tests.support.gathering import Gathering

NAMES = ("Ann", "Bo", "Cy", "Di")
SPACE = re.compile(r"\s+")
STALE = re.compile(r"event: stale\ndata: (.*)")
INNERMOST_SLOT = re.compile(r"<!--\[([^]/][^]]*)\]-->(?:(?!<!--\[).)*?<!--\[/\1\]-->", re.S)


class Evening(Gathering):
    """An evening of four with a hosting board; the first phone hosts, too. What each device has fetched is known."""

    def __init__(self, app: Flask, slug: str) -> None:
        super().__init__(app)
        self.phones = {name: self.come(name) for name in NAMES}
        self.tablet.get("/devices").tap(f"/devices/{self.device('Ann')}", "share")
        self.start(slug)
        self._keys = count()
        self.numbers = {name: self.device(name) for name in NAMES} | {"board": self.now.screens[0].device}
        self.devices = self.phones | {"board": self.tablet}
        self.fetched: dict[tuple[str, str], str] = {}
        self._followers = {name: Follower(self._has(name)) for name in self.devices}

    def _has(self, name: str) -> dict[str, str]:
        screen = self.screen(name)
        return {"layout": screen.layout, "game": screen.game, "state": screen.state}

    def screen(self, name: str) -> Screen:
        with self.app.test_request_context():
            screen = screen_of(self.app.extensions["services"], self.now, self.numbers[name])
        assert screen is not None
        return screen

    def private(self, name: str) -> str:
        """The own part of a device, as its page has it."""
        with self.app.test_request_context():
            return self.screen(name).private.__html__()

    def stale(self, name: str) -> set[str]:
        """What the stream of a device says is in its folds no more."""
        with self.app.test_request_context():
            return {*STALE.findall(self._followers[name].events(self.screen(name)).decode())}

    def status(self, name: str, address: str) -> int:
        return self.devices[name].client.get(address, headers=SCRIPTS).status_code

    def fetch(self, name: str, address: str) -> str:
        """What is in a fold; nothing if it is not there."""
        answer = self.devices[name].client.get(address, headers=SCRIPTS)
        assert answer.status_code in (200, 404)
        self.fetched[name, address] = text = answer.text if answer.status_code == 200 else ""
        return text

    def folds(self, name: str, address: str) -> bool:
        """Whether the own part of a device has this fold of the whole table, closed or open."""
        return "/fold/all/" in address and f'<details id="{address.rpartition("/")[2]}"' in self.private(name)

    def everything(self, name: str) -> str:
        """The own part of a device, drawn anew with all that is in its folds."""
        with self.app.test_request_context(), pytest.MonkeyPatch.context() as patch:
            evening, table = self.now, Facts(self.app.extensions["services"], self.live, self.now)
            patch.setattr(type(table.view(None)), "is_folded", lambda self, ask, asks, for_other: False)
            device = evening.screen(self.numbers[name])
            assert device is not None
            own = {name: with_all(one) for name, one in private.own(table, evening, device).items()}
            asked, _ = asking.asked_of(table, device)

            def inside(address: str) -> str:
                if address.endswith("/notes"):
                    return rendered(Fold(notebook=private.notebook(table, device)))
                seat = int(address.rpartition("/")[2])
                asks = asking.drawer(table, asked, seat, seat_in_hand(table.header, device))
                return rendered(Fold(asks=tuple(map(with_all, asks)), is_drawer=True))

            return unfolded(Drawings().part("", "play/own.html", own).__html__(), inside)

    def play(self, rng: random.Random) -> bool:
        """Somebody answers what they are asked; whether anything was asked."""
        services: Services = self.app.extensions["services"]
        asks = offered(self.live.table, optional=rng.random() < 0.3) or offered(self.live.table)
        if asks:
            move = read(self.live.table.game, answer(rng, rng.choice(asks)))
            with suppress(Refused):
                services.tables.report(self.live, move, f"key {next(self._keys):06}", self.live.line, "host")
        return bool(asks)


def with_all(one: Any) -> Any:
    """A region with all that is in the folds of what is asked there."""
    if isinstance(one, AskForm):
        return replace(one, opened=EVERY)
    return replace(one, forms=tuple(map(with_all, one.forms))) if isinstance(one, Asks) else one


def plain(html: str) -> str:
    return SPACE.sub("", html)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seed", seeds(1))
def test_folds_hold_what_a_screen_with_all_of_it_would_show(app: Flask, slug: str, seed: int) -> None:
    """After every line, on every device; and what is open is told to be stale where, and only where, it is."""
    rng, evening = random.Random(f"{slug} {seed}"), Evening(app, slug)
    stale = 0
    for _ in range(tries(24)):
        for name in evening.devices:
            told = evening.stale(name)
            before = {address: text for (one, address), text in evening.fetched.items() if one == name and text}
            assert told <= before.keys()
            assert told == {address for address, text in before.items() if evening.fetch(name, address) != text}
            stale += len(told)
            page = evening.private(name)
            some = unfolded(page, partial(evening.fetch, name))
            assert plain(some) == plain(evening.everything(name)), (name, evening.live.line)
        if not evening.play(rng):
            break
    assert evening.fetched
    assert stale


@pytest.mark.parametrize("slug", GAMES)
def test_a_device_fetches_only_what_its_own_screen_folds(app: Flask, slug: str) -> None:
    rng, evening = random.Random(slug), Evening(app, slug)
    refused = 0
    while refused < 40:
        for name in evening.devices:
            unfolded(evening.private(name), partial(evening.fetch, name))
        addresses = {address for (_, address), text in evening.fetched.items() if text and "/notes" not in address}
        for seat, name in enumerate(NAMES[1:], 1):
            for address in sorted(addresses):
                whose = address.split("/")[4]
                if "/for/" in address:
                    assert evening.status(name, address) == 403
                elif whose != str(seat) and not evening.folds(name, address):
                    assert evening.status(name, address) == 404, (name, address)
                    refused += 1
        for address in sorted(addresses):
            if "/fold/all/" in address and not evening.folds("Ann", address):
                assert evening.status("Ann", address) == 404, "of the whole table it has the forms that all have alike"
        if not evening.play(rng):
            break
    assert refused
    assert evening.live.line


def test_a_phone_that_two_share_fetches_for_whom_it_is_held_alone(app: Flask) -> None:
    evening = Gathering(app)
    shared = evening.come("Ann")
    shared.get("/choose").fill("/sit", name="Bo")
    evening.come("Cy")
    evening.start("death-wish")
    wishes = [f"/table/{evening.live.header.code}/fold/{seat}/farewell/wish-{seat}" for seat in range(2)]

    def statuses(**front: str) -> list[int]:
        shared.post("/front", front)
        return [shared.client.get(wish, headers=SCRIPTS).status_code for wish in wishes]

    assert statuses(person=evening.person("Ann"), open="1") == [200, 404]
    assert statuses(person=evening.person("Bo")) == [404, 404]
    assert statuses(person=evening.person("Bo"), open="1") == [404, 200]


def test_a_fold_without_scripts_is_a_page_that_sends_what_it_asks(app: Flask) -> None:
    evening = Gathering(app)
    phone = evening.come("Ann")
    evening.come("Bo")
    evening.start("death-wish")
    page = phone.get(f"/table/{evening.live.header.code}/fold/0/farewell/wish-0")
    assert "<main" in page.html
    page.fill(f"/table/{evening.live.header.code}/move", text="By the sea")
    assert evening.live.table.state.farewells[0] == "By the sea"


@pytest.mark.parametrize(
    "fold", ["fold/0/farewell/*", "fold/0/farewell/no", "fold/0/no/wish-0", "fold/9/farewell/wish-9"]
)
def test_what_no_screen_folds_is_not_there(app: Flask, fold: str) -> None:
    evening = Gathering(app)
    phone = evening.come("Ann")
    evening.come("Bo")
    evening.start("death-wish")
    assert phone.client.get(f"/table/{evening.live.header.code}/{fold}").status_code == 404


def test_what_everybody_has_and_the_standing_are_fetched_by_phones_and_told_to_be_stale(app: Flask) -> None:
    evening = Evening(app, "death-wish")
    table = f"/table/{evening.live.header.code}/fold"
    assert "Dropsy" not in evening.fetch("Ann", f"{table}/stacks")
    assert evening.fetch("Bo", f"{table}/standing").count('class="total"') == len(NAMES)
    evening.tell({"move": "contract", "seat": 0, "disease": "Dropsy", "color": "blue", "skulls": 2})
    assert evening.stale("Ann") == {f"{table}/stacks"}
    assert evening.stale("Bo") == {f"{table}/standing"}
    assert "Dropsy" in evening.fetch("Ann", f"{table}/stacks")
    assert evening.status("Ann", f"{table}/hands") == 404
    assert evening.status("board", f"{table}/standing") == 404


@pytest.mark.parametrize("slug", [*GAMES])
def test_what_a_page_says_of_its_table_lies_in_slots_so_that_the_next_game_changes_it(app: Flask, slug: str) -> None:
    evening = Evening(app, slug)
    code = evening.live.header.code
    for device in evening.devices.values():
        page = device.get("/").html
        assert code in page
        while within := INNERMOST_SLOT.search(page):
            page = page.replace(within[0], "")
        assert code not in page
