"""The writer: several jobs, one commit."""

import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import gevent
import pytest
from gevent.event import Event

from companion.storage import log
from companion.storage.errors import Conflict, Late
from companion.storage.sqlite import condition
from companion.storage.writer import Writer
from tests.support.effort import patient
from tests.support.stored_rows import a_row, a_table


def test_a_job_that_fails_is_undone_alone_and_the_others_stand(store):
    header = a_table(store)
    one, two, three = (a_row(header, line) for line in (1, 2, 3))

    def fails(db):
        log.add_line(db, header, two, '{"over":true}')
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
    assert isinstance(done[2], Conflict)
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


@pytest.mark.sqlite
def test_the_pen_puts_what_comes_at_once_into_few_commits(store):
    header, writer = a_table(store), Writer(store)
    before = store.reader().execute("PRAGMA data_version").first()
    commits = set()

    def write(number):
        writer.write(lambda db: log.add_line(db, header, a_row(header, number), None))
        commits.add(store.reader().execute("PRAGMA data_version").first())

    gevent.joinall([gevent.spawn(write, number) for number in range(1, 101)], raise_error=True)
    assert len(commits - {before}) <= 10


@pytest.mark.sqlite
def test_when_the_house_is_quiet_the_log_is_carried_over_into_the_file(store, folder, tmp_path, monkeypatch):
    monkeypatch.setattr("companion.storage.writer.QUIET_SECONDS", 0)
    header, writer = a_table(store), Writer(store)
    writer.write(lambda db: log.add_line(db, header, a_row(header, 1), None))
    writer._quiet.join()
    (tmp_path / condition.FILE).write_bytes(store.path.read_bytes())  # without the log
    with closing(sqlite3.connect(tmp_path / condition.FILE)) as alone:
        assert alone.execute("select count(*) from lines").fetchone() == (1,)
    writer.close()


def test_of_a_commit_that_is_late_nobody_waits_and_what_has_not_begun_is_never_written(store, monkeypatch):
    monkeypatch.setattr("companion.storage.writer.LATE_SECONDS", 0.05)
    header, writer, goes_on, over = a_table(store), Writer(store), threading.Event(), Event()
    writer.after_late = over.set

    def job(number):
        return lambda db: goes_on.wait() and log.add_line(db, header, a_row(header, number), None)

    begun, waiting = gevent.spawn(writer.write, job(1)), gevent.spawn(writer.write, job(2))
    gevent.joinall([begun, waiting])
    assert [type(one.exception) for one in (begun, waiting)] == [Late, Late]
    with pytest.raises(Late):
        writer.write(job(3))
    assert not over.is_set()
    goes_on.set()
    assert over.wait(patient(10))
    assert [row.line for row in log.rows(store.reader(), header.id)] == [1]
    writer.write(job(2))
    assert [row.line for row in log.rows(store.reader(), header.id)] == [1, 2]
    assert writer.close()


def test_the_end_waits_for_no_commit_that_is_late(store, monkeypatch):
    monkeypatch.setattr("companion.storage.writer.LATE_SECONDS", 0.05)
    writer, goes_on, over = Writer(store), threading.Event(), Event()
    writer.after_late = over.set
    with pytest.raises(Late):
        writer.write(lambda db: goes_on.wait())
    assert not writer.close()
    goes_on.set()
    assert over.wait(patient(10))
