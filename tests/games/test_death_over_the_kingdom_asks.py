"""Death Over The Kingdom: what is asked, and what holds at random tables."""

from itertools import combinations_with_replacement

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.death_over_the_kingdom import GAME as kingdom
from companion.games.death_over_the_kingdom import scoring
from companion.games.death_over_the_kingdom.moves import CHARACTERS, Card, Losers
from companion.table.moves import options_for
from companion.table.questions import asks
from companion.table.visibility import secrets_open, view, visible_move
from tests.support.effort import tries
from tests.support.games import random_play
from tests.support.games.death_over_the_kingdom import cards, crowd, ended, last, on, table, to_round


class TestAsks:
    def test_everybody_is_asked_for_the_card_and_may_read_the_value_off_it(self):
        face, both, value, winners = (ask.plain() for ask in asks(table(), 2))
        assert face == {"move": "card", "seat": 2, "choices": {"character": list(CHARACTERS)}}
        read = {"value": {"min": 0, "max": 99}}
        assert both == face | {"choices": face["choices"] | read, "optional": True}
        assert value == face | {"choices": read, "optional": True}
        assert winners == {
            "move": "winners",
            "choices": {"seats": {"of": [0, 1, 2, 3], "least": 1, "most": 4}},
            "optional": True,
        }

    def test_how_many_may_be_named(self):
        for at, many in [
            (table(), (1, 4)),
            (on(table(), to_round(3)), (0, 2)),
            (crowd(5), (1, 5)),
            (on(last(lives=1), Losers((1,))), (1, 2)),
        ]:
            told = asks(at, 0)[-1]
            assert told.many == {"seats": many}
        assert (told.move, told.choices) == ("losers", {"seats": [0, 2]})

    def test_the_value_of_a_turned_card_is_asked_of_its_seat(self):
        at = on(table(values={}), cards("innkeeper", "king", "thief", "death"))
        value, winners = asks(at, 0)
        assert value.plain() == {"move": "value", "seat": 0, "choices": {"value": {"min": 0, "max": 99}}}
        assert winners.move == "winners"
        assert [ask.move for ask in asks(at, 1)] == ["winners"]

    def test_at_the_end_nobody_is_asked_anything(self):
        at = ended((5, 4, 3))
        assert [asks(at, seat) for seat in range(3)] == [()] * 3

    def test_nothing_is_secret(self):
        at = on(table(), Card(0, "king"), Card(1, "death"))
        assert not secrets_open(at)
        assert view(at, None) == view(at, 0) == view(at, 3)
        assert visible_move(at, at.lines[0], 2) == {"move": "card", "seat": 0, "character": "king"}
        assert [shown and shown.value for shown in view(at, None).cards] == [None] * 4


class TestWhatAlwaysAddsUp:
    @settings(max_examples=tries(40))
    @given(st.randoms(use_true_random=True))
    def test_the_winners_of_a_round_follow_from_the_values(self, rng):
        *_, at = random_play.played(rng, random_play.laid(rng, kingdom))
        for now in at.state.scored:
            entries = [entry for entry in at.state.entries if entry.round == now.number and entry.because != "adjust"]
            assert [entry.seat for entry in entries] == list(now.hit)
            worth = [shown.value for shown in now.cards if shown]
            for seat, shown in enumerate(now.cards):
                if shown is not None:
                    below, above = min(worth) < shown.value, shown.value < max(worth)
                    fits = {"highest": not above, "intermediate": below and above}.get(
                        entries[0].because if entries else "intermediate", not below
                    )
                    assert fits == (seat in now.hit)

    @settings(max_examples=tries(40))
    @given(st.randoms(use_true_random=True))
    def test_somebody_wins_or_loses_every_round_but_an_intermediate_one(self, rng):
        *_, at = random_play.played(rng, random_play.laid(rng, kingdom))
        for now in at.state.scored:
            assert now.hit or (at.options.mode == "classic" and now.number % 3 == 0)
            assert set(now.hit) <= set(now.order)

    @settings(max_examples=tries(40))
    @given(st.randoms(use_true_random=True))
    def test_everybody_deals_once_and_only_the_living_do(self, rng):
        *_, at = random_play.played(rng, random_play.laid(rng, kingdom))
        dealers = [now.dealer for now in at.state.scored]
        if at.options.mode == "classic":
            dealers = dealers[::3]
        if at.options.mode != "last-standing":
            turns = view(at, None).rounds // (3 if at.options.mode == "classic" else 1)
            assert dealers == [(at.options.dealer + turn) % len(at.seats) for turn in range(turns)]
        assert all(now.cards[now.dealer] or not any(now.cards) for now in at.state.scored)

    def test_winning_is_being_second_whatever_the_totals(self):
        for totals in combinations_with_replacement(range(4), 4):
            winners = scoring.best_between(totals)
            ranks = sorted(set(totals), reverse=True)
            assert [totals[seat] for seat in winners] == [p for p in totals if len(ranks) > 2 and p == ranks[1]]

    def test_options_are_written_as_they_were_read(self):
        plain = {"mode": "last-standing", "dealer": 1, "values": {"knight": [9, None], "king": [None, 7]}}
        assert msgspec.to_builtins(options_for(kingdom, plain)) == {
            **plain,
            "values": {"knight": (9, None), "king": (None, 7)},
        }
