"""The sheet of every game: each line can be written again, with every field as it stands."""

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.games import GAMES
from companion.storage.identifiers import HOME
from companion.table import fold, model, moves, record, visibility
from companion.web.forms.moves import move_from
from tests.evenings import EVENINGS
from tests.support.effort import drawn
from tests.support.forms import forms
from tests.support.tonight import tonight

NAMES = [
    name
    for game in GAMES
    for name in drawn(f"sheets of {game}", [name for name in EVENINGS if name.startswith(f"{game}/")])
]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_line_that_is_written_again_as_it_stands_says_the_same(app: Flask, name: str) -> None:
    played = record.read(EVENINGS[name].record).table
    services, host = app.extensions["services"], app.test_client()
    host.get(f"/host/{tonight(services).host_ticket}")
    laid = fold.open_table(played.game, played.seats, played.options)
    live, _ = services.tables.open(HOME, laid, tonight(services).id, [None] * len(played.seats))
    for number, line in enumerate(played.lines, 1):
        services.tables.report(live, model.move_of(line), f"line-{number:06d}", None, "host")
    for line in live.table.lines:
        told = visibility.visible_reading(live.table, line.number, None)
        stands = [of.move for of in live.table.sheet[line.number - 1]]
        if line.recorded is None or len(stands) != 1 or told != [moves.move_to_json(stands[0])]:
            continue  # a correction; several in its place; or still secret
        page = host.get(f"/table/{live.header.code}/sheet/{line.number}").text
        shown = next((form for form in forms(page) if ("how", "replace") in form.hidden), None)
        assert (shown is None) == (len(told[0]) == 1), told
        if shown is not None:
            again = moves.move_to_json(move_from(played.game, MultiDict(shown.untouched())))
            ticked = {of.name for of in shown.fields if of.kind == "checkbox"}  # boxes have an order of their own
            sides = [{k: sorted(of) if k in ticked else of for k, of in move.items()} for move in (again, told[0])]
            assert sides[0] == sides[1]
