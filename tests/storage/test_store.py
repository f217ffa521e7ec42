"""The store: what is in it stays as it was written, and what does not fit in leaves no trace."""

import hashlib
import json
import sqlite3
import stat
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import gevent
import pytest
from msgspec import to_builtins
from sqlite_utils import Database

from companion.games import RULES
from companion.storage import identifiers, log
from companion.storage.integrity import condition
from companion.storage.integrity.connection import assert_durable
from companion.storage.lock import InUse, alone
from companion.storage.log import Header, Row
from companion.storage.schema import migrations
from companion.storage.store import Store, WriteFailed, secret
from companion.storage.writer import Writer

TOP = Path(log.__file__).parent.parent.parent
NAME = "Zoë 花 \u2028 \U0001f480 \"';--"


def a_table(store, id="t1", code="ABCDE"):
    header = Header(id, code, "death-name", [NAME, "Bo"], {"language": "ja"}, identifiers.now(), None, [7, None])
    store.do(lambda db: log.add_table(db, header))
    return header


def a_row(header, line, before=None, move="{}", key=""):
    at = identifiers.now()
    link = before or log.first_hash(header)
    key = key or f"intent-{line}"
    return Row(line, move, at, "host", key, log.chained(link, line, move, at, "host", key))


def add(store, header, row, result=None):
    store.do(lambda db: log.add_line(db, header, row, result))
    return row


def content(store):
    return list(store.reader().conn.iterdump())


# What is written is read


def test_a_table_and_its_lines_are_read_back_as_they_were_written(store):
    header = a_table(store)
    row = add(store, header, a_row(header, 1, move=json.dumps({"name": NAME}, ensure_ascii=False)), {"over": True})
    assert log.headers(store.reader(), "code = ?", ["ABCDE"]) == [header]
    assert log.rows(store.reader(), "t1") == [row]
    assert log.seals(store.reader(), "t1") == [(1, RULES, '{"over":true}')]


def test_lines_come_in_their_order_and_tables_the_oldest_first(store):
    young = Header("a", "AAAAA", "death-name", [], {}, "2026-02-01T00:00:00.000Z")
    old = Header("b", "BBBBB", "death-name", [], {}, "2026-01-01T00:00:00.000Z")
    for header in (young, old):
        store.do(lambda db, header=header: log.add_table(db, header))
    for line in (10, 9, 2, 1):
        add(store, old, a_row(old, line))
    assert [row.line for row in log.rows(store.reader(), "b")] == [1, 2, 9, 10]
    assert [header.id for header in log.headers(store.reader())] == ["b", "a"]


def test_a_secret_is_made_once_and_survives_every_opening(tmp_path):
    first = Store(tmp_path)
    assert secret(first, "instance", "one") == "one"
    assert secret(first, "instance", "two") == "one"
    assert secret(first, "other", "three") == "three"
    first.close()
    assert secret(Store(tmp_path), "instance", "four") == "one"


# Append-only


@pytest.mark.parametrize("table", ["tables", "lines", "seals"])
@pytest.mark.parametrize(
    "statement",
    [
        "update {} set rowid = rowid",
        "delete from {}",
        "delete from {} where 1 = 1",
        "insert or replace into {0} select * from {0}",
        "replace into {0} select * from {0}",
    ],
)
def test_nothing_that_lies_in_the_drawer_is_changed_or_taken_out(store, table, statement):
    header = a_table(store)
    add(store, header, a_row(header, 1), {"over": True})
    before = content(store)
    column = "game" if table == "tables" else "line"
    said = statement.replace("rowid", column).format(table)
    with pytest.raises(sqlite3.IntegrityError, match=f"{table} are append-only"):
        store.do(lambda db: db.execute(said))
    assert content(store) == before


def test_a_line_cannot_be_replaced_by_another_of_its_number(store):
    header = a_table(store)
    kept = add(store, header, a_row(header, 1))
    other = a_row(header, 1, key="another-key")
    for replace in (False, True):
        values = {"table_id": "t1"} | to_builtins(other)
        with pytest.raises(sqlite3.IntegrityError):
            store.do(lambda db, values=values, replace=replace: db.table("lines").insert(values, replace=replace))
    assert log.rows(store.reader(), "t1") == [kept]


def test_a_key_stands_for_one_line_of_a_table_and_is_free_at_another(store):
    one, other = a_table(store), a_table(store, "t2", "FGHJK")
    add(store, one, a_row(one, 1, key="same-key"))
    with pytest.raises(sqlite3.IntegrityError):
        add(store, one, a_row(one, 2, key="same-key"))
    add(store, other, a_row(other, 1, key="same-key"))


