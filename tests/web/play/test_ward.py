"""The spotlight of Death Wish: a label on the bed of whom a disease comes to or leaves, unless somebody dies of it."""

import pytest

from companion.storage.stored_table import unfold
from companion.table.moves import move_to_json
from companion.table.record import read
from companion.web.screens.screen import past_screen
from tests.evenings import EVENINGS
from tests.support.gathering import Gathering
from tests.support.states.opened import lay
from tests.support.states.state import State

LIT = {"six-until-one-is-left": {"contract", "give"}, "two-broken-off-for-pizza": {"contract", "give", "cure"}}


@pytest.mark.parametrize("name", LIT)
def test_a_scoreboard_shows_the_label_of_what_is_caught_passed_on_or_cured(name: str, evening: Gathering) -> None:
    whole = read(EVENINGS[f"death-wish/{name}"].record).table
    for seat_name in whole.seats:
        evening.services.evenings.sit(evening.now, None, seat_name)
    lay(evening, State(name, whole))
    lit: set[str] = set()
    with evening.app.test_request_context():
        services, header = evening.services, evening.live.header
        for line in whole.lines:
            slots = past_screen(services, unfold(services.store, header, line.number), None).shared.slots
            spot, kills = slots["spot"].html, "dies-" in slots["moment/now"].html
            move = move_to_json(line.recorded.move) if line.recorded else {"move": "correct"}
            assert bool(spot) == (move["move"] in LIT[name] and not kills), line
            if spot:
                assert f'<div class="thing dw-ward {move["move"]}">' in spot
                assert f">{move['disease']}</bdi>" in spot
                lit.add(move["move"])
    assert lit == LIT[name]
