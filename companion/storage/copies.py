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
PRIVATE = ("notes", "notices", "claims", "holds", "screens", "keepers", "devices", "keys", "secrets")
NO_WAY_IN = (
    """update evenings set code = 'gone ' || id, ticket = 'gone ' || id, host_ticket = 'gone ' || id,
       table_code = null, closed_at = coalesce(closed_at, opened_at)""",
    "update groups set keeper_ticket = 'gone ' || id",
)
OTHERS = (
    f"delete from guests where evening in (select id from evenings where group_id <> {HOME})",
    f"delete from cards where deck in (select id from decks where group_id <> {HOME})",
    *(f"delete from {name} where group_id <> {HOME}" for name in ("evenings", "decks", "people", "habits")),
    f"delete from groups where id <> {HOME}",
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
    copy_without(store, to, not_for_the_host, [*(f"delete from {name}" for name in PRIVATE), *OTHERS, *NO_WAY_IN])


def not_over(conn: sqlite3.Connection) -> Sequence[str]:
    """The tables that are still played, or hold a secret for ever."""
    return [row[0] for row in conn.execute(NOT_OVER)]


def not_for_the_host(conn: sqlite3.Connection) -> Sequence[str]:
    """The same, and those of other groups."""
    others = conn.execute("select id from tables where group_id <> ?", [HOME])
    return [*not_over(conn), *(row[0] for row in others)]


def _about_tables(conn: sqlite3.Connection) -> list[str]:
    names = [row[0] for row in conn.execute("select name from sqlite_master where type = 'table'")]
    return [
        name for name in names if any(row[2] == "tables" for row in conn.execute(f"pragma foreign_key_list({name})"))
    ]
