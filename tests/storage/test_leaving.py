"""How each table leaves the house: every table and column is named, and each way out is what the list says."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils import Database

from companion.commands.forget import forget
from companion.group import groups
from companion.history import rebuild
from companion.history.group_file import intake
from companion.history.group_file.reader import first, read, read_again
from companion.history.group_file.writer import Writer
from companion.storage.data import Data
from companion.storage.identifiers import COUNTED, HOME, record_id
from companion.storage.leaving import TABLES
from companion.storage.projection import IS_OVER
from companion.storage.sqlite import copies
from companion.storage.sqlite.before import migrations
from companion.storage.sqlite.condition import FILE
from companion.storage.sqlite.store import SqliteStore
from tests.folders import stored

BOOKKEEPING = "_sqlite_migrations"
HOMES = f"select {HOME}"
OTHERS = f"select id from groups where id <> {HOME}"
PROPOSED = """insert into proposals (evening, table_id, device, seat, line, changes)
              select evening, id, (select min(id) from devices), 0, 1, '[]' from tables"""
LAID_OUT = "insert into laid_out select id, '[0,2]', 0 from tables"
LEAGUE = """insert into leagues select (id << 20) + 1, id, 'Spring', '2026-03-01', '', '["death-name"]',
            '{"places":[5,3],"together":1,"lost":0}', 6 from groups"""
Rows = list[tuple[Any, ...]]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder of a home and a club in which every table holds something."""
    stored.copied("two_groups", tmp_path / "data")
    with closing(SqliteStore(tmp_path / "data")) as store:
        rebuild.catch_up(store)
    with closing(sqlite3.connect(tmp_path / "data" / FILE)) as db, db:
        db.execute("update groups set name = 'The house', in_hall = 1 where id = 0")
        db.execute("insert into floor values (7, 'Window', 'ABCDEFGHJKLMNPQR')")
        db.execute("update cards set effect = 'Everybody sneezes'")
        db.execute(f"{PROPOSED} where group_id = {HOME} limit 1")
        db.execute(f"{PROPOSED} where group_id <> {HOME} limit 1")
        db.execute(LAID_OUT)
        db.execute(LEAGUE)
    return tmp_path / "data"


def rows(file: Path, name: str, condition: str = "1", columns: str = "") -> Rows:
    """The rows of a table, in some order that is always the same."""
    wanted = columns or ", ".join(TABLES[name].columns.split())
    with closing(sqlite3.connect(file)) as db:
        return sorted(db.execute(f"select {wanted} from {name} where {condition}").fetchall(), key=repr)


def of_column(values: Rows, name: str, column: str) -> list[Any]:
    """What the rows of a table hold in a column."""
    place = TABLES[name].columns.split().index(column)
    return sorted((row[place] for row in values), key=repr)


def is_of(name: str, group: str) -> str:
    return TABLES[name].of_groups(group) if TABLES[name].owner else "1"


def columns() -> Iterator[tuple[str, str]]:
    return ((name, column) for name, table in TABLES.items() for column in table.columns.split())


@pytest.fixture
def schema() -> Iterator[Database]:
    """An empty database of the newest shape."""
    db = Database(memory=True)
    migrations.apply(db)
    yield db
    db.close()


def test_every_table_and_column_of_the_schema_is_named_and_no_other(schema: Database) -> None:
    there = {
        (table.name, column)
        for table in schema.tables
        for column in table.columns_dict
        if not table.name.startswith("sqlite_")
    }
    assert {*columns()} == there, "say in companion/storage/leaving.py how it leaves the house"


def test_what_refers_to_another_table_stands_before_it(schema: Database) -> None:
    places = {name: place for place, name in enumerate(TABLES)}
    pairs = [(name, key.other_table) for name in TABLES for key in schema.table(name).foreign_keys]
    assert len(pairs) > 10
    assert [pair for pair in pairs if places[pair[0]] > places[pair[1]]] == []


def test_all_rows_are_somebodys_or_the_houses(schema: Database) -> None:
    for name, table in TABLES.items():
        assert table.owner in ("", *table.columns.split()), name
        schema.execute(f"select 1 from {name} where {is_of(name, HOMES)}").fetchall()


