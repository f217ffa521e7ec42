"""What of an evening is worth telling: examples by hand."""

import subprocess
import sys

import pytest

from companion.games import GAMES
from companion.games.ledger import Highlight, HighlightRule
from companion.history.search import Place
from companion.history.titles import Played, Title, Titles, titles

RULES = {slug: game.HIGHLIGHTS for slug, game in GAMES.items()}
CAST = ("Ann", "Bo", "Cy", "Di")


def played(places, *highlights, game="death-name", won=None, names=CAST, table=""):
    """A game that ended in these places, seat by seat; whoever is first has won, unless it is said who."""
    won = [place == 1 for place in places] if won is None else [seat in won for seat in range(len(places))]
    rows = zip(names, range(1, 5), places, won, strict=False)
    players = tuple(Place(name, person, place, None, has) for name, person, place, has in rows)
    return Played(game, players, tuple(Highlight(*of) for of in highlights), table)


def standing(*games):
    return [(row.place, row.player.name, row.won, row.played) for row in titles(games, RULES).standing]


def told(*games, rules=RULES):
    """Each title with the names of who has it."""
    return [
        (title.what, [player.name for player in title.players], title.amount, title.word)
        for title in titles(games, rules).titles
    ]


def test_of_no_game_nothing_is_told():
    assert titles([], RULES) == Titles()
    assert Titles().first == ()


def test_who_won_how_often_and_equals_share_a_place():
    games = [played([1, 2, 3]), played([2, 1, 3]), played([1, 3, 2, 4]), played([3, 1, 2, 4])]
    assert standing(*games) == [(1, "Ann", 2, 4), (1, "Bo", 2, 4), (3, "Cy", 0, 4), (3, "Di", 0, 2)]
    assert [player.name for player in titles(games, RULES).first] == ["Ann", "Bo"]


def test_the_night_is_nobodys_where_all_have_won_as_often_or_nobody_has():
    for won in ([0, 1], []):
        assert titles([played([1, 1], won=won, game="final-deathweek")], RULES).first == ()


def test_a_name_without_a_person_is_the_same_in_every_game():
    guest = Place("Guest", None, 1, None, won=True)
    games = [Played("death-name", (guest, Place("Ann", 1, 2, None, won=False)))] * 2
    assert standing(*games) == [(1, "Guest", 2, 2), (2, "Ann", 0, 2)]


@pytest.mark.parametrize(
    ("games", "expected"),
    [
        ([[1, 2, 3], [1, 2, 3]], [("run", ["Ann"], 2, ""), ("second", ["Bo"], 2, "")]),
        ([[1, 2, 3], [2, 1, 3], [1, 2, 3]], [("second", ["Bo"], 2, ""), ("unlucky", ["Cy"], 3, "")]),
        ([[1, 3, 3], [3, 1, 3]], []),
        (
            [[1, 2, 3], [1, 2, 3], [2, 1, 3], [2, 1, 3]],
            [("run", ["Ann", "Bo"], 2, ""), ("second", ["Ann", "Bo"], 2, ""), ("unlucky", ["Cy"], 4, "")],
        ),
    ],
)
def test_of_the_evening_runs_second_places_and_bad_luck(games, expected):
    assert told(*map(played, games)) == expected


def test_a_run_is_of_the_games_that_somebody_was_at():
    away = played([1, 2], names=("Ei", "Bo"))
    away = Played(away.game, (Place("Ei", 9, 1, None, won=True), Place("Bo", 2, 2, None, won=False)))
    assert ("run", ["Ann"], 2, "") in told(played([1, 2, 3]), away, played([1, 2, 3]))


def test_a_victory_of_all_is_nobodys_run():
    weeks = [played([1, 1, 1], won=range(3), game="final-deathweek")] * 3
    assert told(*weeks) == []


def test_who_is_second_and_has_won_by_that_is_not_told_as_unlucky():
    assert told(*[played([2, 1, 3], won=[0], game="death-over-the-kingdom")] * 2) == [("run", ["Ann"], 2, "")]


def test_of_a_game_the_foremost_alone_boast_and_over_all_its_games():
    first = played([1, 3, 3], ("kills", 0, 3), ("kills", 1, 1), ("kills", 2, 3))
    second = played([3, 1, 3], ("kills", 0, 1), ("kills", 1, 1), ("kills", 2, 3))
    assert told(first) == [("kills", ["Ann", "Cy"], 3, "")]
    assert told(first, second) == [("kills", ["Cy"], 6, "")]


def test_nobody_boasts_of_what_everybody_has_or_too_many_or_nobody():
    for amounts in ([2, 2, 2], [2, 2, 2, 1], [0, 0, 0]):
        kills = [("kills", seat, amount) for seat, amount in enumerate(amounts)]
        assert told(played([1, 3, 3, 3][: len(amounts)], *kills)) == []
    assert told(played([1, 2], ("kills", 0, 2), ("kills", 1, 2))) == []


