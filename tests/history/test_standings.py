"""The standings of leagues: held against a plain recount of hundreds of games, and small leagues by hand."""

import json
import random
from collections.abc import Iterator
from contextlib import closing
from datetime import date, datetime, timedelta
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple

import pytest

from companion.cli import main
from companion.games import GAMES
from companion.games.moves import Refused
from companion.group import leagues, people
from companion.group.leagues import League, Points
from companion.history import standings
from companion.history.evenings import evening_start
from companion.history.standings import LeagueGame, Seat, Standing, changes, gains
from companion.storage import projection
from companion.storage.database import Database
from companion.storage.identifiers import HOME
from companion.storage.sqlite.store import SqliteStore
from tests.reference import leagues as plain
from tests.reference import maker, scorer, tallies
from tests.support.effort import seeds
from tests.support.past_games import bring

EACH = 200  # in a normal run 60 of each game
PEOPLE = ["Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "寿限無寿限無", "O'Neil", "Kit", "Lou", "Max", "Nan"]
CROWD = [f"Guest {number}" for number in range(20)]
SAME = {"Kitty": "Kit"}
FIVE: dict[str, Any] = {"places": [5, 3, 2, 1], "together": 2, "lost": 1}
LEAGUE: dict[str, Any] = {"name": "All", "since": None, "until": None, "kinds": [], "points": FIVE, "best": 0}
LEAGUES = [
    LEAGUE,
    LEAGUE | {"best": 3},
    LEAGUE | {"since": "2021-01-04", "until": "2021-01-10"},
    LEAGUE | {"kinds": ["death-wish", "final-deathweek"], "points": FIVE | {"places": [3, 1]}},
    LEAGUE | {"points": {"places": "beaten", "together": 3, "lost": 0}, "best": 2},
    LEAGUE | {"points": {"places": "wins", "together": 1, "lost": 0}},
    LEAGUE | {"kinds": ["death-name"], "points": {"places": [1], "together": 1, "lost": 0}, "best": 1},
]


class Kept(NamedTuple):
    db: Database
    games: list[tallies.Told]
    hidden: list[str]


def records(slug: str, rng: random.Random) -> Iterator[dict[str, Any]]:
    """Random games of a kind, some on one evening; some were corrected once they were over."""
    opened = datetime(2021, 1, 1, 18).astimezone()
    for seed in seeds(EACH, 4000):
        record = maker(slug).games(seed)
        opened += timedelta(minutes=rng.choice([20, 45, 45, 200, 1500]))
        number = len(record["seats"])
        names = rng.sample(PEOPLE, number) if number <= 6 else rng.sample(PEOPLE + CROWD, number)
        seats = ["Kitty" if name == "Kit" and rng.random() < 0.5 else name for name in names]
        id = sha256(f"{slug} {seed}".encode()).hexdigest()[:32]
        yield record | {"seats": seats, "id": id, "opened_at": opened.isoformat(timespec="milliseconds")}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    """Games of all kinds in a store, and the same games told the plain way."""
    rng, folder = random.Random("leagues"), tmp_path_factory.mktemp("leagues")
    made = [record for slug in GAMES for record in records(slug, rng)]
    file = folder / "games.jsonl"
    file.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in made), "utf-8")
    assert main(["import", str(file), "--data", str(folder)]) == 0
    hidden = [record["id"] for record in made if rng.random() < 0.1]
    with closing(SqliteStore(folder)) as store:
        for id in hidden:
            store.do(partial(projection.hide, table_id=id, hidden=True))
        ids = persons(store.reader())
        store.do(lambda db: people.merge(db, HOME, ids["Kitty"], ids["Kit"]))
        yield Kept(store.reader(), tallies.told(made), hidden)


