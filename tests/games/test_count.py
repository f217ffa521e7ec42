"""A table that ends and counts it as it stands: what each game makes of that, by the contract."""

from typing import Any

import pytest

from companion.games import GAMES
from companion.games.moves import Refused
from companion.table.fold import append, open_table
from companion.table.model import Table
from companion.table.moves import move, options_for
from companion.table.questions import asks
from companion.table.result import result
from companion.table.visibility import closed

CAST = ("Ann", "Bo", "Cy", "Di", "Ed")
COUNT = {"move": "count"}
Plain = dict[str, Any]


def table(slug: str, seats: int, *moves: Plain, **options: Any) -> Table:
    game = GAMES[slug]
    return on(open_table(game, CAST[:seats], options_for(game, options)), *moves)


def on(laid: Table, *moves: Plain) -> Table:
    for plain in moves:
        laid = append(laid, move(laid.game, plain))
    return laid


def refused(laid: Table, plain: Plain) -> str:
    with pytest.raises(Refused) as caught:
        on(laid, plain)
    inner = caught.value.numbers.get("refused")
    return inner.code if isinstance(inner, Refused) else caught.value.code


def adjust(seat: int, track: str, by: int) -> Plain:
    return {"move": "adjust", "seat": seat, "track": track, "by": by, "why": "a bet"}


def correct(*lines: Any) -> Plain:
    return {"move": "correct", "lines": list(lines)}


def by_hand(laid: Table) -> list[tuple[int, int]]:
    return [(one["round"], one["by"]) for one in result(laid)["ledger"] if one["because"] == "adjust"]


# DEATH Name


def names(icons: list[int], *written: str) -> list[Plain]:
    """A round in which everybody keeps the card that was passed."""
    writes = [{"move": "write", "seat": seat, "name": name} for seat, name in enumerate(written)]
    declares = [{"move": "declare", "seat": seat, "choice": "keep"} for seat in range(len(written))]
    return [{"move": "decree", "icons": icons}, *writes, *declares]


ROUND = names([1, 0, 0, -1], "Ann", "Bob", "Cid", "Dan")
OPEN = [{"move": "decree", "icons": [2, 2, 2, 2]}, {"move": "write", "seat": 0, "name": "Zoe"}]


def test_death_name_counts_the_rounds_that_were_scored_and_drops_the_open_one():
    laid = table("death-name", 4, *ROUND, adjust(1, "points", 5), *OPEN, adjust(2, "points", 3), COUNT)
    ended, before = result(laid), result(table("death-name", 4, *ROUND))
    assert list(ended)[:4] == ["game", "over", "outcome", "counted"]
    assert (ended["over"], ended["outcome"], ended["counted"], ended["round"]) == (True, "won", True, 1)
    assert ended["facts"] == before["facts"]
    assert by_hand(laid) == [(1, 5), (1, 3)]
    assert ended["winners"] == [1]
    assert not any(asks(laid, seat) for seat in range(4))
    (write,) = [
        line.recorded for line in laid.lines if line.recorded and getattr(line.recorded.move, "name", "") == "Zoe"
    ]
    assert closed(laid, write)


def test_no_game_that_was_not_counted_says_so():
    assert "counted" not in result(table("death-name", 4, *ROUND))


def test_death_name_pays_kill_points_only_once_round_4_was_scored():
    assert result(table("death-name", 4, *ROUND * 3, COUNT))["tracks"]["kill_points"] == [0, 0, 0, 0]
    assert result(table("death-name", 4, *ROUND * 4, COUNT))["tracks"]["kill_points"] == [0, 0, 0, 4]


def test_a_ruling_is_taken_for_the_last_scored_round_also_after_the_count():
    laid = table("death-name", 4, *ROUND, *OPEN, COUNT)
    ruled = on(laid, {"move": "same", "seats": [0, 1]})
    assert [card["duplicate"] for card in result(ruled)["facts"]["rounds"][0]["cards"]] == [True, True, False, False]
    assert refused(laid, OPEN[0]) == "over"


def test_a_practice_round_alone_is_nothing_to_count():
    practice = table("death-name", 4, *ROUND, adjust(0, "points", 9), practice=True)
    assert refused(practice, COUNT) == "nothing-scored"
    assert refused(on(practice, *OPEN), COUNT) == "nothing-scored"
    assert result(on(practice, *ROUND, COUNT))["round"] == 1


@pytest.mark.parametrize(("rounds", "day_2"), [(4, 0), (5, 1), (7, 3)])
def test_death_name_ends_after_as_many_rounds_as_agreed(rounds, day_2):
    laid = table("death-name", 4, *ROUND * 4, rounds=rounds)
    for number in range(1, day_2 + 1):
        assert not result(laid)["over"]
        choices = [{"move": "choose", "seat": seat, "round": number} for seat in range(4)]
        laid = on(laid, {"move": "decree", "icons": [0, 0, 0, 0]}, *choices)
    assert (result(laid)["over"], result(laid)["round"]) == (True, rounds)
    assert refused(laid, OPEN[0]) == "over"


