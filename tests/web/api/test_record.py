"""The record of a table over HTTP."""

from companion.table.record import read
from companion.table.result import result
from companion.table.strict_json import parse
from tests.support.api import (
    CAST,
    correct,
    declare,
    decree,
    is_refused,
    whole_game,
    write,
)


def test_the_host_has_the_record_and_it_replays_to_the_same_result(table):
    moves = whole_game()
    table.play(moves)
    answer = table.get(table.host, "/record")
    assert (answer.status, answer.headers["Content-Type"]) == (200, "application/json")
    record = parse(answer.body)
    assert (record["format"], record["game"], record["seats"]) == (1, "death-name", list(CAST[:4]))
    assert [{name: line[name] for name in move} for line, move in zip(record["moves"], moves, strict=True)] == moves
    assert result(read(record).table) == table.look()["result"]


def test_whoever_is_seated_has_the_record_once_the_game_is_over(table):
    moves = whole_game()
    for part in (moves[:9], moves[9:36], moves[36:50]):
        table.play(part)
        for key in table.seats:
            assert is_refused(table.get(key, "/record"), 403)
    table.play(moves[50:])
    assert {table.get(key, "/record").body for key in (*table.seats, table.host)} == {
        table.get(table.host, "/record").body
    }
    assert table.report(table.host, correct((51, None))).status == 201
    assert is_refused(table.get(table.seats[3], "/record"), 403)


def test_a_watcher_never_has_the_record(table):
    assert is_refused(table.get(table.watch, "/record"), 403)
    table.play(whole_game())
    assert is_refused(table.get(table.watch, "/record"), 403)


def test_the_record_is_closed_to_the_host_too_while_it_holds_a_secret(table):
    for line, move in enumerate(whole_game(), 1):
        table.play([move])
        in_round = (line - 1) % 9 if line <= 36 else (line - 37) % 5
        scored = in_round == (8 if line <= 36 else 4)
        if scored or in_round == 0:
            assert table.get(table.host, "/record").status == 200, line
        else:
            assert is_refused(table.get(table.host, "/record"), 409, "secrets-open"), line


def test_the_secrets_of_a_table_that_broke_off_stay_closed(table):
    table.play([decree(), write(0, "Hush"), {"move": "stop"}])
    answer = table.get(table.host, "/record")
    assert answer.status == 200
    assert b"Hush" not in answer.body
    assert [move["move"] for move in parse(answer.body)["moves"]] == ["decree", "correct", "stop"]
    assert is_refused(table.get(table.seats[0], "/record"), 403)


def test_the_record_of_a_counted_game_is_everybodys_and_lacks_the_round_that_was_dropped(table):
    table.play([*whole_game()[:9], decree(), write(0, "Hush")])
    assert table.report(table.seats[2], {"move": "count"}).status == 201
    shown = parse(table.get(table.seats[1]).body)
    assert (shown["result"]["counted"], shown["asks"], shown["waiting"]) == (True, [], [])
    answer = table.get(table.seats[1], "/record")
    assert answer.status == 200
    assert b"Hush" not in answer.body
    plain = parse(answer.body)
    assert [move["move"] for move in plain["moves"][9:]] == ["correct", "correct", "count"]
    assert result(read(plain).table) == shown["result"]


def test_a_name_that_was_corrected_closes_the_record_until_its_round_is_scored(table):
    table.play([decree(), write(0, "Early")])
    table.play([correct((2, None))])
    assert is_refused(table.get(table.host, "/record"), 409, "secrets-open")
    table.play([*(write(seat) for seat in range(4)), *(declare(seat) for seat in range(4))])
    assert table.get(table.host, "/record").status == 200
