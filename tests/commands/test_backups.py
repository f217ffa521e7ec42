"""Backups: one a day, put back after saying what that does; and a game taken out so that nothing of it is left."""

import json
import sqlite3
from contextlib import closing
from datetime import datetime, time, timedelta
from functools import partial

import gevent
import pytest
from sqlite_utils import Database

from companion.commands import backups, serve
from companion.server import server
from companion.storage.data import Data
from companion.storage.sqlite import condition, copies
from companion.storage.sqlite.before import migrations
from companion.storage.sqlite.lock import exclusive_use
from companion.storage.sqlite.store import SqliteStore
from companion.storage.workers import WorkerPool
from tests.reference.death_name_records import games
from tests.support.effort import patient

pytestmark = pytest.mark.slow

MARK = "TNTqX7vB2kLm9RsT4w"


def bring(say, tmp_path, *records):
    file = tmp_path / "games.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in records))
    assert say("import", file, "--data", tmp_path / "data")[0] == 0
    return tmp_path / "data"


def ids(file):
    with closing(sqlite3.connect(file)) as db:
        return {row[0] for row in db.execute("select id from tables")}


def record(seed, **more):
    return games(seed) | {"id": f"{seed:032x}", "opened_at": f"2026-0{seed}-01T18:00:00.000Z"} | more


@pytest.fixture
def data(say, tmp_path):
    return bring(say, tmp_path, record(1), record(2), record(3))


class TestDaily:
    def test_the_first_opening_of_a_day_makes_a_copy_and_the_next_does_not(self, data):
        made = backups.daily(data)
        assert made.name == f"ledger-{datetime.now():%Y-%m-%d}.db"
        assert ids(made) == ids(data / condition.FILE)
        assert backups.daily(data) is None

    def test_the_last_ten_days_are_kept_and_other_backups_are_left_alone(self, data):
        folder = data / condition.BACKUPS
        folder.mkdir()
        days = [f"{datetime.now() - timedelta(days):%Y-%m-%d}" for days in range(1, 30, 2)]
        for day in days:
            (folder / f"ledger-{day}.db").write_text("old")
        (folder / "before-restore-2020-01-01-000000.db").write_text("dear")
        backups.daily(data)
        kept = sorted(file.name for file in folder.iterdir())
        assert kept[0].startswith("before-restore")
        assert kept[1:] == sorted(f"ledger-{day}.db" for day in [f"{datetime.now():%Y-%m-%d}", *days[:9]])

    def test_a_damaged_drawer_pushes_no_good_copy_out(self, data, capsys):
        folder = data / condition.BACKUPS
        folder.mkdir()
        for number in range(10):
            (folder / f"ledger-2020-01-{number + 10}.db").write_text("good")
        with closing(sqlite3.connect(data / condition.FILE)) as db:
            db.execute("pragma wal_checkpoint(truncate)")
        file = data / condition.FILE
        content = bytearray(file.read_bytes())
        content[4096:12288] = bytes(8192)
        file.write_bytes(content)
        assert backups.daily(data) is None
        assert "No backup was made" in capsys.readouterr().err
        assert len(list(folder.glob("ledger-2020*.db"))) == 10
        assert file.read_bytes() == content

    def test_where_nothing_is_kept_yet_nothing_is_copied(self, tmp_path):
        assert backups.daily(tmp_path) is None
        assert list(tmp_path.iterdir()) == []

    def test_a_server_makes_one_when_it_opens(self, server):
        server.stop()
        server.start()
        server.stop()
        assert [file.name for file in (server.data / condition.BACKUPS).iterdir()] == [
            f"ledger-{datetime.now():%Y-%m-%d}.db"
        ]

    def test_a_server_that_runs_for_weeks_makes_one_each_day(self, data, monkeypatch, capsys):
        monkeypatch.setattr(server, "HOUR_SECONDS", 0.01)
        monkeypatch.setattr(server, "NIGHT_ENDS", time.max)
        folder = data / condition.BACKUPS
        folder.write_text("no folder")
        made = folder / f"ledger-{datetime.now():%Y-%m-%d}.db"
        copying = gevent.spawn(server.repeat_by_day, WorkerPool(), partial(serve._copy_daily, Data(data)))
        with gevent.Timeout(patient(30)):
            gevent.sleep(0.1)
            assert capsys.readouterr().err == ""  # the night is not over
            monkeypatch.setattr(server, "NIGHT_ENDS", time(0))
            while "No backup was made" not in capsys.readouterr().err:
                gevent.sleep(0.01)
            folder.unlink()
            for _ in range(2):
                while not made.exists():
                    gevent.sleep(0.01)
                assert ids(made) == ids(data / condition.FILE)
                made.rename(folder / "ledger-2020-01-01.db")
        copying.kill()


