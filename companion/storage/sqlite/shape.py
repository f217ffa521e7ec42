"""The present shape of the database, by which new files are made.

A change is written here, and as the newest step in before.py; tests/storage/test_shape.py compares the two.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from sqlite_utils import Database

from companion.storage.errors import Malformed
from companion.storage.sqlite.before import migrations
from companion.storage.sqlite.connection import Connection, ours

with closing(sqlite3.connect(":memory:")) as nothing:
    STEPS = [step.name for step in migrations.pending(Database(nothing))]
SHAPE = """
-- The games, and their lines. What is written here never changes.
create table tables (
    id text primary key, code text not null unique, game text not null, seats text not null, options text not null,
    opened_at text not null, evening integer, people text not null, group_id integer not null default 0
) strict;
create index tables_of_evening on tables (evening, opened_at);
create index tables_of_group on tables (group_id, opened_at);
create trigger tables_update before update on tables begin select raise(abort, 'tables are append-only'); end;
create trigger tables_delete before delete on tables when exists (select 1 from lines where table_id = old.id)
begin select raise(abort, 'tables are append-only'); end;

create table lines (
    table_id text not null references tables, line integer not null, move text not null, at text not null,
    reporter text not null, key text not null, hash text not null,
    primary key (table_id, line), unique (table_id, key)
) strict, without rowid;
create trigger lines_update before update on lines begin select raise(abort, 'lines are append-only'); end;
create trigger lines_delete before delete on lines begin select raise(abort, 'lines are append-only'); end;

-- A seal says under which rules it was made; a game may be sealed anew under later ones.
create table seals (
    table_id text not null references tables, line integer not null, rules integer not null, result text not null,
    at text not null, primary key (table_id, line, rules)
) strict, without rowid;
create trigger seals_update before update on seals begin select raise(abort, 'seals are append-only'); end;
create trigger seals_delete before delete on seals begin select raise(abort, 'seals are append-only'); end;

-- The keys of programs, and what the house keeps to itself.
create table keys (
    hash text primary key, table_id text not null references tables, role text not null, seat integer
) strict;
create table secrets (name text primary key, value text not null) strict;

-- Groups: the home of a file is its group 0, another one has a random number. Whoever keeps one does so on a device.
create table groups (
    id integer primary key, name text not null, opened_at text not null, keeper_ticket text not null unique,
    forgotten_at text, in_hall integer not null default 0
) strict;
create table devices (id integer primary key, hash text not null unique) strict;
create table keepers (
    group_id integer not null references groups, device integer not null references devices,
    primary key (group_id, device)
) strict, without rowid;
create table people (
    id integer primary key, name text not null, colour text not null, shape text not null, seen_at text not null,
    same_as integer references people, group_id integer not null default 0
) strict;
create index people_of_group on people (group_id);
create table habits (
    group_id integer not null, game text not null, name text not null, value text not null,
    primary key (group_id, game, name)
) strict, without rowid;

-- Places: tables of the room, each with a number and the code of its print. An open evening stands at one, or at none.
create table floor (number integer primary key, name text not null default '', code text not null unique) strict;

-- Evenings. A device is at the open evening that it entered last; `version` counts what its screens show.
create table evenings (
    id integer primary key, code text not null unique, ticket text not null unique, host_ticket text not null unique,
    opened_at text not null, closed_at text, table_code text, locked integer not null default 0,
    group_id integer not null default 0, version integer not null default 0, address text not null default '',
    stands_at integer
) strict;
create unique index evenings_at_places on evenings (stands_at) where closed_at is null;
create index evenings_of_group on evenings (group_id);
create index evenings_that_are_open on evenings (group_id) where closed_at is null;
create table guests (
    evening integer not null references evenings, person integer not null references people, place integer not null,
    primary key (evening, person)
) strict, without rowid;
create table holds (
    device integer not null references devices, person integer not null references people,
    primary key (device, person)
) strict, without rowid;
create table screens (
    evening integer not null references evenings, device integer not null references devices,
    kind text not null default 'new', host integer not null default 0, front integer references people,
    open integer not null default 0, barred integer not null default 0, entered integer not null default 0,
    primary key (evening, device)
) strict, without rowid;
create index screens_of_device on screens (device, entered);
create index screens_by_entry on screens (entered);
create table claims (
    evening integer not null references evenings, device integer not null references devices,
    person integer not null references people, primary key (evening, device, person)
) strict, without rowid;
create table notices (
    id integer primary key, evening integer not null references evenings, device integer not null references devices,
    code text not null, about text not null
) strict;
-- Links to the scoreboard alone, for a second television: whoever opens one is no device of the evening.
create table spectators (
    id integer primary key, evening integer not null references evenings, ticket text not null unique,
    made_at text not null
) strict;
create index spectators_of_evening on spectators (evening);