@pytest.mark.parametrize(("how", "expected"), [("times", 2), ("sum", 7), ("most", 5), ("least", 2), ("mean", 4)])
def test_each_is_counted_as_its_game_says(how, expected):
    game = played([1, 3], ("boast", 0, 2), ("boast", 0, 5))
    rules = {"death-name": {"boast": HighlightRule("person", how)}}
    assert told(game, rules=rules) == [("boast", ["Ann"], expected, "")]


def test_who_died_first_boasts_of_the_least():
    deaths = [("died-on-day", 0, 5), ("died-on-day", 2, 2)]
    assert told(played([1, 1, 1], *deaths, won=[], game="final-deathweek")) == [("died-on-day", ["Cy"], 2, "")]


def test_in_the_gang_one_was_never_suspected_and_one_out_first_but_not_where_too_many_were():
    calm = [("unsuspected", seat, 1) for seat in (0, 2, 3)]
    first = played([1, 4, 2, 2], *calm, ("first-out", 1, 1), game="gamushara-gang")
    assert told(first) == [("first-out", ["Bo"], 1, "")]
    second = played([1, 2, 4, 2], calm[0], ("first-out", 2, 1), game="gamushara-gang")
    assert told(first, second)[:2] == [("unsuspected", ["Ann"], 2, ""), ("first-out", ["Bo", "Cy"], 1, "")]


def test_a_word_is_told_with_whoever_wrote_it_and_one_alone():
    names = [("deadliest", 0, -2, "Bob"), ("deadliest", 1, -2, "bob"), ("deadliest", 2, -1, "Eve")]
    assert told(played([1, 3, 3], *names)) == [("deadliest", ["Ann", "Bo"], -2, "Bob")]
    assert told(played([1, 3, 3], *names, ("deadliest", 2, -2, "Sue"))) == []


def test_a_word_of_the_whole_table_is_nobodys():
    decrees = [("decree", None, 2, "0 -1 1"), ("decree", None, 3, "-2 -1 0")]
    assert told(played([1, 3, 3], *decrees)) == [("decree", [], 3, "-2 -1 0")]


def test_a_word_that_came_up_once_is_not_the_commonest():
    diseases = [("disease", 0, 3, "Plague"), ("disease", 1, 2, "Gout")]
    assert told(played([1, 2], *diseases, game="death-wish")) == []
    assert told(played([1, 3], *diseases, ("disease", 1, 1, "plague"), game="death-wish")) == [
        ("disease", ["Ann", "Bo"], 2, "Plague")
    ]


def test_the_best_of_each_game_comes_first_then_another_of_each_and_last_those_of_the_evening():
    rules = {slug: {f"boast{n}": HighlightRule("person", "sum") for n in range(5)} for slug in ("death-wish", "gang")}
    boasts = [(f"boast{n}", 0, 1) for n in range(5)]
    games = [played([1, 3], *boasts, game="gang"), played([1, 3], *boasts, game="death-wish")]
    found = titles(games, rules).titles
    assert [(title.game, title.what) for title in found] == [
        *(("gang", "boast0"), ("death-wish", "boast0")),
        *(("gang", "boast1"), ("death-wish", "boast1")),
        ("", "run"),
    ]


def test_of_a_game_that_nobody_knows_any_more_its_victories_count():
    game = played([1, 2], ("kills", 0, 3), game="forgotten")
    assert standing(game) == [(1, "Ann", 1, 1), (2, "Bo", 0, 1)]
    assert told(game) == []


def test_it_is_pure():
    """It loads no database, no web and no clock."""
    loaded = "import companion.history.titles, sys; print(*sys.modules)"
    names = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True).stdout.split()
    assert not {"flask", "sqlite3", "sqlite_utils"} & set(names)


def test_a_title_says_of_which_game_it_is():
    assert titles([played([1, 3], ("kills", 0, 2))], RULES).titles == (
        Title("kills", "death-name", (Place("Ann", 1, 1, None, won=True),), 2, won_at=(("", 0),)),
    )


def won_at(*games, rules=RULES):
    return {title.what: title.won_at for title in titles(games, rules).titles}


def test_a_title_was_won_at_the_last_table_where_its_holder_did_that():
    kills = [("kills", 0, 2)]
    games = [played([1, 3], *kills, table="a"), played([3, 1], *kills, table="b"), played([1, 3], table="c")]
    assert won_at(*games)["kills"] == (("b", 0),)
    assert won_at(*games, played([1, 2], game="death-wish", table="d"))["run"] == (("d", 0),)


@pytest.mark.parametrize(("how", "table"), [("most", "a"), ("least", "b"), ("sum", "c")])
def test_where_one_game_counts_alone_the_title_was_won_there(how, table):
    rules = {"death-name": {"boast": HighlightRule("person", how)}}
    games = [played([2, 1], ("boast", 1, amount), table=table) for table, amount in (("a", 5), ("b", 1), ("c", 3))]
    assert won_at(*games, rules=rules)["boast"] == ((table, 1),)


def test_who_share_a_title_have_each_their_table_and_the_whole_table_has_none():
    first = played([1, 3, 3], ("kills", 0, 3), ("decree", None, 2, "0 1"), table="a")
    second = played([3, 1, 3], ("kills", 1, 3), table="b")
    assert won_at(first, second) == {"kills": (("a", 0), ("b", 1)), "decree": ()}
