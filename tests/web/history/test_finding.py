"""Finding a game, and a year: searches agree with a plain look at each game, and so does what a year adds up to."""

import re
from collections import Counter
from datetime import date

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.history import search, statistics, years
from companion.history.evenings import evening_date
from companion.history.search import Game
from companion.storage.database import Database
from companion.storage.identifiers import HOME
from companion.storage.store import Store
from companion.table.words import normalised
from tests.support.past_games import all_games, device, get


def ended(game: Game) -> set[str]:
    """How a game has ended, in the words of a search, by its rows."""
    won = [seat.won for seat in game.seats]
    how = "together" if game.outcome == "won" and all(won) else game.outcome
    return {how, "counted"} if game.counted else {how}


@pytest.mark.parametrize("how", search.RESULTS)
def test_a_result_finds_the_games_that_ended_so(eight_of_each: Store, how: str) -> None:
    wanted = {game.id for game in all_games(eight_of_each) if how in ended(game)}
    assert {game.id for game in all_games(eight_of_each, result=how)} == wanted


def test_each_game_ended_in_a_way_that_can_be_searched_for(eight_of_each: Store) -> None:
    ways = Counter(way for game in all_games(eight_of_each) for way in ended(game))
    assert {"won", "lost"} <= ways.keys() <= search.RESULTS.keys()


