"""The spotlight of Death Over The Kingdom: a turned card that was read, and who won or lost where no cards are told."""

from typing import Any

import pytest
from flask import Flask

from companion.games.death_over_the_kingdom import GAME as KINGDOM
from companion.table.fold import append, open_table
from companion.table.moves import move, options_for
from tests.support.games.random_play import CAST
from tests.support.states.opened import open_state
from tests.support.states.state import State

CARDS = [
    {"move": "card", "seat": seat, "character": character}
    for seat, character in enumerate(("innkeeper", "knight", "king", "dragon"))
]
READ = [{"move": "value", "seat": seat, "value": 7} for seat in (0, 3)]
WON, LOST = {"move": "winners", "seats": [1]}, {"move": "losers", "seats": [2]}


@pytest.mark.parametrize(
    ("mode", "moves", "shows"),
    [
        ("classic", CARDS[:1], ""),  # the others are still looked at
        ("classic", CARDS, ""),
        ("classic", [*CARDS, READ[0]], "#court-innkeeper"),
        ("classic", [*CARDS, *READ], ""),  # the round unfolds
        ("classic", [WON], "#court-merchant"),
        ("crowd", [LOST], "#court-death"),
        ("last-standing", [LOST], "#court-death"),
    ],
)
def test_a_scoreboard_shows_the_card_or_the_coin(
    app: Flask, mode: str, moves: list[dict[str, Any]], shows: str
) -> None:
    table = open_table(KINGDOM, CAST[:4], options_for(KINGDOM, {"mode": mode}))
    for plain in moves:
        table = append(table, move(KINGDOM, plain))
    html = open_state(app, State("a court", table, None)).tablet.get("/").html
    spot = html[html.index("<!--[spot]-->") : html.index("<!--[/spot]-->")]
    assert (f'<use href="{shows}"/>' in spot) if shows else "<use" not in spot
