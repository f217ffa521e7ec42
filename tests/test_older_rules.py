"""A data folder of each number of rules before ours (see tests/folders/make.py): what it adds up to by now is told, and
sealed anew."""

import json
import shutil
import sqlite3
from contextlib import closing

import pytest

from companion.games import RULES
from companion.storage import log
from companion.storage.integrity import condition, contents
from companion.storage.store import Store
from companion.storage.stored_table import unfold
from companion.table.result import result
from tests.folders.make import FOLDERS
from tests.support.server import Server

# Which games of each folder add up to something else, and how these ended then and by now.
CHANGED = {
    # On the last day, by "any": a death at the reveal, and somebody else at the limit, who did not die of it then.
    "first_rules": {1: ("won", "lost"), 2: ("won", "won")},
    # Names that stand in another place by the alphabet of their language, or are one name.
    "second_rules": dict.fromkeys(range(0x11, 0x1A), ("won", "won")),
}


@pytest.fixture(params=CHANGED)
def step(request):
    """The name of the folder."""
    return request.param


@pytest.fixture
def changed(step):
    """The ids of its games that add up to something else."""
    return {f"{number:032x}" for number in CHANGED[step]}


@pytest.fixture
def data(tmp_path, step):
    """A copy of the folder."""
    (tmp_path / "data").mkdir()
    shutil.copyfile(FOLDERS / step / condition.FILE, tmp_path / "data" / condition.FILE)
    return tmp_path / "data"


@pytest.fixture
def expected(step):
    """What its closed games added up to then, by their ids."""
    return json.loads((FOLDERS / step / "expected.json").read_text("utf-8"))


def rows(file, sql):
    with closing(sqlite3.connect(file)) as db:
        return db.execute(sql).fetchall()


def seals(file):
    return rows(file, "select table_id, line, rules, result, at from seals order by 1, 2, 3")


def scored_anew(printed):
    """The ids of the games of which it is told."""
    return {line.split()[0] for line in printed.splitlines() if "scored anew" in line}


def test_its_games_add_up_to_what_they_did_but_for_the_rules_that_changed(step, data, expected, changed):
    with closing(Store(data)) as store:
        games = {header.id: unfold(store, header).table for header in log.all_tables(store.reader())}
    by_now = {id: json.loads(json.dumps(result(games[id]))) for id in expected}
    assert {id for id in expected if by_now[id] != expected[id]} == changed
    assert {int(id, 16): (expected[id]["outcome"], by_now[id]["outcome"]) for id in changed} == CHANGED[step]


def test_check_finds_nothing_wrong_tells_of_them_and_adds_a_seal(say, data, expected, changed):
    before = seals(data / condition.FILE)
    status, printed, complaints = say("check", "--data", data)
    assert (status, scored_anew(printed), complaints) == (0, changed, "")
    after = seals(data / condition.FILE)
    assert [seal for seal in after if seal[2] < RULES] == before
    assert {seal[0] for seal in after if seal[2] == RULES} == expected.keys()
    assert say("check", "--data", data)[1].splitlines()[:-1] == []


def test_a_start_makes_a_backup_tells_how_far_it_is_and_counts_them_anew(say, step, data, expected, changed, tmp_path):
    before = seals(data / condition.FILE)
    server = Server(tmp_path)
    server.start().close()
    assert scored_anew(server.printed) == changed
    assert f"{len(expected)} of {len(expected)} games of older rules" in server.printed
    (copy,) = (data / contents.BACKUPS).glob("before-upgrade-*.db")
    assert seals(copy) == before
    outcomes = rows(data / condition.FILE, "select table_id, outcome from chronicle")
    assert {(f"{number:032x}", by_now) for number, (_, by_now) in CHANGED[step].items()} <= {*outcomes}
    server.start().close()
    assert len(list((data / contents.BACKUPS).glob("before-upgrade-*.db"))) == 1
    assert say("check", "--data", data)[1].splitlines()[:-1] == []


def test_a_damaged_game_of_older_rules_alone_is_no_reason_for_a_copy_at_every_start(data, changed, tmp_path):
    damaged = min(changed)
    with closing(sqlite3.connect(data / condition.FILE)) as db, db:
        db.execute("drop trigger lines_update")
        assert db.execute(f"update lines set at = 'x' where table_id = '{damaged}' and line = 2").rowcount == 1
    server = Server(tmp_path)
    for start in (1, 2):
        server.start().close()
        assert len(list((data / contents.BACKUPS).glob("before-upgrade-*.db"))) == 1, start
    assert damaged not in {seal[0] for seal in seals(data / condition.FILE) if seal[2] == RULES}
