"""The spotlight of Death Wish: a label on the bed of whom a disease comes to or leaves, unless somebody dies of it; the
germ of an outbreak that all may read; and the paper of a last wish. A kept outbreak is in none.
"""

from typing import Any

import pytest
from markupsafe import escape

from companion.storage.stored_table import unfold
from companion.table.moves import move_to_json
from companion.table.record import read
from companion.table.result import is_closed
from companion.web.screens.screen import past_screen
from tests.evenings import EVENINGS
from tests.support.gathering import Gathering
from tests.support.states.opened import lay
from tests.support.states.state import State

LIT = {
    "four-at-a-funeral": {"contract", "give", "outbreak", "play-keeper", "farewell"},
    "six-until-one-is-left": {"contract", "give", "outbreak", "farewell"},
    "two-broken-off-for-pizza": {"contract", "give", "cure"},
}
OBJECTS = {"outbreak": "dw-spread g-", "play-keeper": "dw-spread g-wild", "farewell": "dw-paper farewell"}


def is_lit(move: dict[str, Any]) -> bool:
    """Whether the move is shown where it neither kills nor comes after the end; of an outbreak, whether all read it."""
    if move["move"] in ("outbreak", "play-keeper"):
        return "text" in move and not move.get("kept")
    return move["move"] in ("contract", "give", "cure", "farewell")


@pytest.mark.parametrize("name", LIT)
def test_a_scoreboard_shows_the_object_of_what_has_happened(name: str, evening: Gathering) -> None:
    whole = read(EVENINGS[f"death-wish/{name}"].record).table
    for seat_name in whole.seats:
        evening.services.evenings.sit(evening.now, None, seat_name)
    lay(evening, State(name, whole))
    lit: set[str] = set()
    with evening.app.test_request_context():
        services, header = evening.services, evening.live.header
        for line in whole.lines:
            then = unfold(services.store, header, line.number)
            slots = past_screen(services, then, None).shared.slots
            spot, kills = slots["spot"].html, "dies-" in slots["moment/now"].html
            move = move_to_json(line.recorded.move) if line.recorded else {"move": "correct"}
            assert bool(spot) == (is_lit(move) and not kills and not is_closed(then.table)), line
            if spot:
                assert f'class="thing {OBJECTS.get(move["move"], "dw-ward " + move["move"])}' in spot
                assert escape(move.get("text", move.get("disease"))) in spot
                lit.add(move["move"])
    assert lit == LIT[name]
