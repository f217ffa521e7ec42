"""The states of tables that report in a way of their own: less than a game could keep."""

from collections.abc import Callable, Mapping
from typing import Any

from tests.support.forms import flat
from tests.support.states.around.crowd import Crowd
from tests.support.states.around.gathering import four
from tests.support.states.around.page import AroundState, looks

DECREE = {"move": "decree", "icons": (0, -1, 1, 0)}
EXECUTE = {"move": "execute", "character": "3"}
OUTCOME = {"move": "outcome", "seat": 1, "number": 4, "matched": 1}
SOLID = [{"move": "solid", "seat": seat, "color": color} for seat, color in enumerate(("red", "blue", "red", "black"))]
EVENTS = [{"colors": ["red", "blue", "yellow"], "number": number} for number in range(13, 17)]
WEEK = [flat({"move": "schedule", "day": day, "events": EVENTS}) for day in range(1, 8)]
EXPOSED = {"move": "expose", "seat": 1, "color": "green"}
UNNAMED = {"move": "contract", "seat": 0, "disease": "Xa", "color": "red", "skulls": 2}


def plays(slug: str, *moves: Mapping[str, Any], **habits: str) -> Callable[[Crowd], None]:
    """Four play a game in this way; one of them has a phone."""

    def play(crowd: Crowd) -> None:
        four(crowd)
        crowd.likes(slug, **habits)
        crowd.plays(slug, *moves)
        crowd.own |= {str(move["disease"]) for move in moves if "disease" in move}

    return play


MANNERS = (
    AroundState(
        "who won comes before the faces",
        plays("death-over-the-kingdom", winners="names"),
        looks("tablet /", "guest /"),
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
