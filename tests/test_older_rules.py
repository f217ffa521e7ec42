"""Data folders of older rules (see tests/folders/make.py): what they add up to by now is told, and sealed anew."""

import json
import sqlite3
from contextlib import closing

import pytest

from companion.games import RULES
from companion.storage import log
from companion.storage.sqlite import condition
from companion.storage.sqlite.store import SqliteStore
from companion.storage.stored_table import unfold
from companion.table.result import result
from tests.folders import stored
from tests.support.server import Server

# By folder the games that are scored otherwise by now, with the outcome of then and of now.
CHANGED = {
    # On the last day, by "any": a death at the reveal, and somebody else at the limit, who did not die of it then.
    "first_rules": {1: ("won", "lost"), 2: ("won", "won")},
    # Everybody scores alone: the facts say who is first. Names that stand in another place by the alphabet of their
    # language, or are one name.
    "second_rules": {1: ("won", "won"), 2: ("lost", "lost")} | dict.fromkeys(range(0x11, 0x1A), ("won", "won")),
    # A name that was ruled one with another, and was corrected after that.
    "third_rules": dict.fromkeys(range(1, 5), ("won", "won")),
    # None: what is worth remembering of a game is told of more.
    "fourth_rules": {},
}


@pytest.fixture(params=CHANGED)
def folder(request):
    """The name of a folder."""
    return request.param


@pytest.fixture
def data(tmp_path, folder):
    """A copy of the folder."""
    return stored.copied(folder, tmp_path / "data")


@pytest.fixture
def expected(folder):
    """What its closed games added up to then, by their ids."""
    return stored.expected(folder)


@pytest.fixture
def changed(folder):
    """The ids of those that are scored otherwise by now."""
    return {f"{number:032x}" for number in CHANGED[folder]}


def rows(file, sql):
    with closing(sqlite3.connect(file)) as db:
        return db.execute(sql).fetchall()


def seals(file):
    return rows(file, "select table_id, line, rules, result, at from seals order by 1, 2, 3")


def scored_anew(printed):
    """The ids of the games of which it is told."""
    return {line.split()[0] for line in printed.splitlines() if "scored anew" in line}


def test_its_games_add_up_to_what_they_did_but_for_the_rules_that_changed(data, expected, folder, changed):
    with closing(SqliteStore(data)) as store:
        games = {header.id: unfold(store, header).table for header in log.all_tables(store.reader())}
    by_now = {id: json.loads(json.dumps(result(games[id]))) for id in expected}
    assert {id for id in expected if by_now[id] != expected[id]} == changed
    outcomes = [(expected[id]["outcome"], by_now[id]["outcome"]) for id in sorted(changed)]
    assert outcomes == [*CHANGED[folder].values()]


def test_check_finds_nothing_wrong_tells_of_them_and_adds_a_seal(say, data, expected, changed):
    before = seals(data / condition.FILE)
    status, printed, complaints = say("check", "--data", data)
    assert (status, scored_anew(printed), complaints) == (0, changed, "")
    after = seals(data / condition.FILE)
    assert [seal for seal in after if seal[2] < RULES] == before
    assert {seal[0] for seal in after if seal[2] == RULES} == expected.keys()
    assert say("check", "--data", data)[1].splitlines()[:-1] == []


def test_a_start_makes_a_backup_tells_how_far_it_is_and_counts_them_anew(
    say, data, expected, changed, folder, tmp_path
):
    before = seals(data / condition.FILE)
    server = Server(tmp_path)
    server.start().close()
    assert scored_anew(server.printed) == changed
    assert f"{len(expected)} of {len(expected)} games of older rules" in server.printed
    (copy,) = (data / condition.BACKUPS).glob("before-upgrade-*.db")
    assert seals(copy) == before
    outcomes = rows(data / condition.FILE, "select table_id, outcome from chronicle")
    by_now = {f"{number:032x}": outcome for number, (_, outcome) in CHANGED[folder].items()}
    assert by_now.items() <= dict(outcomes).items()
    server.start().close()
    assert len(list((data / condition.BACKUPS).glob("before-upgrade-*.db"))) == 1
    assert say("check", "--data", data)[1].splitlines()[:-1] == []


def test_a_damaged_game_of_older_rules_alone_is_no_reason_for_a_copy_at_every_start(data, tmp_path):
    damaged = f"{1:032x}"
    with closing(sqlite3.connect(data / condition.FILE)) as db, db:
        db.execute("drop trigger lines_update")
        assert db.execute(f"update lines set at = 'x' where table_id = '{damaged}' and line = 2").rowcount == 1
    server = Server(tmp_path)
    for start in (1, 2):
        server.start().close()
        assert len(list((data / condition.BACKUPS).glob("before-upgrade-*.db"))) == 1, start
    assert damaged not in {seal[0] for seal in seals(data / condition.FILE) if seal[2] == RULES}


@pytest.mark.parametrize("folder", ["second_rules"], indirect=True)
def test_a_week_that_was_lost_is_survived_by_nobody_after_a_start(data, tmp_path):
    survived = """select outcome, sum(amount) from boasts join chronicle using (table_id)
                  where what = 'survived' group by table_id order by table_id"""
    assert rows(data / condition.FILE, survived) == [("won", 3), ("lost", 2), ("won", 3), ("lost", 2), ("won", 3)]
    Server(tmp_path).start().close()
    assert rows(data / condition.FILE, survived) == [("won", 3), ("lost", 0), ("won", 3), ("lost", 0), ("won", 3)]


@pytest.mark.parametrize("folder", ["fourth_rules"], indirect=True)
def test_after_a_start_it_is_told_who_was_out_first_and_who_was_never_suspected(data, tmp_path):
    told = "select game, what, seat from boasts where what in ('first-out', 'unsuspected') order by 1, 2, 3"
    assert rows(data / condition.FILE, told) == []
    Server(tmp_path).start().close()
    assert rows(data / condition.FILE, told) == [
        ("death-over-the-kingdom", "first-out", 1),
        ("death-over-the-kingdom", "first-out", 2),
        ("gamushara-gang", "first-out", 3),
        ("gamushara-gang", "unsuspected", 2),
    ]