def test_a_line_belongs_to_a_table_that_is_there(store):
    with pytest.raises(sqlite3.IntegrityError):
        add(store, Header("nowhere", "ZZZZZ", "death-name", [], {}, identifiers.now()), a_row(a_table(store), 1))


# The chain


def test_the_hash_of_a_line_is_that_of_the_line_and_of_the_hash_before_it(store):
    header = a_table(store)
    one = a_row(header, 1)
    two = a_row(header, 2, one.hash)

    def sha(*told):
        spelt = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(spelt.encode()).hexdigest()

    laid = sha(header.id, header.game, header.seats, header.options, header.opened_at)
    assert one.hash == sha(laid, 1, one.move, one.reported_at, "host", one.key)
    assert two.hash == sha(one.hash, 2, two.move, two.reported_at, "host", two.key)


@pytest.mark.parametrize("changed", range(6))
def test_whatever_is_changed_in_a_line_changes_its_hash(changed):
    told = ["before", 1, "{}", "2026-01-01", "host", "key"]
    other = [*told[:changed], 2 if changed == 1 else "else", *told[changed + 1 :]]
    assert log.chained(*told) != log.chained(*other)


@pytest.mark.parametrize("name", ["id", "game", "seats", "options", "opened_at"])
def test_whatever_is_changed_in_what_a_table_was_laid_with_changes_its_first_hash(store, name):
    header = a_table(store)
    fields = {field: getattr(header, field) for field in Header.__struct_fields__}
    assert log.first_hash(Header(**fields | {name: ["else"]})) != log.first_hash(header)


def test_words_cannot_be_moved_from_one_field_of_a_line_to_the_next():
    assert log.chained("", 1, "ab", "c", "", "") != log.chained("", 1, "a", "bc", "", "")


# Several jobs, one commit


def test_a_job_that_fails_is_undone_alone_and_the_others_stand(store):
    header = a_table(store)
    one, two, three = (a_row(header, line) for line in (1, 2, 3))

    def fails(db):
        log.add_line(db, header, two, {"over": True})
        raise ValueError("not this one")

    done = store.write(
        [
            lambda db: log.add_line(db, header, one, None) or "first",
            fails,
            lambda db: log.add_line(db, header, one, None),
            lambda db: log.add_line(db, header, three, None) or "last",
        ]
    )
    assert (done[0], done[3]) == ("first", "last")
    assert str(done[1]) == "not this one"
    assert isinstance(done[2], sqlite3.IntegrityError)
    assert log.rows(store.reader(), "t1") == [one, three]
    assert log.seals(store.reader(), "t1") == []


