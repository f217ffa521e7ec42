"""Data folders of every shape that the file ever had, each made by its own commit (see tests/folders/make.py)."""

import sqlite3
from contextlib import closing

import pytest

from companion.commands.serve import open_history
from companion.storage import log
from companion.storage.data import Data
from companion.storage.identifiers import HOME
from companion.storage.sqlite import condition
from companion.storage.sqlite.store import SqliteStore
from companion.storage.stored_table import unfold
from companion.table.result import result
from companion.web.access.services import Services
from companion.web.app import create_app
from tests.folders import given, stored
from tests.folders.given import held
from tests.folders.make import COMMITS, GROUPS
from tests.folders.older import as_then
from tests.support.past_games import device

WEEK = "final-deathweek"  # with points: scored anew, since it is told who is first


@pytest.fixture(params=COMMITS)
def step(request):
    return request.param


@pytest.fixture
def data(step, tmp_path):
    """A copy of the folder."""
    return stored.copied(step, tmp_path / "data")


@pytest.fixture
def expected(step):
    """What its games added up to then, by their ids."""
    return stored.expected(step)


LINES = "select * from lines order by 1, 2"


def rows(file, sql):
    with closing(sqlite3.connect(file)) as db:
        return db.execute(sql).fetchall()


def test_each_step_has_its_folder_and_the_last_of_before_has_all_but_ours():
    assert set(COMMITS) == {*condition.STEPS, "before"} - {"rules_of_seals", "groups", "played_time"}


def test_it_is_of_its_step_and_holds_open_games_and_sealed_ones(step, data, expected):
    steps = {name for (name,) in rows(data / condition.FILE, "select name from _sqlite_migrations")}
    assert step in {*steps, "before"}
    assert {of["over"] for of in expected.values()} == {True, False}
    assert rows(data / condition.FILE, "select count(*) from seals") != [(0,)]


def test_check_finds_nothing_wrong_and_a_backup_was_made_before(say, data, expected):
    before = rows(data / condition.FILE, LINES)
    status, printed, complaints = say("check", "--data", data)
    assert (status, complaints) == (0, "")
    *anew, problems = printed.splitlines()
    assert problems == f"{len(expected)} games, 0 problems."
    scored = {id for id, of in expected.items() if of["over"] and tells_nobody_who_is_first(of)}
    assert {line.split()[0] for line in anew} == scored
    (copy,) = (data / condition.BACKUPS).glob("before-upgrade-*.db")
    assert rows(copy, LINES) == before
    assert rows(copy, "select name from _sqlite_migrations where name = 'played_time'") == []
    assert rows(data / condition.FILE, LINES) == before
    assert say("check", "--data", data)[0] == 0
    assert len(list((data / condition.BACKUPS).iterdir())) == 1


def tells_nobody_who_is_first(then):
    """Whether a result is of a week with points, and of older rules."""
    return then["game"] == WEEK and "points" in then["tracks"] and "first" not in then["facts"]


KEPT = {
    "people": "id, name, colour, shape, seen_at",
    "evenings": "id, code, ticket, host_ticket, opened_at",
    "decks": "id, game, name, in_play",
    "cards": "deck, pile, card, used_at",
    "habits": "game, name, value",
    "guests": "*",
    "holds": "*",
    "resumed": "*",
}


def test_all_that_it_holds_is_the_homes_and_is_as_it_was(data):
    there = {name for (name,) in rows(data / condition.FILE, "select name from sqlite_master")}
    if not rows(data / condition.FILE, "select 1 from pragma_table_info('evenings') where name = 'table_code'"):
        there.discard("evenings")  # of another shape, into which nothing was ever written
    kept = {f"select {fields} from {name} order by 1, 2" for name, fields in KEPT.items() if name in there}
    before = {sql: rows(data / condition.FILE, sql) for sql in kept}
    SqliteStore(data).close()
    assert {sql: rows(data / condition.FILE, sql) for sql in kept} == before
    assert rows(data / condition.FILE, "select id, name, forgotten_at from groups") == [(0, "", None)]
    for name in ("tables", "people", "evenings", "decks", "habits", "chronicle", "places", "boasts"):
        assert rows(data / condition.FILE, f"select 1 from {name} where group_id <> 0") == []


