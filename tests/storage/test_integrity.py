"""The data folder before it is opened: too new, somebody else's, gone, emptied, damaged, or without its end."""

import json
import sqlite3
from contextlib import closing

import pytest

from companion.commands import backups
from companion.commands.check import check
from companion.games import RULES
from companion.paths import PROGRAM
from companion.storage import identifiers, log
from companion.storage.data import Data
from companion.storage.database import Newest
from companion.storage.identifiers import HOME
from companion.storage.sqlite import condition, head
from companion.storage.sqlite.store import SqliteStore
from tests.reference.death_name_records import games
from tests.support.api import ApiTable, is_refused, whole_game


@pytest.fixture
def data(say, tmp_path):
    """A data folder with three games, all of it in one file."""
    (tmp_path / "games.jsonl").write_text("".join(json.dumps(games(seed)) + "\n" for seed in range(3)))
    assert say("import", tmp_path / "games.jsonl", "--data", tmp_path / "data")[0] == 0
    return tmp_path / "data"


def changed(folder, *statements):
    with closing(sqlite3.connect(folder / condition.FILE, isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)


def asked(folder, statement):
    with closing(sqlite3.connect(folder / condition.FILE)) as db:
        return db.execute(statement).fetchone()[0]


def everything(folder):
    """All files of a folder with their bytes."""
    return {file: file.read_bytes() for file in folder.rglob("*") if file.is_file() and file.name != "lock"}


def is_left_alone(say, folder, *words):
    """Whether a command refuses the folder, in one sentence, and leaves every file as it is: the sentence."""
    before = everything(folder)
    status, out, err = say(*words, "--data", folder)
    assert (status, out, len(err.splitlines())) == (1, "", 1), (out, err)
    assert everything(folder) == before
    return err


COMMANDS = [
    ["check"],
    ["export", "out"],
    ["recount"],
    ["forget", "some"],
    ["import", "games.jsonl"],
    ["backup", "copy.db"],
    ["--host", "127.0.0.1"],
]


@pytest.fixture(params=COMMANDS, ids=lambda words: words[0])
def words(request, tmp_path, monkeypatch):
    """A command that opens the folder, told from a place of its own."""
    monkeypatch.chdir(tmp_path)
    return request.param


# Newer, or somebody else's

NEWER = "insert into _sqlite_migrations (migration_set, name, applied_at) values ('ledger', 'of_tomorrow', '')"


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        (NEWER, "newer release"),
        (f"pragma user_version = {len(condition.STEPS) + 1}", "newer release"),
        ("pragma application_id = 7", "another program"),
    ],
)
def test_a_file_of_a_newer_release_or_of_another_program_is_refused_and_stays_as_it_is(
    say, data, words, statement, why
):
    changed(data, statement, "pragma journal_mode = delete")
    assert why in is_left_alone(say, data, *words)


def test_a_database_without_our_tables_is_left_alone(say, tmp_path, words):
    (tmp_path / "data").mkdir()
    changed(tmp_path / "data", "create table recipes (name text)")
    (tmp_path / "games.jsonl").write_text("")
    assert "another program" in is_left_alone(say, tmp_path / "data", *words)


def test_a_backup_of_a_newer_release_is_not_put_back(say, data, tmp_path):
    say("backup", tmp_path / "copy.db", "--data", data)
    with closing(sqlite3.connect(tmp_path / "copy.db")) as db, db:
        db.execute(NEWER)
    assert "newer release" in is_left_alone(say, data, "restore", tmp_path / "copy.db", "--yes")


def test_our_file_says_whose_it_is_and_of_which_shape(data):
    assert asked(data, "pragma application_id") == condition.APPLICATION
    assert asked(data, "pragma user_version") == len(condition.STEPS)


def test_a_file_of_before_is_signed_when_it_is_opened(data):
    changed(data, "pragma application_id = 0", "pragma user_version = 0")
    SqliteStore(data).close()
    assert asked(data, "pragma application_id") == condition.APPLICATION


# Gone, emptied, damaged


def test_a_misspelt_folder_has_no_history_and_is_not_made(say, tmp_path):
    for words in (["check"], ["export", tmp_path / "out"], ["recount"], ["forget", "some"]):
        status, out, err = say(*words, "--data", tmp_path / "typo")
        assert (status, out, err) == (1, "", f"There is no saved history in {tmp_path / 'typo'}.\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("empty", [None, b"", "no tables"])
def test_what_is_gone_or_empty_beside_backups_is_told_with_the_newest_that_is_good(say, data, words, empty):
    backups.daily(data)
    (data / condition.BACKUPS / "later.db").write_bytes(b"rubbish" * 1000)
    (data / condition.FILE).unlink()
    if empty == "no tables":
        changed(data, "pragma user_version = 0", "vacuum")
    elif empty is not None:
        (data / condition.FILE).write_bytes(empty)
    told = is_left_alone(say, data, *words)
    assert f"{PROGRAM} restore {next((data / condition.BACKUPS).glob('ledger-*.db'))}" in told
    assert "3 games" in told
    assert "--new" in told


def test_what_is_gone_without_a_backup_is_missed_too(say, data, words):
    (data / condition.FILE).unlink()
    assert "no good backup" in is_left_alone(say, data, *words)


def test_a_new_one_is_begun_where_that_is_said(data, say):
    backups.daily(data)
    (data / condition.FILE).unlink()
    SqliteStore(data, new=True).close()
    assert say("check", "--data", data)[:2] == (0, "0 games, 0 problems.\n")


def test_where_all_is_there_new_changes_nothing(data, say):
    SqliteStore(data, new=True).close()
    assert say("check", "--data", data)[:2] == (0, "3 games, 0 problems.\n")


@pytest.mark.parametrize("how", ["half", "rubbish"])
def test_a_damaged_file_is_told_with_the_newest_good_backup(say, data, words, how):
    backups.daily(data)
    file = data / condition.FILE
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2] if how == "half" else b"rubbish" * 1000)
    assert "the newest good backup holds 3 games" in is_left_alone(say, data, *words)


