"""Callbacks: what is true of a game beside those before it, and what is left out; examples by hand."""

import pytest

from companion.games.ledger import HighlightRule
from companion.history.callbacks import ENOUGH, WINDOW, Callback, Ended, callbacks
from companion.history.search import Place

TONIGHT = 9
RULES = {
    "wish": {
        "kills": HighlightRule("person", "sum"),
        "worst": HighlightRule("person", "most"),
        "died": HighlightRule("person", "least"),
        "disease": HighlightRule("word", "times"),
    },
    "week": {},
}
EVENTS = {"wish": ("died", "kills")}
CAST = ("Ann", "Bo", "Cy", "Di")


def ended(number, *places, who=CAST, game="wish", evening=TONIGHT, options="{}", won=None, **amounts):
    """A game that ended in these places, the first having won unless it is said who; amounts by highlight and seat."""
    has_won = [place == 1 for place in places] if won is None else [seat in won for seat in range(len(places))]
    players = [
        Place(name, CAST.index(name) + 1 if name in CAST else None, place, None, has)
        for name, place, has in zip(who, places, has_won, strict=False)
    ]
    return Ended(f"{number:03}", game, options, evening, tuple(players), amounts)


def past(*games):
    """These games before tonight: how each ended, as lists of places or whole games."""
    return [ended(number, *places, evening=1) for number, places in enumerate(games)]


def made(games, evening=TONIGHT, rules=RULES):
    return callbacks(games, evening, rules, EVENTS)


def about(*games, rules=RULES):
    """The callback of the last of these games; None if it has none."""
    return made(games, rules=rules).get(games[-1].table_id)


def test_a_first_game_and_an_ordinary_one_say_nothing():
    assert about(ended(0, 1, 2, 3)) is None
    assert about(*past([1, 2, 3], [2, 1, 3], [3, 1, 2]), ended(3, 1, 3, 2)) is None


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        ([[2, 1], [1, 2], [1, 2]], [1, 2], Callback("run", name="Ann", times=3)),
        ([[1, 2], [1, 2]], [1, 2], Callback("run", name="Ann", times=3, is_always=True)),
        ([[1, 2], [2, 1]], [1, 2], None),  # not in a row
        ([[1, 2]], [1, 2], None),  # twice is none
        ([[1, 2]] * 5, [2, 1], Callback("drought", name="Bo", times=5)),
        ([[2, 1], *[[1, 2]] * 6], [2, 1], Callback("drought", name="Bo", times=6)),
        ([[1, 2]] * 4, [2, 1], None),
        ([[1, 2, 3], [2, 1, 3]], [2, 1, 3], Callback("last", name="Cy", times=3, is_always=True)),
        ([[1, 2, 3], [3, 1, 2], [1, 2, 3], [1, 2, 3]], [2, 1, 3], Callback("last", name="Cy", times=3)),
        ([[1, 3, 3], [2, 1, 3]], [2, 1, 3], None),  # the last place was shared once
        ([[1, 1], [1, 1]], [1, 1], Callback("everybody", times=3, is_always=True)),
        ([[1, 1], [1, 2], [1, 1]], [1, 1], None),
    ],
)  # fmt: skip
def test_victories_and_places_in_a_row(before, now, expected):
    assert about(*past(*before), ended(99, *now)) == expected


def test_a_row_is_of_the_games_that_somebody_was_at():
    others = [ended(number, 1, 2, who=("Bo", "Cy"), evening=1) for number in (1, 3)]
    mine = [ended(number, 1, 2, who=("Ann", "Di"), evening=1) for number in (0, 2)]
    games = sorted([*others, *mine], key=lambda game: game.table_id)
    assert about(*games, ended(4, 1, 2, who=("Ann", "Di"))) == Callback("run", name="Ann", times=3, is_always=True)


def test_of_games_that_all_lose_nobody_is_named():
    lost = [ended(number, None, None, won=(), evening=1) for number in range(2)]
    assert about(*lost, ended(2, None, None, won=())) == Callback("nobody", times=3, is_always=True)
    assert about(*lost, *past([1, 2])[:1], ended(3, None, None, won=())) is None


def test_the_longest_row_is_told_and_the_first_seat_of_equals():
    games = [ended(number, *places, won=won, evening=1) for number, (places, won) in enumerate(
        [([2, 1, 3], (1,)), ([1, 2, 3], (0, 1)), ([3, 2, 1], (0, 1))]
    )]  # fmt: skip
    assert about(*games, ended(3, 1, 2, 3, won=(0, 1))) == Callback("run", name="Bo", times=4, is_always=True)
    assert about(*games[1:], ended(3, 1, 2, 3, won=(0, 1))) == Callback("run", name="Ann", times=3, is_always=True)


MIXED = ([1, 2, 3], [2, 1, 3], [3, 1, 2], [2, 3, 1])  # over and over, these tell nothing by themselves


def mixed(number, **more):
    return ended(number, *MIXED[number % 4], **more)


def test_a_highlight_with_the_same_amount_in_a_row():
    games = [mixed(0, died={2: 3}, evening=1), mixed(1, died={2: 3, 1: 4}, evening=1)]
    assert about(*games, mixed(2, died={2: 3})) == Callback("always", "died", "Cy", 3, 3, is_always=True)
    assert about(mixed(9, evening=1), *games, mixed(2, died={2: 3})) == Callback("always", "died", "Cy", 3, 3)
    assert about(*games, mixed(2, died={2: 4})) is None
    assert about(*games, mixed(2, died={1: 3})) is None
    numbers = [mixed(number, worst={2: 3}, evening=1) for number in range(2)]
    assert about(*numbers, mixed(2, worst={2: 3})) is None, "a mere number"
    assert about(*games, mixed(2, disease={2: 3})) is None


