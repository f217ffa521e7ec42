"""A game that was counted as it stood: asked once, marked, counted, and without what it dropped."""

import json

from companion.storage.identifiers import HOME
from companion.table import fold, moves
from tests.games.test_count import COUNT, OPEN, ROUND, adjust
from tests.support.past_games import HERE, all_games, bring, device, get
from tests.support.tonight import tonight

CAST = ["Ann", "Bo", "Cy", "Di"]
NAMES = {"format": 1, "game": "death-name", "seats": CAST, "opened_at": "2026-03-01T20:00:00.000Z"}


def counted(store, *lines):
    return bring(store, NAMES | {"moves": [*ROUND, *OPEN, *lines, COUNT]})[0]


def test_it_is_marked_on_its_page_and_in_lists_and_counts(app, guest, store):
    id = counted(store)
    assert "counted as it stood" in get(guest, f"/history/{id}")
    assert "counted as it stood" in get(guest, "/history/")
    (game,) = [game for game in all_games(store) if game.id == id]
    assert (game.counted, game.over, len(game.winners)) == (True, True, 1)
    assert store.reader().execute("select min(counts) from places where table_id = ?", [game.table_id]).first()[0]


def test_what_it_dropped_goes_out_nowhere(app, guest, store):
    id = counted(store, adjust(0, "points", 2))
    for path in (f"/history/{id}", f"/history/{id}/record.json", "/history/records.jsonl", f"/history/{id}?line=11"):
        assert "Zoe" not in get(guest, path), path
    get(guest, f"/history/{id}?line=11&as=0", 404)
    plain = json.loads(get(guest, f"/history/{id}/record.json"))
    assert [line["move"] for line in plain["moves"][9:]] == ["correct", "correct", "adjust", "count"]


def test_it_is_incomplete_in_bg_stats_and_another_is_not(app, guest, store):
    id = counted(store)
    (whole,) = bring(store, NAMES | {"options": {"rounds": 4}, "moves": ROUND * 4})
    for one, incomplete in ((id, True), (whole, False)):
        (play,) = json.loads(get(guest, f"/history/{one}/play.bgsplay"))["plays"]
        assert play["incomplete"] is incomplete


def test_a_count_that_is_struck_marks_nothing(app, guest, store):
    lines = [*ROUND, *OPEN, COUNT]
    (id,) = bring(store, NAMES | {"moves": [*lines, {"move": "correct", "lines": [[len(lines), None]]}]})
    (game,) = [game for game in all_games(store) if game.id == id]
    assert (game.counted, game.outcome) == (False, "playing")


def test_the_sheet_says_how_it_would_end_and_the_screens_who_had_it_counted(app):
    services, host = app.extensions["services"], device(app, host=True)
    game = moves.game_named("death-name")
    laid = fold.open_table(game, CAST, moves.options_for(game, {}))
    live, _ = services.tables.open(HOME, laid, tonight(services).id, [None] * 4)
    code = live.header.code
    assert "Nothing has been scored yet that could be counted." in get(host, f"/table/{code}/sheet")
    for number, plain in enumerate([*ROUND, *OPEN]):
        services.tables.report(live, moves.move(game, plain), f"line-{number:06d}", None, "host")
    page = get(host, f"/table/{code}/sheet")
    assert "It would end like this:" in page
    assert 'value="count"' in page
    answer = host.post(f"/table/{code}/move", data={"move": "count", "key": "count-it-now", "seen": "11"}, headers=HERE)
    assert answer.status_code == 303
    assert live.table.counted
    assert "Counted as it stood, by the host." in get(device(app, kind="board"), "/")
    assert "Count it as it stands" not in get(host, f"/table/{code}/sheet")