def test_the_hosts_copy_is_what_the_list_says(data: Path, tmp_path: Path) -> None:
    file, copy = data / FILE, tmp_path / "copy.db"
    copies.for_the_host(file, copy)
    over = f"select table_id from chronicle where {IS_OVER} and not secrets"
    for name, table in TABLES.items():
        if not table.host_copy:
            assert rows(copy, name) == [], name
            continue
        picked = {"table_id": f"table_id in ({over})"}.get(table.owner, f"id in ({over})" if name == "tables" else "1")
        taken = ", ".join(table.blanks.get(column, column) for column in table.columns.split())
        expected = rows(file, name, f"{is_of(name, HOMES)} and {picked}", taken)
        assert expected
        assert rows(copy, name) == expected, name
    content = copy.read_bytes()
    for name, column in (("evenings", "code"), ("evenings", "ticket"), ("evenings", "host_ticket")):
        assert not [one for one in of_column(rows(file, name), name, column) if one.encode() in content]
    assert not [one for one in of_column(rows(file, "groups"), "groups", "keeper_ticket") if one.encode() in content]


def test_what_is_forgotten_of_a_group_is_what_the_list_says(data: Path, tmp_path: Path) -> None:
    gone = dict.fromkeys(TABLES, 0)
    for number, (forgotten, others) in enumerate(((OTHERS, HOMES), (HOMES, OTHERS))):
        file, copy = tmp_path / f"{number}.db", tmp_path / f"{number} without.db"
        shutil.copyfile(data / FILE, file)
        with closing(sqlite3.connect(file)) as db, db:
            db.execute(f"update groups set forgotten_at = opened_at where id in ({forgotten})")
        copies.without_forgotten(file, copy)
        for name in TABLES:
            assert rows(copy, name) == rows(file, name, is_of(name, others)), name
            gone[name] += len(rows(file, name)) - len(rows(copy, name))
    assert {name for name in TABLES if gone[name]} == {name for name in TABLES if TABLES[name].owner}


def test_what_is_forgotten_of_a_game_is_what_the_list_says(data: Path) -> None:
    file = data / FILE
    for (id,) in rows(file, "tables", is_of("tables", HOMES), "id"):
        before = {name: rows(file, name) for name in TABLES}
        own = {name: {"table_id": f"table_id = '{id}'"}.get(table.owner, "0") for name, table in TABLES.items()}
        gone = {name: rows(file, name, own[name] if name != "tables" else f"id = '{id}'") for name in TABLES}
        assert forget(Data(data), id, "") == 0
        for name in TABLES:
            left = [row for row in before[name] if row not in gone[name]]
            assert rows(file, name) == left, (id, name)
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("pragma foreign_key_check").fetchall() == []


# --- a group's file --------------------------------------------------------------------------------------------------


@pytest.fixture
def taken_in(data: Path, tmp_path: Path) -> tuple[Path, int]:
    """Another file, and the number of the group in it that was taken in from the home's file, with all its secrets."""
    file, other = tmp_path / "home.jsonl", tmp_path / "other"
    with closing(SqliteStore(data)) as store:
        home = groups.by_id(store.reader(), HOME)
        file.write_text("".join(Writer(store, home, with_secrets=True).pieces()), "utf-8")
    with closing(SqliteStore(other)) as store, file.open("rb") as source:
        name = first(read(source)).name
        group: int = store.do(lambda db: intake.begin(db, name))
        for batch in filter(None, intake.batches(read_again(source))):
            store.do(partial(intake.add, group=group, entries=batch))
        store.do(lambda db: intake.finish(db, group))
    return other / FILE, group


def counted(value: Any) -> Any:
    """A value as it is in any group: the number of a person or a deck, the id of a record."""
    if isinstance(value, int) and value >= 2**COUNTED:
        return value % 2**COUNTED
    if (
        isinstance(value, str)
        and value.startswith("[")
        and all(type(one) in (int, type(None)) for one in json.loads(value))
    ):
        return [counted(one) for one in json.loads(value) if one is not None]  # who sat there, of those who are known
    return record_id(value) if isinstance(value, str) and len(value) > 32 else value


def is_as_listed(name: str, column: str, sent: Rows, arrived: Rows) -> bool:
    """Whether what arrived of a column, in a group's file, is what the list says."""
    before, after = of_column(sent, name, column), of_column(arrived, name, column)
    if column in TABLES[name].anew.split():
        return len(after) == len(before) > 0 and not {*after} & ({*before} - {None})
    if TABLES[name].group_file:
        return len(before) > 0 and [*map(counted, after)] == [*map(counted, before)]
    return not {*sent} & {*arrived} and (name == BOOKKEEPING or arrived == [])


def test_the_file_of_a_group_is_what_the_list_says(data: Path, taken_in: tuple[Path, int]) -> None:
    there, group = taken_in
    sent = {name: rows(data / FILE, name, is_of(name, HOMES)) for name in TABLES}
    arrived = {name: rows(there, name, is_of(name, f"select {group}")) for name in TABLES}
    assert [pair for pair in columns() if not is_as_listed(*pair, sent[pair[0]], arrived[pair[0]])] == []
