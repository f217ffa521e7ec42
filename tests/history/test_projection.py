"""The chronicle: rows that say what the lines of every game add up to, written with them, and made anew at any time."""

import json
import shutil
import sqlite3
from collections import Counter
from contextlib import closing

import pytest

from companion.cli import main
from companion.evening.tables import Tables
from companion.games import GAMES
from companion.games.moves import Adjust, Stop
from companion.group import people
from companion.history import rebuild
from companion.paths import PROGRAM
from companion.storage import identifiers, projection
from companion.storage.identifiers import HOME
from companion.storage.notifier import Notifier
from companion.storage.sqlite import condition
from companion.storage.sqlite.store import SqliteStore
from companion.storage.stored_table import unfold
from companion.storage.writer import Writer
from companion.table.fold import open_table
from companion.table.model import Correct
from companion.table.moves import move
from companion.table.record import read
from tests.reference.death_wish_records import games as wishes
from tests.support.api import whole_game
from tests.support.made_once import made_once

GAME = GAMES["death-name"]
ROWS = ("chronicle", "places", "boasts")


@pytest.fixture
def tables(store):
    writer = Writer(store)
    yield Tables(store, writer, Notifier())
    writer.close()


def laid(tables, people=(7, None, 9, 8)):
    live, _ = tables.open(HOME, open_table(GAME, ("Ann", "Bo", "Cy", "Di"), GAME.Options()), None, people)
    return live


def say(tables, live, *moves):
    for said in moves:
        said = move(GAME, said) if isinstance(said, dict) else said
        tables.report(live, said, f"line-{live.line + 1:06d}", live.line, "host")


def rows(store, table):
    return [tuple(row) for row in store.reader().execute(f"select * from {table} order by 1, 2, 3, 4, 5, 6, 7")]


def one(store, sql):
    (row,) = store.reader().execute(sql)
    return row


def assert_right(store):
    """What the rows say is what is made anew from the lines."""
    before = {table: rows(store, table) for table in ROWS}
    rebuild.catch_up(store, all_of_it=True)
    assert {table: rows(store, table) for table in ROWS} == before
    return before


def test_a_table_is_in_the_chronicle_as_soon_as_it_is_laid(store, tables):
    live = laid(tables)
    assert one(store, "select table_id, game, seats, line, outcome from chronicle") == (
        *(live.header.id, "death-name", 4),
        *(None, "playing"),
    )
    told = store.reader().execute("select seat, person, name, counts, place from places order by seat")
    assert [tuple(row) for row in told] == [
        (0, 7, "Ann", 0, None),
        (1, None, "Bo", 0, None),
        (2, 9, "Cy", 0, None),
        (3, 8, "Di", 0, None),
    ]
    assert_right(store)


def test_a_game_that_is_over_is_entered_with_its_last_line_and_its_highlights(store, tables):
    live = laid(tables)
    *moves, last = whole_game()
    say(tables, live, *moves)
    assert one(store, "select outcome, line, secrets from chronicle") == ("playing", None, 1)
    assert rows(store, "boasts") == []
    say(tables, live, last)
    known = live.table.standing
    assert one(store, "select outcome, line, secrets, aim from chronicle") == ("won", len(moves) + 1, 0, "most")
    told = store.reader().execute("select place, total, won, counts from places order by seat")
    winners = [int(seat in known.winners) for seat in range(4)]
    assert [tuple(row) for row in told] == list(zip(known.places, known.totals, winners, [1] * 4, strict=True))
    highlights = store.reader().execute("select what, seat, amount, word from boasts")
    of = GAME.highlights(live.table.state)
    assert Counter(highlights) == Counter(
        (highlight.what, highlight.seat, highlight.amount, highlight.word) for highlight in of
    )
    assert_right(store)


def test_a_correction_is_entered_too_and_a_game_that_goes_on_again_no_longer_counts(store, tables):
    live = laid(tables)
    say(tables, live, *whole_game())
    ended = one(store, "select ended_at from chronicle")
    say(tables, live, Adjust(3, "points", 40, "a bet"))
    assert one(store, "select name, total from places where won = 1") == ("Di", live.table.standing.totals[3])
    assert_right(store)
    say(tables, live, Correct(((len(whole_game()), None),)))
    assert one(store, "select outcome, line from chronicle") == ("playing", None)
    assert one(store, "select sum(counts), count(place) from places") == (0, 0)
    assert rows(store, "boasts") == []
    assert_right(store)
    say(tables, live, Correct(((live.line, None),)))
    assert one(store, "select outcome, line, ended_at from chronicle") == ("won", live.line, *ended)
    assert_right(store)


def test_a_table_that_broke_off_has_places_but_does_not_count_and_keeps_its_secret(store, tables):
    live = laid(tables)
    say(tables, live, *whole_game()[:3], Stop())
    assert one(store, "select outcome, secrets from chronicle") == ("stopped", 1)
    assert one(store, "select sum(counts), count(place) from places") == (0, 4)
    assert rows(store, "boasts") == []
    assert_right(store)


def test_what_is_hidden_does_not_count_until_it_is_shown_again(store, tables):
    live = laid(tables)
    say(tables, live, *whole_game())
    shown = {table: rows(store, table) for table in ROWS}
    store.do(lambda db: projection.hide(db, live.header.id, True))
    assert one(store, "select (select sum(counts) from places), (select sum(counts) from boasts)") == (0, 0)
    say(tables, live, Adjust(3, "points", 40, "a bet"), Correct(((live.line + 1, None),)))
    assert one(store, "select (select sum(counts) from places), (select sum(counts) from boasts)") == (0, 0)
    assert_right(store)
    store.do(lambda db: projection.hide(db, live.header.id, False))
    assert {table: rows(store, table) for table in ("places", "boasts")} == {
        table: shown[table] for table in ("places", "boasts")
    }