def persons(db: Database) -> dict[str, int]:
    return {name: id for id, name in db.execute("select id, name from people")}


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(LEAGUES)))
def test_the_standings_are_those_of_a_plain_recount(kept: Kept, number: int) -> None:
    league = leagues.read(LEAGUES[number])
    names = {id: name for name, id in persons(kept.db).items()}
    rows = standings.standings(league, standings.games(kept.db, HOME, league))
    shown = [
        plain.Row(row.place, names[row.person], row.points, row.won, row.played, row.decided)  # as it is recounted
        for row in rows
    ]
    assert sorted(shown) == plain.table(kept.games, LEAGUES[number], kept.hidden, SAME)
    assert [row.place for row in rows] == sorted(row.place for row in rows)


@pytest.mark.slow
def test_the_games_of_the_recount_are_of_every_kind(kept: Kept) -> None:
    rows = [row for league in LEAGUES for row in plain.table(kept.games, league, kept.hidden, SAME)]
    assert {row.decided for row in rows} == {"", "wins", "met", "shared"}
    assert {game.result["outcome"] for game in kept.games} >= {"won", "lost", "nobody"}
    assert len(kept.games) > EACH / 2 and len(kept.hidden) > 3
    assert len([game for game in kept.games if is_changed_after_the_end(game)]) > 3


def is_changed_after_the_end(game: tallies.Told) -> bool:
    """Whether the last line of a game changed the places that it had ended with before."""
    before = scorer(game.record["game"]).score(game.record | {"moves": game.record["moves"][:-1]})
    return before["over"] and before["places"] != game.result["places"]


def test_its_evenings_are_from_six_in_the_morning_to_six_in_the_morning(store: SqliteStore) -> None:
    moment, night = datetime.fromisoformat(evening_start(MONDAY)), timedelta(milliseconds=1)
    opened = [moment - night, moment, moment + timedelta(1) - night, moment + timedelta(1)]
    move = {"move": "contract", "seat": 0, "disease": "Boredom", "color": "red", "skulls": 1}
    played = {"format": 1, "game": "death-wish", "seats": ["Ann", "Bo"], "options": {"target": 1}, "moves": [move]}
    ids = bring(store, *(played | {"id": f"{day:%d%H%M%S}", "opened_at": day.isoformat()} for day in opened))
    monday = leagues.read(LEAGUE | {"since": str(MONDAY), "until": str(MONDAY)})
    counted = standings.games(store.reader(), HOME, monday)
    assert [(game.table_id, game.evening) for game in counted] == [(id, MONDAY) for id in ids[1:3]]


# --- by hand

MONDAY, TUESDAY = date(2026, 11, 23), date(2026, 11, 24)
ANN, BO, CY = 1, 2, 3
POINTS = Points((5, 3, 2, 1), together=2, lost=1)


def game(places: dict[int, int], day: date = MONDAY) -> LeagueGame:
    """A game by the places of its people; who is first has won."""
    return LeagueGame("0", day, tuple(Seat(person, place, place == 1) for person, place in places.items()))


def league(best: int = 0, points: Points = POINTS) -> League:
    return League("Autumn", None, None, (), points, best)


def in_short(rows: list[Standing]) -> list[tuple[int, int, int, str]]:
    return [(row.person, row.place, row.points, row.decided) for row in rows]


@pytest.mark.parametrize(
    ("points", "seats", "expected"),
    [
        (POINTS, [(1, 1), (2, 0), (2, 0), (4, 0), (5, 0)], [5, 3, 3, 1, 0]),
        (POINTS, [(None, 0), (None, 0)], [1, 1]),
        (POINTS, [(1, 1), (1, 1)], [2, 2]),
        (POINTS, [(1, 1), (2, 1)], [5, 3]),
        (POINTS, [(1, 0), (1, 0)], [1, 1]),
        (Points("beaten", 2, 0), [(1, 1), (2, 0), (2, 0), (4, 0)], [3, 1, 1, 0]),
        (Points("wins", 2, 0), [(1, 1), (2, 0), (1, 1)], [1, 0, 1]),
    ],
)
def test_what_a_game_gives(points: Points, seats: list[tuple[int | None, int]], expected: list[int]) -> None:
    assert gains(points, [Seat(None, place, bool(won)) for place, won in seats]) == expected


