"""A group beside the home, in worlds that differ in what the home holds alone."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from companion.commands.transfer import _add_all, _id
from companion.games import GAMES
from companion.group import decks, keepers, leagues, people
from companion.group.leagues import League, Points
from companion.history import search
from companion.storage.identifiers import HOME
from companion.storage.store import Store, secret
from companion.table.record import read
from companion.web.access.services import Services
from companion.web.app import create_app
from tests.reference import maker
from tests.support.empty_store import opened
from tests.support.past_games import HERE, record

CLUB = 77  # the other group
MARKER = "Xanthippe"
SECRETS = {"instance": "abcd", "form keys": "0" * 64, "short addresses": "0" * 32}
# What is drawn by chance, or counts versions: codes of tables in short addresses and their pictures, ids of devices.
CHANCE = (
    (r"/x/[A-Z]{5}-[a-z2-7]{6}", "/x/"),
    (r'<svg[^>]*class="qr".*?</svg>', "<svg>"),
    (r"/devices/\d+", "/devices/"),
    (r'data-state="[^"]*"', ""),
)


class Worlds:
    """An app whose home is empty or crowded, beside a club that is always the same."""

    def __init__(self, store: Store, is_crowded: bool) -> None:
        self.store = store
        for name, value in SECRETS.items():
            secret(self.store, name, value)
        self.app: Flask = create_app(Services(self.store))
        sql = "insert into groups (id, name, opened_at, keeper_ticket) values (?, 'Club', '2026-01-01', 'keep')"
        self.store.do(lambda db: db.execute(sql, [CLUB]))
        if is_crowded:
            crowd(self.store, HOME, MARKER)
        crowd(self.store, CLUB, "Cleo")
        if is_crowded:
            crowd(self.store, HOME, f"{MARKER} II")
        self.host = self.come(CLUB)

    @cached_property
    def home(self) -> FlaskClient:
        """The host of an evening of the home."""
        return self.come(HOME)

    def come(self, group: int) -> FlaskClient:
        """The host of an evening of a group, on a tablet, with two guests."""
        services = self.app.extensions["services"]
        evening = services.evenings.ensure(group)
        tickets = [f"{group:05}".replace("0", "A").replace("7", "B"), f"ticket {group}", f"host {group}"]
        sql = "update evenings set code = ?, ticket = ?, host_ticket = ?, version = version + 1 where id = ?"
        self.store.do(lambda db: db.execute(sql, [*tickets, evening.id]))
        host = self.app.test_client()
        host.get(f"/host/{tickets[2]}")
        for path, given in (("/use", {"kind": "board"}), ("/guests", {"name": "Ann"}), ("/guests", {"name": "Dee"})):
            assert host.post(path, data=given, headers=HERE).status_code == 303, path
        if group != HOME:
            (screen,) = services.evenings.ensure(group).screens
            self.store.do(lambda db: keepers.add(db, group, screen.device))
        return host

    def addresses(self, group: int) -> list[str]:
        """The pages and files about everything that a group holds."""
        db = self.store.reader()
        games = search.games(db, group, search.GameFilter(), most=None)
        days = {game.night.isoformat() for game in games}
        ids = leagues.all_leagues(db, group)
        persons = [person.id for person in people.recent(db, group, 99)]
        return [
            *(
                "/",
                "/choose",
                "/history/",
                "/history/people",
                "/history/games",
                "/people/",
                "/decks/",
                "/devices",
                "/group",
            ),
            *("/network", "/history/?names=ann", "/history/people?name=ann"),
            *(f"/history/evenings/{day}" for day in sorted(days)),
            *(f"/history/games/{slug}" for slug in GAMES),
            *(f"/history/{name}" for name in ("records.jsonl", "results.csv", "ledgers.csv", "plays.bgsplay")),
            *(f"/{kind}/{person}" for person in persons for kind in ("people", "history/people")),
            *(f"/decks/{deck.id}{tail}" for deck in decks.all_decks(db, group) for tail in ("", "/export")),
            "/history/leagues",
            *(f"/history/leagues/{id}{tail}" for id in ids for tail in ("", "/standings.csv")),
            *(f"/history/{game.id}{tail}" for game in games for tail in ("", "?line=2")),
            *(f"/history/{game.id}/{name}" for game in games if game.is_exportable for name in FILES),
        ]


@contextmanager
def beside(folder: Path, is_crowded: bool) -> Iterator[Worlds]:
    """A club beside a home that is crowded or empty."""
    with opened(folder) as store:
        worlds = Worlds(store, is_crowded)
        yield worlds
        worlds.app.extensions["services"].writer.close()


def crowd(store: Store, group: int, name: str) -> None:
    """Games of both groups and of one alone, people, a deck."""
    both = [record(maker(slug), 3) for slug in GAMES]
    own = record(maker("death-wish"), 9)
    played = [read(one) for one in [*both, own | {"seats": [name, *own["seats"][1:]]}]]

    def bring(db: Any) -> None:
        there = {id for (id,) in db.execute("select id from tables where group_id = ?", [group])}
        fresh = {_id(game): game for game in played if _id(game) not in there}
        _add_all(db, group, fresh)
        if people.named(db, group, f"{name} Alone") is None:
            people.add(db, group, f"{name} Alone", "red", "star")
        decks.make(db, group, "death-wish", name)
        leagues.add(db, group, League(name, None, None, (), Points((3, 1), together=1, lost=0), best=0))
        decks.remember_card(db, group, "death-name", "4", [len(name) % 3, 1, 1, 1])

    store.do(bring)


FILES = ("record.json", "ledger.csv", "play.bgsplay")


def without_chance(text: str) -> str:
    """A page without what is drawn by chance."""
    for pattern, instead in CHANCE:
        text = re.sub(pattern, instead, text, flags=re.S)
    return text