def test_every_game_adds_up_to_what_it_did(data, expected):
    with closing(SqliteStore(data)) as store:
        games = {header.id: unfold(store, header).table for header in log.all_tables(store.reader())}
    assert as_then({id: result(table) for id, table in games.items()}, expected) == expected


def test_its_games_go_out_and_come_in_elsewhere(say, data, expected, tmp_path):
    assert say("export", tmp_path / "out", "--data", data)[0] == 0
    files = sorted((tmp_path / "out").iterdir())
    assert [file.stem for file in files] == sorted(expected)
    assert say("import", *files, "--data", tmp_path / "other")[0] == 0
    assert say("check", "--data", tmp_path / "other")[:2] == (0, f"{len(expected)} games, 0 problems.\n")


def test_its_pages_answer(say, data, expected):
    assert say("recount", "--data", data)[0] == 0
    with closing(SqliteStore(data)) as store:
        app = create_app(Services(store))
        host = device(app, "board", host=True)
        for path in ("/", "/history/", "/history/people", "/history/results.csv", "/history/ledgers.csv", "/people/"):
            answer = host.get(path)
            assert (answer.status_code, "damaged" in answer.text) == (200, False), path
        for id in expected:
            assert host.get(f"/history/{id}").status_code == 200
            assert host.get(f"/history/{id}?line=2").status_code == 200
        app.extensions["services"].writer.close()


def test_all_of_its_home_goes_into_an_empty_folder_as_one_file_and_out_again(data, expected, say, tmp_path):
    files, other = [tmp_path / "out.jsonl", tmp_path / "again.jsonl"], tmp_path / "other"
    assert say("export", "--whole", files[0], "--data", data)[0] == 0
    assert say("import", "--whole", files[0], "--data", other)[0] == 0
    assert say("export", "--whole", files[1], "--data", other)[0] == 0
    assert files[0].read_bytes() == files[1].read_bytes()
    with closing(SqliteStore(other)) as store:
        ids = {header.id for header in log.tables_of_group(store.reader(), HOME)}
    assert ids == expected.keys()
    assert say("check", "--data", other)[0] == 0


# --- several groups, and what no line tells --------------------------------------------------------------------------


@pytest.fixture(params=GROUPS)
def two_groups(tmp_path, request):
    """A copy of a folder of a home and a club."""
    return stored.copied(request.param, tmp_path / "data")


def test_of_what_can_be_lost_there_is_some(two_groups):
    file = two_groups / condition.FILE
    tables = [name for (name,) in rows(file, "select name from sqlite_master where type = 'table'")]
    assert [name for name in tables if rows(file, f"select count(*) from {name}") == [(0,)]] == []
    assert rows(file, "select group_id <> 0, count(*) from chronicle where hidden group by 1") == [(0, 1), (1, 1)]
    kept = "select outcome from chronicle where secrets and outcome <> 'playing' order by 1"
    assert rows(file, kept) == [("stopped",), ("won",)]
    assert rows(file, "select count(*) from people where same_as is not null") == [(1,)]
    assert rows(file, "select count(*) from lines where move like '%\"same\"%'") == [(2,)]


def test_all_of_both_groups_is_there_after_a_start(two_groups, capsys, request):
    name = request.node.callspec.params["two_groups"]
    expected, file = stored.expected(name), two_groups / condition.FILE
    lines, before = rows(file, LINES), {group: held(file, group) for group in given.GROUPS.values()}
    with closing(open_history(Data(two_groups))) as store:
        games = {header.id: unfold(store, header).table for header in log.all_tables(store.reader())}
    assert as_then({id: result(table) for id, table in games.items()}, expected) == expected
    assert {group: held(file, group) for group in before} == before
    assert rows(file, LINES) == lines
    closed = sum(of["outcome"] != "playing" for of in expected.values())
    told = f"{closed} of {closed} games of older rules are added up by those of now.\n"
    assert capsys.readouterr() == (told, "")
    copies = [*(two_groups / condition.BACKUPS).glob("before-upgrade-*.db")]
    assert [rows(copy, LINES) for copy in copies] == [lines]
