"""The steps by which a file of before comes to the shape of now (shape.py).

Each stays as it was released, since it is what opens a file of its time. Nobody has to read them: new ones are written
against the shape of now, and stand at the end.
"""

from collections.abc import Iterator

from sqlite_utils import Database, Migrations

migrations = Migrations("ledger")


def _never_change(*tables: str) -> str:
    never = "create trigger {0}_{1} before {1} on {0} begin select raise(abort, '{0} are append-only'); end"
    return ";\n".join(never.format(table, act) for table in tables for act in ("update", "delete"))


PEOPLE_AND_EVENINGS = """
create table people (
    id integer primary key, name text not null, colour text not null, shape text not null, seen_at text not null
) strict;
create table evenings (
    id integer primary key, code text not null unique, ticket text not null unique, host_ticket text not null unique,
    opened_at text not null, closed_at text, table_code text
) strict;
create table devices (id integer primary key, hash text not null unique) strict;
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
    kind text not null default 'new', host integer not null default 0, primary key (evening, device)
) strict, without rowid;
create table claims (
    evening integer not null references evenings, device integer not null references devices,
    person integer not null references people, primary key (evening, device, person)
) strict, without rowid;
create table deck_cards (
    game text not null, deck text not null, card text not null, used_at text not null,
    primary key (game, deck, card)
) strict, without rowid;
create table habits (
    game text not null, name text not null, value text not null, primary key (game, name)
) strict, without rowid;
"""
DOOR_AND_HANDS = """
alter table evenings add column locked integer not null default 0;
alter table screens add column front integer references people;
alter table screens add column open integer not null default 0;
alter table screens add column barred integer not null default 0;
create table notices (
    id integer primary key, evening integer not null references evenings, device integer not null references devices,
    code text not null, about text not null
) strict;
"""
STEPS = {
    "games_and_lines": """
create table tables (
    id text primary key, code text not null unique, game text not null, seats text not null, options text not null,
    opened_at text not null, evening integer, people text not null
) strict;
create index tables_of_evening on tables (evening, opened_at);
create table lines (
    table_id text not null references tables, line integer not null, move text not null, at text not null,
    reporter text not null, key text not null, hash text not null,
    primary key (table_id, line), unique (table_id, key)
) strict, without rowid;
create table seals (
    table_id text not null references tables, line integer not null, result text not null, at text not null,
    primary key (table_id, line)
) strict, without rowid;
create table keys (
    hash text primary key, table_id text not null references tables, role text not null, seat integer
) strict;
create table secrets (name text primary key, value text not null) strict;
"""
    + _never_change("tables", "lines", "seals"),
    "people_and_evenings": PEOPLE_AND_EVENINGS,
    "door_and_hands": DOOR_AND_HANDS,
    "notebooks": """
create table notes (
    device integer not null references devices, table_id text not null references tables, owner integer not null,
    character integer not null, seat integer not null, mark text not null,
    primary key (device, table_id, owner, character, seat)
) strict, without rowid;
""",
    "one_person": """
alter table people add column same_as integer references people;
create view seated as
    select tables.id as table_id, places.key as seat, coalesce(people.same_as, people.id) as person
    from tables, json_each(tables.people) as places join people on people.id = places.value
""",
    # A table that was interrupted goes on at another evening.
    "resumed": """
create table resumed (
    table_id text primary key references tables, evening integer not null references evenings
) strict, without rowid;
""",
    # What the history asks, as rows: the games as they were laid and ended, who sat there, and what was boasted of.
    "chronicle": """
create table chronicle (
    table_id text primary key references tables, at text not null, game text not null, seats integer not null,
    options text not null, line integer, ended_at text, outcome text not null default 'playing',
    aim text not null default 'most', secrets integer not null default 1, hidden integer not null default 0
) strict, without rowid;
create index chronicle_by_day on chronicle (hidden, at, table_id);
create index chronicle_by_game on chronicle (game, hidden, at, table_id);
create table places (
    table_id text not null references tables, seat integer not null, person integer, name text not null,
    game text not null, at text not null, counts integer not null default 0, aim text not null default 'most',
    place integer, total integer, won integer, primary key (table_id, seat)
) strict, without rowid;
create index places_of_person on places (person, counts, at, game, place, won);
create index places_of_game on places (game, counts, person, place, won, at);
create index places_by_total on places (game, counts, aim, total);
create table boasts (
    table_id text not null references tables, game text not null, what text not null, seat integer, person integer,
    amount integer not null, word text not null, counts integer not null
) strict;
create index boasts_of_table on boasts (table_id);
create index boasts_of_game on boasts (game, counts, what, person, word, amount, table_id);
create index boasts_of_person on boasts (person, counts, game, what, amount);
""",
    "named_decks": """
create table decks (id integer primary key, game text not null, name text not null, in_play integer not null) strict;
create table cards (
    deck integer not null references decks, pile text not null, card text not null, used_at text not null,
    primary key (deck, pile, card)
) strict, without rowid;
insert into decks (game, name, in_play) select distinct game, '', 1 from deck_cards;
insert or ignore into cards
    select id, deck, replace(card, '"outbreak":null', '"outbreak":false'), used_at
    from deck_cards join decks using (game);
drop table deck_cards
""",
    # A seal says under which rules it was made; a game may be sealed anew under later ones.
    "rules_of_seals": """
create table seals_by_rules (
    table_id text not null references tables, line integer not null, rules integer not null, result text not null,
    at text not null, primary key (table_id, line, rules)
) strict, without rowid;
insert into seals_by_rules select table_id, line, 1, result, at from seals;
drop table seals;
alter table seals_by_rules rename to seals;
"""
    + _never_change("seals"),
    "first_evenings": "",  # as the files of then need it, see below
    # The home of a file is its group 0; what was there before is the home's. Another group has a random number.
    "groups": """
create table groups (
    id integer primary key, name text not null, opened_at text not null, keeper_ticket text not null unique,
    forgotten_at text
) strict;
create table keepers (
    group_id integer not null references groups, device integer not null references devices,
    primary key (group_id, device)
) strict, without rowid;
insert into groups
    select 0, '', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), lower(hex(randomblob(16))), null;
alter table tables add column group_id integer not null default 0;
alter table evenings add column group_id integer not null default 0;
alter table people add column group_id integer not null default 0;
alter table decks add column group_id integer not null default 0;
alter table screens add column entered integer not null default 0;
create index tables_of_group on tables (group_id, opened_at);
create index evenings_of_group on evenings (group_id);
create index people_of_group on people (group_id);
create index decks_of_group on decks (group_id, game);
create table habits_of_groups (
    group_id integer not null, game text not null, name text not null, value text not null,
    primary key (group_id, game, name)
) strict, without rowid;
insert into habits_of_groups select 0, game, name, value from habits;
drop table habits;
alter table habits_of_groups rename to habits;
alter table chronicle add column group_id integer not null default 0;
alter table places add column group_id integer not null default 0;
alter table boasts add column group_id integer not null default 0;
drop index chronicle_by_day;
drop index chronicle_by_game;
drop index places_of_person;
drop index places_of_game;
drop index places_by_total;
drop index boasts_of_game;
drop index boasts_of_person;
create index chronicle_by_day on chronicle (group_id, hidden, at, table_id);
create index chronicle_by_game on chronicle (group_id, game, hidden, at, table_id);
create index places_of_person on places (group_id, person, counts, at, game, place, won);
create index places_of_game on places (group_id, game, counts, person, place, won, at);
create index places_by_total on places (group_id, game, counts, aim, total);
create index boasts_of_game on boasts (group_id, game, counts, what, person, word, amount, table_id);
create index boasts_of_person on boasts (group_id, person, counts, game, what, amount)
""",
    # Until then only the newest evening could be open: whatever was not closed before it is over.
    "several_evenings": """
update screens set entered = evening;
create index screens_of_device on screens (device, entered);
create index evenings_that_are_open on evenings (group_id) where closed_at is null;
create index screens_by_entry on screens (entered);
alter table evenings add column version integer not null default 0;
alter table evenings add column address text not null default '';
update evenings set closed_at = opened_at where closed_at is null and id < (select max(id) from evenings)
""",
    # Links to the scoreboard alone, for a second television: whoever opens one is no device of the evening.
    "spectators": """
create table spectators (
    id integer primary key, evening integer not null references evenings, ticket text not null unique,
    made_at text not null
) strict;
create index spectators_of_evening on spectators (evening)
""",
    # A table goes again while nothing was reported at it; from its first line on it stays.
    "empty_tables": """
drop trigger tables_delete;
create trigger tables_delete before delete on tables when exists (select 1 from lines where table_id = old.id)
begin select raise(abort, 'tables are append-only'); end
""",
    # What a card does, as somebody has told it once; empty until then.
    "effects": "alter table cards add column effect text not null default ''",
    # Corrections that wait until somebody who may allows them: of a device one at a time.
    "proposals": """
create table proposals (
    id integer primary key, evening integer not null references evenings, table_id text not null references tables,
    device integer not null references devices, seat integer not null, line integer not null, changes text not null,
    unique (evening, device)
) strict;
create index proposals_of_table on proposals (table_id)
""",
    "seats_without_a_view": "drop view seated",
    # Tables of the room, each with a code in print; which evening is open at one; groups whose results the hall lists.
    "floor": """
create table floor (number integer primary key, name text not null default '', code text not null unique) strict;
alter table evenings add column stands_at integer;
create unique index evenings_at_places on evenings (stands_at) where closed_at is null;
alter table groups add column in_hall integer not null default 0
""",
    # The steps of laying out that were ticked off, as a sorted list of their numbers.
    "laid_out": """
create table laid_out (
    table_id text primary key references tables, items text not null, is_done integer not null
) strict, without rowid
""",
    # Leagues: their games and what these give; standings are computed from places. Days are empty where there is none.
    "leagues": """
create table leagues (
    id integer primary key, group_id integer not null, name text not null, since text not null, until text not null,
    kinds text not null, points text not null, best integer not null
) strict;
create index leagues_of_group on leagues (group_id)
""",
    # Filled in from the lines of every game that is over, as the history is opened.
    "played_time": """
alter table chronicle add column seconds integer;
alter table chronicle add column rounds integer;
alter table chronicle add column words text;
alter table boasts add column other integer
""",
}


def _first_evenings(db: Database) -> Iterator[str]:
    """Statements that recreate evenings of the very first files, which have another shape and no rows."""
    if "table_code" not in db.table("evenings").columns_dict:
        anew = ("claims", "screens", "guests", "evenings")
        yield from (f"drop table if exists {name}" for name in anew)
        for statement in f"{PEOPLE_AND_EVENINGS}{DOOR_AND_HANDS}".split(";\n"):
            if statement.split()[2:3] and statement.split()[2] in anew:
                yield statement


def _take(db: Database, step: str) -> None:
    for statement in _first_evenings(db) if step == "first_evenings" else STEPS[step].split(";\n"):
        db.execute(statement)


for step in STEPS:
    migrations(name=step)(lambda db, step=step: _take(db, step))
