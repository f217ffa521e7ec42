"""Who led when a tap was sent is answered as then when it comes again."""

from random import Random
from typing import Any

from flask import Flask

from companion.table.questions import asks
from tests.support.forms import flat
from tests.support.games import random_play
from tests.support.gathering import Gathering


def test_a_leader_whose_tap_comes_again_the_next_day_is_answered_as_before(app: Flask) -> None:
    night, rng = Gathering(app), Random(1)
    phones = [night.come(name) for name in ("Ann", "Bo", "Cy")]
    night.start("final-deathweek")
    leader = night.live.table.state.leader
    other = next(seat for seat in range(3) if seat != leader)
    colors = ("red", "blue", "yellow")
    night.tell(*({"move": "solid", "seat": seat, "color": color} for seat, color in enumerate(colors)))
    expose: dict[str, Any] = {"move": "expose", "seat": other, "color": colors[other], "key": "this-tap-again"}
    first = night.report(phones[leader], **expose)
    while night.live.table.state.leader == leader:
        must = [ask for seat in range(3) for ask in asks(night.live.table, seat) if not ask.optional]
        night.tell(flat(random_play.answer(rng, must[0])))
    newest = night.live.line
    again = night.report(phones[leader], **expose)
    late = night.report(phones[leader], **expose | {"key": "another-tap"})
    assert (first.status_code, again.status_code, late.status_code) == (303, 303, 403)
    assert night.live.line == newest
