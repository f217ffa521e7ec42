"""Two engines, one shape; and what is of SQLite's file alone is a short list."""

import os
import re
import subprocess
import sys
from contextlib import closing
from typing import Any

import pytest

from companion.storage.database import Database
from companion.storage.postgres.connection import connect
from companion.storage.sqlite.shape import scratch
from tests.support import TOP
from tests.support.postgres import Postgres

Shape = dict[str, list[tuple[Any, ...]]]
MARK = "pytest.mark." + "sqlite"
KINDS = {"integer": "bigint", "text": "words"}
CAST = re.compile(r"::\w+")

COLUMNS = """select t.name, c.name, lower(c.type), c."notnull" or c.pk > 0, c.dflt_value
             from pragma_table_list t join pragma_table_xinfo(t.name) c
             where t.schema = 'main' and t.name not like 'sqlite%' order by t.name, c.cid"""
KEYS = """select t.name, i."unique", i.origin = 'pk', i.partial,
          (select group_concat(name) from (select name from pragma_index_info(i.name) order by seqno))
          from pragma_table_list t join pragma_index_list(t.name) i
          where t.schema = 'main' and t.name not like 'sqlite%'
          union all
          select t.name, 1, 1, 0, c.name from pragma_table_list t join pragma_table_xinfo(t.name) c
          where t.schema = 'main' and t.name not like 'sqlite%' and c.pk and c.type = 'INTEGER' and t.wr = 0
          and (select count(*) from pragma_table_xinfo(t.name) where pk) = 1"""
PARENTS = """select t.name, f."from", f."table" from pragma_table_list t join pragma_foreign_key_list(t.name) f
             where t.schema = 'main'"""

COLUMNS_THERE = """select table_name, column_name, coalesce(domain_name, data_type), is_nullable = 'NO', column_default
                   from information_schema.columns where table_schema = 'public' and table_name <> 'steps'
                   order by table_name, ordinal_position"""
KEYS_THERE = """select t.relname, i.indisunique, i.indisprimary, i.indpred is not null,
                (select string_agg(a.attname, ',' order by k.place)
                 from unnest(i.indkey) with ordinality as k (number, place)
                 join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number)
                from pg_index i join pg_class t on t.oid = i.indrelid
                where t.relnamespace = cast('public' as regnamespace) and t.relname <> 'steps'"""
PARENTS_THERE = """select t.relname, a.attname, p.relname
                   from pg_constraint f join pg_class t on t.oid = f.conrelid join pg_class p on p.oid = f.confrelid
                   join pg_attribute a on a.attrelid = t.oid and a.attnum = f.conkey[1] where f.contype = 'f'"""


def shape(db: Database, columns: str, keys: str, parents: str) -> Shape:
    """The columns of each table, in their order, its keys and indexes, and whose rows it names."""
    return {
        "columns": [
            (table, name, KINDS.get(kind, kind), is_needed, default and CAST.sub("", default))
            for table, name, kind, is_needed, default in db.execute(columns)
        ],
        "keys": sorted(db.execute(keys), key=repr),
        "parents": sorted(db.execute(parents)),
    }


def test_both_engines_have_the_same_shape(postgres: Postgres) -> None:
    with scratch() as db:
        file = shape(db, COLUMNS, KEYS, PARENTS)
    with postgres.house() as url, closing(connect(url)) as there:
        database = shape(there, COLUMNS_THERE, KEYS_THERE, PARENTS_THERE)
    assert {what: len(entries) > 20 for what, entries in file.items()} == dict.fromkeys(file, True)
    for what in file:
        assert {*database[what]} ^ {*file[what]} == set(), what
    assert database == file


@pytest.mark.slow
def test_of_sqlite_alone_are_fewer_than_twenty_tests() -> None:
    files = [str(file) for file in (TOP / "tests").rglob("test_*.py") if MARK in file.read_text("utf-8")]
    words = ["pytest", "--collect-only", "-o", "addopts=", "-q", "-m", "sqlite", "-p", "no:cacheprovider", *files]
    environment = os.environ | {"LEDGER_TEST_PROFILE": "thorough", "LEDGER_TEST_DATABASE": ""}
    ran = subprocess.run([sys.executable, "-m", *words], cwd=TOP, env=environment, capture_output=True, text=True)
    marked = [line for line in ran.stdout.splitlines() if "::" in line]
    assert 0 < len(marked) < 20, ran.stdout