# Final Deathweek


def day(*outcomes: tuple[int, int]) -> list[Plain]:
    """A day of which only is told what events did: number, colours matched."""
    return [
        {"move": "outcome", "seat": seat, "number": number, "matched": matched}
        for seat, (number, matched) in enumerate(outcomes)
    ]


WEEK = [*day((3, 1), (5, 0)), *day((4, 0), (4, 2))]


def test_a_counted_week_is_won_and_today_never_was():
    today = [{"move": "break", "seat": 0}, adjust(1, "death_counters", 4), *day((0, 0), (9, 1))[1:]][:2]
    laid = table("final-deathweek", 2, *WEEK, *today, COUNT, scoring="each")
    ended = result(laid)
    assert (ended["outcome"], ended["round"], ended["facts"]["day"], ended["facts"]["leader"]) == ("won", 2, 2, 1)
    assert [seat["break_used"] for seat in ended["facts"]["seats"]] == [False, False]
    assert [one["because"] for one in ended["ledger"] if one["because"] == "break"] == []
    assert by_hand(laid) == [(2, 4)]
    assert ended["tracks"] == {"death_counters": [1, 6], "points": [1 - 1, 1 - 6]}  # a chain of two, less the counters
    assert all(one["round"] == 2 for one in ended["ledger"] if one["track"] == "points")
    assert (ended["winners"], ended["places"], ended["facts"]["first"]) == ([0, 1], [1, 2], [0])


def test_nothing_kills_in_a_week_that_was_counted_and_its_points_stay():
    laid = table("final-deathweek", 2, *WEEK, COUNT, adjust(0, "death_counters", 9), scoring="team")
    assert result(laid)["tracks"] == {"death_counters": [10, 2], "points": [0, -1]}
    assert [seat["alive"] for seat in result(laid)["facts"]["seats"]] == [True, True]
    assert refused(laid, {"move": "break", "seat": 0}) == "over"


def test_killers_of_a_day_that_was_dropped_stay_closed():
    solid = [{"move": "solid", "seat": seat, "color": color} for seat, color in enumerate(("red", "blue"))]
    take = {"move": "take", "seat": 0, "colors": ["green"], "number": 3}
    killers = {"move": "killers", "seat": 0, "colors": ["black", "black"]}
    laid = table("final-deathweek", 2, *solid, take, killers)
    assert refused(laid, COUNT) == "nothing-scored"
    judged = on(laid, {"move": "break", "seat": 1})
    counted = on(judged, take, killers, COUNT)
    told = [line.recorded for line in counted.lines if line.recorded and line.recorded.secrets]
    assert [bool(closed(counted, written)) for written in told] == [False, True]


# Gamushara Gang

HIT = [{"move": "execute", "character": "1"}, {"move": "succeed", "seat": 1}]


def test_in_a_counted_gang_most_points_win():
    laid = table(
        "gamushara-gang", 3, *HIT, {"move": "turn"}, {"move": "execute", "character": "2"}, COUNT, points=[1, 2, 4, 5]
    )
    ended = result(laid)
    assert (ended["round"], ended["totals"], ended["places"], ended["winners"]) == (2, [1, -1, 0], [1, 3, 2], [0])
    assert result(on(laid, adjust(2, "points", 1)))["winners"] == [0, 2]
    assert refused(laid, {"move": "personality", "seat": 1, "spy": True}) == "over"


def test_who_is_out_may_have_most_points():
    out = [{"move": "execute", "character": "1"}, {"move": "out", "seat": 1, "spy": False}]
    assert result(table("gamushara-gang", 4, *out, adjust(1, "points", 3), COUNT))["winners"] == [1]


def test_a_gang_has_no_standing_without_rule_2_and_none_before_a_payment():
    assert refused(table("gamushara-gang", 3, *HIT, points=[1, 3]), COUNT) == "no-standing"
    assert refused(table("gamushara-gang", 3, adjust(0, "points", 2)), COUNT) == "nothing-scored"
    assert refused(table("gamushara-gang", 3, points=[]), COUNT) == "no-standing"
    assert refused(table("gamushara-gang", 3, {"move": "stop"}, points=[]), COUNT) == "stopped"


# Death Wish


def contract(seat: int, skulls: int, name: str = "Poolio") -> Plain:
    return {"move": "contract", "seat": seat, "disease": name, "color": "red", "skulls": skulls}


