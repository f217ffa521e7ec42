"""The commands: replay, check, export, import, backup."""

import errno
import json
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from companion.cli import main, unusable
from companion.paths import PROGRAM
from companion.storage import log
from companion.storage.sqlite import condition, head
from companion.storage.sqlite.lock import exclusive_use
from companion.storage.sqlite.store import SqliteStore
from companion.table import limits
from companion.table.record import dump, read
from companion.table.result import is_closed
from companion.table.strict_json import parse
from tests.evenings import EVENINGS
from tests.reference.death_name import score
from tests.reference.death_name_records import games
from tests.support import TOP

pytestmark = pytest.mark.slow

APP = TOP / "app.py"
GAMES = [games(seed) for seed in range(6)]
EVENING = EVENINGS["death-name/four-with-phones"].record
BROKEN = {"format": 1, "game": "death-name", "seats": ["Ann", "Bo", "Cy", "Di"], "moves": [{"move": "castle"}]}


def app(*words, said=b"", **environment):
    """Run app.py in a process of its own."""
    command = [sys.executable, str(APP), *map(str, words)]
    return subprocess.run(command, input=said, capture_output=True, check=False, env=os.environ | environment)


def lines(*records):
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


@pytest.fixture
def evening(tmp_path):
    """The file of a game."""
    (tmp_path / "evening.json").write_text(json.dumps(EVENING))
    return tmp_path / "evening.json"


@pytest.fixture
def replay(say, tmp_path):
    """Replay files with these contents: the exit status, and what each line of the answer says."""

    def run(*contents):
        files = [tmp_path / f"{number}.json" for number in range(len(contents))]
        for file, content in zip(files, contents, strict=True):
            file.write_bytes(content if isinstance(content, bytes) else content.encode())
        status, out, err = say("replay", *files)
        assert err == ""
        return status, [json.loads(line) for line in out.splitlines()]

    return run