def test_only_the_best_evenings_count() -> None:
    games = [game({ANN: 1, BO: 2}), game({BO: 1, ANN: 2}, TUESDAY), game({BO: 1, CY: 2}, TUESDAY)]
    assert in_short(standings.standings(league(), games)) == [(BO, 1, 13, ""), (ANN, 2, 8, ""), (CY, 3, 3, "")]
    assert in_short(standings.standings(league(1), games)) == [(BO, 1, 10, ""), (ANN, 2, 5, ""), (CY, 3, 3, "")]
    assert standings.standings(league(1), games)[0].evenings == {MONDAY: 3, TUESDAY: 10}


def test_more_wins_decide_then_head_to_head_then_nothing() -> None:
    by_wins = [game({ANN: 1, CY: 2}), game({BO: 2, CY: 1}), game({BO: 3, CY: 1, ANN: 4}), game({ANN: 4, BO: 9})]
    assert in_short(standings.standings(league(), by_wins)) == [(CY, 1, 13, ""), (ANN, 2, 7, ""), (BO, 3, 5, "")]
    level = [game({ANN: 1, CY: 9}), game({BO: 2, CY: 9}), game({BO: 3, CY: 8})]
    assert in_short(standings.standings(league(), level)) == [(ANN, 1, 5, "wins"), (BO, 2, 5, ""), (CY, 3, 0, "")]
    met = [game({ANN: 1, CY: 9}), game({BO: 1, CY: 9}), game({BO: 5, ANN: 6})]
    assert in_short(standings.standings(league(), met))[:2] == [(BO, 1, 5, "met"), (ANN, 2, 5, "")]
    shared = standings.standings(league(), [game({ANN: 1, CY: 9}), game({BO: 1, CY: 9})])
    assert in_short(shared) == [(ANN, 1, 5, "shared"), (BO, 1, 5, "shared"), (CY, 3, 0, "")]


def test_the_lines_that_a_game_changed_come_by_what_it_gave() -> None:
    before = [game({ANN: 1, BO: 2, CY: 3})]
    old = standings.standings(league(), before)
    new = standings.standings(league(), [*before, game({CY: 1, BO: 2})])
    moved = [(one.standing.person, one.before, one.standing.place, one.gained) for one in changes(old, new)]
    assert moved == [(CY, 3, 1, 5), (BO, 2, 2, 3), (ANN, 1, 3, 0)]
    assert [one.before for one in changes([], old)] == [None] * 3
    assert changes(new, new) == []


@pytest.mark.parametrize(
    "change",
    [
        {"name": " "},
        {"name": "x" * 41},
        {"since": "2026-02-30"},
        {"since": "2026-03-02", "until": "2026-03-01"},
        {"until": "9999-12-31"},
        {"best": -1},
        {"points": FIVE | {"places": []}},
        {"points": FIVE | {"places": [101]}},
        {"points": FIVE | {"places": "halves"}},
        {"points": FIVE | {"lost": -1}},
        {"kinds": "all"},
        {"more": 1},
    ],
)
def test_a_league_that_cannot_be_is_refused(change: dict[str, Any]) -> None:
    assert leagues.read(LEAGUE).points == Points((5, 3, 2, 1), 2, 1)
    with pytest.raises(Refused):
        leagues.read(LEAGUE | change)


def test_leagues_are_kept_changed_and_removed(store: SqliteStore) -> None:
    first, second = leagues.read(LEAGUE | {"since": "2026-01-01"}), leagues.read(LEAGUES[4])
    ids = [store.do(partial(leagues.add, group=HOME, league=one)) for one in (first, second)]
    assert leagues.all_leagues(store.reader(), HOME) == {ids[1]: second, ids[0]: first}
    store.do(lambda db: leagues.change(db, ids[0], second))
    store.do(lambda db: leagues.remove(db, ids[1]))
    assert leagues.all_leagues(store.reader(), HOME) == {ids[0]: second}
