"""In what steps a moment unfolds: each thing that opens is opened by one of them; for a correction nothing unfolds."""

import re

import pytest

from companion.storage.stored_table import unfold
from companion.table.record import read
from companion.web.screens.screen import past_screen
from tests.evenings import EVENINGS
from tests.support import TOP
from tests.support.gathering import Gathering
from tests.support.states.opened import lay
from tests.support.states.state import State

OPENING = {"beat", "open", "hold"}
STEPS = OPENING | {"count", "hands", "silence", "wait"}
ENDINGS = re.compile(r"dies-\d+|over")  # what the words tell besides
WATCHED = {
    "death-name": ("four-with-phones", 7, "open"),
    "death-over-the-kingdom": ("the-five-of-the-book", 15, "hold"),
    "death-wish": ("four-at-a-funeral", 1, "hold"),
    "final-deathweek": ("three-who-counted-too-far", 5, "hold"),
    "gamushara-gang": ("five-and-a-spy-who-was-none", 8, "silence"),
}


def test_the_steps_are_those_that_the_script_knows() -> None:
    (stays,) = re.findall(r"const STAYS = {(.*?)}", (TOP / "static/js/reveal.js").read_text("utf-8"))
    assert set(re.findall(r"(\w+):", stays)) == STEPS


@pytest.mark.parametrize("slug", WATCHED)
def test_what_opens_is_opened_by_a_step(slug: str, evening: Gathering) -> None:
    name, least, last = WATCHED[slug]
    whole = read(EVENINGS[f"{slug}/{name}"].record).table
    for seat_name in whole.seats:
        evening.services.evenings.sit(evening.now, None, seat_name)
    lay(evening, State(name, whole))
    reveals: list[list[str]] = []
    with evening.app.test_request_context():
        services, header = evening.services, evening.live.header
        for line in whole.lines:
            slots = past_screen(services, unfold(services.store, header, line.number), None).shared.slots
            steps = shown_steps(slots["moment/now"].html + slots["moment"].html)
            assert set(steps) <= STEPS
            assert not steps or line.recorded, "for a correction nothing unfolds"
            reveals += [steps] if steps else []
            assert steps or not slots["moment/now"].html.count("dies-"), "who dies unfolds"
    assert len(reveals) >= least
    assert any(steps[-1] == last for steps in reveals)


def shown_steps(moment: str) -> list[str]:
    """The steps of a scoreboard's moment; what opens in it is numbered by them."""
    (words,) = re.findall(r'data-unfold="([^"]*)"', moment)
    steps: list[str] = [word for word in words.split() if not ENDINGS.fullmatch(word)]
    numbers = {int(number) for number in re.findall(r"unfold u(\d+)", moment)}
    openings = sum(step in OPENING for step in steps)
    if openings:
        assert max(numbers) == openings, "the last step opens something, and nothing stays closed"
    return steps