class TestReplay:
    def test_a_file_with_one_record_gives_one_result(self, replay):
        assert replay(json.dumps(GAMES[0])) == (0, [score(GAMES[0])])
        assert replay(json.dumps(GAMES[1], indent=2)) == (0, [score(GAMES[1])])

    def test_a_file_with_a_record_per_line_gives_a_result_each(self, replay):
        assert replay(lines(*GAMES)) == (0, [score(game) for game in GAMES])

    def test_several_files_are_answered_in_the_order_given(self, replay):
        told = replay(lines(GAMES[2]), lines(GAMES[0], GAMES[3]), json.dumps(GAMES[1], indent=1))
        assert told == (0, [score(GAMES[number]) for number in (2, 0, 3, 1)])

    def test_options_may_be_missing(self, replay):
        bare = {name: value for name, value in GAMES[0].items() if name != "options"} | {"moves": []}
        assert replay(json.dumps(bare)) == replay(json.dumps(bare | {"options": {}})) == (0, [score(bare)])

    def test_what_cannot_be_replayed_gives_an_error_and_the_rest_is_replayed(self, replay):
        status, (first, error, last) = replay(lines(GAMES[0], BROKEN), lines(GAMES[1]))
        assert (status, first, last) == (1, score(GAMES[0]), score(GAMES[1]))
        assert error == {"error": {"line": 1, "code": "unreadable", "message": error["error"]["message"]}}

    @pytest.mark.parametrize(
        ("record", "line", "code"),
        [
            (BROKEN | {"game": "chess"}, 0, "unreadable"),
            (BROKEN | {"seats": ["Ann"]}, 0, "seats"),
            (BROKEN | {"moves": [{"move": "decree", "icons": [0, 0, 0, 0]}] * 2}, 2, "round-open"),
            (BROKEN | {"moves": [{"move": "correct", "lines": [[1, None]]}]}, 1, "no-such-line"),
        ],
    )
    def test_an_error_says_which_line_is_wrong_and_why(self, replay, record, line, code):
        status, (told,) = replay(json.dumps(record))
        error = told["error"]
        assert (status, error["line"], error["code"]) == (1, line, code)
        assert error["message"].endswith(".") or code == "unreadable"

    def test_an_error_calls_people_by_the_names_of_the_record(self, replay):
        turned_up = {"move": "decree", "icons": [0, 0, 0, 0]}
        reading = {"move": "reading", "seat": 2, "reading": "abc"}
        broken = BROKEN | {"seats": ["Ann", "Bo", "Cy", "Di"], "moves": [turned_up, reading]}
        written = {"move": "write", "seat": 0, "name": "Zed"}
        strike = {"move": "correct", "lines": [[2, None]]}
        corrected = broken | {"moves": [turned_up, written, reading | {"seat": 0}, strike]}
        _, told = replay(lines(broken, corrected))
        assert [error["error"]["message"] for error in told] == [
            "Cy has not written a name yet.",
            "Line 3 would no longer fit: Ann has not written a name yet.",
        ]

    @pytest.mark.parametrize("content", [b"", b"\n", b"{", b"\xff\xfe{}", b'{"a": "\\ud800"}', b"[" * 100_000])
    def test_a_file_that_holds_no_record_is_an_error_on_line_0(self, replay, content):
        status, (told,) = replay(content)
        error = told["error"]
        assert (status, error["line"], error["code"]) == (1, 0, "unreadable")

    def test_a_byte_that_is_no_text_is_an_error_of_its_record_alone(self, replay):
        broken = json.dumps(GAMES[1]).replace(GAMES[1]["seats"][0], "Jos\xe9", 1).encode("latin-1")
        status, (first, error, last) = replay(
            b"\n".join([json.dumps(GAMES[0]).encode(), broken, lines(GAMES[2]).encode()])
        )
        assert (status, first, last) == (1, score(GAMES[0]), score(GAMES[2]))
        assert (error["error"]["line"], error["error"]["code"]) == (0, "unreadable")

    def test_without_a_standard_input_that_is_said(self, say, monkeypatch):
        monkeypatch.setattr(sys, "stdin", None)
        status, out, _ = say("replay", "-")
        assert (status, json.loads(out)["error"]["code"]) == (1, "unreadable")

    def test_a_file_that_is_not_there_is_an_error_and_the_rest_is_replayed(self, say, tmp_path):
        (tmp_path / "good.json").write_text(json.dumps(GAMES[0]))
        status, out, _ = say("replay", tmp_path / "none.json", tmp_path, tmp_path / "good.json")
        missing, folder, good = [json.loads(line) for line in out.splitlines()]
        assert (status, good) == (1, score(GAMES[0]))
        assert [error["error"]["line"] for error in (missing, folder)] == [0, 0]
        assert "none.json" in missing["error"]["message"]

    def test_a_byte_order_mark_and_the_line_ends_of_windows_do_not_matter(self, replay):
        windows = b"\xef\xbb\xbf" + lines(*GAMES[:2]).replace("\n", "\r\n").encode()
        assert replay(windows) == (0, [score(game) for game in GAMES[:2]])

    def test_nothing_is_kept(self, say, tmp_path):
        (tmp_path / "good.json").write_text(json.dumps(GAMES[0]))
        assert say("replay", tmp_path / "good.json")[0] == 0
        assert [file.name for file in tmp_path.iterdir()] == ["good.json"]

    def test_a_minus_reads_records_one_per_line_from_standard_input(self):
        done = app("replay", "-", said=lines(GAMES[0], BROKEN).encode() + b"\n\xff\n" + lines(GAMES[1]).encode())
        told = [json.loads(line) for line in done.stdout.decode().splitlines()]
        assert (done.returncode, done.stderr) == (1, b"")
        assert [told[0], told[3]] == [score(GAMES[0]), score(GAMES[1])]
        assert [line["error"]["code"] for line in told[1:3]] == ["unreadable"] * 2

    def test_an_empty_standard_input_is_no_error(self):
        done = app("replay", "-")
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")

    def test_results_are_utf_8_whatever_the_terminal_speaks(self, tmp_path):
        moves = [{"move": "decree", "icons": [0] * 4}]
        moves += [{"move": "write", "seat": seat, "name": name} for seat, name in enumerate(["花", "Ñu", "はな", "🙂"])]
        moves += [{"move": "hold", "seat": seat, "card": seat} for seat in range(4)]
        done = app("replay", "-", said=lines(BROKEN | {"moves": moves}).encode(), PYTHONIOENCODING="ascii", LC_ALL="C")
        assert done.returncode == 0
        assert "花" in done.stdout.decode()

    def test_without_a_file_it_says_how_it_is_used(self):
        done = app("replay")
        assert done.returncode == 2
        assert b"usage" in done.stderr


