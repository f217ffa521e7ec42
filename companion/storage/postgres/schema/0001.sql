-- The shape with which a database begins, as that of a new file (sqlite/shape.py). A later release adds a file of the
-- next number, which only adds: two releases may run beside each other.

-- Text is compared and sorted byte by byte, as SQLite does, whatever the language of the server.
create domain words as text collate "C";

create function refuse() returns trigger language plpgsql as $$
begin
    if tg_op = 'DELETE' and current_setting('ledger.forgets', true) = 'yes' then  -- of a game that is forgotten
        return old;
    end if;
    raise exception '% are append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
-- The ring: servers tell each other what they committed, which no way through the code forgets.
create function ring_table() returns trigger language plpgsql as $$
begin
    if tg_table_name = 'lines' then
        perform pg_notify('ledger', 'table ' || (select code from tables where id = new.table_id));
    else
        perform pg_notify('ledger', 'table ' || old.code);
    end if;
    return null;
end $$;
create function ring_id() returns trigger language plpgsql as $$  -- given what the id is of
begin
    perform pg_notify('ledger', tg_argv[0] || ' ' || new.id);
    return null;
end $$;
create function ring_people() returns trigger language plpgsql as $$
begin
    perform pg_notify('ledger', 'people');
    return null;
end $$;
create function refuse_played() returns trigger language plpgsql as $$
begin
    if exists (select 1 from lines where table_id = old.id) then
        raise exception 'tables are append-only' using errcode = 'integrity_constraint_violation';
    end if;
    return old;
end $$;

-- The games, and their lines. What is written here never changes.
create table tables (
    id words primary key, code words not null unique, game words not null, seats words not null, options words not null,
    opened_at words not null, evening bigint, people words not null, group_id bigint not null default 0
);
create index tables_of_evening on tables (evening, opened_at);
create index tables_of_group on tables (group_id, opened_at);
create trigger never_changed before update on tables for each row execute function refuse();
create trigger never_deleted before delete on tables for each row execute function refuse_played();
create trigger is_rung after delete on tables for each row execute function ring_table();

create table lines (
    table_id words not null references tables, line bigint not null, move words not null, at words not null,
    reporter words not null, key words not null, hash words not null,
    primary key (table_id, line), unique (table_id, key)
);
create trigger never_changed before update or delete on lines for each row execute function refuse();
create trigger is_rung after insert on lines for each row execute function ring_table();

-- A seal says under which rules it was made; a game may be sealed anew under later ones.
create table seals (
    table_id words not null references tables, line bigint not null, rules bigint not null, result words not null,
    at words not null, primary key (table_id, line, rules)
);
create trigger never_changed before update or delete on seals for each row execute function refuse();

-- The keys of programs, and what the house keeps to itself.
create table keys (
    hash words primary key, table_id words not null references tables, role words not null, seat bigint
);
create table secrets (name words primary key, value words not null);

-- Groups: the home of a file is its group 0, another one has a random number. Whoever keeps one does so on a device.
create table groups (
    id bigint primary key, name words not null, opened_at words not null, keeper_ticket words not null unique,
    forgotten_at words, in_hall bigint not null default 0
);
create trigger is_rung after update of forgotten_at on groups for each row execute function ring_id('group');
create table devices (id bigint primary key, hash words not null unique);
create table keepers (
    group_id bigint not null references groups, device bigint not null references devices,
    primary key (group_id, device)
);
create table people (
    id bigint primary key, name words not null, colour words not null, shape words not null, seen_at words not null,
    same_as bigint references people, group_id bigint not null default 0
);
create trigger is_rung after update of same_as on people for each row execute function ring_people();
create index people_of_group on people (group_id);
create table habits (
    group_id bigint not null, game words not null, name words not null, value words not null,
    primary key (group_id, game, name)
);

-- Places: tables of the room, each with a number and the code of its print. An open evening stands at one, or at none.
create table floor (number bigint primary key, name words not null default '', code words not null unique);