def test_of_what_is_added_up_any_amount_will_do():
    games = [mixed(number, kills={2: number + 1}, evening=1) for number in range(2)]
    assert about(*games, mixed(2, kills={2: 5})) == Callback("always", "kills", "Cy", 5, 3, is_always=True)
    assert about(games[0], mixed(1), mixed(2, kills={2: 5})) is None
    assert about(*games, mixed(2, kills={0: 1, 1: 1, 2: 5})) is None, "everybody has some"


def test_a_player_without_a_person_is_in_no_row():
    games = [ended(number, 1, 2, who=("Guest", "Ann"), evening=1, died={0: 3}) for number in range(2)]
    assert about(*games, ended(2, 1, 2, who=("Guest", "Ann"), died={0: 3})) == Callback(
        "last", name="Ann", times=3, is_always=True
    )
    assert about(*games, ended(2, 1, 1, 1, who=("Guest", "Bo", "Cy"), won=(0, 1), died={0: 3})) is None


def test_the_first_time_of_a_highlight_needs_enough_games_by_the_same_options():
    games = [mixed(number, evening=1) for number in range(ENOUGH)]
    now = mixed(ENOUGH, kills={1: 2})
    assert about(*games, now) == Callback("first", "kills", "Bo", 2, ENOUGH + 1)
    assert about(*games[1:], now) is None
    assert about(*games, mixed(ENOUGH, kills={1: 2, 0: 1})) is None  # of two people it is nobody's
    other = mixed(ENOUGH, options='{"target":15}', kills={1: 2})
    assert about(*games, other) is None


def test_the_first_time_that_nobody_has_a_highlight():
    games = [mixed(number, evening=1, worst={number % 3: 4 + number % 2}) for number in range(ENOUGH)]
    assert about(*games, mixed(ENOUGH)) == Callback("none", "worst", times=ENOUGH)
    assert about(*games[1:], mixed(ENOUGH)) is None
    assert about(mixed(98, evening=1), *games[1:], mixed(ENOUGH)) is None
    assert about(*games, mixed(ENOUGH, worst={0: 4, 1: 4})) is None


def test_a_record_names_the_old_one_and_who_had_it():
    games = [mixed(number, evening=1, worst={0: 4, number % 2 + 1: 7 - number % 3}) for number in range(ENOUGH)]
    old = Callback("record", "worst", "Cy", 8, ENOUGH, old=7, holder="Bo")
    assert about(*games, mixed(ENOUGH, worst={2: 8, 0: 1})) == old
    assert about(*games, mixed(ENOUGH, worst={1: 8})) == Callback("record", "worst", "Bo", 8, ENOUGH, old=7)
    assert about(*games, mixed(ENOUGH, worst={2: 7})) is None  # as many is no record
    assert about(*games, mixed(ENOUGH, worst={2: 8, 1: 8})) is None
    assert about(*games[1:], mixed(ENOUGH, worst={2: 8})) is None


def test_of_what_is_better_early_the_least_is_a_record():
    games = [mixed(number, evening=1, died={number % 3: 5 + number}) for number in range(ENOUGH)]
    expected = Callback("record", "died", "Bo", 4, ENOUGH, old=5, holder="Ann")
    assert about(*games, mixed(ENOUGH, died={1: 4, 2: 9})) == expected
    assert about(*games, mixed(ENOUGH, died={1: 99})) is None


def test_the_holder_of_a_record_is_called_as_at_this_table():
    games = [mixed(number, evening=1, worst={0: 3 + number % 2}) for number in range(ENOUGH)]
    renamed = Place("Anna", 1, 2, None, won=False), Place("Bo", 2, 1, None, won=True)
    now = Ended("999", "wish", "{}", TONIGHT, renamed, {"worst": {1: 5}})
    assert about(*games, now) == Callback("record", "worst", "Bo", 5, ENOUGH, old=4, holder="Anna")


def test_nothing_is_told_twice_in_an_evening():
    games = [ended(number, 1, 2, evening=1) for number in range(2)]
    tonight = [ended(2, 1, 2), ended(3, 1, 2), ended(4, 1, 2)]
    assert made([*games, *tonight]) == {
        "002": Callback("run", name="Ann", times=3, is_always=True),
        "003": Callback("last", name="Bo", times=4, is_always=True),
    }
    later = [ended(number, 1, 2, evening=TONIGHT + 1) for number in (5,)]
    assert made([*games, *tonight, *later], TONIGHT + 1)["005"].what == "run"


def test_nor_at_the_end_of_a_game_of_another_kind():
    games = [ended(number, 1, 2, evening=1, game=game) for game in ("wish", "week") for number in range(2)]
    tonight = [ended(7, 1, 2), ended(8, 1, 2, game="week")]
    told = made([*games, *tonight])
    assert [told["007"].what, told["008"].what] == ["run", "last"]


def test_games_of_another_kind_are_no_row():
    assert about(*[ended(number, 1, 2, game="week", evening=1) for number in range(4)], ended(5, 1, 2)) is None


def test_what_is_older_than_the_window_is_not_called_always():
    games = [ended(number, 1, 2, evening=1) for number in range(WINDOW)]
    assert about(*games, ended(99, 1, 2)) == Callback("run", name="Ann", times=WINDOW + 1)
    assert about(*games[1:], ended(99, 1, 2)) == Callback("run", name="Ann", times=WINDOW, is_always=True)


def test_what_has_not_happened_yet_changes_nothing():
    games = [ended(number, 1, 2, evening=1) for number in range(2)]
    now, later = ended(2, 1, 2), [ended(3, 2, 1), ended(4, 2, 1)]
    assert made([*games, now])["002"] == made([*games, now, *later])["002"]
