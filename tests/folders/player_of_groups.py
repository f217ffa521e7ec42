"""Plays an evening of the home and one of a club with the code of the folder it is started in, by seeded chance.

`python player_of_groups.py FOLDER`: a data folder, and beside the database `expected.json` with every game's result. It
speaks to the code beside it (see make.py). It leaves what no line tells: hidden games and games
that were put away, people who turned out to be one, a deck, preferences, notes, a game that went on at another evening,
who asks for which seat, keys of programs, links, what a card does; and rulings and kept outbreaks, which lines do tell.
"""

import json
import sqlite3
import sys
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path.cwd()))

import pytest
from flask import Flask

from companion.group import groups, people
from companion.storage.sqlite.store import SqliteStore
from companion.table.result import result
from companion.web.access.services import Services
from companion.web.app import create_app
from tests.support import seeded_chance
from tests.support.api import ApiTable, adjust, over
from tests.support.gathering import Gathering
from tests.support.phone import HERE, Phone

DAY = 86_400  # seconds
SHORT = {"option_target": "6"}
PLAGUE = {"move": "contract", "seat": 0, "disease": "Plague", "color": "red", "skulls": 6}
GOUT = PLAGUE | {"seat": 1, "disease": "Gout", "skulls": 2}
DRAWN = PLAGUE | {"disease": "Loomonia", "color": "blue", "skulls": 1, "outbreak": True}
KEPT = {"move": "outbreak", "seat": 0, "kept": True, "text": "Nobody but Ann reads this card"}
DECREE = {"move": "decree", "icons": (0, -1, 1, 1), "deck": "icons"}  # which the deck learns
SAME = {"move": "same", "round": 1, "seats": [0, 1]}
STOP = {"move": "stop"}


class Evening(Gathering):
    """An evening whose host plays quickly."""

    def post(self, phone: Phone, path: str, **form: object) -> None:
        answer = phone.client.post(path, data=form, headers=HERE)
        assert answer.status_code == 303, (path, form, answer.status_code, answer.text[:300])

    def play(self, game: str, *moves: Mapping[str, Any], **fields: str) -> str:
        """The host starts a game, reports these moves, and puts it away; its code."""
        self.tablet.get("/")
        self.set_up(game, **fields)
        self.tell(*moves)
        code = self.live.header.code
        self.put_away()
        return code

    def put_away(self) -> None:
        self.post(self.tablet, "/put-away")

    def hide(self, code: str) -> None:
        """A keeper leaves a game out of all pages and sums."""
        live = self.app.extensions["services"].tables.find(code)
        self.post(self.tablet, f"/history/{live.header.record_id}/hide", hidden="1")

    def merge(self, person: str, into: str) -> None:
        """A keeper says that two people are one."""
        known = people.by_name(self.app.extensions["services"].store.reader(), self.now.group)
        self.post(self.tablet, f"/people/{known[person]}/same", into=known[into])


def main(folder: Path) -> None:
    seeded_chance.BEGIN = datetime(2026, 7, 3, 18, tzinfo=UTC)
    chance = seeded_chance.SeededChance(pytest.MonkeyPatch())
    chance.begin("home")
    store = SqliteStore(folder)
    app = create_app(Services(store, is_open=True))
    play_at_home(app, chance)
    play_at_the_club(app, chance)
    codes = [row[0] for row in store.reader().execute("select code from tables")]
    live_tables = [app.extensions["services"].tables.find(code) for code in codes]
    expected = {live.header.id: result(live.table) for live in live_tables}
    (folder / "expected.json").write_text(json.dumps(expected, ensure_ascii=False, indent=0, sort_keys=True) + "\n")
    app.extensions["services"].writer.close()
    store.close()
    with closing(sqlite3.connect(folder / "ledger.db")) as db:
        db.execute("pragma journal_mode = delete")
        db.execute("vacuum")


