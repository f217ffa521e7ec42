"""The log: what is written is read, and nothing is altered (append-only)."""

import json
from contextlib import closing

import pytest
from msgspec import to_builtins

from companion.games import RULES
from companion.storage import identifiers, log
from companion.storage.errors import Conflict
from companion.storage.identifiers import HOME
from companion.storage.leaving import drop_table
from companion.storage.log import Header
from companion.storage.sqlite.store import SqliteStore
from companion.storage.store import secret
from tests.support.stored_rows import NAME, a_row, a_table, add, content


def test_a_table_and_its_lines_are_read_back_as_they_were_written(store):
    header = a_table(store)
    row = add(store, header, a_row(header, 1, move=json.dumps({"name": NAME}, ensure_ascii=False)), '{"over":true}')
    assert log.table_by_code(store.reader(), "ABCDE") == header
    assert log.rows(store.reader(), "t1") == [row]
    assert log.seals(store.reader(), "t1") == [(1, RULES, '{"over":true}')]


def test_lines_come_in_their_order_and_tables_the_oldest_first(store):
    young = Header("a", HOME, "AAAAA", "death-name", [], {}, "2026-02-01T00:00:00.000Z")
    old = Header("b", HOME, "BBBBB", "death-name", [], {}, "2026-01-01T00:00:00.000Z")
    for header in (young, old):
        store.do(lambda db, header=header: log.add_table(db, header))
    for line in (10, 9, 2, 1):
        add(store, old, a_row(old, line))
    assert [row.line for row in log.rows(store.reader(), "b")] == [1, 2, 9, 10]
    assert [header.id for header in log.all_tables(store.reader())] == ["b", "a"]


def test_a_secret_is_made_once_and_survives_every_opening(tmp_path):
    first = SqliteStore(tmp_path)
    assert secret(first, "instance", "one") == "one"
    assert secret(first, "instance", "two") == "one"
    assert secret(first, "other", "three") == "three"
    first.close()
    with closing(SqliteStore(tmp_path)) as again:
        assert secret(again, "instance", "four") == "one"


@pytest.mark.parametrize(
    ("table", "column", "key"),
    [("tables", "game", "id"), ("lines", "line", "table_id, line"), ("seals", "line", "table_id, line, rules")],
)
@pytest.mark.parametrize(
    "statement",
    [
        "update {0} set {1} = {1}",
        "delete from {0}",
        "delete from {0} where 1 = 1",
        "insert into {0} select * from {0} where true on conflict ({2}) do update set {1} = {0}.{1}",
    ],
)
def test_nothing_that_lies_in_the_drawer_is_changed_or_taken_out(store, table, column, key, statement):
    header = a_table(store)
    add(store, header, a_row(header, 1), '{"over":true}')
    before = content(store)
    with pytest.raises(Conflict, match=f"{table} are append-only"):
        store.do(lambda db: db.execute(statement.format(table, column, key)))
    assert content(store) == before


def test_a_table_without_a_line_may_go_and_takes_no_other_along(store):
    kept, empty = a_table(store), a_table(store, "t2", "FGHJK")
    add(store, kept, a_row(kept, 1))
    store.do(lambda db: drop_table(db, empty.id))
    assert log.all_tables(store.reader()) == [kept]
    with pytest.raises(Conflict, match="append-only"):
        store.do(lambda db: drop_table(db, kept.id))
    assert len(log.rows(store.reader(), kept.id)) == 1


@pytest.mark.sqlite
def test_what_is_replaced_in_the_words_of_sqlite_stays_too(store):
    header = a_table(store)
    add(store, header, a_row(header, 1), '{"over":true}')
    before = content(store)
    for name in ("tables", "lines", "seals"):
        with pytest.raises(Conflict, match=f"{name} are append-only"):
            store.do(lambda db, name=name: db.execute(f"replace into {name} select * from {name}"))
    with pytest.raises(Conflict, match="lines are append-only"):
        store.do(lambda db: db.execute("replace into lines values ('t1', 1, '{}', '', '', 'another-key', '')"))
    assert content(store) == before


def test_a_line_cannot_be_replaced_by_another_of_its_number(store):
    header = a_table(store)
    kept = add(store, header, a_row(header, 1))
    other = a_row(header, 1, key="another-key")
    values = {"table_id": "t1"} | to_builtins(other)
    sql = f"into lines ({', '.join(values)}) values ({', '.join(f':{name}' for name in values)})"
    with pytest.raises(Conflict):
        store.do(lambda db: db.execute(f"insert {sql}", values))
    assert log.rows(store.reader(), "t1") == [kept]


def test_a_key_stands_for_one_line_of_a_table_and_is_free_at_another(store):
    one, other = a_table(store), a_table(store, "t2", "FGHJK")
    add(store, one, a_row(one, 1, key="same-key"))
    with pytest.raises(Conflict):
        add(store, one, a_row(one, 2, key="same-key"))
    add(store, other, a_row(other, 1, key="same-key"))


def test_a_line_belongs_to_a_table_that_is_there(store):
    with pytest.raises(Conflict):
        add(store, Header("nowhere", HOME, "ZZZZZ", "death-name", [], {}, identifiers.now()), a_row(a_table(store), 1))
