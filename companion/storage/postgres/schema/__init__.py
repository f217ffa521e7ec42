"""The schema of PostgreSQL: numbered files of SQL, each of which only adds, so that two releases may run together."""

import secrets as chance
from pathlib import Path

from companion.storage.database import Database
from companion.storage.errors import Unusable
from companion.storage.identifiers import HOME, now
from companion.storage.postgres.connection import Connection
from companion.storage.postgres.lock import UPGRADING

STEPS = {int(file.stem): file for file in sorted(Path(__file__).parent.glob("*.sql"))}
OURS = "select 1 from information_schema.tables where table_schema = current_schema() and table_name = ?"
ANY = "select 1 from information_schema.tables where table_schema = current_schema() limit 1"
GIVEN = """select table_name, column_name from information_schema.columns
           where table_schema = current_schema() and is_identity = 'YES'"""
MADE = "create table steps (number bigint primary key, applied_at text not null)"


def bring_up_to_date(db: Connection, new: bool) -> None:
    """Make the schema in an empty database (`new`), or run the steps that an older one still needs; all or nothing.

    Unusable if it is another program's or a newer release's; if it is empty and not `new`, too.
    """
    db.execute("begin")
    db.execute("select pg_advisory_xact_lock(?)", [UPGRADING])
    gone = _gone(db, new)
    for number, file in STEPS.items():
        if number not in gone:
            db.conn.execute(file.read_bytes())
            db.execute("insert into steps values (?, ?)", [number, now()])
    if not gone:
        home = [HOME, now(), chance.token_hex(16)]
        db.execute("insert into groups (id, name, opened_at, keeper_ticket) values (?, '', ?, ?)", home)
    db.execute("commit")


def _gone(db: Connection, new: bool) -> set[int]:
    """The steps that a database has gone."""
    if not db.execute(OURS, ["steps"]):
        if db.execute(ANY):
            raise Unusable("The database holds tables of another program, and stays as it is: choose an empty one.")
        if not new:
            raise Unusable("There is no saved history in the database.")
        db.execute(MADE)
    gone = {number for (number,) in db.execute("select number from steps")}
    if not gone <= STEPS.keys():
        raise Unusable("The database was written by a newer release, and stays as it is: start that one.")
    return gone


def tables(db: Database) -> list[str]:
    """The names of our tables."""
    sql = "select table_name from information_schema.tables where table_schema = current_schema() order by 1"
    return [name for (name,) in db.execute(sql)]


def settle(db: Database) -> None:
    """Count on from the highest ids, in the transaction that filled a database, and plan by its rows."""
    for table, column in db.execute(GIVEN):
        db.execute(f"select setval(pg_get_serial_sequence('{table}', '{column}'), max({column})) from {table}")
    db.execute("analyze")
