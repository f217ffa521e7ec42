"""Decks as people see them: every kind of card shown and opened, a card put right, a file out and in."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.storage.identifiers import now
from companion.storage.log import to_json
from companion.storage.sqlite.condition import FILE
from tests.group.test_decks import CARDS
from tests.support.browser.evening import NAMES, Device, Evening

pytestmark = pytest.mark.browser

MORE: dict[tuple[str, str], list[Any]] = {
    ("death-name", "4"): [[2, 1, 0, -2], [-1, -1, -1, 2], [0, 0, 0, 0], [1, 2, -2, -1]],
    ("death-wish", "diseases"): [
        {"disease": "寿限無寿限無五劫の擦り切れ病", "color": "wild", "skulls": 9, "outbreak": False},
        {"disease": "Spontaneous dental hydroplosion, chronic", "color": "white", "skulls": 0, "outbreak": True},
    ],
    ("final-deathweek", "copy"): [{"colors": [], "number": 1}, {"colors": ["red", "black", "green"], "number": 16}],
    ("gamushara-gang", "characters"): [
        {"name": "Bartholomew Longname", "gender": "", "nationality": "", "career": ""},
        {"name": "三郎", "gender": "男", "nationality": "日本", "career": "ラーメン屋の大将でありスパイ"},
    ],
}


def teach(evening: Evening) -> None:
    """The house has been taught cards of every kind."""
    with closing(sqlite3.connect(evening.server.data / FILE)) as db, db:
        for at, game in enumerate(dict.fromkeys(game for game, _ in CARDS)):
            db.execute(
                "insert into decks (id, game, name, in_play) values (?, ?, ?, 1)",
                [at + 1, game, "Envelopes" if at == 0 else ""],
            )
            for (of, pile), card in CARDS.items():
                for one in [card, *MORE.get((of, pile), [])] if of == game else []:
                    db.execute("insert into cards values (?, ?, ?, ?, '')", [at + 1, pile, to_json(one), now()])


def host_of(evening: Evening, kind: str) -> Device:
    return evening.tablet() if kind == "tablet" else evening.phone(NAMES[1], evening.host_link())


@pytest.mark.drawn("every deck")
@pytest.mark.parametrize("kind", ["phone", "tablet"])
def test_point_8_every_deck_can_be_read_and_its_cards_open(evening: Evening, kind: str) -> None:
    teach(evening)
    host = host_of(evening, kind)
    host.page.locator("a[href='/decks/']").click()
    host.look("decks")
    for at, game in enumerate(dict.fromkeys(game for game, _ in CARDS)):
        host.page.goto(f"{host.url}/decks/{at + 1}")
        host.look(game)
        host.page.locator(".deck summary").first.click()
        host.page.locator("details:has(.panel) > summary").last.click()
        host.look(f"{game} open")


@pytest.mark.drawn("a card put right")
@pytest.mark.parametrize("script", [True, False])
def test_a_card_is_put_right_and_the_deck_goes_out_and_comes_in(evening: Evening, script: bool, tmp_path: Path) -> None:
    teach(evening)
    host = evening.tablet(script=script)
    host.page.goto(f"{host.url}/decks/1")
    form = host.page.locator(".deck form:has(select)").first
    host.open_up(form)
    form.locator("select").first.select_option("-2")
    host.send(form.locator("button"))
    host.look("put right")
    with host.page.expect_download() as download:
        host.page.locator("a[download]").click()
    file = tmp_path / "deck.json"
    download.value.save_as(file)
    host.page.goto(f"{host.url}/decks/")
    host.page.locator("input[type=file]").set_input_files(file)
    host.send(host.page.locator("form[action='/decks/import'] button"))
    expect(host.page.locator("h1")).to_have_text("Envelopes 2")
    host.page.goto(f"{host.url}/decks/")
    file.write_text("{}")
    host.page.locator("input[type=file]").set_input_files(file)
    host.page.locator("form[action='/decks/import'] button").click()
    expect(host.page.locator("h1")).to_contain_text("nothing has changed")
    host.look("no deck", expected="status of 422")
