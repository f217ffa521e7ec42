"""What is PostgreSQL's alone: opening, its settings, a server that stops, and answers as SQLite gives them."""

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from threading import Barrier

import gevent
import pytest

from companion.storage import log
from companion.storage.database import Database
from companion.storage.errors import Unavailable, Unusable
from companion.storage.postgres.connection import Connection, connect
from companion.storage.postgres.store import READERS, PostgresStore
from companion.storage.sqlite.shape import scratch
from companion.storage.workers import WorkerPool
from companion.storage.writer import Writer
from tests.support.cables import Cables
from tests.support.effort import patient
from tests.support.postgres import Postgres, cluster
from tests.support.stored_rows import a_row, a_table, add

OBJECTS = "select relname from pg_class where relnamespace = cast('public' as regnamespace) order by 1"
KEEP = "insert into secrets values (?, '')"
KEPT = "select name from secrets order by name"


@pytest.fixture
def house(postgres: Postgres) -> Iterator[PostgresStore]:
    """A store in which nothing was kept yet."""
    with postgres.house() as url, closing(PostgresStore(url)) as store:
        yield store


@pytest.fixture
def crash(postgres: Postgres) -> Iterator[Callable[..., None]]:
    """Stop the server as a crash does, and start it anew with more settings; after the test without them."""

    def anew(**settings: str) -> None:
        postgres.stop("immediate")
        postgres.start(**settings)

    yield anew
    anew()


@pytest.fixture
def beside(postgres: Postgres) -> Iterator[Connection]:
    """Another connection to the server."""
    with closing(connect(postgres.url())) as db:
        yield db


def keep(store: PostgresStore, name: str) -> None:
    store.do(lambda db: db.execute(KEEP, [name]))


def kept(store: PostgresStore) -> list[str]:
    return [name for (name,) in store.reader().execute(KEPT)]


def until(is_so: Callable[[], object]) -> None:
    """Wait until something is so, and let others go on meanwhile."""
    end = time.monotonic() + patient(10)
    while not is_so():
        assert time.monotonic() < end
        gevent.sleep(0.005)


# --- opening ---------------------------------------------------------------------------------------------------------


@contextmanager
def is_left_alone(url: str, why: str) -> Iterator[None]:
    """See that what is refused here stays as it is."""
    with closing(connect(url)) as db:
        before = db.execute(OBJECTS)
        with pytest.raises(Unusable, match=why):
            yield
        assert db.execute(OBJECTS) == before


def test_a_database_of_another_program_is_left_alone(postgres: Postgres) -> None:
    with postgres.empty() as url, closing(connect(url)) as db:
        db.execute("create table recipes (name text)")
        with is_left_alone(url, "another program"):
            PostgresStore(url)


def test_a_database_of_a_newer_release_is_left_alone(postgres: Postgres) -> None:
    with postgres.house() as url, closing(connect(url)) as db:
        db.execute("insert into steps values (9999, '')")
        with is_left_alone(url, "newer release"):
            PostgresStore(url)


def test_an_empty_database_is_filled_only_where_it_may_be_new(postgres: Postgres) -> None:
    with postgres.empty() as url:
        with is_left_alone(url, "no saved history"):
            PostgresStore(url, new=False)
        PostgresStore(url).close()
        PostgresStore(url, new=False).close()


def test_a_database_in_which_a_name_cannot_be_written_is_refused(postgres: Postgres) -> None:
    with postgres.empty("template template0 encoding 'SQL_ASCII' locale 'C'") as url, is_left_alone(url, "SQL_ASCII"):
        PostgresStore(url)


def test_of_many_that_open_an_empty_database_at_once_one_fills_it(postgres: Postgres) -> None:
    start = Barrier(4)
    with postgres.empty() as url, ThreadPoolExecutor(4) as crowd:

        def opened(_: int) -> list[str]:
            start.wait()
            with closing(PostgresStore(url)) as store:
                found: list[str] = store.do(lambda db: [*db.execute("select keeper_ticket from groups")])
                return found

        first, *others = crowd.map(opened, range(4))
        assert len(first) == 1
        assert others == [first] * 3


@pytest.mark.parametrize("value", ["off", "local", "remote_write"])
def test_a_database_that_acknowledges_what_is_not_on_disk_is_refused(postgres: Postgres, value: str) -> None:
    with postgres.house() as url, pytest.raises(RuntimeError, match=f"does not keep .* synchronous_commit {value}"):
        PostgresStore(f"{url}&options=-csynchronous_commit%3D{value}")