def test_a_drawer_from_before_the_chronicle_is_entered_when_the_house_opens(store, tables):
    live = laid(tables)
    say(tables, live, *whole_game())
    laid(tables)
    before = {table: rows(store, table) for table in ROWS}
    store.do(lambda db: [db.execute(f"delete from {table}") for table in ("boasts", "places", "chronicle")])
    assert rebuild.catch_up(store) == 2
    assert {table: rows(store, table) for table in ROWS} == before
    assert rebuild.catch_up(store) == 0


def bring_thirty(folder):
    """Let games come in from elsewhere into the data folder of this folder."""
    file = folder / "games.jsonl"
    file.write_text("".join(json.dumps(wishes(seed)) + "\n" for seed in range(30)), "utf-8")
    assert main(["import", str(file), "--data", str(folder / "data")]) == 0


@pytest.fixture
def data(tmp_path, tmp_path_factory, capsys):
    """Games that came in from elsewhere."""
    made = made_once(tmp_path_factory, "thirty-from-elsewhere", bring_thirty)
    capsys.readouterr()
    return shutil.copytree(made / "data", tmp_path / "data")


def test_what_is_imported_is_entered_and_people_are_known_by_their_names(data):
    with closing(SqliteStore(data)) as store:
        entered = assert_right(store)
        assert len(entered["chronicle"]) == 30
        over = sum(
            read(wishes(seed)).table.standing.over and not read(wishes(seed)).table.stopped for seed in range(30)
        )
        assert one(store, "select count(distinct table_id) from places where counts") == (over,)
        names = {name for seed in range(30) for name in wishes(seed)["seats"]}
        assert {name for (name,) in store.reader().execute("select name from people")} == {
            name.strip() for name in names
        }
        unlike = "select count(*) from places join people on person = people.id where people.name <> places.name"
        assert one(store, unlike) == (0,)


def test_two_names_that_differ_in_their_capitals_alone_are_not_one_person_twice(tmp_path, capsys):
    record = wishes(0) | {"seats": ["Ann", "ANN"], "options": {}, "moves": []}
    (tmp_path / "one.json").write_text(json.dumps(record), "utf-8")
    assert main(["import", str(tmp_path / "one.json"), "--data", str(tmp_path / "data")]) == 0
    with closing(SqliteStore(tmp_path / "data")) as store:
        assert [row[3] for row in rows(store, "places")] == ["Ann", "ANN"]
        assert [row[2] for row in rows(store, "places")] == [1, None]


@pytest.mark.parametrize(
    "spoilt",
    [
        "update places set total = total + 1 where counts",
        "update boasts set amount = amount + 1",
        "update chronicle set outcome = 'lost' where line is not null",
        "delete from boasts",
    ],
)
def test_check_finds_a_chronicle_that_is_wrong_and_recount_puts_it_right(data, capsys, spoilt):
    with closing(sqlite3.connect(data / condition.FILE)) as db, db:
        db.execute(spoilt)
    assert main(["check", "--data", str(data)]) == 1
    assert f"{PROGRAM} recount" in capsys.readouterr().out
    assert main(["recount", "--data", str(data)]) == 0
    assert main(["check", "--data", str(data)]) == 0


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("2026-11-21T20:00:00.000Z", "2026-11-21T20:00:00.000Z"),
        ("2026-11-22T05:00:00+09:00", "2026-11-21T20:00:00.000Z"),
        *((bad, None) for bad in ("", "yesterday", "20:15:3", "0001-01-01T00:00:00+14:00")),
    ],
)
def test_times_are_written_so_that_they_sort(said, meant):
    assert identifiers.moment(said) == meant


def test_two_who_turn_out_to_be_one_are_counted_as_one_until_they_are_two_again(store, tables):
    ids = [
        store.do(lambda db, name=name: people.add(db, HOME, name, "red", "star"))
        for name in ("Ann", "Bo", "Cy", "Di", "A")
    ]
    for sitting in (ids[:4], [ids[4], *ids[1:4]]):
        say(tables, laid(tables, sitting), *whole_game())
    apart = {table: rows(store, table) for table in ROWS}
    store.do(lambda db: people.merge(db, HOME, ids[4], ids[0]))
    assert one(store, "select count(*), sum(counts) from places where person = 1") == (2, 2)
    assert one(store, "select count(*) from places where person = 5") == (0,)
    assert one(store, "select count(*) from boasts where person = 5") == (0,)
    say(tables, laid(tables, [ids[4], *ids[1:4]]), *whole_game())
    assert one(store, "select count(*) from places where person = 1") == (3,)
    assert_right(store)
    store.do(lambda db: people.split(db, HOME, ids[4]))
    assert one(store, "select count(*) from places where person = 5") == (2,)
    assert_right(store)
    assert len(apart["places"]) == 8


def test_since_when_everybody_is_asked_what_they_are_asked_is_the_same_after_a_restart(store, tables):
    live = laid(tables)
    for number, said in enumerate(whole_game()):
        say(tables, live, said)
        if number % 9 == 5:
            say(tables, live, Adjust(number % 4, "points", 1, "sang"))
            say(tables, live, Correct(((live.line, None),)))
        assert unfold(store, live.header).asked_since == live.asked_since