class TestRestore:
    def test_it_says_what_it_will_do_and_does_nothing_without_a_yes(self, say, data, tmp_path, monkeypatch):
        say("backup", tmp_path / "copy.db", "--data", data)
        bring(say, tmp_path, record(4), record(5))
        before = ids(data / condition.FILE)
        monkeypatch.setattr("builtins.input", lambda asked: "no")
        status, out, _ = say("restore", tmp_path / "copy.db", "--data", data)
        assert "copy.db holds 3 games from 2026-01-01 to 2026-03-01." in out
        assert "Kept now: 5 games from 2026-01-01 to 2026-05-01." in out
        assert "2 games would be gone, 0 games would come back" in out
        assert (status, out.splitlines()[-1]) == (1, "Nothing was done.")
        assert ids(data / condition.FILE) == before
        assert not (data / condition.BACKUPS).exists()

    @pytest.mark.parametrize("answer", ["yes", "YES "])
    def test_after_a_yes_it_is_as_it_was_and_what_was_there_is_a_backup(self, say, data, tmp_path, monkeypatch, answer):
        say("backup", tmp_path / "copy.db", "--data", data)
        bring(say, tmp_path, record(4))
        monkeypatch.setattr("builtins.input", lambda asked: answer)
        status, out, _ = say("restore", tmp_path / "copy.db", "--data", data)
        assert (status, "Restored." in out) == (0, True)
        assert ids(data / condition.FILE) == ids(tmp_path / "copy.db")
        (aside,) = (data / condition.BACKUPS).glob("before-restore*.db")
        assert len(ids(aside)) == 4
        assert say("check", "--data", data)[:2] == (0, "3 games, 0 problems.\n")
        assert say("restore", aside, "--yes", "--data", data)[0] == 0
        assert len(ids(data / condition.FILE)) == 4

    def test_where_nobody_can_be_asked_nothing_is_done(self, say, data, tmp_path, monkeypatch):
        def nobody(asked):
            raise EOFError

        monkeypatch.setattr("builtins.input", nobody)
        say("backup", tmp_path / "copy.db", "--data", data)
        status, out, _ = say("restore", tmp_path / "copy.db", "--data", data)
        assert (status, out.splitlines()[-2:]) == (
            1,
            ["", "Nobody is here to answer, and nothing was done: --yes puts it back without asking."],
        )

    def test_a_damaged_drawer_is_put_aside_as_it_is(self, say, data, tmp_path):
        say("backup", tmp_path / "copy.db", "--data", data)
        (data / condition.FILE).write_bytes(b"rubbish" * 1000)
        status, out, _ = say("restore", tmp_path / "copy.db", "--yes", "--data", data)
        assert (status, "cannot be read" in out) == (0, True)
        (aside,) = (data / condition.BACKUPS).glob("before-restore*.db")
        assert aside.read_bytes() == b"rubbish" * 1000
        assert say("check", "--data", data)[0] == 0

    @pytest.mark.parametrize("content", [b"", b"not a database" * 400])
    def test_what_is_no_backup_is_refused(self, say, data, tmp_path, content):
        (tmp_path / "odd.db").write_bytes(content)
        before = ids(data / condition.FILE)
        status, out, err = say("restore", tmp_path / "odd.db", "--yes", "--data", data)
        assert (status, out) == (1, "")
        assert "cannot be restored" in err
        assert ids(data / condition.FILE) == before

    @pytest.mark.parametrize(
        "foreign",
        [
            "create trigger lines_after after insert on lines begin select 1; end",
            "create view everything as select * from lines",
            'create table "\x1b[2Jevil" (x)',
            "create index lines_by_key on lines (key)",
            "alter table people add column evil text default 'x'",
            "drop trigger lines_update; create trigger lines_update after update on lines begin select 1; end",
        ],
    )
    def test_a_file_with_what_is_not_ours_is_refused(self, say, data, tmp_path, foreign):
        say("backup", tmp_path / "copy.db", "--data", data)
        with closing(sqlite3.connect(tmp_path / "copy.db")) as db:
            db.executescript(foreign)
        before = ids(data / condition.FILE)
        status, out, err = say("restore", tmp_path / "copy.db", "--yes", "--data", data)
        assert (status, out, "it holds what is not ours" in err, "\x1b" in err) == (1, "", True, False)
        assert ids(data / condition.FILE) == before

    @pytest.mark.parametrize("step", condition.STEPS[1:])
    def test_a_file_of_every_older_shape_is_restored(self, say, data, tmp_path, step):
        with closing(sqlite3.connect(tmp_path / "old.db", isolation_level=None)) as db:
            migrations.apply(Database(db), stop_before=step)
        assert say("restore", tmp_path / "old.db", "--yes", "--data", data)[0] == 0
        assert say("check", "--data", data)[:2] == (0, "0 games, 0 problems.\n")

    def test_what_an_old_release_left_and_the_hosts_copy_are_restored(self, say, data, tmp_path):
        copies.for_the_host(data / condition.FILE, tmp_path / "copy.db")
        with closing(sqlite3.connect(tmp_path / "copy.db")) as db:
            db.execute("analyze")
        assert say("restore", tmp_path / "copy.db", "--yes", "--data", data)[0] == 0

    def test_without_a_file_it_says_which_there_are(self, say, data):
        backups.daily(data)
        status, out, _ = say("restore", "--data", data)
        assert (status, "3 games from 2026-01-01 to 2026-03-01" in out) == (0, True)

    def test_it_does_nothing_while_the_server_runs(self, say, data, tmp_path):
        say("backup", tmp_path / "copy.db", "--data", data)
        with exclusive_use(data, "http://192.168.1.20:8000"):
            status, _, err = say("restore", tmp_path / "copy.db", "--yes", "--data", data)
        assert (status, "http://192.168.1.20:8000" in err) == (1, True)