-- Evenings. A device is at the open evening that it entered last; `version` counts what its screens show.
create table evenings (
    id bigint primary key, code words not null unique, ticket words not null unique, host_ticket words not null unique,
    opened_at words not null, closed_at words, table_code words, locked bigint not null default 0,
    group_id bigint not null default 0, version bigint not null default 0, address words not null default '',
    stands_at bigint
);
create trigger is_rung after insert or update on evenings for each row execute function ring_id('evening');
create unique index evenings_at_places on evenings (stands_at) where closed_at is null;
create index evenings_of_group on evenings (group_id);
create index evenings_that_are_open on evenings (group_id) where closed_at is null;
create table guests (
    evening bigint not null references evenings, person bigint not null references people, place bigint not null,
    primary key (evening, person)
);
create table holds (
    device bigint not null references devices, person bigint not null references people,
    primary key (device, person)
);
create table screens (
    evening bigint not null references evenings, device bigint not null references devices,
    kind words not null default 'new', host bigint not null default 0, front bigint references people,
    open bigint not null default 0, barred bigint not null default 0, entered bigint not null default 0,
    primary key (evening, device)
);
create index screens_of_device on screens (device, entered);
create index screens_by_entry on screens (entered);
create table claims (
    evening bigint not null references evenings, device bigint not null references devices,
    person bigint not null references people, primary key (evening, device, person)
);
create table notices (
    id bigint generated by default as identity primary key,
    evening bigint not null references evenings, device bigint not null references devices,
    code words not null, about words not null
);
-- Links to the scoreboard alone, for a second television: whoever opens one is no device of the evening.
create table spectators (
    id bigint primary key, evening bigint not null references evenings, ticket words not null unique,
    made_at words not null
);
create index spectators_of_evening on spectators (evening);

-- What belongs to a game beside its lines: where it went on, private notes, steps of laying out, and corrections that
-- wait for somebody who may allow them, of a device one at a time.
create table resumed (
    table_id words primary key references tables, evening bigint not null references evenings
);
create table notes (
    device bigint not null references devices, table_id words not null references tables, owner bigint not null,
    character bigint not null, seat bigint not null, mark words not null,
    primary key (device, table_id, owner, character, seat)
);
create table laid_out (
    table_id words primary key references tables, items words not null, is_done bigint not null
);
create table proposals (
    id bigint generated by default as identity primary key,
    evening bigint not null references evenings, table_id words not null references tables,
    device bigint not null references devices, seat bigint not null, line bigint not null, changes words not null,
    unique (evening, device)
);
create index proposals_of_table on proposals (table_id);

-- What the history asks, as rows: the games as they were laid and ended, who sat there, and what was boasted of.
create table chronicle (
    table_id words primary key references tables, at words not null, game words not null, seats bigint not null,
    options words not null, line bigint, ended_at words, outcome words not null default 'playing',
    aim words not null default 'most', secrets bigint not null default 1, hidden bigint not null default 0,
    group_id bigint not null default 0
);
create index chronicle_by_day on chronicle (group_id, hidden, at, table_id);
create index chronicle_by_game on chronicle (group_id, game, hidden, at, table_id);
create table places (
    table_id words not null references tables, seat bigint not null, person bigint, name words not null,
    game words not null, at words not null, counts bigint not null default 0, aim words not null default 'most',
    place bigint, total bigint, won bigint, group_id bigint not null default 0, primary key (table_id, seat)
);
create index places_of_person on places (group_id, person, counts, at, game, place, won);
create index places_of_game on places (group_id, game, counts, person, place, won, at);
create index places_by_total on places (group_id, game, counts, aim, total);
create table boasts (
    table_id words not null references tables, game words not null, what words not null, seat bigint, person bigint,
    amount bigint not null, word words not null, counts bigint not null, group_id bigint not null default 0
);
create index boasts_of_table on boasts (table_id);
create index boasts_of_game on boasts (group_id, game, counts, what, person, word, amount, table_id);
create index boasts_of_person on boasts (group_id, person, counts, game, what, amount);

-- Decks of a group, and what their cards do.
create table decks (
    id bigint primary key, game words not null, name words not null, in_play bigint not null,
    group_id bigint not null default 0
);
create index decks_of_group on decks (group_id, game);
create table cards (
    deck bigint not null references decks, pile words not null, card words not null, used_at words not null,
    effect words not null default '', primary key (deck, pile, card)
);