@pytest.mark.parametrize(
    "words",
    [["--host", "127.0.0.1"], ["recount"], ["forget", "some"], ["import", "games.jsonl"]],
    ids=lambda words: words[0],
)
def test_a_damaged_page_that_hides_lines_is_found_before_anything_is_written(say, data, words):
    with closing(sqlite3.connect(data / condition.FILE)) as db:
        db.execute("vacuum")
        (page,) = db.execute("select pageno from dbstat where name = 'lines' and pagetype = 'leaf' limit 1").fetchone()
        size = db.execute("pragma page_size").fetchone()[0]
        db.execute("pragma wal_checkpoint(truncate)")
    content = bytearray((data / condition.FILE).read_bytes())
    content[(page - 1) * size + 4] -= 1  # the last line on this page is there no more
    (data / condition.FILE).write_bytes(content)
    assert "no good backup" in is_left_alone(say, data, *words)


# The end


def played_on(folder, lines=20):
    """Lines that are acknowledged while what is written lies in the log alone; the store as it is then."""
    store = SqliteStore(folder)
    store.do(lambda db: db.execute("pragma wal_autocheckpoint = 0"))
    header = log.Header("e" * 32, HOME, "EEEEE", "death-name", ["Ann", "Bo", "Cy", "Di"], {}, identifiers.now())
    store.do(lambda db: log.add_table(db, header))
    store.checkpoint()
    before = log.first_hash(header)
    for line in range(1, lines + 1):
        told = (line, '{"move":"adjust","seat":0,"track":"points","by":1,"why":"x"}', "2026-01-01", "host", f"k-{line}")
        before = log.line_hash(before, *told)
        row = log.Row(*told, before)
        store.do(lambda db, row=row: log.add_line(db, header, row, None))
    return store


def killed(folder, to):
    """The folder as it is when the server is killed now."""
    to.mkdir()
    for file in folder.iterdir():
        if file.is_file() and file.name in (condition.FILE, f"{condition.FILE}-wal", head.FILE):
            (to / file.name).write_bytes(file.read_bytes())
    return to


@pytest.fixture
def cut_off(data, tmp_path):
    """A folder of a server that was killed, all of its newest lines still in the log."""
    store = played_on(data)
    yield killed(data, tmp_path / "killed")
    store.close()


