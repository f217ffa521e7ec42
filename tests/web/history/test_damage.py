"""A game whose file is damaged: told as damaged wherever it would be shown, played nowhere, and the house goes on."""

import json
import sqlite3
from contextlib import closing
from functools import cache

import pytest

from companion.games.moves import Adjust
from companion.history import export, search
from companion.history.search import GameFilter
from companion.paths import PROGRAM
from companion.storage.identifiers import HOME
from companion.storage.log import table_by_code, table_by_id
from companion.storage.stored_table import unfold
from tests.reference import death_wish, death_wish_records
from tests.reference.hidden import hidden
from tests.support.api import ApiTable, adjust, is_refused, log, whole_game
from tests.support.effort import drawn
from tests.support.past_games import bring, device, record
from tests.support.postgres import ENGINE
from tests.support.tampering import tamper
from tests.support.tonight import tonight

DAMAGED = "is damaged"
HERE = {"Origin": "http://localhost"}


def flip(store, statement, *values):
    """Change the file as nobody may, under the feet of the house."""
    assert tamper(store, statement, values) >= 1


def lines(id):
    return "update lines set move = replace(move, '1', '7') where table_id = ?", id


OTHER_TOTAL = """replace(result, '"totals":[', '"totals":[9')"""
HOW = {
    "a line": lines,
    "its reporter": lambda id: ("update lines set reporter = 'Zed' where table_id = ? and line = 1", id),
    "a missing line": lambda id: ("delete from lines where table_id = ? and line = 1", id),
    "its seats": lambda id: ("update tables set seats = replace(seats, '\"', '\"Z') where id = ?", id),
    "seats that are no list": lambda id: ("update tables set seats = '[' where id = ?", id),
    "its options": lambda id: ("update tables set options = '{\"target\":9}' where id = ?", id),
    "another game": lambda id: ("update tables set game = 'chess' where id = ?", id),
    "its seal": lambda id: (f"update seals set result = {OTHER_TOTAL} where table_id = ?", id),
    "a seal that cannot be read": lambda id: ("update seals set result = '{' where table_id = ?", id),
    "a total of the history": lambda id: ("update places set total = total + 1 where table_id = ? and seat = 0", id),
    "a winner of the history": lambda id: ("update places set won = 1 - won where table_id = ? and seat = 0", id),
    "a word of the history": lambda id: ("update chronicle set words = words || 'x' where table_id = ?", id),
    "a time of the history": lambda id: ("update chronicle set seconds = 7777 where table_id = ?", id),
    "rounds of the history": lambda id: ("update chronicle set rounds = rounds + 1 where table_id = ?", id),
    "options of the history": lambda id: ("update chronicle set options = '{\"target\":9}' where table_id = ?", id),
}
if not ENGINE:  # PostgreSQL takes none
    letters = "update lines set move = cast(x'7bff' as text) where table_id = ? and line = 2"
    HOW["letters that are none"] = lambda id: (letters, id)
OF_THE_HISTORY = {how for how in HOW if how.endswith(" of the history")}


@pytest.fixture(params=drawn("kinds of damage", [*HOW], 4))
def how(request):
    return request.param


@cache
def open_ones():
    """The seeds of three games that are over and hold no secret."""
    return [seed for seed in range(24) if is_open(death_wish_records.games(seed))][:3]


@pytest.fixture
def three(store):
    """Three games that are over and hold no secret."""
    return bring(store, *(record(death_wish_records, seed) for seed in open_ones()))


def is_open(played):
    """Whether a game is over, and nobody kept an outbreak that only its player knows."""
    return death_wish.score(played)["over"] and not hidden(played)


@pytest.fixture
def host(app):
    return device(app, "board", host=True)


def test_the_pages_and_files_of_a_damaged_game_say_so(store, three, host, how):
    id = three[1]
    paths = ["", "/record.json", "/ledger.csv", "/play.bgsplay"]
    assert [host.get(f"/history/{id}{path}").status_code for path in paths] == [200] * 4
    flip(store, *HOW[how](id))
    for path in paths:
        answer = host.get(f"/history/{id}{path}")
        assert (answer.status_code, DAMAGED in answer.text) == (503, True), path
    if how not in OF_THE_HISTORY:
        assert host.get(f"/history/{id}?line=2").status_code == 503
    assert host.get(f"/history/{three[0]}").status_code == 200


def test_lists_go_on_and_say_which_game_is_damaged(store, three, host, how):
    flip(store, *HOW[how](three[1]))
    page = host.get("/history/")
    assert page.status_code == 200
    (item,) = [item for item in page.text.split("<li>") if three[1] in item]
    assert "damaged" in item
    assert "won by" not in item
    assert page.text.count("damaged") == 1
    for path in ("/history/people", "/history/games", "/history/games/death-wish", "/people/", "/"):
        assert host.get(path).status_code == 200, path
    for person in range(1, 6):
        assert host.get(f"/people/{person}").status_code in (200, 404)
        assert host.get(f"/history/people/{person}").status_code in (200, 404)