def test_a_server_that_syncs_nothing_is_refused(postgres: Postgres, crash: Callable[..., None]) -> None:
    with postgres.house() as url:
        crash(fsync="off")
        with pytest.raises(RuntimeError, match=r"does not keep .*fsync off"):
            PostgresStore(url)


# --- what fails ------------------------------------------------------------------------------------------------------


def test_a_commit_that_no_standby_has_confirmed_is_not_taken_as_success(
    house: PostgresStore, crash: Callable[..., None], postgres: Postgres
) -> None:
    crash(synchronous_standby_names="nobody")
    waits = "select pid from pg_stat_activity where wait_event = 'SyncRep'"
    with closing(connect(postgres.url())) as other, ThreadPoolExecutor(1) as thread:
        written = thread.submit(keep, house, "not confirmed")
        until(lambda: other.execute(waits))
        assert not written.done()
        other.execute(f"select pg_cancel_backend(pid) from ({waits}) as waiting")
        with pytest.raises(Unavailable, match="cancel"):
            written.result(patient(10))
    crash()
    keep(house, "later")
    assert "later" in kept(house)


def test_whoever_waits_for_an_answer_learns_that_the_server_is_gone() -> None:
    with ExitStack() as stack:
        cables = stack.enter_context(closing(Cables(server := stack.enter_context(cluster()), 1)))
        thread = stack.enter_context(ThreadPoolExecutor(1))
        db = stack.enter_context(closing(connect(cables.ways(server.url())[0])))
        beside = stack.enter_context(closing(connect(server.url())))
        asked = thread.submit(db.execute, "select pg_sleep(60)")
        until(lambda: beside.execute("select pid from pg_stat_activity where wait_event = 'PgSleep'"))
        with cables.pulled(0):
            assert isinstance(asked.exception(patient(30)), Unavailable)


def test_after_a_crash_of_the_server_writing_goes_on_with_all_that_was_acknowledged(
    house: PostgresStore, crash: Callable[..., None]
) -> None:
    for number in range(3):
        keep(house, f"{number}")
        crash()
    keep(house, "3")
    assert kept(house) == ["0", "1", "2", "3"]


def test_after_a_crash_of_the_server_reading_goes_on(house: PostgresStore, crash: Callable[..., None]) -> None:
    keep(house, "here")
    reading = [gevent.spawn(kept, house) for _ in range(READERS)]  # a connection each
    assert [one.get() for one in reading] == [["here"]] * READERS
    crash()
    assert kept(house) == ["here"]


def test_after_a_crash_of_the_server_a_thread_reads_on(house: PostgresStore, crash: Callable[..., None]) -> None:
    keep(house, "here")
    workers = WorkerPool(threads=1)
    assert workers.run(None, kept, house) == ["here"]
    crash()
    assert workers.run(None, kept, house) == ["here"]


def test_while_the_server_is_gone_nothing_is_taken(house: PostgresStore, postgres: Postgres) -> None:
    keep(house, "before")
    postgres.stop("immediate")
    try:
        for _ in range(2):
            with pytest.raises(Unavailable) as refused:
                keep(house, "meanwhile")
            assert not refused.value.is_space
            with pytest.raises(Unavailable):
                kept(house)
    finally:
        postgres.start()
    assert kept(house) == ["before"]
    keep(house, "later")
    assert kept(house) == ["before", "later"]


def test_a_connection_that_is_lost_in_a_commit_takes_nothing_and_is_replaced(
    house: PostgresStore, beside: Connection
) -> None:
    def is_cut_off(db: Database) -> None:
        db.execute(KEEP, ["lost"])
        beside.execute(
            "select pg_terminate_backend(cast(? as integer), 5000)", db.execute("select pg_backend_pid()").first()
        )
        db.execute(KEEP, ["late"])

    with pytest.raises(Unavailable):
        house.write([lambda db: db.execute(KEEP, ["early"]), is_cut_off])
    assert kept(house) == []
    keep(house, "later")
    assert kept(house) == ["later"]


