"""A disk that is full."""

import sqlite3
import subprocess
import sys

import pytest

from companion.storage import log
from companion.storage.errors import Unavailable
from tests.support import TOP
from tests.support.stored_rows import a_row, a_table, add, content


def fill(store):
    """Give the file no more room than it has; lines are added until one does not go in. How many went in."""
    header = a_table(store, "full", "FFFFF")
    pages = store.reader().execute("PRAGMA page_count").first()[0]
    store.do(lambda db: db.execute(f"PRAGMA max_page_count = {pages + 1}"))
    for line in range(1, 1000):
        try:
            add(store, header, a_row(header, line, move="x" * 500))
        except Unavailable as problem:
            assert problem.is_space
            return line - 1
    raise AssertionError("The disk was never full")


def make_room(store):
    store.do(lambda db: db.execute("PRAGMA max_page_count = 100000"))


@pytest.mark.sqlite
def test_a_full_disk_takes_nothing_and_takes_again_when_there_is_room(store):
    there = fill(store)
    assert len(log.rows(store.reader(), "full")) == there
    header = log.table_by_id(store.reader(), "full")
    with pytest.raises(Unavailable):
        add(store, header, a_row(header, there + 1, move="x" * 500))
    make_room(store)
    add(store, header, a_row(header, there + 1, move="x" * 500))
    assert len(log.rows(store.reader(), "full")) == there + 1


@pytest.mark.sqlite
def test_when_the_disk_is_full_no_job_of_the_commit_is_done(store):
    there = fill(store)
    header = log.table_by_id(store.reader(), "full")
    before = content(store)
    jobs = [
        lambda db: db.execute("insert into secrets values ('small', '')"),
        lambda db: log.add_line(db, header, a_row(header, there + 1, move="x" * 5000), None),
        lambda db: db.execute("insert into secrets values ('late', '')"),
    ]
    with pytest.raises(Unavailable):
        store.write(jobs)
    assert content(store) == before
    make_room(store)
    store.write(jobs)
    assert len(log.rows(store.reader(), "full")) == there + 1


def test_a_file_that_may_not_grow_takes_nothing_and_takes_again_later(tmp_path):
    script = """
        import resource, sys
        from pathlib import Path
        from companion.storage import errors, identifiers, log
        from companion.storage.sqlite.store import SqliteStore
        drawer = SqliteStore(Path(sys.argv[1]))
        header = log.Header("t1", identifiers.HOME, "ABCDE", "death-name", [], {}, identifiers.now())
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
        except errors.Unavailable as problem:
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


@pytest.mark.sqlite
def test_a_drawer_held_by_somebody_else_takes_nothing_but_is_not_called_full(store):
    header = a_table(store)
    store.do(lambda db: db.execute("PRAGMA busy_timeout = 50"))
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unavailable) as refused:
        add(store, header, a_row(header, 1))
    assert not refused.value.is_space
    other.close()
    add(store, header, a_row(header, 1))