def play_at_home(app: Flask, chance: Any) -> None:
    """An evening of four, and the next one, at which a game goes on."""
    first = Evening(app)
    ann, bo = first.come("Ann"), first.come("Bo")
    bo.get("/choose").fill("/sit", name="Cy")  # on the same phone
    first.tablet.get("/").fill("/guests", name="Di")
    first.play("death-wish", GOUT, PLAGUE, **SHORT)
    chance.begin("hidden", 600)
    first.hide(first.play("death-wish", GOUT, PLAGUE, **SHORT))
    chance.begin("kept", 1200)
    first.play("death-wish", DRAWN, KEPT, PLAGUE, **SHORT)  # it is over, and the outbreak was never played
    first.play("death-wish", DRAWN, KEPT, STOP, **SHORT)
    chance.begin("rulings", 1800)
    first.tablet.get("/")
    first.set_up("death-name")
    first.round("Katherine", "Catherine", "Bess", "Cleo")
    first.tell(SAME)
    first.round("Anna", "Hannah", "Clara", "Dora")
    first.tell(SAME | {"round": 2}, STOP)
    first.put_away()
    chance.begin("put away", 2400)
    interrupted = first.play("death-name", DECREE, {"move": "write", "seat": 0, "name": "Zed"})
    half = first.play("death-wish", GOUT, **SHORT)
    chance.begin("notes", 3000)
    first.tablet.get("/")
    first.set_up("gamushara-gang")
    first.tell(adjust(0) | {"track": first.live.table.tracks[0]})
    for cell in ("3.2.no", "5.1.maybe"):
        first.post(ann, f"/table/{first.live.header.code}/notes", cell=cell)
    first.put_away()
    chance.begin("a program", 3600)
    ApiTable(over(app.test_client(use_cookies=False))).play([adjust(0), adjust(2)])
    chance.begin("the next evening", DAY)
    first.post(bo, "/front", person=first.person("Cy"))
    first.post(first.tablet, "/end")
    second = Evening(app)
    annie = second.come("Annie")
    second.merge("annie", "ann")
    second.post(second.tablet, f"/tables/{half}/go-on")
    second.tell(PLAGUE)
    second.put_away()
    second.post(second.tablet, f"/tables/{interrupted}/go-on")
    second.tell({"move": "write", "seat": 1, "name": "Zoe"})
    second.tell(adjust(2))
    second.post(annie, f"/table/{interrupted}/propose", pending=f'[[{second.live.line},"strike",null]]')
    refused, asking = second.come(), second.come()
    second.post(refused, "/sit", person=second.person("Cy"))
    second.post(second.tablet, "/claims", device=second.now.claims[0].device, person=second.person("Cy"), allow="no")
    second.post(asking, "/sit", person=second.person("Bo"))
    second.tablet.get("/spectators").tap("/spectators")


def play_at_the_club(app: Flask, chance: Any) -> None:
    """An evening of a group of its own, which two devices keep."""
    chance.begin("club", 2 * DAY)
    keeper = Phone(app).get("/start")
    keeper.fill("/groups", name="Club")
    services = app.extensions["services"]
    (evening,) = (one for one in services.evenings.all_open() if one.group)
    ticket = groups.by_id(services.store.reader(), evening.group).keeper_ticket
    Phone(app).get(f"/keep/{ticket}").tap(f"/keep/{ticket}")
    club = Evening(app, evening)
    club.tablet = keeper
    keeper.fill("/use", kind="board")
    for name in ("Ann", "Eve", "Flo"):
        keeper.get("/").fill("/guests", name=name)
    club.post(keeper, "/decks/", game="death-wish", name="The old box")
    club.play("death-wish", GOUT, PLAGUE, **SHORT)
    chance.begin("counted", 2 * DAY + 300)
    keeper.get("/")
    club.set_up("death-wish", **SHORT)
    club.tell(GOUT)
    sneeze = {"pile": "outbreaks", "name": "All sneeze", "effect": "Everybody passes a disease on"}
    club.post(keeper, f"/table/{club.live.header.code}/cards", **sneeze)
    club.tell({"move": "count"})
    club.put_away()
    chance.begin("hidden at the club", 2 * DAY + 600)
    club.hide(club.play("death-wish", GOUT, PLAGUE, **SHORT))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
