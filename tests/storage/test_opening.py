"""Readers and writers of one file; opening again, and alone."""

import sqlite3
import stat
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.storage import log
from companion.storage.errors import Conflict, InUse, Unavailable
from companion.storage.sqlite.connection import assert_durable
from companion.storage.sqlite.lock import exclusive_use
from companion.storage.sqlite.store import SqliteStore
from companion.storage.store import secret
from tests.support import TOP
from tests.support.stored_rows import a_row, a_table, add, opened_again

VACUUM = pytest.param("vacuum", marks=pytest.mark.sqlite)  # elsewhere it changes nothing


@pytest.mark.parametrize(
    "statement", ["insert into secrets values ('a', 'b')", "delete from secrets", "drop table secrets", VACUUM]
)
def test_a_reader_cannot_write(store, statement):
    secret(store, "kept", "as it is")
    with pytest.raises(Unavailable, match=r"read-?only"):
        store.reader().execute(statement)
    assert secret(store, "kept", "changed") == "as it is"


@pytest.mark.sqlite
def test_each_thread_reads_by_a_connection_of_its_own(store):
    own = store.reader().conn
    assert store.reader().conn is own
    with ThreadPoolExecutor(1) as other:
        assert other.submit(store.reader).result().conn is not own


@pytest.mark.sqlite
def test_every_connection_has_a_log_of_writes_that_is_synced_at_each_commit(store):
    def pragmas(db):
        return [db.execute(f"PRAGMA {name}").first()[0] for name in ("journal_mode", "synchronous", "foreign_keys")]

    assert store.do(pragmas) == pragmas(store.reader()) == ["wal", 2, 1]


@pytest.mark.parametrize(("file", "synchronous"), [(":memory:", "FULL"), ("ledger.db", "NORMAL"), ("ledger.db", "OFF")])
def test_a_file_that_does_not_keep_what_is_written_is_not_opened(tmp_path, file, synchronous):
    conn = sqlite3.connect(file if file == ":memory:" else tmp_path / file)
    conn.execute("PRAGMA journal_mode = WAL")
    conn.execute(f"PRAGMA synchronous = {synchronous}")
    with pytest.raises(RuntimeError, match="does not keep what is written"):
        assert_durable(conn)
    conn.close()


def test_eight_who_write_at_once_lose_nothing_and_nobody_is_turned_away(store):
    tables = [a_table(store, f"t{number}", f"AAAA{number}") for number in range(8)]

    def write(header):
        own = opened_again(store)
        last = None
        for line in range(1, 26):
            last = a_row(header, line, last and last.hash)
            own.do(lambda db, row=last: log.add_line(db, header, row, None))
        own.close()

    with ThreadPoolExecutor(8) as crowd:
        list(crowd.map(write, tables))
    for header in tables:
        assert [row.line for row in log.rows(store.reader(), header.id)] == list(range(1, 26))


def test_of_many_who_write_the_same_line_at_once_one_does(store):
    header = a_table(store)
    start = threading.Barrier(6)

    def write(number):
        own = opened_again(store)
        start.wait()
        try:
            own.do(lambda db: log.add_line(db, header, a_row(header, 1, key=f"intent-{number}"), None))
        except Conflict:
            return 0
        finally:
            own.close()
        return 1

    with ThreadPoolExecutor(6) as crowd:
        assert sum(crowd.map(write, range(6))) == 1
    assert len(log.rows(store.reader(), "t1")) == 1


def test_opening_again_changes_neither_the_shape_nor_what_is_in_it(tmp_path):
    first = SqliteStore(tmp_path)
    header = a_table(first)
    add(first, header, a_row(header, 1))
    before = [*first.reader().conn.iterdump()]
    first.close()
    for _ in range(2):
        again = SqliteStore(tmp_path)
        assert [*again.reader().conn.iterdump()] == before
        again.close()


HOLDER = """
import sys, time
from pathlib import Path
from companion.storage.sqlite.lock import exclusive_use
with exclusive_use(Path(sys.argv[1]), "http://10.0.0.7:8000"):
    print("mine", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def holder(tmp_path):
    """Another process that has the folder."""
    words = [sys.executable, "-c", HOLDER, str(tmp_path)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=TOP)
    assert process.stdout is not None
    assert process.stdout.readline() == "mine\n"
    yield process
    process.kill()
    process.communicate()


def test_a_second_process_is_refused_and_told_where_the_first_one_serves(tmp_path, holder):
    with pytest.raises(InUse, match=r"http://10\.0\.0\.7:8000"), exclusive_use(tmp_path, "http://10.0.0.7:8001"):
        raise AssertionError("two have the folder")


def test_whoever_is_killed_lets_go_of_the_folder(tmp_path, holder):
    holder.kill()
    holder.wait()
    with exclusive_use(tmp_path, "http://10.0.0.7:8001"):
        assert (tmp_path / "serving").read_text() == "http://10.0.0.7:8001"
    assert not (tmp_path / "serving").exists()


def test_the_folder_is_free_again_after_a_problem(tmp_path):
    with pytest.raises(ZeroDivisionError), exclusive_use(tmp_path):
        1 // 0  # noqa: B018
    with exclusive_use(tmp_path):
        pass


@pytest.mark.parametrize(("before", "after"), [(None, 0o700), (0o755, 0o700), (0o2770, 0o700), (0o1777, 0o1777)])
def test_only_its_owner_looks_into_a_data_folder_but_a_folder_of_everybody_stays_one(tmp_path, before, after):
    folder = tmp_path / "data"
    if before is not None:
        folder.mkdir()
        folder.chmod(before)
    with exclusive_use(folder):
        SqliteStore(folder).close()
    assert stat.S_IMODE(folder.stat().st_mode) == after