@pytest.mark.parametrize("command", [[], ["replay"], ["check"], ["export"], ["import"], ["backup"]])
def test_every_command_explains_itself(command, capsys):
    with pytest.raises(SystemExit) as ended:
        main([*command, "--help"])
    assert ended.value.code == 0
    assert f"usage: {PROGRAM}" in capsys.readouterr().out


def test_without_its_packages_it_names_the_way_to_them():
    bare = [sys.executable, "-S", str(APP), "check"]  # -S: without the packages of this environment
    done = subprocess.run(bare, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert re.fullmatch(r"\w+ is not installed for this Python: start.py installs it, and starts.\n", done.stderr)


@pytest.mark.parametrize("command", [[], ["import", "games.jsonl"]])
@pytest.mark.parametrize("inside", ["", "data"])
def test_a_file_that_stands_where_the_data_folder_should_be_is_told_in_a_sentence(say, tmp_path, command, inside):
    (tmp_path / "notes").write_text("mine")
    folder = tmp_path / "notes" / inside
    status, _, err = say(*command, "--data", folder)
    sentence = f"{folder} cannot be the data folder, for a file is there: choose another with --data.\n"
    assert (status, err) == (1, sentence)
    assert (tmp_path / "notes").read_text() == "mine"


@pytest.mark.parametrize(
    ("number", "file", "sentence"),
    [
        (errno.EACCES, "data", "cannot be written: choose another folder with --data."),
        (errno.EROFS, "data/backups", "cannot be written: choose another folder with --data."),
        (errno.EROFS, "", "cannot be written: choose another folder with --data."),
        (errno.EACCES, "exports", f"cannot be used: {os.strerror(errno.EACCES)}."),
        (errno.EIO, "data/ledger.db", f"cannot be used: {os.strerror(errno.EIO)}."),
    ],
)
def test_what_the_system_forbids_is_told_in_a_sentence(tmp_path, number, file, sentence):
    problem = OSError(number, os.strerror(number), str(tmp_path / file))
    assert unusable(problem, tmp_path / "data") == f"{tmp_path / file} {sentence}"


def test_an_export_into_a_file_is_told_in_a_sentence(say, evening, tmp_path):
    assert say("import", evening, "--data", tmp_path / "data")[0] == 0
    (tmp_path / "notes").write_text("mine")
    sentence = f"{tmp_path / 'notes'} cannot be used: {os.strerror(errno.EEXIST)}.\n"
    assert say("export", tmp_path / "notes", "--data", tmp_path / "data") == (1, "", sentence)


def test_one_game_is_counted_as_one(say, evening, tmp_path):
    assert say("import", evening, "--data", tmp_path / "data")[0] == 0
    assert say("export", tmp_path / "out", "--data", tmp_path / "data")[1] == f"1 game written to {tmp_path / 'out'}.\n"


def test_a_record_whose_corrections_read_too_much_again_is_named_and_nothing_is_taken_in(
    say, evening, tmp_path, monkeypatch
):
    entry = {"move": "adjust", "seat": 0, "track": "points", "by": 1, "why": "a bet"}
    moves = [*[entry] * 2, *[{"move": "correct", "lines": [[1, entry]]}] * 2]
    long = tmp_path / "long.json"
    long.write_text(json.dumps({"format": 1, "game": "death-name", "seats": ["A", "B", "C", "D"], "moves": moves}))
    monkeypatch.setattr(limits, "REREAD", 3)
    status, _, err = say("import", evening, long, "--data", tmp_path / "data")
    assert status == 1
    assert "long.json, record 1, line 4: That is too long" in err
    assert "0 games" in say("check", "--data", tmp_path / "data")[1]


def test_a_file_that_is_not_there_is_named_once(say, tmp_path):
    err = f"{tmp_path / 'x.json'} cannot be read: {os.strerror(errno.ENOENT)}\nNothing was taken in.\n"
    assert say("import", tmp_path / "x.json", "--data", tmp_path / "data") == (1, "", err)


def test_a_record_with_a_byte_that_is_no_text_is_named_and_nothing_is_taken_in(say, tmp_path):
    file = tmp_path / "games.jsonl"
    file.write_bytes(lines(GAMES[0]).encode() + b'{"game": "\xe9"}\n')
    status, out, err = say("import", file, "--data", tmp_path / "data")
    assert (status, out, err.startswith(f"{file}, record 2, line 0: ")) == (1, "", True)
    assert err.endswith("\nNothing was taken in.\n")


def test_where_no_backup_is_that_is_said(say, tmp_path):
    status, out, _ = say("restore", "--data", tmp_path)
    assert (status, out.splitlines()[0]) == (0, f"There is no backup in {tmp_path / 'backups'}.")


# What is kept


@pytest.fixture
def data(say, tmp_path):
    """A data folder with a few games in it."""
    (tmp_path / "games.jsonl").write_text(lines(*GAMES))
    assert say("import", tmp_path / "games.jsonl", "--data", tmp_path / "data")[0] == 0
    return tmp_path / "data"


def tampered(folder, statement, *values, table=None):
    """Change the file as the app never would: without the triggers that refuse it. How many rows it changed."""
    verb, rest = statement.split(maxsplit=1)
    with closing(sqlite3.connect(folder / condition.FILE)) as db, db:
        db.execute(f"drop trigger {table or rest.removeprefix('from ').split()[0]}_{verb}")
        return db.execute(statement, values).rowcount


def content(folder):
    """All that is in the file."""
    with closing(sqlite3.connect(folder / condition.FILE)) as db:
        return list(db.iterdump())


def of_tables(folder, finished=True):
    """The ids of the games that are closed (or of those that are not) with their last line, the longest first."""
    with closing(sqlite3.connect(folder / condition.FILE)) as db:
        last = db.execute("select table_id, max(line) from lines group by table_id order by 2 desc").fetchall()
        sealed = {row[0] for row in db.execute("select table_id from seals")}
    return [(id, line) for id, line in last if (id in sealed) == finished]


DAMAGE = [  # what becomes of a game, and what is said of it
    *(
        (f"update lines set {field} = {field} || ' ' where line = 3 and table_id = ?", "line 3")
        for field in ("move", "at", "reporter", "key", "hash")
    ),
    ("delete from lines where line = 5 and table_id = ?", ""),
    ("update lines set line = 4999 where line = 2 and table_id = ?", ""),
    ("update seals set result = json_set(result, '$.totals[0]', 99) where table_id = ?", "sealed"),
    ("update seals set result = '{' where table_id = ?", ""),
    ("delete from seals where table_id = ?", "no seal"),
    ('update tables set seats = \'["Zed","Bo","Cy","Di"]\' where id = ?', ""),
    ('update tables set options = \'{"kill_rule":"any","pass_limit":7}\' where id = ?', ""),
    ("update tables set opened_at = 'yesterday' where id = ?", ""),
    ("update tables set game = 'chess' where id = ?", ""),
    ("delete from tables where id = ?", ""),
]


class TestCheck:
    def found(self, say, folder):
        """What check finds wrong: one line for each problem."""
        status, out, err = say("check", "--data", folder)
        *problems, last = out.splitlines()
        assert (status, err) == (1 if problems else 0, "")
        ending = "1 problem." if len(problems) == 1 else f"{len(problems)} problems."
        assert re.fullmatch(rf"(1 game|\d+ games), {ending}", last)
        return problems

    def test_what_was_only_added_to_is_in_order(self, say, data, tmp_path):
        assert self.found(say, data) == []

    def test_the_games_are_counted(self, say, data):
        assert say("check", "--data", data)[1] == "6 games, 0 problems.\n"

    @pytest.mark.parametrize(("statement", "words"), DAMAGE)
    def test_what_was_changed_of_a_game_is_found(self, say, data, statement, words):
        id, _ = of_tables(data)[0]
        assert tampered(data, statement, id) >= 1
        problems = self.found(say, data)
        assert problems and all(id in problem and words in problem for problem in problems)

    def test_a_missing_last_line_of_a_game_that_was_over_is_found(self, say, data):
        newest = head.read(data)
        id, last = next(game for game in of_tables(data) if game[0] != newest.table_id)
        assert tampered(data, "delete from lines where table_id = ? and line = ?", id, last) == 1
        assert any(id in problem for problem in self.found(say, data))

    def test_a_forged_line_with_a_chain_to_match_adds_up_to_something_else_than_was_sealed(
        self, say, evening, tmp_path
    ):
        assert say("import", evening, "--data", tmp_path)[0] == 0
        store = SqliteStore(tmp_path)
        (header,) = log.all_tables(store.reader())
        rows = log.rows(store.reader(), header.id)
        store.close()
        spelt = [row.move.replace('"icons":[0,-1,1,0]', '"icons":[0,1,-1,0]') for row in rows]
        before = log.first_hash(header)
        with closing(sqlite3.connect(tmp_path / condition.FILE)) as db, db:
            db.execute("drop trigger lines_update")
            for row, forged in zip(rows, spelt, strict=True):
                before = log.line_hash(before, row.line, forged, row.reported_at, row.reporter, row.key)
                db.execute("update lines set move = ?, hash = ? where line = ?", (forged, before, row.line))
        (problem,) = self.found(say, tmp_path)
        assert header.id in problem
        assert "sealed" in problem

    def test_all_that_is_wrong_is_told_not_just_the_first(self, say, data):
        (one, _), (other, _) = of_tables(data)[:2]
        tampered(data, "update lines set at = 'now' where table_id in (?, ?) and line = 1", one, other)
        assert len(self.found(say, data)) == 2

    def test_a_file_that_is_no_database_is_told_in_a_sentence(self, say, tmp_path):
        (tmp_path / condition.FILE).write_bytes(b"not a database, not at all " * 300)
        status, out, err = say("check", "--data", tmp_path)
        assert (status, out) == (1, "")
        assert "not a database" in err


def exported(say, data, to):
    """Export; the files by name."""
    status, _, _ = say("export", to, "--data", data)
    assert status == 0
    return {file.name: file.read_bytes() for file in to.iterdir()}


class TestExportAndImport:
    def test_export_import_export_gives_the_same_bytes(self, say, data, tmp_path):
        once = exported(say, data, tmp_path / "once")
        assert say("import", *(tmp_path / "once").iterdir(), "--data", tmp_path / "other")[0] == 0
        assert exported(say, tmp_path / "other", tmp_path / "twice") == once
        assert len(once) == len(GAMES)
        assert say("check", "--data", tmp_path / "other")[0] == 0

    def test_each_game_is_a_record_named_after_its_id(self, say, data, tmp_path):
        for name, written in exported(say, data, tmp_path / "once").items():
            record = read(parse(written))
            assert name == f"{record.extra['id']}.json"
            assert written.decode() == dump(record.table, record.notes, record.extra) + "\n"

    def test_what_comes_out_is_what_went_in(self, say, data, tmp_path):
        written = exported(say, data, tmp_path / "once").values()
        tables = {dump(read(parse(record)).table) for record in written}
        assert tables == {dump(read(game).table) for game in GAMES}

    def test_when_and_by_whom_lines_were_reported_comes_in_too(self, say, tmp_path):
        moves = [move | {"at": f"20:15:{at}", "reporter": "Ann"} for at, move in enumerate(EVENING["moves"])]
        noted = EVENING | {"moves": moves, "opened_at": "2025-11-21T20:00:00.000Z", "id": "a" * 32}
        (tmp_path / "noted.json").write_text(json.dumps(noted))
        assert say("import", tmp_path / "noted.json", "--data", tmp_path / "data")[0] == 0
        (written,) = exported(say, tmp_path / "data", tmp_path / "once").values()
        assert json.loads(written) == noted

    def test_a_game_that_is_here_does_not_come_in_twice(self, say, data, tmp_path):
        before = content(data)
        assert say("import", tmp_path / "games.jsonl", "--data", data)[1] == "0 games taken in, 6 were here already.\n"
        exported(say, data, tmp_path / "once")
        assert say("import", *(tmp_path / "once").iterdir(), "--data", data)[1].startswith("0 games taken in")
        assert content(data) == before

    @pytest.mark.parametrize(
        "id", ["8d3e1c6ef0a84d6f9a3c5b7d9e0f1a2b", "8D3E1C6E-F0A8-4D6F-9A3C-5B7D9E0F1A2B", "Friday"]
    )
    def test_games_are_told_apart_by_their_id(self, say, tmp_path, id):
        first, second = GAMES[0] | {"id": id}, GAMES[1] | {"id": id}
        (tmp_path / "both.jsonl").write_text(lines(first, second, first))
        say("import", tmp_path / "both.jsonl", "--data", tmp_path / "data")
        assert len(exported(say, tmp_path / "data", tmp_path / "once")) == 1
        assert len(of_tables(tmp_path / "data") + of_tables(tmp_path / "data", finished=False)) == 1

    def test_a_closed_game_comes_in_sealed_and_an_open_one_goes_on(self, say, data):
        closed = [is_closed(read(game).table) for game in GAMES]
        assert len(of_tables(data)) >= sum(closed)
        assert say("check", "--data", data)[0] == 0

    @pytest.mark.parametrize("place", [0, 1, 2])
    def test_if_one_does_not_replay_none_comes_in(self, say, data, tmp_path, place):
        records = [games(seed) for seed in (50, 51)]
        records.insert(place, BROKEN)
        (tmp_path / "bad.jsonl").write_text(lines(*records))
        before = content(data)
        status, out, err = say("import", tmp_path / "bad.jsonl", "--data", data)
        assert (status, out) == (1, "")
        assert f"bad.jsonl, record {place + 1}, line 1:" in err
        assert content(data) == before

    @pytest.mark.parametrize("moves", [5001, 65])
    def test_a_record_that_is_too_long_for_a_table_does_not_come_in_and_is_replayed(self, say, data, tmp_path, moves):
        bonus = {"move": "adjust", "seat": 0, "track": "points", "by": 1, "why": "a bet"}
        lines = [bonus] * moves
        if moves == 65:
            lines += [{"move": "correct", "lines": [[at + 1, bonus] for at in range(moves)]}]
        (tmp_path / "long.json").write_text(json.dumps(BROKEN | {"moves": lines}))
        before = content(data)
        status, out, err = say("import", tmp_path / "long.json", "--data", data)
        assert (status, out, content(data)) == (1, "", before)
        assert f"long.json, record 1, line {len(lines)}: That is too long" in err
        assert json.loads(say("replay", tmp_path / "long.json")[1])["totals"] == [moves, 0, 0, 0]

    def test_if_one_file_cannot_be_read_none_comes_in(self, say, data, tmp_path):
        (tmp_path / "good.json").write_text(json.dumps(games(50)))
        (tmp_path / "bad.json").write_bytes(b"\xff")
        before = content(data)
        for bad in (tmp_path / "none.json", tmp_path / "bad.json", tmp_path):
            status, _, err = say("import", tmp_path / "good.json", bad, "--data", data)
            assert (status, str(bad) in err) == (1, True)
        assert content(data) == before

    def test_nothing_comes_in_while_the_server_has_the_folder(self, say, data, tmp_path):
        (tmp_path / "good.json").write_text(json.dumps(games(50)))
        before = content(data)
        with exclusive_use(data, "http://192.168.1.20:8000"):
            status, out, err = say("import", tmp_path / "good.json", "--data", data)
        assert (status, out) == (1, "")
        assert "http://192.168.1.20:8000" in err
        assert content(data) == before
        assert say("import", tmp_path / "good.json", "--data", data)[0] == 0

    def test_a_code_that_is_taken_is_not_given_again(self, say, tmp_path, monkeypatch):
        """With the five letters of a code, two of a thousand tables want the same one once in 16 imports."""
        monkeypatch.setattr("companion.storage.identifiers.CODE_LENGTH", 2)
        bare = {"format": 1, "game": "death-name", "seats": ["Ann", "Bo", "Cy", "Di"], "moves": []}
        (tmp_path / "many.jsonl").write_text(lines(*(bare | {"id": f"evening {number}"} for number in range(200))))
        told = say("import", tmp_path / "many.jsonl", "--data", tmp_path / "data")
        assert told == (0, "200 games taken in, 0 were here already.\n", "")

    def test_export_and_check_go_on_while_the_server_has_the_folder(self, say, data, tmp_path):
        with exclusive_use(data):
            assert len(exported(say, data, tmp_path / "once")) == 6
            assert say("check", "--data", data)[0] == 0

    def test_export_warns_of_secrets_that_are_still_open(self, say, tmp_path):
        moves = [{"move": "decree", "icons": [0] * 4}, {"move": "write", "seat": 0, "name": "Bob"}]
        (tmp_path / "open.json").write_text(json.dumps(BROKEN | {"moves": moves}))
        say("import", tmp_path / "open.json", "--data", tmp_path / "data")
        status, _, err = say("export", tmp_path / "once", "--data", tmp_path / "data")
        assert (status, "1 of them" in err) == (0, True)


class TestBackup:
    def test_a_copy_holds_all_that_is_committed_and_nothing_else(self, say, data, tmp_path):
        before = content(data)
        with exclusive_use(data), closing(sqlite3.connect(data / condition.FILE, isolation_level=None)) as db:
            db.execute("begin immediate")
            db.execute("insert into secrets values ('half', 'done')")
            assert say("backup", tmp_path / "copy.db", "--data", data)[0] == 0
            db.execute("rollback")
        (tmp_path / "restored").mkdir()
        (tmp_path / "copy.db").rename(tmp_path / "restored" / condition.FILE)
        assert content(tmp_path / "restored") == before
        assert say("check", "--data", tmp_path / "restored")[:2] == (0, "6 games, 0 problems.\n")

    def test_a_copy_refuses_changes_like_the_original(self, say, data, tmp_path):
        say("backup", tmp_path / "copy.db", "--data", data)
        with closing(sqlite3.connect(tmp_path / "copy.db")) as db, pytest.raises(sqlite3.IntegrityError):
            db.execute("delete from lines")

    def test_a_file_that_is_there_is_not_overwritten(self, say, data, tmp_path):
        (tmp_path / "copy.db").write_text("precious")
        status, _, err = say("backup", tmp_path / "copy.db", "--data", data)
        assert (status, "there already" in err) == (1, True)
        assert (tmp_path / "copy.db").read_text() == "precious"

    def test_where_nothing_is_kept_nothing_is_copied(self, say, tmp_path):
        status, _, err = say("backup", tmp_path / "copy.db", "--data", tmp_path / "data")
        assert (status, bool(err)) == (1, True)
        assert not (tmp_path / "copy.db").exists()

    def test_a_folder_that_is_not_there_is_told_in_a_sentence(self, say, data, tmp_path):
        status, _, err = say("backup", tmp_path / "none" / "copy.db", "--data", data)
        assert (status, len(err.splitlines())) == (1, 1)
