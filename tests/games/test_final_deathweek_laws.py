"""Final Deathweek: what holds at random tables."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import GAMES
from companion.table.result import result
from tests.support.effort import tries
from tests.support.games import random_play
from tests.support.games.final_deathweek import (
    counters,
    killers,
    on,
    seat,
    take,
    week,
)

# Laws


chance = st.randoms(use_true_random=True)


def law(examples):
    return settings(max_examples=tries(examples))


@law(40)
@given(chance)
def test_counters_never_fall_but_by_break(rng):
    table = random_play.laid(rng, GAMES["final-deathweek"])
    seen = [table, *random_play.played(rng, table, optional=0.3)]
    for before, after in pairwise(seen):
        for who, (had, has) in enumerate(zip(counters(before), counters(after), strict=True)):
            assert has >= had or seat(after, who)["break_used"] != seat(before, who)["break_used"]
            assert has >= 0
    assert all(entry["by"] > 0 for entry in result(seen[-1])["ledger"] if entry["because"] == "match")


@law(40)
@given(chance)
def test_every_card_taken_lies_in_a_row_and_every_seat_has_an_event_or_a_break_each_day(rng):
    *_, last = random_play.played(rng, random_play.laid(rng, GAMES["final-deathweek"]))
    facts = result(last)["facts"]
    for who in range(len(last.seats)):
        told = facts["seats"][who]
        assert len(told["numbers"]) + told["break_used"] == len(facts["days"])
        assert told["running"] <= told["longest"] <= len(told["numbers"])


@law(40)
@given(chance)
def test_a_lost_week_has_a_death_and_its_last_day_alone_has_one(rng):
    *_, last = random_play.played(rng, random_play.laid(rng, GAMES["final-deathweek"]))
    known = result(last)
    deaths = [any(verdict["died"] for verdict in verdicts) for verdicts in known["facts"]["days"]]
    assert not any(deaths[:-1])
    assert known["outcome"] == "won" or deaths[-1]
    assert [told["alive"] for told in known["facts"]["seats"]] == [not v["died"] for v in known["facts"]["days"][-1]]


@law(40)
@given(chance, st.permutations([1, 2, 3, 4, 5, 6, 7]))
def test_the_order_of_reports_within_a_day_does_not_matter(rng, numbers):
    def played(stir):
        at = week(4, scoring="each", counter_limit=9)
        for number in numbers:
            acts = [take(who, "yellow black", number + who) for who in range(4)]
            told = [killers(who, "yellow yellow") for who in range(4)]
            stir(acts)
            stir(told)
            at = on(at, acts, told) if not result(at)["over"] else at
        return result(at)

    assert played(rng.shuffle) == played(lambda moves: None)