-- What belongs to a game beside its lines: where it went on, private notes, steps of laying out, and corrections that
-- wait for somebody who may allow them, of a device one at a time.
create table resumed (
    table_id text primary key references tables, evening integer not null references evenings
) strict, without rowid;
create table notes (
    device integer not null references devices, table_id text not null references tables, owner integer not null,
    character integer not null, seat integer not null, mark text not null,
    primary key (device, table_id, owner, character, seat)
) strict, without rowid;
create table laid_out (
    table_id text primary key references tables, items text not null, is_done integer not null
) strict, without rowid;
create table proposals (
    id integer primary key, evening integer not null references evenings, table_id text not null references tables,
    device integer not null references devices, seat integer not null, line integer not null, changes text not null,
    unique (evening, device)
) strict;
create index proposals_of_table on proposals (table_id);

-- What the history asks, as rows: the games as they were laid and ended, who sat there, and what was boasted of, with
-- the `other` seat to which it was done. `seconds` of play without pauses; `words`: those that everybody may read.
create table chronicle (
    table_id text primary key references tables, at text not null, game text not null, seats integer not null,
    options text not null, line integer, ended_at text, outcome text not null default 'playing',
    aim text not null default 'most', secrets integer not null default 1, hidden integer not null default 0,
    group_id integer not null default 0, seconds integer, rounds integer, words text
) strict, without rowid;
create index chronicle_by_day on chronicle (group_id, hidden, at, table_id);
create index chronicle_by_game on chronicle (group_id, game, hidden, at, table_id);
create table places (
    table_id text not null references tables, seat integer not null, person integer, name text not null,
    game text not null, at text not null, counts integer not null default 0, aim text not null default 'most',
    place integer, total integer, won integer, group_id integer not null default 0, primary key (table_id, seat)
) strict, without rowid;
create index places_of_person on places (group_id, person, counts, at, game, place, won);
create index places_of_game on places (group_id, game, counts, person, place, won, at);
create index places_by_total on places (group_id, game, counts, aim, total);
create table boasts (
    table_id text not null references tables, game text not null, what text not null, seat integer, person integer,
    amount integer not null, word text not null, counts integer not null, group_id integer not null default 0,
    other integer
) strict;
create index boasts_of_table on boasts (table_id);
create index boasts_of_game on boasts (group_id, game, counts, what, person, word, amount, table_id);
create index boasts_of_person on boasts (group_id, person, counts, game, what, amount);

-- Leagues: their games and what these give; standings are computed from places. Days are empty where there is none.
create table leagues (
    id integer primary key, group_id integer not null, name text not null, since text not null, until text not null,
    kinds text not null, points text not null, best integer not null
) strict;
create index leagues_of_group on leagues (group_id);

-- Decks of a group, and what their cards do.
create table decks (
    id integer primary key, game text not null, name text not null, in_play integer not null,
    group_id integer not null default 0
) strict;
create index decks_of_group on decks (group_id, game);
create table cards (
    deck integer not null references decks, pile text not null, card text not null, used_at text not null,
    effect text not null default '', primary key (deck, pile, card)
) strict, without rowid;
"""
HOME = "insert into groups values (0, '', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), lower(hex(randomblob(16))), null, 0)"
GONE = "insert into _sqlite_migrations (migration_set, name, applied_at) values (?, ?, ?)"
Entry = tuple[str, str, str]
BY_SQLITE = ("sqlite_sequence", "sqlite_stat1", "sqlite_stat4")


def bring_up_to_date(conn: sqlite3.Connection) -> None:
    """Make the shape in a new file, or run the steps that an older file still needs."""
    db = Database(conn)
    if migrations.applied(db):
        migrations.apply(db)
        return
    migrations.ensure_migrations_table(db)
    conn.executescript(f"begin immediate; {SHAPE}")
    conn.execute(HOME)
    conn.executemany(GONE, [(migrations.name, step, str(datetime.now(UTC))) for step in STEPS])
    conn.execute("commit")


@contextmanager
def scratch() -> Iterator[Connection]:
    """A database in memory with all tables, empty."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as conn:
        conn.executescript(SHAPE)
        yield Connection(conn)


def assert_ours(file: Path) -> None:
    """Malformed if a file holds a trigger, view, table or index that no release of ours made: such code would run."""
    with ours(), closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as conn:
        names = {name for _, name, _ in set(_entries(conn)) - _ours()}
    if names:
        raise Malformed(f"it holds what is not ours ({', '.join(sorted(names)[:3])})")


def _ours() -> set[Entry]:
    """All entries of the schema after each of our steps, and of the present shape."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as conn:
        db = Database(conn)
        migrations.ensure_migrations_table(db)
        entries = set(_entries(conn))
        for step in migrations.pending(db):
            step.fn(db)
            entries |= set(_entries(conn))
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as conn:
        conn.executescript(SHAPE)
        return entries | set(_entries(conn))


def _entries(conn: sqlite3.Connection) -> Iterator[Entry]:
    for kind, name, sql in conn.execute("select type, name, sql from sqlite_master"):
        bookkeeping = kind in ("table", "index") and migrations.migrations_table in name
        if not (kind == "table" and name in BY_SQLITE):
            yield kind, name, "" if bookkeeping else _plain(sql or "")


def _plain(sql: str) -> str:
    """SQL without the differences between releases of SQLite when a table is renamed: spaces, quotes, capitals."""
    return "".join(sql.replace('"', "").lower().split())
