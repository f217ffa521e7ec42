"""The sheet of every game: each line can be written again, with every field as it stands."""

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.games import GAMES
from companion.storage.identifiers import HOME
from companion.storage.log import Header, Row
from companion.storage.stored_table import LiveTable
from companion.table import fold, model, moves, record, visibility
from companion.web.forms.moves import move_from
from companion.web.pages.play.sheet import chapters, part
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


@pytest.mark.parametrize(
    ("name", "headings"),
    [
        ("death-name/four-with-phones", ["Before the first decree", "Day 1 · round 1 of 7"]),
        ("death-over-the-kingdom/the-five-of-the-book", ["Turn 1 of 5 · round 1 of 3", "Turn 1 of 5 · round 2 of 3"]),
        ("final-deathweek/two-of-whom-one-lives", ["Before the week", "Day 1 of 7"]),
        ("gamushara-gang/five-on-five-phones", ["Turn 1", "Turn 2"]),
        ("death-wish/four-at-a-funeral", []),
    ],
)
def test_lines_are_in_chapters_as_the_game_counts_them(app: Flask, name: str, headings: list[str]) -> None:
    played = record.read(EVENINGS[name].record).table
    header = Header("0" * 32, HOME, "AAAAA", played.game.SLUG, [], {}, "")
    live = LiveTable(header, played, [Row(line.number, "", "", "", f"{line.number}", "") for line in played.lines])
    with app.test_request_context():
        told = chapters(live, None, part(live, live.line))
    assert [heading for heading, _ in told["chapters"]][::-1][:2] == (headings or [""])
    assert [line["number"] for _, of_one in told["chapters"] for line in of_one] == [*range(live.line, 0, -1)]
    rounds = {entry.round for entry in played.game.ledger(played.state)} - {0}
    assert not headings or rounds <= told["headings"].keys()