def lose(folder, how):
    log = folder / f"{condition.FILE}-wal"
    content = log.read_bytes()
    if how == "gone":
        log.unlink()
    elif how == "cut":
        log.write_bytes(content[: len(content) // 2])
    else:
        middle = len(content) // 2
        log.write_bytes(content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :])


def test_what_was_acknowledged_is_there_after_a_kill(say, cut_off):
    assert head.read(cut_off).line == 20
    SqliteStore(cut_off).close()
    assert asked(cut_off, "select max(line) from lines where key like 'k-%'") == 20


@pytest.mark.parametrize("how", ["gone", "cut", "flipped"])
def test_a_lost_end_is_told_and_nothing_is_written(say, cut_off, words, how):
    lose(cut_off, how)
    before = {name: (cut_off / name).read_bytes() for name in (condition.FILE, head.FILE)}
    status, out, err = say(*words, "--data", cut_off)
    assert (status, out, len(err.splitlines())) == (1, "", 1)
    assert f"line 20 of game {'e' * 32}" in err
    assert "check --accept" in err
    assert {name: (cut_off / name).read_bytes() for name in before} == before


def test_whoever_accepts_it_goes_on_with_what_is_there(say, cut_off):
    lose(cut_off, "gone")
    status, out, _ = say("check", "--accept", "--data", cut_off)
    assert (status, out) == (0, "4 games, 0 problems.\n")
    assert say("check", "--data", cut_off)[0] == 0
    assert head.read(cut_off).table_id != "e" * 32


def test_a_folder_without_a_head_is_no_fault(say, cut_off):
    lose(cut_off, "gone")
    head.drop(cut_off)
    assert say("check", "--data", cut_off)[0] == 0


@pytest.mark.parametrize("length", [0, 1, 60, 100, 120, head.LENGTH - 1])
def test_a_torn_head_is_no_fault(say, cut_off, length):
    lose(cut_off, "gone")
    whole = (cut_off / head.FILE).read_bytes()
    (cut_off / head.FILE).write_bytes(whole[:length].rstrip()[:-1])
    assert head.read(cut_off) is None
    assert say("check", "--data", cut_off)[0] == 0


def test_a_head_that_is_behind_is_no_fault(say, data):
    behind = (data / head.FILE).read_bytes()
    played_on(data).close()
    assert (data / head.FILE).read_bytes() != behind
    (data / head.FILE).write_bytes(behind)
    assert say("check", "--data", data)[0] == 0


def test_a_newest_line_that_is_another_one_is_told_by_check(say, data):
    newest = head.read(data)
    with closing(head.Writer(data)) as writer:
        writer.write(Newest(newest.table_id, newest.line, "0" * 64))
    status, out, _ = say("check", "--data", data)
    assert (status, f"{newest.table_id}: its newest line is another one" in out) == (1, True)


def test_what_was_undone_is_not_the_newest_line(data):
    store, before = SqliteStore(data), head.read(data)

    def fails(db):
        (header,) = log.all_tables(db)[:1]
        log.add_line(db, header, log.Row(99, "{}", "", "", "k", ""), None)
        raise ValueError("not this one")

    assert isinstance(store.write([fails])[0], ValueError)
    store.close()
    assert head.read(data) == before


@pytest.mark.parametrize("command", ["restore", "forget"])
def test_whatever_writes_the_file_anew_writes_its_head_anew(say, data, tmp_path, command):
    say("backup", tmp_path / "copy.db", "--data", data)
    played_on(data).close()
    words = ["restore", tmp_path / "copy.db", "--yes"] if command == "restore" else ["forget", "e" * 32]
    assert say(*words, "--data", data)[0] == 0
    assert head.read(data).table_id != "e" * 32
    assert say("check", "--data", data)[:2] == (0, "3 games, 0 problems.\n")


# Rules, and shapes of before


def under(folder, rules):
    """Let every seal have been made under these rules."""
    changed(folder, "drop trigger seals_update", f"update seals set rules = {rules}")


def test_a_seal_says_under_which_rules_it_was_made(data):
    assert asked(data, "select group_concat(distinct rules) from seals") == str(RULES)


def test_a_game_that_older_rules_sealed_otherwise_is_scored_anew_and_sealed_anew(say, data):
    changed(data, "drop trigger seals_update", "update seals set result = json_set(result, '$.round', 99), rules = 0")
    closed = asked(data, "select count(distinct table_id) from seals")
    status, out, _ = say("check", "--data", data)
    assert (status, out.count("scored anew")) == (0, closed)
    assert asked(data, f"select count(*) from seals where rules = {RULES}") == closed
    assert say("check", "--data", data)[:2] == (0, "3 games, 0 problems.\n")


def test_an_older_file_is_copied_before_its_first_step(say, data):
    changed(
        data,
        "drop table seals",
        "create table seals (table_id text, line integer, result text, at text)",
        "delete from _sqlite_migrations where name = 'rules_of_seals'",
    )
    before = asked(data, "select count(*) from lines")
    backups.daily(data)
    SqliteStore(data).close()
    (copy,) = (data / condition.BACKUPS).glob("before-upgrade-*.db")
    with closing(sqlite3.connect(copy)) as db:
        assert db.execute("select count(*) from lines").fetchone()[0] == before
        assert "rules" not in [row[1] for row in db.execute("pragma table_info(seals)")]
    assert check(Data(data)) == 1  # the seals are gone, and that is told


# Damaged games among others


def test_a_damaged_game_is_left_out_of_an_export_and_of_the_sums_and_the_others_are_not(say, data, tmp_path):
    id = asked(data, "select table_id from seals limit 1")
    changed(data, "drop trigger lines_update", f"update lines set at = 'x' where table_id = '{id}' and line = 2")
    status, out, err = say("export", tmp_path / "out", "--data", data)
    assert (status, len(list((tmp_path / "out").iterdir()))) == (1, 2)
    assert (out.startswith("2 games written"), id in err, f"{PROGRAM} check" in err) == (True, True, True)
    status, out, err = say("recount", "--data", data)
    assert (status, out, id in err) == (1, "2 games counted again.\n", True)


def test_a_house_opens_with_a_damaged_game_in_it_and_says_so(server):
    table = ApiTable(server.program().call).play(whole_game()[:5])
    server.stop()
    changed(server.data, "drop trigger lines_update", "update lines set at = 'x' where line = 2")
    changed(server.data, "delete from places", "delete from chronicle")
    lost = "insert into lines select 'gone', 1, move, at, reporter, key, hash from lines where line = 1"
    changed(server.data, lost)
    server.start()
    assert "A game is damaged, and not shown" in server.complaints
    assert "gone (?): its lines are here, and the game is not" in server.complaints
    program = server.program()
    assert is_refused(program.call("GET", table.path, table.host), 503, "damaged")
    assert ApiTable(program.call).look()["line"] == 0
    assert server.stop() == 0
    assert "Traceback" not in server.complaints
