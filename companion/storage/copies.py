"""Consistent copies of the database, whole or without some games."""

import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path

from companion.storage.identifiers import HOME
from companion.storage.schema import IS_OVER

Pick = Callable[[sqlite3.Connection], Sequence[str]]
NOT_OVER = f"""select id from tables where id not in
               (select table_id from chronicle where {IS_OVER} and not secrets)"""
PRIVATE = ("notes", "notices", "claims", "holds", "screens", "spectators", "keepers", "devices", "keys", "secrets")
NO_WAY_IN = (
    """update evenings set code = 'gone ' || id, ticket = 'gone ' || id, host_ticket = 'gone ' || id,
       table_code = null, closed_at = coalesce(closed_at, opened_at)""",
    "update groups set keeper_ticket = 'gone ' || id",
)
OTHERS = f"select id from groups where id <> {HOME}"
FORGOTTEN = "select id from groups where forgotten_at is not null"
# What belongs to groups besides their tables, and by which condition: what refers to something else goes first.
AT_EVENINGS = ("guests", "claims", "notices", "screens", "spectators")
OF_GROUPS = (
    *((name, "evening in (select id from evenings where group_id in ({}))") for name in AT_EVENINGS),
    ("holds", "person in (select id from people where group_id in ({}))"),
    ("cards", "deck in (select id from decks where group_id in ({}))"),
    *((name, "group_id in ({})") for name in ("evenings", "decks", "people", "habits", "keepers")),
    ("groups", "id in ({})"),
)


def whole(to: Path, make: Callable[[Path], None]) -> None:
    """Let a file appear at `to` once it is whole and on disk; what goes wrong leaves nothing behind."""
    beside = to.with_name(f"{to.name}.part")
    try:
        beside.unlink(missing_ok=True)
        make(beside)
        with beside.open("rb+") as file:
            os.fsync(file.fileno())
        beside.replace(to)
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def copy(store: Path, to: Path) -> None:
    """A consistent copy, also while somebody writes."""
    address = f"{store.resolve().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as source, closing(sqlite3.connect(to)) as target:
        source.backup(target)
        target.execute("pragma journal_mode = delete").fetchone()  # one file, with nothing beside it


def copy_without(store: Path, to: Path, pick: Pick, changes: Sequence[str] = ()) -> None:
    """A copy in which nothing is left of the tables whose ids `pick` tells: not even in pages that are free.

    `changes` are statements that change the copy besides.
    """
    copy(store, to)
    with closing(sqlite3.connect(to, isolation_level=None)) as conn:
        left_out = [(id,) for id in pick(conn)]
        refusals = conn.execute("select name, sql from sqlite_master where type = 'trigger'").fetchall()
        conn.execute("begin")
        for name, _ in refusals:
            conn.execute(f"drop trigger {name}")
        for name in _about_tables(conn):
            conn.executemany(f"delete from {name} where table_id = ?", left_out)
        conn.executemany("delete from tables where id = ?", left_out)
        for change in changes:
            conn.execute(change)
        for _, sql in refusals:
            conn.execute(sql)
        conn.execute("commit")
        conn.execute("vacuum")


def for_the_host(store: Path, to: Path) -> None:
    """A copy for a host of the home, without what they may not know: games still played, private notes, other groups.

    Nothing in it lets anybody in, here or where it is put back: that house makes its own keys and opens a new evening.
    """
    private = [f"delete from {name}" for name in PRIVATE]
    copy_without(store, to, not_for_the_host, [*private, *_without(OTHERS), *NO_WAY_IN])


def not_over(conn: sqlite3.Connection) -> Sequence[str]:
    """The tables that are still played, or hold a secret for ever."""
    return [row[0] for row in conn.execute(NOT_OVER)]


def not_for_the_host(conn: sqlite3.Connection) -> Sequence[str]:
    """The same, and those of other groups."""
    return [*not_over(conn), *_tables_of(conn, OTHERS)]


def without_forgotten(store: Path, to: Path) -> None:
    """A copy in which nothing is left of the groups that were forgotten."""
    copy_without(store, to, lambda conn: _tables_of(conn, FORGOTTEN), _without(FORGOTTEN))


def _without(groups: str) -> list[str]:
    """Statements that delete what belongs to the groups that a query picks, besides their tables."""
    return [f"delete from {name} where {condition.format(groups)}" for name, condition in OF_GROUPS]


def _tables_of(conn: sqlite3.Connection, groups: str) -> list[str]:
    return [row[0] for row in conn.execute(f"select id from tables where group_id in ({groups})")]


def _about_tables(conn: sqlite3.Connection) -> list[str]:
    names = [row[0] for row in conn.execute("select name from sqlite_master where type = 'table'")]
    return [
        name for name in names if any(row[2] == "tables" for row in conn.execute(f"pragma foreign_key_list({name})"))
    ]