def test_files_of_many_games_say_or_leave_out_what_is_damaged(store, three, host, how):
    flip(store, *HOW[how](three[1]))
    records = [json.loads(line)["id"] for line in host.get("/history/records.jsonl").text.splitlines()]
    assert set(records) == {three[0], three[2]}
    assert len(json.loads(host.get("/history/plays.bgsplay").text)["plays"]) == 2
    for name in ("results", "ledgers"):
        rows = [row for row in host.get(f"/history/{name}.csv").text.splitlines() if three[1] in row]
        assert len(rows) == 1, name
        assert "damaged" in rows[0]


def test_a_flipped_seal_is_not_exported_as_the_truth(store, three):
    (game,) = [game for game in search.games(store.reader(), HOME, GameFilter()) if game.id == three[0]]
    before = list(export.ledgers(store, [game]))
    flip(store, "update seals set result = replace(result, '\"by\":', '\"by\":1') where table_id = ?", three[0])
    after = list(export.ledgers(store, [game]))
    assert len(before) > 1
    assert [row[-1] for row in after] == ["damaged"]


def test_what_older_rules_sealed_otherwise_is_no_damage(store, three):
    changed = f"update seals set rules = 0, result = {OTHER_TOTAL} where table_id = ?"
    flip(store, changed, three[0])
    header = table_by_id(store.reader(), three[0])
    assert unfold(store, header).line > 0


# At the table


def reopened(app):
    """The house as after a restart: nothing is unfolded in memory."""
    app.extensions["services"].tables._live.clear()
    return app


@pytest.fixture
def played(table):
    return table.play(whole_game()[:12])


def test_a_program_is_told_that_its_table_is_damaged_and_nothing_is_written(app, store, played):
    other = ApiTable(played.call)
    flip(store, *lines(header_id(store, played.code)))
    reopened(app)
    before = log(store)
    for path in ("", "/record", "/live"):
        assert is_refused(played.get(played.host, path), 503, "damaged"), path
    assert is_refused(played.report(played.host, adjust(0)), 503, "damaged")
    page = played.call("GET", f"/watch/{played.watch}")
    assert (page.status, DAMAGED in page.body.decode()) == (503, True)
    assert log(store) == before
    assert other.report(other.host, adjust(0)).status == 201


def header_id(store, code):
    header = table_by_code(store.reader(), code)
    return header.id


def test_an_evening_goes_on_without_its_damaged_table(app, store):
    host = device(app, "board", host=True)
    for name in ("Ann", "Bo", "Cy", "Di"):
        host.post("/guests", data={"name": name}, headers=HERE)
    host.post("/tables", data={"game": "death-wish"}, headers=HERE)
    services = app.extensions["services"]
    code = tonight(services).table_code
    live = services.tables.find(code)
    services.tables.report(live, Adjust(seat=0, track="skulls", by=1, why="x"), "some-key-1", None, "host")
    flip(store, *lines(header_id(store, code)))
    reopened(app)
    before = log(store)
    page = host.get("/")
    assert (page.status_code, "A game of tonight is damaged" in page.text) == (200, True)
    assert f"“{PROGRAM} check” says what is wrong." in page.text
    for path in ("sheet", "sheet/1", "notes"):
        answer = host.get(f"/table/{code}/{path}")
        assert (answer.status_code, DAMAGED in answer.text) == (503, True), path
        assert f"“{PROGRAM} restore” puts a backup back." in answer.text
    tap = {"move": "adjust", "seat": 0, "track": "skulls", "by": 1, "why": "x", "key": "some-key-2"}
    assert host.post(f"/table/{code}/move", data=tap, headers=HERE).status_code == 503
    assert host.post(f"/tables/{code}/go-on", headers=HERE).status_code == 503
    assert host.post("/rematch", headers=HERE).status_code == 503
    assert log(store) == before
    assert host.post("/tables", data={"game": "death-wish"}, headers=HERE).status_code in (200, 303)
    assert tonight(services).table_code != code
    assert host.get("/").status_code == 200


@pytest.mark.sqlite
def test_pages_of_the_file_that_cannot_be_read_are_told_as_damage(app, store, three, host):
    numbers = store.reader().execute("select pageno from dbstat where name = 'lines' and pagetype = 'leaf'")
    with closing(sqlite3.connect(store.path)) as db:
        db.execute("pragma wal_checkpoint(truncate)")
        size = db.execute("pragma page_size").fetchone()[0]
    with store.path.open("r+b") as file:
        for (number,) in numbers:
            file.seek((number - 1) * size)
            file.write(bytes(size))
    store.reader().execute("pragma shrink_memory")  # what it has read before is forgotten
    assert host.get(f"/history/{three[0]}").status_code == 503
    assert host.get("/history/people").status_code == 200
    assert host.get("/").status_code == 200