def test_players_minutes_and_settings_find_what_a_look_at_each_game_finds(eight_of_each: Store) -> None:
    games = all_games(eight_of_each)
    timed = sorted(game.seconds for game in games if game.seconds is not None)
    assert timed, "some took a while"
    minutes = timed[len(timed) // 2] // 60
    for filter, fits in (
        ({"seats": 4}, lambda game: len(game.seats) == 4),
        ({"longer": minutes}, lambda game: game.seconds is not None and game.seconds >= minutes * 60),
        ({"shorter": minutes}, lambda game: game.seconds is not None and game.seconds // 60 <= minutes),
        ({"option": games[0].options}, lambda game: game.options == games[0].options),
        ({"game": "death-wish", "result": "won"}, lambda game: game.game == "death-wish" and "won" in ended(game)),
    ):
        wanted = {game.id for game in games if fits(game)}
        assert {game.id for game in all_games(eight_of_each, **filter)} == wanted, filter
        assert wanted, filter


def test_exactly_leaves_out_games_at_which_others_sat(eight_of_each: Store) -> None:
    some = next(game for game in all_games(eight_of_each) if len(game.seats) == 3)
    names = ", ".join(seat.name for seat in some.seats)
    alone = all_games(eight_of_each, names=names, exactly=True)
    assert some.id in {game.id for game in alone}
    assert all(len(game.seats) == 3 for game in alone)
    assert {game.id for game in alone} <= {game.id for game in all_games(eight_of_each, names=names)}


def test_all_words_have_to_be_in_it_whatever_their_letters(eight_of_each: Store) -> None:
    spoken = next(game for game in all_games(eight_of_each) if game.words and len(game.words.split("\n")) > 2)
    first, *_, last = [line for line in str(spoken.words).split("\n") if " " not in line]
    wanted = {game.id for game in all_games(eight_of_each) if game.words and first in game.words and last in game.words}
    assert {game.id for game in all_games(eight_of_each, words=f" {last.upper()}  {first}")} == wanted
    assert spoken.id in wanted
    assert not all_games(eight_of_each, words=f"{first} a%b_c")


def test_a_page_marks_the_lines_in_which_the_words_are(reader: FlaskClient, eight_of_each: Store) -> None:
    spoken = next(game for game in all_games(eight_of_each) if game.words)
    word = str(spoken.words).split("\n")[0].split()[0]
    page = get(reader, f"/history/?words={word}")
    assert f'href="/history/{spoken.id}?words={word}"' in page
    shown = get(reader, f"/history/{spoken.id}?words={word}")
    marked = re.findall(r'<li class="[^"]*sought" id="line-\d+">(.*?)</li>', shown, re.DOTALL)
    assert marked
    assert all(word in normalised(re.sub("<[^>]*>", "", line)) for line in marked)
    assert "sought" not in get(reader, f"/history/{spoken.id}")


@pytest.mark.parametrize("query", ["seats=x", "longer=1.5", "result=somehow", "shorter=٣"])
def test_what_is_no_search_is_refused(reader: FlaskClient, query: str) -> None:
    get(reader, f"/history/?{query}", status=400)


def test_a_year_adds_up_to_its_games(eight_of_each: Store) -> None:
    db, games = eight_of_each.reader(), all_games(eight_of_each)
    assert years.all_years(db, HOME) == sorted({game.night.year for game in games}, reverse=True)
    games = [game for game in games if game.night.year == 2026]
    one = years.year(db, HOME, 2026)
    assert one.evenings == Counter(evening_date(game.opened_at) for game in games)
    assert one.games == len(games) == sum(month.games for month in one.months)
    assert one.seconds == sum(game.seconds or 0 for game in games)
    over = [game for game in games if game.over]
    won = Counter(seat.person for game in over for seat in game.seats if seat.won and seat.person is not None)
    assert {victor.person.id: victor.won for victor in one.victors if victor.person}.items() <= won.items()
    assert [victor.won for victor in one.victors] == sorted(won.values(), reverse=True)[: len(one.victors)]
    people = {seat.person for game in over for seat in game.seats} - {None}
    earlier = all_games(eight_of_each, until=date(2025, 12, 31))
    known = {seat.person for game in earlier if game.over for seat in game.seats}
    assert {person.id for person in one.newcomers} == people - known
    assert one.people == len(people)
    assert one.longest is not None
    assert one.longest.seconds == max(game.seconds or 0 for game in games)


def test_a_year_in_which_nothing_was_played_says_so(reader: FlaskClient) -> None:
    assert "Nothing was played in 1999." in get(reader, "/history/years/1999")
    get(reader, "/history/years/9999", status=404)
    get(reader, "/history/years/0", status=404)


def test_each_evening_of_a_year_is_a_square_that_leads_to_it(reader: FlaskClient, eight_of_each: Store) -> None:
    page = get(reader, "/history/years/2026")
    for day in {game.night for game in all_games(eight_of_each) if game.night.year == 2026}:
        assert page.count(f'<a href="/history/evenings/{day}"') == 1
    calendar = page[page.index('<svg class="calendar"') :]
    assert calendar[: calendar.index("</svg>")].count("<rect ") == 365


def test_a_year_ago_is_told_on_the_day_alone(eight_of_each: Store) -> None:
    games, db = all_games(eight_of_each), eight_of_each.reader()
    night = games[0].night
    before, played = years.a_year_before(db, HOME, night.replace(year=night.year + 1))
    assert before == night
    assert played == Counter(game.game for game in games if game.night == night)
    assert years.a_year_before(db, HOME, date(2028, 2, 29))[0] == date(2027, 2, 28)
    assert years.a_year_before(db, HOME, date(1999, 1, 1))[1] == {}


def test_a_game_usually_takes_as_long_as_the_middle_one_of_the_last_with_as_many(eight_of_each: Store) -> None:
    db = eight_of_each.reader()
    for seats in range(2, 9):
        told = statistics.usual_minutes(db, HOME, "death-wish", seats)
        all_timed = [game for game in all_games(eight_of_each, game="death-wish") if game.over and game.seconds]
        alike = [game for game in all_timed if len(game.seats) == seats]
        lengths = sorted(game.seconds or 0 for game in alike or all_timed)
        middle = (lengths[(len(lengths) - 1) // 2] + lengths[len(lengths) // 2]) / 2
        assert told == (max(1, round(middle / 60)), bool(alike))
    assert statistics.usual_minutes(db, HOME, "chess", 2) is None


@pytest.fixture
def eight_of_each(store: Store, games: object) -> Store:
    """Eight games of each kind, each of which took some minutes: brought records do not say how long."""

    def take(db: Database) -> None:
        for n, game in enumerate(search.games(db, HOME, search.GameFilter(), most=None)):
            if game.over and n % 5:
                db.execute("update chronicle set seconds = ? where table_id = ?", [n * 137 + 61, game.table_id])

    store.do(take)
    return store


@pytest.fixture
def reader(app: Flask, eight_of_each: Store) -> FlaskClient:
    client: FlaskClient = device(app)
    return client


def test_the_longest_game_of_all_is_found_from_the_games(reader: FlaskClient, eight_of_each: Store) -> None:
    longest = max((game for game in all_games(eight_of_each) if game.seconds), key=lambda game: game.seconds or 0)
    assert re.findall(r'class="sleeve" href="/history/(\w+)"', get(reader, "/history/games")) == [longest.id]