def test_a_counted_wish_ranks_the_dead_in_their_order_and_then_skulls():
    laid = table("death-wish", 4, contract(2, 4), contract(0, 2), contract(1, 4), COUNT, target=5)
    assert (result(laid)["places"], result(laid)["winners"]) == ([3, 1, 1, 4], [1, 2])
    assert result(laid)["facts"]["next"] is None
    died = on(laid, adjust(0, "skulls", 3), adjust(1, "skulls", 9))
    assert (result(died)["facts"]["dead"], result(died)["places"], result(died)["winners"]) == (
        [0, 1],
        [1, 2, 3, 4],
        [0],
    )
    assert refused(died, {"move": "revive", "seat": 0, "cured": ["Poolio"]}) == "over"
    assert refused(died, contract(3, 1)) == "over"
    assert on(died, {"move": "farewell", "seat": 3, "text": "At sea"}).state.farewells[3] == "At sea"


def test_a_wish_without_a_disease_is_nothing_to_count():
    assert refused(table("death-wish", 2, adjust(0, "skulls", 2)), COUNT) == "nothing-scored"


# Death Over The Kingdom


def test_a_counted_kingdom_is_classic_as_after_its_last_round():
    rounds = [{"move": "winners", "seats": seats} for seats in ([0], [0], [1], [0, 1])]
    card = {"move": "card", "seat": 0, "character": "king"}
    laid = table("death-over-the-kingdom", 3, *rounds, card, adjust(1, "points", 1), COUNT)
    ended = result(laid)
    assert (ended["round"], ended["totals"], ended["winners"], ended["places"]) == (4, [3, 3, 0], [], [1, 1, 3])
    assert ended["outcome"] == "nobody"
    assert ended["facts"] == {"turn": 2, "round_in_turn": 1, "dealer": 1, "cards": [None, None, None]}
    assert by_hand(laid) == [(4, 1)]
    again = on(laid, adjust(1, "points", -1))
    assert (result(again)["outcome"], result(again)["winners"]) == ("won", [1])


def test_the_last_ones_standing_are_ranked_by_their_lives():
    losers = [{"move": "losers", "seats": seats} for seats in ([0], [3], [3, 1])]
    laid = table("death-over-the-kingdom", 5, *losers, COUNT, mode="last-standing", lives=2)
    assert (result(laid)["places"], result(laid)["winners"]) == ([3, 3, 1, 5, 1], [2, 4])
    out = on(laid, adjust(2, "lives", -2), adjust(4, "lives", 1))
    assert (result(out)["places"], result(out)["winners"]) == ([2, 2, 4, 5, 1], [4])


def test_an_adjust_that_puts_somebody_out_scores_no_round_that_was_dropped():
    cards = [{"move": "card", "seat": seat, "character": "king"} for seat in (0, 1)]
    laid = table("death-over-the-kingdom", 3, {"move": "losers", "seats": [0]}, *cards, COUNT, mode="last-standing")
    assert result(on(laid, adjust(2, "lives", -4)))["totals"] == [3, 4, 0]


@pytest.mark.parametrize("turns", [1, 2, 5])
def test_a_classic_kingdom_has_as_many_turns_as_agreed(turns):
    laid = table("death-over-the-kingdom", 3, *[{"move": "winners", "seats": [0]}] * (3 * turns - 1), turns=turns)
    assert not result(laid)["over"]
    assert result(on(laid, {"move": "winners", "seats": [1]}))["over"]


@pytest.mark.parametrize("mode", ["crowd", "last-standing"])
def test_turns_are_agreed_for_the_classic_game_alone(mode):
    with pytest.raises(Refused, match="no-turns"):
        table("death-over-the-kingdom", 3, mode=mode, turns=3)


# Every game


def test_what_is_over_is_not_counted_and_what_was_counted_does_not_stop():
    over = table("death-over-the-kingdom", 3, *[{"move": "winners", "seats": [0]}] * 3, turns=1)
    assert refused(over, COUNT) == "over"
    counted = table("death-wish", 2, contract(0, 1), COUNT)
    assert (refused(counted, COUNT), refused(counted, {"move": "stop"})) == ("over", "over")
    assert refused(table("death-wish", 2, contract(0, 1), {"move": "stop"}), COUNT) == "stopped"


def test_a_count_is_struck_like_any_line_and_the_game_goes_on():
    laid = table("death-name", 4, *ROUND, *OPEN, COUNT)
    again = on(laid, correct([len(laid.lines), None]))
    assert result(again) == result(table("death-name", 4, *ROUND, *OPEN))
    assert [ask.move for ask in asks(again, 1)] == ["write", "hold"]


def test_a_correction_may_neither_end_the_game_before_its_count_nor_leave_nothing_scored():
    counted = table("death-wish", 2, contract(0, 1), COUNT)
    assert refused(counted, correct([1, None])) == "nothing-scored"
    deadly = table("death-wish", 2, contract(0, 1), COUNT, target=5)
    assert refused(deadly, correct([1, contract(0, 7)])) == "over"
    assert result(on(deadly, correct([1, contract(0, 7)], [2, None])))["winners"] == [0]


def test_a_correction_of_nothing_changes_nothing():
    before = table("death-name", 4, *ROUND)
    after = on(before, correct())
    assert (result(after), len(after.lines)) == (result(before), len(before.lines) + 1)