def test_what_one_job_alone_raises_is_raised(store):
    with pytest.raises(ZeroDivisionError):
        store.do(lambda db: 1 // 0)


def test_nothing_is_seen_of_a_transaction_before_it_is_whole(store):
    header = a_table(store)
    seen = []

    def look(db):
        with ThreadPoolExecutor(1) as other:
            seen.append(other.submit(lambda: log.rows(store.reader(), "t1")).result())

    store.write([lambda db: log.add_line(db, header, a_row(header, 1), None), look])
    assert seen == [[]]
    assert len(log.rows(store.reader(), "t1")) == 1


def test_the_pen_gives_each_of_many_at_once_its_own_answer(store):
    header, writer = a_table(store), Writer(store)

    def job(number):
        def write(db):
            if number % 5 == 0:
                raise ValueError(number)
            log.add_line(db, header, a_row(header, number + 1), None)
            return number

        return write

    asked = [gevent.spawn(writer.write, job(number)) for number in range(100)]
    gevent.joinall(asked)
    assert [one.value for one in asked if one.successful()] == [number for number in range(100) if number % 5]
    assert [one.exception.args for one in asked if not one.successful()] == [(n,) for n in range(0, 100, 5)]
    assert len(log.rows(store.reader(), "t1")) == 80


def test_the_pen_puts_what_comes_at_once_into_few_commits(store):
    header, writer = a_table(store), Writer(store)
    before = store.reader().execute("PRAGMA data_version").fetchone()
    commits = set()

    def write(number):
        writer.write(lambda db: log.add_line(db, header, a_row(header, number), None))
        commits.add(store.reader().execute("PRAGMA data_version").fetchone())

    gevent.joinall([gevent.spawn(write, number) for number in range(1, 101)], raise_error=True)
    assert len(commits - {before}) <= 10


def test_when_the_house_is_quiet_the_log_is_carried_over_into_the_file(store, folder, tmp_path, monkeypatch):
    monkeypatch.setattr("companion.storage.writer.QUIET_SECONDS", 0)
    header, writer = a_table(store), Writer(store)
    writer.write(lambda db: log.add_line(db, header, a_row(header, 1), None))
    writer._quiet.join()
    (tmp_path / condition.FILE).write_bytes(store.path.read_bytes())  # without the log
    with closing(sqlite3.connect(tmp_path / condition.FILE)) as alone:
        assert alone.execute("select count(*) from lines").fetchone() == (1,)
    writer.close()


# A full disk


def fill(store):
    """Give the file no more room than it has; lines are added until one does not go in. How many went in."""
    header = a_table(store, "full", "FFFFF")
    pages = store.reader().execute("PRAGMA page_count").fetchone()[0]
    store.do(lambda db: db.execute(f"PRAGMA max_page_count = {pages + 1}"))
    for line in range(1, 1000):
        try:
            add(store, header, a_row(header, line, move="x" * 500))
        except WriteFailed as problem:
            assert problem.is_space
            return line - 1
    raise AssertionError("The disk was never full")


def make_room(store):
    store.do(lambda db: db.execute("PRAGMA max_page_count = 100000"))


def test_a_full_disk_takes_nothing_and_takes_again_when_there_is_room(store):
    there = fill(store)
    assert len(log.rows(store.reader(), "full")) == there
    (header,) = log.headers(store.reader(), "id = 'full'")
    with pytest.raises(WriteFailed):
        add(store, header, a_row(header, there + 1, move="x" * 500))
    make_room(store)
    add(store, header, a_row(header, there + 1, move="x" * 500))
    assert len(log.rows(store.reader(), "full")) == there + 1


def test_when_the_disk_is_full_no_job_of_the_commit_is_done(store):
    there = fill(store)
    (header,) = log.headers(store.reader(), "id = 'full'")
    before = content(store)
    jobs = [
        lambda db: db.execute("insert into secrets values ('small', '')"),
        lambda db: log.add_line(db, header, a_row(header, there + 1, move="x" * 5000), None),
        lambda db: db.execute("insert into secrets values ('late', '')"),
    ]
    with pytest.raises(WriteFailed):
        store.write(jobs)
    assert content(store) == before
    make_room(store)
    store.write(jobs)
    assert len(log.rows(store.reader(), "full")) == there + 1


def test_a_file_that_may_not_grow_takes_nothing_and_takes_again_later(tmp_path):
    script = """
        import resource, sys
        from pathlib import Path
        from companion.storage import identifiers, log, store
        drawer = store.Store(Path(sys.argv[1]))
        header = log.Header("t1", "ABCDE", "death-name", [], {}, identifiers.now())
        drawer.do(lambda db: log.add_table(db, header))
        room = resource.getrlimit(resource.RLIMIT_FSIZE)
        def add(line):
            row = log.Row(line, "x" * 2000, identifiers.now(), "host", f"intent-{line}", "")
            drawer.do(lambda db: log.add_line(db, header, row, None))
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, room[1]))
        line = 1
        try:
            while line < 1000:
                add(line)
                line += 1
        except store.WriteFailed as problem:
            assert problem.is_space, problem
        assert line < 1000
        assert len(log.rows(drawer.reader(), "t1")) == line - 1
        resource.setrlimit(resource.RLIMIT_FSIZE, room)
        add(line)
        assert len(log.rows(drawer.reader(), "t1")) == line
    """
    pytest.importorskip("resource")
    source = "\n".join(line[8:] for line in script.splitlines())
    ran = subprocess.run([sys.executable, "-c", source, str(tmp_path)], capture_output=True, text=True, cwd=TOP)
    assert ran.returncode == 0, ran.stderr


def test_a_drawer_held_by_somebody_else_takes_nothing_but_is_not_called_full(store):
    header = a_table(store)
    store.do(lambda db: db.execute("PRAGMA busy_timeout = 50"))
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(WriteFailed) as refused:
        add(store, header, a_row(header, 1))
    assert not refused.value.is_space
    other.close()
    add(store, header, a_row(header, 1))


# Readers and writers


@pytest.mark.parametrize(
    "statement", ["insert into secrets values ('a', 'b')", "delete from secrets", "drop table secrets", "vacuum"]
)
def test_a_reader_cannot_write(store, statement):
    secret(store, "kept", "as it is")
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        store.reader().execute(statement)
    assert secret(store, "kept", "changed") == "as it is"


def test_each_thread_reads_by_a_connection_of_its_own(store):
    own = store.reader()
    assert store.reader() is own
    with ThreadPoolExecutor(1) as other:
        assert other.submit(store.reader).result() is not own


def test_every_connection_has_a_log_of_writes_that_is_synced_at_each_commit(store):
    def pragmas(db):
        return [db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous", "foreign_keys")]

    assert store.do(pragmas) == pragmas(store.reader()) == ["wal", 2, 1]


@pytest.mark.parametrize(("file", "synchronous"), [(":memory:", "FULL"), ("ledger.db", "NORMAL"), ("ledger.db", "OFF")])
def test_a_file_that_does_not_keep_what_is_written_is_not_opened(tmp_path, file, synchronous):
    conn = sqlite3.connect(file if file == ":memory:" else tmp_path / file)
    conn.execute("PRAGMA journal_mode = WAL")
    conn.execute(f"PRAGMA synchronous = {synchronous}")
    with pytest.raises(RuntimeError, match="does not keep what is written"):
        assert_durable(conn)
    conn.close()


def test_eight_who_write_at_once_lose_nothing_and_nobody_is_turned_away(store, folder):
    tables = [a_table(store, f"t{number}", f"AAAA{number}") for number in range(8)]

    def write(header):
        own = Store(folder)
        last = None
        for line in range(1, 26):
            last = a_row(header, line, last and last.hash)
            own.do(lambda db, row=last: log.add_line(db, header, row, None))
        own.close()

    with ThreadPoolExecutor(8) as crowd:
        list(crowd.map(write, tables))
    for header in tables:
        assert [row.line for row in log.rows(store.reader(), header.id)] == list(range(1, 26))


def test_of_many_who_write_the_same_line_at_once_one_does(store, folder):
    header = a_table(store)
    start = threading.Barrier(6)

    def write(number):
        own = Store(folder)
        start.wait()
        try:
            own.do(lambda db: log.add_line(db, header, a_row(header, 1, key=f"intent-{number}"), None))
        except sqlite3.IntegrityError:
            return 0
        finally:
            own.close()
        return 1

    with ThreadPoolExecutor(6) as crowd:
        assert sum(crowd.map(write, range(6))) == 1
    assert len(log.rows(store.reader(), "t1")) == 1


# Opening again


def test_opening_again_changes_neither_the_shape_nor_what_is_in_it(tmp_path):
    first = Store(tmp_path)
    header = a_table(first)
    add(first, header, a_row(header, 1))
    before = content(first)
    first.close()
    for _ in range(2):
        again = Store(tmp_path)
        assert content(again) == before
        again.close()


def test_a_drawer_of_the_first_shape_is_brought_up_and_keeps_its_lines(tmp_path):
    old = Database(sqlite3.connect(tmp_path / condition.FILE, isolation_level=None))
    later = [step.name for step in migrations.pending(old)][1:]
    migrations.apply(old, stop_before=later[0])
    lines = {"table_id": "t1", "line": 1, "move": "{}", "at": "", "reporter": "host", "key": "intent-1", "hash": "h"}
    table = {"id": "t1", "code": "ABCDE", "game": "death-name", "seats": "[]", "options": "{}", "opened_at": "x"}
    old.table("tables").insert(table | {"people": "[]"})
    old.table("lines").insert(lines)
    old.close()
    store = Store(tmp_path)
    assert [row.key for row in log.rows(store.reader(), "t1")] == ["intent-1"]
    assert "evenings" in store.reader().table_names()
    store.close()


# Alone


HOLDER = """
import sys, time
from pathlib import Path
from companion.storage.lock import alone
with alone(Path(sys.argv[1]), "http://10.0.0.7:8000"):
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
    with pytest.raises(InUse, match=r"http://10\.0\.0\.7:8000"), alone(tmp_path, "http://10.0.0.7:8001"):
        raise AssertionError("two have the folder")


def test_whoever_is_killed_lets_go_of_the_folder(tmp_path, holder):
    holder.kill()
    holder.wait()
    with alone(tmp_path, "http://10.0.0.7:8001"):
        assert (tmp_path / "serving").read_text() == "http://10.0.0.7:8001"
    assert not (tmp_path / "serving").exists()


def test_the_folder_is_free_again_after_a_problem(tmp_path):
    with pytest.raises(ZeroDivisionError), alone(tmp_path):
        1 // 0  # noqa: B018
    with alone(tmp_path):
        pass


@pytest.mark.parametrize(("before", "after"), [(None, 0o700), (0o755, 0o700), (0o2770, 0o700), (0o1777, 0o1777)])
def test_only_its_owner_looks_into_a_data_folder_but_a_folder_of_everybody_stays_one(tmp_path, before, after):
    folder = tmp_path / "data"
    if before is not None:
        folder.mkdir()
        folder.chmod(before)
    with alone(folder):
        Store(folder).close()
    assert stat.S_IMODE(folder.stat().st_mode) == after
