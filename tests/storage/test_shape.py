"""The shape of a new file is the one to which the steps lead, and no statement of the house knows its engine."""

import ast
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database

from companion.storage.sqlite import shape
from companion.storage.sqlite.before import migrations
from companion.storage.sqlite.store import SqliteStore
from tests.support import TOP

SHAPES = "select type, name, tbl_name, sql from sqlite_master where name not like '%sqlite%'"
COLUMNS = """select t.name, c.* from pragma_table_list t join pragma_table_xinfo(t.name) c
             where t.name not like '%sqlite%' order by t.name, c.cid"""


def plain(conn: sqlite3.Connection) -> set[tuple[str, ...]]:
    """All that was made in a database, without how SQLite spells what a step has changed."""
    made = conn.execute(SHAPES).fetchall()
    words = (re.sub(r"[\s\"]+", "", sql or "").lower() for *_, sql in made)
    return {(*names, "".join(sorted(sql.split(",")))) for (*names, _), sql in zip(made, words, strict=True)}


def test_a_new_file_has_the_shape_to_which_the_steps_lead(tmp_path: Path) -> None:
    new, older = tmp_path / "new", sqlite3.connect(":memory:", isolation_level=None)
    migrations.apply(Database(older))
    SqliteStore(new).close()
    with closing(sqlite3.connect(new / "ledger.db")) as made, closing(older):
        assert {entry[:3] for entry in plain(made)} == {entry[:3] for entry in plain(older)}
        assert made.execute(COLUMNS).fetchall() == older.execute(COLUMNS).fetchall()
        differing = {entry[1] for entry in plain(made) ^ plain(older)}
        assert differing == set(), "but for their columns, which are the same"
        steps = "select name from _sqlite_migrations order by id"
        assert made.execute(steps).fetchall() == older.execute(steps).fetchall() == [(name,) for name in shape.STEPS]
        home = "select id, name, length(opened_at), length(keeper_ticket), forgotten_at from groups"
        assert made.execute(home).fetchall() == older.execute(home).fetchall()


ENGINE = re.compile(
    r"""insert\s+or|update\s+or|rowid|ifnull|iif\(|json_|instr\(|strftime|total\(|group_concat|pragma|sqlite_master
    |\sis\s+\?|\bnot\s+(?:secrets|hidden|host|barred|open|locked)\b|glob\s|limit\s+-1|(?:max|min)\([^()]*,""",
    re.IGNORECASE | re.VERBOSE,
)
STATEMENT = re.compile(r"^\s*(?:select|insert|update|delete|with)\s|\s(?:from|where)\s", re.IGNORECASE)


def texts(file: Path) -> Iterator[tuple[int, str]]:
    """The texts of a module that may be SQL, with the blanks of an f-string left out."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.JoinedStr):
            yield node.lineno, "{}".join(str(one.value) for one in node.values if isinstance(one, ast.Constant))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def of_one_engine(text: str) -> bool:
    return bool(STATEMENT.search(text) and ENGINE.search(text))


FILES = [file for file in sorted((TOP / "companion").rglob("*.py")) if file.parent.name != "sqlite"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(TOP)))
def test_a_statement_is_one_that_both_engines_read(file: Path) -> None:
    assert [(line, text) for line, text in texts(file) if of_one_engine(text)] == []


@pytest.mark.parametrize(
    "text",
    [
        "insert or ignore into holds values (?, ?)",
        "update people set seen_at = max(seen_at, ?) where id = ?",
        "select total(won) from places",
        "select 1 from screens where not barred",
        "update evenings set table_code = ? where table_code is ?",
        "select id from tables where id in (select value from json_each(?))",
    ],
)
def test_a_statement_of_sqlite_alone_would_be_found(text: str) -> None:
    assert of_one_engine(text)
