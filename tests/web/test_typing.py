"""Whether somebody may be typing into a form is told by the game, and is so on the screen."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask

from companion.games import GAMES
from companion.games.game import Ask
from companion.storage.identifiers import HOME
from companion.storage.log import Header
from companion.storage.stored_table import LiveTable
from companion.table import questions
from companion.table.model import Table
from companion.web.access.services import Services
from companion.web.screens.asking import EVERY, AskForm, TapForms
from companion.web.screens.facts import Facts
from companion.web.screens.slots import table_fields
from companion.web.text.drawn import rendered
from tests.support.states import some_states

FIELD = re.compile(r"<select|<textarea|<input(?! type=\"hidden\")")
STATES = {slug: [state for state in some_states(30) if slug == state.table.game.SLUG] for slug in GAMES}

pytestmark = pytest.mark.slow  # for the states


def forms(services: Services, table: Table, seat: int | None, kind: str, may_host: bool) -> Iterator[list[AskForm]]:
    """What stands together on a device: what its own seat is asked, and as a host what each other one is."""
    slug = table.game.SLUG
    header = Header("0", HOME, "AAAAA", slug, list(table.seats), {}, "2026-01-01T18:00:00Z")
    fields = table_fields(Facts(services, LiveTable(header, table), None), seat, "asks", "totals", "places")
    for other in range(len(table.seats)) if may_host else [seat]:
        asks = questions.asks(table, other) if other is not None else ()
        yield [form(fields, ask, asks, seat, kind, may_host, other != seat) for ask in asks]


def form(
    fields: dict, ask: Ask, asks: tuple[Ask, ...], seat: int | None, kind: str, may_host: bool, for_other: bool
) -> AskForm:
    return AskForm(
        **fields,
        seat=seat,
        kind=kind,
        ask=ask,
        asks=asks,
        asked={},
        for_other=for_other,
        may_host=may_host,
        drawer="fold",
        opened=EVERY,
        whose=seat,
        with_phone=frozenset(),
        seat_fields=frozenset(),
        habits={},
        cards={},
        printed={},
        taps=TapForms({}),
    )


@pytest.mark.parametrize("slug", GAMES)
def test_where_a_game_says_that_there_is_a_field_there_is_one(app: Flask, slug: str) -> None:
    """On a player's phone, on a host's, and on the scoreboard."""
    with app.test_request_context():
        for state in STATES[slug]:
            seat = (state.viewer or 0) % len(state.table.seats)
            for device in ((seat, "phone", False), (seat, "phone", True), (None, "board", True)):
                for together in forms(app.extensions["services"], state.table, *device):
                    html = "".join(rendered(one) for one in together)
                    fields = [one.ask.move for one in together if one.has_field]
                    assert bool(fields) == bool(FIELD.search(html)), (state, device, fields)
