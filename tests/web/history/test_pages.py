"""The pages of the saved history: what is found, and how it is paged."""

import re
from collections import Counter

import pytest

from companion.games import GAMES
from companion.history import search
from tests.reference import death_name_records
from tests.support.past_games import all_games, bring, get, record


def paths(store, id, number):
    """A game's page, and one of a line: another of each game."""
    lines = search.line_count(store.reader(), id)
    return [f"/history/{id}", f"/history/{id}?line={(0, 1, lines // 2, lines, lines + 5)[number % 5]}"]


@pytest.mark.slow
def test_every_page_opens_for_a_guest(guest, store, games):
    for path in ("/history/", "/history/people", "/history/games", "/history/evenings/2026-01-01"):
        get(guest, path)
    for slug in GAMES:
        get(guest, f"/history/games/{slug}")
    for (id,) in store.reader().execute("select id from people"):
        get(guest, f"/history/people/{id}")
    for number, game in enumerate(all_games(store)):
        for path in paths(store, game.id, number):
            get(guest, path)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        *(("/history/nothing", 404), ("/history/people/99", 404), ("/history/games/chess", 404)),
        *(("/history/?since=yesterday", 400), ("/history/?until=9999-12-31", 400), ("/history/?since=0001-01-01", 200)),
        *(("/history/people/1/2/3", 200), ("/history/people/1/2/1", 302), ("/history/people/1/2/99", 404)),
        *(("/history/evenings/soon", 400), ("/history/?game=chess", 200), ("/history/?after=~", 200)),
        *(("/history/people?skip=-5", 200), ("/history/people?skip=99999999999999999999", 200)),
        *(
            ("/history/people/99999999999999999999", 404),
            ("/history/?after=x~y&names=,,", 200),
            ("/x/ABCDE-aaaaaa", 404),
        ),
        *(("/history/records.jsonl?since=x", 400), ("/history/nothing/record.json", 404), ("/x/%00", 404)),
        *(("/history/?names=%25_'%22;--", 200), ("/history/evenings/0001-01-01", 200)),
    ],
)
def test_odd_addresses_are_answered(guest, games, path, status):
    get(guest, path, status)


def test_the_list_is_paged_to_its_end(guest, store, games):
    seen, path = [], "/history/"
    while path:
        page = get(guest, path)
        seen += re.findall(r'href="/history/([0-9a-f]{32})"', page)
        more = re.search(r'href="(\?[^"]*after=[^"]*)"', page)
        path = "/history/" + more[1].replace("&amp;", "&") if more else ""
    assert seen == [game.id for game in all_games(store)]


def test_search_finds_games_by_names_game_and_dates(guest, store, games):
    page = get(guest, "/history/?names=Bo&game=death-wish&since=2026-02-01&until=2026-06-30")
    found = re.findall(r'href="/history/([0-9a-f]{32})"', page)
    expected = [
        game.id
        for game in all_games(store)
        if game.game == "death-wish"
        and any("bo" in seat.name.casefold() for seat in game.seats)
        and "2026-02-01" <= game.night.isoformat() <= "2026-06-30"
    ]
    assert found == expected != []


def test_the_first_two_of_a_game_lead_to_their_page_head_to_head(guest, store, games):
    found = set()
    for game in all_games(store, over=True):
        led = re.search(
            r'class="met" href="(/history/people/(\d+)/(\d+))"[^>]*? (\d+) : (\d+) ', get(guest, f"/history/{game.id}")
        )
        assert (led is not None) == (game.outcome != "lost")
        if led:
            places = sorted(seat.place for seat in game.seats)
            assert int(led[4]) >= int(led[5])
            by_person = {seat.person: seat.place for seat in game.seats}
            assert sorted([by_person[int(led[2])], by_person[int(led[3])]]) == places[:2]
            assert f"<b>{led[4]} : {led[5]}</b>" in get(guest, led[1])
            found.add(led[1])
    assert found


def test_a_person_has_the_titles_of_every_evening(guest, store, games):
    expected = Counter()
    for night in {game.night for game in all_games(store)}:
        page = get(guest, f"/history/evenings/{night}")
        for what, row in re.findall(r'<p class="what voice">(.*?)</p>\s*<p class="row(.*?)</p>', page, re.S):
            expected.update((name, what, f"{night}") for name in re.findall(r"</svg><bdi>(.*?)</bdi>", row))
    found, repeated = Counter(), set()
    for id, name in store.reader().execute("select id, name from people"):
        part = get(guest, f"/history/people/{id}").partition("Titles of evenings</h2>")[2].partition("</ul>")[0]
        for row in part.split("<li>")[1:]:
            what = re.sub(r"^(<details><summary>|<span>)", "", row).partition("<")[0].strip()
            nights, times = (
                re.findall(r'href="/history/evenings/([-0-9]+)"', row),
                re.findall(r"<b>(\d+) times</b>", row),
            )
            assert times in ([], [str(len(nights))])
            assert nights == sorted(nights, reverse=True)
            found.update((name, what, night) for night in nights)
            repeated |= {*times}
    assert repeated
    assert found == expected


def test_names_are_shown_as_text(guest, store):
    names = ["<script>alert(1)</script>", '" onload="x', "{{ 7 * 7 }}", "&amp;"]
    four = next(seed for seed in range(50) if len(death_name_records.games(seed)["seats"]) == 4)
    (id,) = bring(store, record(death_name_records, four, seats=names))
    for path in ("/history/", f"/history/{id}", f"/history/{id}?line=9", "/history/people", "/history/people/1"):
        page = get(guest, path)
        assert "<script>alert" not in page
        assert 'onload="x' not in page
    assert "{{ 7 * 7 }}" in get(guest, f"/history/{id}")


def test_only_a_game_that_all_have_lost_has_no_places(guest, store, games):
    found = all_games(store, over=True)
    assert {"won", "lost"} <= {game.outcome for game in found}
    for game in found:
        page = get(guest, f"/history/{game.id}")
        page = re.sub(r'<section class="endcards".*?</section>', "", page, flags=re.S)  # a card has its own words
        has_places = game.outcome != "lost" and (game.game, game.aim) != ("final-deathweek", "nothing")
        assert ("place 1" in page) == (has_places and '<tr class="sum">' in page), game


def test_a_person_has_what_people_are_counted_by_and_no_place_in_a_victory_of_all_without_points(guest, store, games):
    everything = "".join(
        get(guest, f"/history/people/{id}") for (id,) in store.reader().execute("select id from people")
    )
    assert "Diseases contracted" in everything
    assert "Diseases, the commonest first" not in everything
    assert "Diseases, the commonest first" in get(guest, "/history/games/death-wish")
    scored = "max(case when place > 1 and won = 1 and aim = 'most' then 1 else 0 end) = 1"
    weeks = f"select table_id from places where game = 'final-deathweek' group by table_id having {scored}"
    found = set()
    has_place = f"max(case when table_id in ({weeks}) and won = 1 then 1 else 0 end)"
    sql = f"select person, {has_place} from places where game = 'final-deathweek' and counts = 1 group by person"
    for id, has_places in store.reader().execute(sql):
        page = get(guest, f"/history/people/{id}")
        row = re.search(r'<a href="/history/games/final-deathweek">.*?</li>', page, re.S)
        assert row is not None
        assert ("×" in row[0]) == bool(has_places)
        found.add(has_places)
    assert 1 in found
