"""The states of tables that report in a way of their own: less than a game could keep."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

from tests.support.forms import flat
from tests.support.states.around.crowd import Crowd
from tests.support.states.around.gathering import four
from tests.support.states.around.page import AroundState, looks

DECREE = {"move": "decree", "icons": (0, -1, 1, 0)}
ROUND: list[dict[str, Any]] = [
    DECREE,
    *({"move": "write", "seat": seat, "name": name} for seat, name in enumerate(("Sean", "Chris", "Shawn", "Zoe"))),
    *({"move": "declare", "seat": seat, "choice": "keep"} for seat in range(4)),
]
EXECUTE = {"move": "execute", "character": "3"}
OUTCOME = {"move": "outcome", "seat": 1, "number": 4, "matched": 1}
SOLID = [{"move": "solid", "seat": seat, "color": color} for seat, color in enumerate(("red", "blue", "red", "black"))]
TRIPLES = [*combinations(("red", "blue", "yellow", "black", "green"), 3)]


def row(day: int, *triples: Sequence[str]) -> dict[str, Any]:
    """The schedule of a day: an event of each of these colours, with long numbers."""
    events = [{"colors": [*colors], "number": number} for number, colors in enumerate(triples, 13)]
    return flat({"move": "schedule", "day": day, "events": events})


WEEK = [row(day, *[TRIPLES[day]] * 4) for day in range(1, 8)]
TWICE = [row(1, *TRIPLES[1:4], ()), row(2, TRIPLES[1], (), TRIPLES[3], TRIPLES[4])]
EXPOSED = {"move": "expose", "seat": 1, "color": "green"}
HANDS = (("black", "blue"), ("black", "blue"), ("red", "blue"), ("red", "black"))
TAKEN = ((1, ("yellow", "green"), 13), (2, ("yellow", "green"), 13), (3, "", 14), (0, "", 15))
SPARED: list[dict[str, Any]] = [
    *({"move": "take", "seat": seat, "colors": colors, "number": number} for seat, colors, number in TAKEN),
    *({"move": "killers", "seat": seat, "colors": hand} for seat, hand in enumerate(HANDS)),
]
ENDED: list[dict[str, Any]] = [  # a round with these cards, and two cards of the next
    {"move": "card", "seat": seat, "character": character}
    for seat, character in (*enumerate(("sorceress", "merchant", "juggler", "thief")), (0, "merchant"), (1, "death"))
]
UNNAMED = {"move": "contract", "seat": 0, "disease": "Xa", "color": "red", "skulls": 2}


def plays(slug: str, *moves: Mapping[str, Any], **habits: str) -> Callable[[Crowd], None]:
    """Four play a game in this way; one of them has a phone."""

    def play(crowd: Crowd) -> None:
        four(crowd)
        crowd.likes(slug, **habits)
        crowd.plays(slug, *moves)
        crowd.own |= {str(move[field]) for move in moves for field in ("disease", "name") if field in move}
        crowd.own |= {value for habit, value in habits.items() if habit == "theme"}

    return play


MANNERS = (
    AroundState(
        "who won comes before the faces",
        plays("death-over-the-kingdom", winners="names"),
        looks("tablet /", "guest /"),
    ),
    AroundState(
        "cards seen this turn are counted",
        plays("death-over-the-kingdom", *ENDED, seen="shown"),
        looks("tablet /", "guest /"),
    ),
    AroundState(
        "events were told twice before the week",
        plays("final-deathweek", *SOLID[:3], *TWICE),
        looks("tablet /", "guest /"),
    ),
    AroundState(
        "events were told twice when a day is over",
        plays("final-deathweek", *SOLID, *SPARED),
        looks("tablet /"),
    ),
    AroundState(
        "names have a theme",
        plays("death-name", DECREE, theme="Pirates, parrots and whoever else has one leg too few"),
        looks("tablet /", "guest /", "tablet /table/{code}/ask/1/write"),
    ),
    AroundState(
        "names of a round before may be one",
        plays("death-name", *ROUND, DECREE),
        looks("tablet /table/{code}/sheet"),
    ),
    AroundState(
        "a week of outcomes begins", plays("final-deathweek", telling="outcomes"), looks("tablet /", "guest /")
    ),
    AroundState(
        "a week of outcomes", plays("final-deathweek", OUTCOME, telling="outcomes"), looks("tablet /", "guest /")
    ),
    AroundState(
        "killers still possible are counted",
        plays("final-deathweek", *SOLID, *WEEK, EXPOSED, possible="shown"),
        looks("tablet /", "guest /"),
    ),
    AroundState(
        "the line-up stays on the table", plays("gamushara-gang", lineup="table"), looks("tablet /", "guest /")
    ),
    AroundState(
        "somebody is executed and the line-up stays",
        plays("gamushara-gang", EXECUTE, lineup="table"),
        looks("tablet /", "guest /"),
    ),
    AroundState(
        "a round on one page",
        plays("death-name", DECREE, drafting="hands"),
        looks("tablet /", "tablet /table/{code}/ask/1/write"),
    ),
    AroundState("nobody reports turns", plays("death-wish", UNNAMED), looks("tablet /", "guest /")),
)