@pytest.mark.parametrize(
    ("code", "is_space"), [("53100", True), ("55P03", False), ("40P01", False), ("25P03", False), ("25006", False)]
)
def test_what_the_server_cannot_do_now_is_no_damage_and_takes_no_job_of_the_commit(
    house: PostgresStore, code: str, is_space: bool
) -> None:
    def fails(db: Database) -> None:
        db.execute(f"do $$ begin raise sqlstate '{code}'; end $$")

    with pytest.raises(Unavailable) as refused:
        house.write([lambda db: db.execute(KEEP, ["early"]), fails, lambda db: db.execute(KEEP, ["late"])])
    assert refused.value.is_space == is_space
    assert kept(house) == []


# --- reading and writing ---------------------------------------------------------------------------------------------


def test_a_read_that_is_killed_leaves_no_answer_for_the_next_one(house: PostgresStore, beside: Connection) -> None:
    asked = "from pg_stat_activity where query like '%left behind%' and state = 'active' and pid <> pg_backend_pid()"
    for _ in range(READERS + 1):
        reading = gevent.spawn(house.reader().execute, "select 'left behind', pg_sleep(60)")
        until(lambda: beside.execute(f"select 1 {asked}"))
        reading.kill()
        assert house.reader().execute("select 'mine'") == [("mine",)]
        beside.execute(f"select pg_terminate_backend(pid, 5000) {asked}")


def test_more_who_read_at_once_than_there_are_connections_get_each_its_own_answer(house: PostgresStore) -> None:
    reading = [gevent.spawn(house.reader().execute, "select cast(? as bigint), pg_sleep(0.01)", [n]) for n in range(30)]
    assert [one.get()[0][0] for one in reading] == [*range(30)]


def test_each_thread_reads_by_a_connection_of_its_own(house: PostgresStore) -> None:
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(1) as other:
        first = one.submit(house.reader).result()
        assert one.submit(house.reader).result() is first
        assert other.submit(house.reader).result() is not first
        assert house.reader() is house.reader() is not first


def test_the_pen_puts_what_comes_at_once_into_few_commits(house: PostgresStore) -> None:
    header, writer = a_table(house), Writer(house)

    def write(number: int) -> str:
        def job(db: Database) -> str:
            log.add_line(db, header, a_row(header, number), None)
            commit: str = db.execute("select cast(pg_current_xact_id() as text)").first()[0]
            return commit

        done: str = writer.write(job)
        return done

    written = [gevent.spawn(write, number) for number in range(1, 101)]
    gevent.joinall(written, raise_error=True)
    assert len({one.value for one in written}) <= 10
    assert len(log.rows(house.reader(), header.id)) == 100
    writer.close()


NUMBERS = "from (values (1, 'a'), (2, 'B'), (6, 'é')) as numbers"


@pytest.mark.parametrize(
    "asked",
    [
        f"count(*), sum(column1), avg(column1), max(column1), min(column2) {NUMBERS}",
        f"sum(column1 * 9007199254740993), avg(column1 * 3), 7 / 2, -7 / 2, 7 % 4 {NUMBERS}",
        f"sum(case when column1 > 1 then 1 else 0 end), sum(column1) > 3, sum(column1) > 30 {NUMBERS}",
        f"sum(column1), avg(column1), max(column2), count(column1) {NUMBERS} where column1 > 9",
        f"column1 = 1, column1 <> 1 and column2 = 'B', column1 is null, null = 1 {NUMBERS} order by column2",
        f"column2, lower(column2), length(column2), coalesce(null, column1) {NUMBERS} order by column2 desc",
        "exists (select 1 from secrets), 1 in (1, 2), not 1 = 2, 'B' < 'a', ':a ? %'",
    ],
)
def test_numbers_truths_and_orders_are_those_of_sqlite(house: PostgresStore, asked: str) -> None:
    with scratch() as db:
        assert repr(house.reader().execute(f"select {asked}")) == repr(db.execute(f"select {asked}"))


def test_a_damaged_page_is_named(house: PostgresStore, postgres: Postgres, crash: Callable[..., None]) -> None:
    header = a_table(house)
    add(house, header, a_row(header, 1))
    assert house.damage() == []
    where = house.reader().execute("select pg_relation_filepath('lines')").first()[0]
    postgres.stop()
    with (postgres.folder / "data" / where).open("r+b") as file:
        file.seek(-100, os.SEEK_END)
        file.write(b"?")
    postgres.start()
    assert [problem for problem in house.damage() if "invalid page" in problem]
    assert house.damage(["secrets"]) == []
