"""A disk that is full or fails (507, 503)."""

import sqlite3

from companion.storage.log import all_tables
from companion.web.app import create_app
from tests.support.api import (
    GAME,
    decree,
    fill,
    is_refused,
    over,
)


def test_a_full_disk_is_507_takes_nothing_and_takes_the_same_tap_when_there_is_room(table, store):
    line, move = fill(store, table)
    before = [table.get(key).body for key in table.keys]
    assert table.look()["line"] == line - 1
    for _ in range(3):
        answer = table.report(table.host, move, key=f"fill-{line:04d}")
        assert is_refused(answer, 507)
        assert int(answer.headers["Retry-After"]) >= 1
    assert [table.get(key).body for key in table.keys] == before
    store.do(lambda db: db.execute("PRAGMA max_page_count = 100000"))
    assert table.report(table.host, move, key=f"fill-{line:04d}").json == {"line": line}
    table.call = over(create_app(store).test_client())
    assert table.look()["line"] == line


def test_a_table_that_was_not_acknowledged_was_not_laid(call, store):
    laid = 0
    for room in range(1, 8):
        pages = store.reader().execute("PRAGMA page_count").first()[0]
        store.do(lambda db, most=pages + room: db.execute(f"PRAGMA max_page_count = {most}"))
        while (answer := call("POST", "/api/tables", body=GAME)).status == 201:
            laid += 1
        assert is_refused(answer, 507)
        assert len(all_tables(store.reader())) == laid
        store.do(lambda db: db.execute("PRAGMA max_page_count = 100000"))


def test_a_drawer_that_somebody_else_holds_is_503_and_worth_another_try(table, store):
    store.do(lambda db: db.execute("PRAGMA busy_timeout = 50"))
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    answer = table.report(table.host, decree(), key="this-tap")
    assert is_refused(answer, 503)
    assert int(answer.headers["Retry-After"]) >= 1
    assert table.look()["line"] == 0
    other.close()
    assert table.report(table.host, decree(), key="this-tap").json == {"line": 1}
