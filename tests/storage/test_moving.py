"""A house that moves to PostgreSQL and back: every row arrives as it was, or nothing changes at either place."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from flask import Flask

from companion.group import groups, leagues
from companion.group.leagues import League, Points
from companion.history.group_file.writer import Writer
from companion.storage import log, moving
from companion.storage.database import Database
from companion.storage.errors import Unavailable, Unusable
from companion.storage.identifiers import HOME
from companion.storage.leaving import TABLES
from companion.storage.moving import MOVED, MOVING, assert_here, move
from companion.storage.postgres.schema import settle
from companion.storage.postgres.store import PostgresStore
from companion.storage.sqlite import head
from companion.storage.sqlite.store import SqliteStore
from companion.storage.store import Job, Store
from companion.storage.stored_table import record_of, unfold
from companion.web.access.services import Services
from companion.web.app import create_app
from tests.folders import stored
from tests.support.phone import HERE, Phone
from tests.support.postgres import Postgres
from tests.support.side_by_side import WithAnn
from tests.support.tampering import tamper

PROPOSED = """insert into proposals (evening, table_id, device, seat, line, changes)
              select evening, id, (select min(id) from devices), 0, 1, '[]' from tables limit 1"""
NOTICED = "insert into notices (evening, device, code, about) select evening, device, 'x', 'y' from screens limit 1"
LEAGUE = League("Spring", None, None, ("death-name",), Points((5, 3), 1, 0), 6)
NAMES, KEEPS = ("Anna", "Bob", "Cyd", "Dia"), {"move": "declare", "choice": "keep"}
Rows = dict[str, list[Any]]


@pytest.fixture
def open_store() -> Iterator[Callable[[Store], Store]]:
    """Close a store once the test is over."""
    with ExitStack() as opened:
        yield lambda store: opened.enter_context(closing(store))


@pytest.fixture
def database(postgres: Postgres) -> Iterator[str]:
    """The address of a database in which nothing was kept yet."""
    with postgres.house() as url:
        yield url


@pytest.fixture
def house(folder: Path, open_store: Callable[[Store], Store]) -> Store:
    """A home and a club in a file, in which every table holds something, and one person became another."""
    store = open_store(SqliteStore(stored.copied("two_groups", folder)))
    store.do(lambda db: db.execute("insert into floor values (7, 'Window', 'ABCDEFGHJKLMNPQR')"))
    store.do(lambda db: db.execute(PROPOSED))
    store.do(lambda db: db.execute("insert into laid_out select id, '[0,2]', 0 from tables"))
    store.do(lambda db: leagues.add(db, HOME, LEAGUE))
    store.do(
        lambda db: db.execute(
            "update people set same_as = (select max(id) from people where group_id = 0) where id = 1"
        )
    )
    assert [name for name, rows in content(store).items() if not rows] == []
    return store


@pytest.fixture
def hall(database: str, open_store: Callable[[Store], Store]) -> Store:
    """A store of PostgreSQL in which nothing was kept yet."""
    return open_store(PostgresStore(database))


def moved(source: Store, target: Store, there: str, once_there: Job = lambda db: None) -> int:
    """Move a house, with something that happens once all rows are there; the number of games."""

    def arrived(db: Database) -> None:
        if target.path is None:
            settle(db)
        once_there(db)

    return move(source, target, "the house", there, arrived)


def content(store: Store) -> Rows:
    """All rows of a store, by table, without the mark."""
    columns = {name: ", ".join(TABLES[name].columns.split()) for name in MOVING}
    rows = {name: store.reader().execute(f"select {columns[name]} from {name}") for name in MOVING}
    return {name: sorted((row for row in rows[name] if row[0] != MOVED), key=repr) for name in MOVING}


def given_out(store: Store) -> dict[str, str]:
    """What a store gives out as files: of each group all it keeps, and the record of each game."""
    all_groups = groups.all_groups(store.reader())
    files = {str(group.id): "".join(Writer(store, group, with_secrets=True).pieces()) for group in all_groups}
    return files | {header.id: record_of(unfold(store, header)) for header in log.all_tables(store.reader())}


def is_new(store: Store) -> bool:
    """Whether nothing but the home group is in a store."""
    rows = content(store)
    return [name for name in MOVING if rows[name]] == ["groups"] and len(rows["groups"]) == 1


@pytest.mark.parametrize("batch", [1, 7, 5000])
def test_there_and_back_every_row_and_every_file_is_as_it_was(
    house: Store, hall: Store, tmp_path: Path, open_store: Callable[[Store], Store], monkeypatch: Any, batch: int
) -> None:
    monkeypatch.setattr(moving, "BATCH", batch)
    rows, files = content(house), given_out(house)
    assert moved(house, hall, "the hall") == len(rows["tables"])
    assert content(hall) == rows
    assert given_out(hall) == files
    back = open_store(SqliteStore(tmp_path / "back"))
    moved(hall, back, "home")
    assert content(back) == rows
    assert given_out(back) == files
    newest = head.read(tmp_path / "back")
    assert newest is not None, "its end is guarded again"
    assert (newest.table_id, newest.line, newest.hash) in [(row[0], row[1], row[6]) for row in rows["lines"]]


@pytest.mark.drawn("folders that move", 4)
@pytest.mark.parametrize("name", stored.names())
def test_a_folder_of_each_kind_moves(
    hall: Store, folder: Path, tmp_path: Path, open_store: Callable[[Store], Store], name: str
) -> None:
    old, back = open_store(SqliteStore(stored.copied(name, folder))), open_store(SqliteStore(tmp_path / "back"))
    rows = content(old)
    assert moved(old, hall, "the hall") == moved(hall, back, "home") == len(rows["tables"]) > 0
    assert content(back) == rows


def test_where_it_was_the_mark_says_where_it_is_and_does_not_travel(
    house: Store, hall: Store, tmp_path: Path, open_store: Callable[[Store], Store]
) -> None:
    assert_here(house.reader(), "the house")
    moved(house, hall, "postgresql://ledger@db1/hall")
    told = "All that was kept in the house has moved to postgresql://ledger@db1/hall: go on there."
    with pytest.raises(Unusable, match=told):
        assert_here(house.reader(), "the house")
    assert_here(hall.reader(), "the hall")
    back = open_store(SqliteStore(tmp_path / "back"))
    with pytest.raises(Unusable, match=told):
        moved(house, back, "home")
    assert is_new(back)


def test_a_place_that_holds_something_is_refused_and_stays_as_it_is(house: Store, hall: Store) -> None:
    hall.do(lambda db: db.execute("insert into devices (id, hash) values (1, 'x')"))
    before = content(hall)
    with pytest.raises(Unusable, match="the hall holds something already \\(devices\\), and stays as it is"):
        moved(house, hall, "the hall")
    assert content(hall) == before
    assert_here(house.reader(), "the house")


@pytest.mark.parametrize(
    "damage",
    [
        "update lines set reporter = 'Zed' where line = 2",
        "delete from lines where line = 2",
        "update tables set seats = '[]'",
    ],
)
def test_a_game_that_is_damaged_is_told_and_nothing_moves(house: Store, hall: Store, damage: str) -> None:
    assert tamper(house, damage)
    with pytest.raises(Unusable, match=r"or one before it is missing\. Nothing was moved"):
        moved(house, hall, "the hall")
    assert is_new(hall)
    assert_here(house.reader(), "the house")


def test_lines_without_their_game_are_told_and_nothing_moves(house: Store, hall: Store) -> None:
    assert tamper(house, "delete from tables where id = (select min(id) from tables)")
    with pytest.raises(Unusable, match=r"its lines are here, and the game is not\. Nothing was moved"):
        moved(house, hall, "the hall")
    assert is_new(hall)


@pytest.mark.parametrize(
    ("lost", "table"),
    [
        ("update people set seen_at = '' where id = 1", "people"),
        ("delete from cards where card = (select max(card) from cards)", "cards"),
        ("insert into devices values (1, 'x')", "devices"),
    ],
)
def test_what_arrives_as_something_else_is_told_and_nothing_moves(
    house: Store, hall: Store, lost: str, table: str
) -> None:
    with pytest.raises(Unusable, match=rf"Rows of {table} did not arrive as they were\. Nothing was moved"):
        moved(house, hall, "the hall", lambda db: db.execute(lost))
    assert is_new(hall)
    assert_here(house.reader(), "the house")


def test_a_connection_that_is_lost_leaves_everything_where_it_was(house: Store, hall: Store, database: str) -> None:
    def lose(db: Database) -> None:
        (writer,) = db.execute("select pg_backend_pid()").first()
        with closing(psycopg.connect(database, autocommit=True)) as conn:
            conn.execute("select pg_terminate_backend(%s, 5000)", [writer])
        db.execute("select 1")

    rows = content(house)
    with pytest.raises(Unavailable):
        moved(house, hall, "the hall", lose)
    assert is_new(hall)
    assert_here(house.reader(), "the house")
    assert moved(house, hall, "the hall") == len(rows["tables"]), "it can be tried again"
    assert content(hall) == rows


def test_where_the_mark_cannot_be_made_it_is_told_which_place_counts(house: Store, hall: Store) -> None:
    file, rows = house.path, content(house)
    assert file is not None
    with pytest.raises(Unusable, match="All is in the hall; do not go on in the house, which could not be marked: "):
        moved(house, hall, "the hall", lambda db: file.rename(file.with_name("put away")))
    assert content(hall) == rows


def test_ids_that_the_database_gives_go_on_above_those_that_came(
    house: Store, hall: Store, tmp_path: Path, open_store: Callable[[Store], Store]
) -> None:
    house.do(lambda db: db.execute("update notices set id = 4000 where id = (select max(id) from notices)"))
    house.do(lambda db: db.execute("update proposals set id = 5000"))
    moved(house, hall, "the hall")
    for _ in range(2):
        hall.do(lambda db: db.execute(NOTICED))
    other = "select min(evening) from screens where evening not in (select evening from proposals)"
    hall.do(lambda db: db.execute(PROPOSED.replace("select evening,", f"select ({other}),")))
    back = open_store(SqliteStore(tmp_path / "back"))
    moved(hall, back, "home")
    back.do(lambda db: db.execute(NOTICED))
    rows = content(back)
    assert sorted(row[0] for row in rows["notices"])[-4:] == [4000, 4001, 4002, 4003]
    assert sorted(row[0] for row in rows["proposals"]) == [5000, 5001]


def again(phone: Phone, app: Flask) -> Phone:
    """The same device, at another app."""
    same = Phone(app)
    for cookie in (phone.client._cookies or {}).values():
        same.client.set_cookie(cookie.key, cookie.value)
    return same


def test_a_phone_that_is_seated_taps_on_there_and_back(
    folder: Path, hall: Store, tmp_path: Path, open_store: Callable[[Store], Store]
) -> None:
    old, back = open_store(SqliteStore(folder)), open_store(SqliteStore(tmp_path / "back"))
    app = create_app(Services(old))
    evening = WithAnn(app, app.extensions["services"].evenings.ensure(HOME))
    evening.start()
    evening.tell({"move": "decree", "icons": (0, -1, 1, 0)})
    evening.tell(*({"move": "write", "seat": seat, "name": NAMES[seat]} for seat in (1, 2, 3)))
    ann, code, services = evening.ann, evening.now.table_code, app.extensions["services"]
    for line, store, move_of_ann in ((5, hall, {"move": "write", "name": NAMES[0]}), (6, back, KEEPS)):
        services.writer.close()
        moved(old, store, "there")
        app, old = create_app(Services(store)), store
        services = app.extensions["services"]
        ann = again(ann, app).get("/")
        form = {"key": f"tap-{line:08}", "seen": str(line - 1), "seat": "0"} | move_of_ann
        assert ann.client.post(f"/table/{code}/move", data=form, headers=HERE).status_code == 303
        live = services.tables.find(code)
        assert (live.line, live.rows[-1].reporter) == (line, "Ann")
    services.writer.close()