class TestForget:
    def marked(self, say, tmp_path):
        """A game that says something unmistakable, among others."""
        moves = [{"move": "decree", "icons": [0] * 4}]
        moves += [{"move": "write", "seat": seat, "name": f"{MARK}{seat}"} for seat in range(4)]
        bare = {"format": 1, "game": "death-name", "seats": ["Ann", "Bo", "Cy", "Di"], "moves": moves}
        return bring(say, tmp_path, record(1), record(2), bare | {"id": "f" * 32}, record(3))

    def test_nothing_of_it_is_left_in_the_file_and_everything_else_is(self, say, tmp_path):
        data = self.marked(say, tmp_path)
        before = sorted(exported(say, data, tmp_path / "before"))
        status, out, _ = say("forget", "f" * 32, "--data", data)
        assert status == 0
        written = b"".join(file.read_bytes() for file in data.iterdir() if file.is_file())
        assert MARK.encode() not in written
        assert ids(data / condition.FILE) == {f"{seed:032x}" for seed in (1, 2, 3)}
        assert sorted(exported(say, data, tmp_path / "after")) == [
            name for name in before if not name.startswith("ffff")
        ]
        assert say("check", "--data", data)[:2] == (0, "3 games, 0 problems.\n")
        (kept,) = (data / condition.BACKUPS).glob("before-forget*.db")
        assert str(kept) in out
        assert len(ids(kept)) == 4

    def test_the_new_file_refuses_changes_like_the_old_one(self, say, tmp_path):
        data = self.marked(say, tmp_path)
        say("forget", "f" * 32, "--data", data)
        with closing(sqlite3.connect(data / condition.FILE)) as db, pytest.raises(sqlite3.IntegrityError):
            db.execute("delete from lines")
        with closing(SqliteStore(data)) as store:
            assert store.reader().execute("pragma journal_mode").first()[0] == "wal"

    def test_its_code_will_do_and_what_is_not_there_is_told(self, say, tmp_path):
        data = self.marked(say, tmp_path)
        with closing(sqlite3.connect(data / condition.FILE)) as db:
            (code,) = db.execute("select code from tables where id = ?", ["f" * 32]).fetchone()
        assert say("forget", "nothing", "--data", data)[0] == 1
        assert say("forget", code.lower(), "--data", data)[0] == 0
        status, _, err = say("forget", code, "--data", data)
        assert (status, "no game" in err) == (1, True)
        assert say("forget", code, "--data", tmp_path / "elsewhere")[0] == 1

    @pytest.mark.parametrize(("hour", "day"), [("22T23:30", "22 November 2026"), ("23T00:30", "22 November 2026")])
    def test_it_is_told_in_words_and_by_the_evening_of_the_screens(self, say, tmp_path, hour, day):
        opened_at = datetime.fromisoformat(f"2026-11-{hour}:00").astimezone().isoformat()
        data = bring(say, tmp_path, record(1, opened_at=opened_at))
        told = say("forget", f"{1:032x}", "--data", data)[1].splitlines()[0]
        *others, last = record(1)["seats"]
        assert told == f"Forgotten: DEATH Name of {day}, with {', '.join(others)} and {last}."

    def test_not_while_the_server_runs(self, say, tmp_path):
        data = self.marked(say, tmp_path)
        with exclusive_use(data):
            assert say("forget", "f" * 32, "--data", data)[0] == 1
        assert len(ids(data / condition.FILE)) == 4


def exported(say, data, to):
    assert say("export", to, "--data", data)[0] == 0
    return [file.name for file in to.iterdir()]


def test_the_commands_leave_no_connection_open(say, data, tmp_path, recwarn):
    import gc

    for words in (["check"], ["export", tmp_path / "out"], ["backup", tmp_path / "b.db"], ["recount"], ["restore"]):
        assert say(*words, "--data", data)[0] == 0
    gc.collect()
    assert [str(warning.message) for warning in recwarn if warning.category is ResourceWarning] == []
