"""Looking at a table over HTTP: what each key may know of it."""

from tests.support.api import (
    CAST,
    declare,
    decree,
    whole_game,
    write,
)
from tests.support.api_moves import asked


def test_a_new_table_is_told_in_the_words_of_the_contract(table):
    look = table.look(table.watch)
    assert list(look) == ["line", "game", "seats", "me", "result", "asks", "waiting"]
    assert (look["line"], look["game"], look["seats"]) == (0, "death-name", list(CAST[:4]))
    assert look["result"] == {
        "game": "death-name",
        "over": False,
        "outcome": "playing",
        "round": 0,
        "tracks": {"points": [0] * 4, "kill_points": [0] * 4},
        "totals": [0] * 4,
        "places": [1] * 4,
        "winners": [],
        "ledger": [],
        "facts": {"rounds": []},
    }


def test_everybody_is_told_who_they_are(table):
    assert [table.look(key)["me"] for key in table.keys] == [0, 1, 2, 3, "host", None]


def test_a_seat_is_asked_its_own_the_host_everybodys_and_a_watcher_nothing(table):
    table.play([decree(), write(1)])
    fits = {"name": {"text": 80}}
    assert asked(table.look(table.seats[0]), "write") == [{"move": "write", "seat": 0, "choices": fits}]
    assert asked(table.look(table.seats[1]), "write") == []
    assert [ask["seat"] for ask in asked(table.look(table.host), "write")] == [0, 2, 3]
    assert table.look(table.watch)["asks"] == []


def test_what_everybody_may_report_is_asked_of_everybody_and_of_the_host_once(table):
    for key in (*table.seats, table.host):
        icons = {"of": [-2, -1, 0, 1, 2], "least": len(table.seats), "most": len(table.seats)}
        assert asked(table.look(key), "decree") == [{"move": "decree", "choices": {"icons": icons}}]


def test_what_may_be_left_undone_is_marked_and_comes_last(table):
    table.play([decree(), *(write(seat) for seat in range(4))])
    for key in (*table.seats, table.host):
        marks = [ask.get("optional", False) for ask in table.look(key)["asks"]]
        assert marks == sorted(marks)
        assert marks[0] is False
        assert marks[-1] is True
        assert all(ask.get("optional", True) is True for ask in table.look(key)["asks"])


def test_those_are_waited_for_who_are_asked_what_may_not_be_left_undone(table):
    assert table.look()["waiting"] == [0, 1, 2, 3]
    table.play([decree(), write(1), write(3)])
    assert all(table.look(key)["waiting"] == [0, 2] for key in table.keys)
    table.play([write(0), write(2), declare(2)])
    assert all(table.look(key)["waiting"] == [0, 1, 3] for key in table.keys)


def test_nobody_is_waited_for_or_asked_anything_when_the_table_has_broken_off(table):
    table.play([decree(), write(0), {"move": "stop"}])
    assert [(table.look(key)["asks"], table.look(key)["waiting"]) for key in table.keys] == [([], [])] * 6
    assert table.look()["result"]["outcome"] == "stopped"


def test_everybody_is_told_the_same_result(table):
    for number, move in enumerate(whole_game(), 1):
        table.play([move])
        looks = [table.look(key) for key in table.keys]
        assert all(look["result"] == looks[0]["result"] and look["line"] == number for look in looks)
    assert [(look["result"]["outcome"], look["waiting"]) for look in looks] == [("won", [])] * 6
    assert not [ask for ask in table.look()["asks"] if not ask.get("optional")]
