"""A folder of an older release is brought up to date, and the process is killed before any statement of that."""

import io
import random
import shutil
import signal
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, redirect_stdout
from itertools import chain, islice, zip_longest
from multiprocessing import Pipe
from pathlib import Path
from typing import Any

from companion.commands.serve import open_history
from companion.storage import log
from companion.storage.data import Data
from companion.storage.sqlite import condition
from companion.storage.sqlite.condition import FILE
from companion.storage.stored_table import unfold
from companion.table.result import result
from tests.faults.children import begin
from tests.faults.children.upgrading import upgrade
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.folders import stored
from tests.folders.make import COMMITS, GROUPS
from tests.folders.older import as_then

NEVER = 0
ANEW = {"_sqlite_migrations", "seals", "chronicle", "places", "boasts"}  # tables that are made anew, or grow
SET = {"evenings": {"closed_at", "version"}, "screens": {"entered"}}  # columns that steps set
HIDDEN = ("chronicle", ("table_id", "hidden"))  # what alone of these no line tells
Rows = list[Any]
Columns = tuple[str, tuple[str, ...]]  # of a table


@row("kill -9 while a folder is brought up to date", load="stored lines", whole=1200, few=8)
def upgraded_folders(effort: Effort) -> Outcome:
    """Kill at each statement, or at as many as are tried; then open the folder again."""
    outcome = effort.outcome()
    for older, statement in _moments(effort):
        folder = effort.folder / "data"
        shutil.rmtree(folder, ignore_errors=True)
        stored.copied(older.name, folder)
        before = _lines(folder / FILE)
        outcome.load += len(before)
        outcome.tries += 1
        _upgraded(folder, statement)
        _compare(outcome, older, folder, before)
    return outcome


def _moments(effort: Effort) -> Iterator[tuple[Path, int]]:
    """Folders of older releases in turn, and before which statement to kill; of few tries those of two folders alone.

    One of the two is the folder that holds what no line tells.
    """
    rng, folders = random.Random(effort.seed), stored.names()
    if effort.tries < len(folders):
        folders = [*GROUPS, rng.choice(folders)]
    moments: list[Iterator[tuple[Path, int]]] = []
    for name in folders:
        older = stored.copied(name, effort.folder / "older" / name)
        folder = stored.copied(name, effort.folder / name)
        statements = range(1, _upgraded(folder, NEVER) + 1)
        moments.append(iter([(older, statement) for statement in rng.sample(statements, len(statements))]))
    in_turn = chain.from_iterable(zip_longest(*moments))
    yield from islice(filter(None, in_turn), effort.tries)


def _upgraded(folder: Path, statement: int) -> int:
    """Bring a folder up to date, up to this statement; how many there were, 0 if the child was killed."""
    ours, theirs = Pipe(duplex=False)
    child = begin(upgrade, folder, statement, theirs)
    theirs.close()
    try:
        return int(ours.recv())
    except EOFError:
        child.join()
        assert child.exitcode == -signal.SIGKILL, f"it ended with {child.exitcode} by itself"
        return 0
    finally:
        child.join()
        ours.close()


def _lines(file: Path) -> Rows:
    return _rows(file, "select * from lines order by table_id, line")


def _steps(file: Path) -> Rows:
    return _rows(file, "select name from _sqlite_migrations order by name")


def _rows(file: Path, statement: str) -> Rows:
    with closing(sqlite3.connect(file)) as conn:
        return conn.execute(statement).fetchall()


def _kept(older: Path, folder: Path) -> dict[Columns, tuple[Rows, Rows]]:
    """What no line tells, before and after: the rows of every table that both files have, by the columns of both."""
    columns = {**_columns(older)}
    names = {name: own for name, own in _columns(folder).items() if name in columns and name not in ANEW}
    same = [(name, tuple(own & columns[name] - SET.get(name, set()))) for name, own in names.items()]
    same += [HIDDEN] if "chronicle" in columns else []
    return {(name, of): (_values(older, name, of), _values(folder, name, of)) for name, of in same}


def _columns(file: Path) -> dict[str, set[str]]:
    sql = "select t.name, c.name from sqlite_master t, pragma_table_info(t.name) c where t.type = 'table'"
    columns: dict[str, set[str]] = {}
    for table, column in _rows(file, sql):
        columns.setdefault(table, set()).add(column)
    return columns


def _values(file: Path, table: str, columns: Iterable[str]) -> Rows:
    return sorted(_rows(file, f"select {', '.join(columns)} from {table}"), key=repr)


def _compare(outcome: Outcome, older: Path, folder: Path, before: Rows) -> None:
    """All lines are there, and a copy of before where a step was made; the folder opens, and its games add up."""
    outcome.note("lost", "lines", len({*before} - {*_lines(folder / FILE)}))
    steps = _steps(older / FILE)
    if _steps(folder / FILE) != steps:
        copies = [(_lines(copy), _steps(copy)) for copy in (folder / condition.BACKUPS).glob("before-upgrade-*.db")]
        outcome.note("lost", f"no copy of {older.name} was made before", int((before, steps) not in copies))
    with redirect_stdout(io.StringIO()), closing(open_history(Data(folder))) as store:
        games = {header.id: unfold(store, header).table for header in log.all_tables(store.reader())}
    expected = stored.expected(older.name)
    results = as_then({id: result(table) for id, table in games.items()}, expected)
    is_same = results == expected if older.name in COMMITS | GROUPS else results.keys() == expected.keys()
    outcome.note("lost", f"{older.name} adds up to something else", int(not is_same))
    for (name, columns), (there, now) in _kept(older / FILE, folder / FILE).items():
        outcome.note("lost", f"{older.name}: {name} {columns}", int(there != now))
    outcome.note("doubled", "lines", len(_lines(folder / FILE)) - len(before))
