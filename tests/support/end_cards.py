"""Cards that whole games leave, each as the file that it is."""

import random
import re
from collections.abc import Iterator

from companion.games import GAMES
from companion.table.model import Table
from companion.web.screens.end_cards import end_card
from companion.web.screens.facts import Facts
from companion.web.text.drawn import rendered
from tests.support.games.random_play import played
from tests.support.own_app import app_of_its_own
from tests.support.states.games import open_game
from tests.support.states.opened import open_state
from tests.support.states.state import State

PICTURE = re.compile(r"<svg xmlns.*</svg>", re.S)


def whole_game(slug: str, crowd: int) -> Table:
    """A game that random play has ended: 0 to 3 are of the fewest and the most seats, with long or Japanese names."""
    rng = random.Random(f"cards of {slug} {crowd}")
    opened, _ = open_game(rng, GAMES[slug], crowd)
    return [opened, *played(rng, opened, optional=0.4)][-1]


def cards(table: Table, language: str) -> Iterator[str]:
    """The picture of each seat for which the table has ended, as SVG."""
    with app_of_its_own() as app:
        code = open_state(app, State("cards", table, None)).code
        services = app.extensions["services"]
        with app.test_request_context(headers={"Accept-Language": language}):
            (evening,) = services.evenings.all_open()
            facts = Facts(services, services.tables.find_whole(code), evening, is_linked=False)
            for seat in range(len(table.seats)):
                card = end_card(facts, seat)
                if card is not None:
                    yield PICTURE.search(rendered(card))[0]  # type: ignore[index]
