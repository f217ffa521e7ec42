"""The states of the saved history: nothing played, one game, many, hidden ones, one that is damaged."""

import re
from functools import partial
from typing import Any

from companion.games import GAMES
from companion.web.access.services import Services
from tests.support.past_games import bring
from tests.support.states.around.crowd import Crowd, played_table
from tests.support.states.around.gathering import four, one_guest
from tests.support.states.around.page import AroundState, Page, looks, refusal
from tests.support.states.state import State
from tests.support.tampering import tamper

ALL_GAMES = (
    *looks("tablet /history/", "tablet /history/people", "tablet /history/games", "tablet /history/games/{slug}"),
    *looks("tablet /history/years/{year}"),
)
ONE_GAME = looks("tablet /history/{id}", "tablet /history/{id}?line=2", "tablet /history/{id}?line=2&as=0")
PERSON = looks(
    *("tablet /people/", "tablet /people/{person}", "tablet /history/people/{person}"),
    *("tablet /history/people/{person}/{rival}", "tablet /history/people/{person}/{rival}/{third}"),
)
LAST = looks(
    *("tablet /", "guest /", "guest /history/", "guest /history/evenings/{day}", "guest /history/{id}"),
    "guest /history/people/{person}",
)
CROWDED = {("death-over-the-kingdom", people): {"mode": "crowd"} for people in (8, 16)}
DAMAGE = "update lines set move = replace(move, '1', '7') where table_id = ?"


def nothing_played(crowd: Crowd) -> None:
    """Nobody has played here yet."""
    crowd.values |= {"slug": "death-wish", "day": "2026-01-01", "year": "2026"}


def services_of(crowd: Crowd) -> Services:
    services: Services = crowd.services
    return services


def played(crowd: Crowd, slug: str = "death-wish") -> None:
    """A game was played tonight to its end."""
    four(crowd)
    crowd.lays(played_table(slug, crowd.names[:4]))
    crowd.ask("tablet", "/put-away", {"sure": "yes"})
    crowd.values["address"] = handed_over(crowd, "/history/{id}")[0]


def handed_over(crowd: Crowd, path: str) -> list[str]:
    """The addresses by which a page hands games over, which are nobody's to translate."""
    found = re.findall(r'href="http://[^"]*/x/([^"]+)"', crowd.ask("tablet", path).text)
    crowd.own.update(found)
    return found


def over(crowd: Crowd) -> None:
    """The evening at which a game was played is over."""
    played(crowd)
    crowd.ask("tablet", "/end", {"sure": "yes"})


def all_over(crowd: Crowd, people: int) -> None:
    """An evening of so many is over at which they played each game for so many."""
    one_guest(crowd)
    crowd.sits(*range(1, people))
    for slug in [slug for slug, game in GAMES.items() if people in game.SEATS]:
        crowd.lays(played_table(slug, crowd.names[:people], options=CROWDED.get((slug, people))))
        crowd.ask("tablet", "/put-away", {"sure": "yes"})
    crowd.ask("tablet", "/end", {"sure": "yes"})
    handed_over(crowd, "/")


def begun_again(crowd: Crowd) -> None:
    """And the host has opened the next one."""
    over(crowd)
    crowd.ask("tablet", "/again", {"sure": "yes"})
    crowd.own.add(crowd.now.code)


def half_played(crowd: Crowd) -> None:
    """A game of the past was not played to its end, and holds a secret."""
    four(crowd)
    crowd.plays("death-name", {"move": "decree", "icons": (0, -1, 1, 0)}, {"move": "write", "seat": 1, "name": "Xa"})


def many_played(crowd: Crowd) -> None:
    """More games than a page lists, of the same four."""
    played(crowd)
    record: dict[str, Any] = State("", played_table("final-deathweek", crowd.names[:4])).record
    copies = [record | {"id": f"{number:032x}", "opened_at": f"2026-01-{number % 9 + 1:02}"} for number in range(1, 36)]
    bring(services_of(crowd).store, *(copy | {"opened_at": f"{copy['opened_at']}T20:00:00.000Z"} for copy in copies))
    crowd.values |= {"day": "2026-01-02", "year": "2026", "slug": "final-deathweek"}
    handed_over(crowd, "/history/evenings/{day}")


def hidden(crowd: Crowd) -> None:
    played(crowd)
    crowd.ask("tablet", "/history/{id}/hide", {"hidden": "yes"})


def damaged(crowd: Crowd) -> None:
    """A game of tonight is not in the file as it was written."""
    played(crowd)
    _damage(crowd)


def damaged_table(crowd: Crowd) -> None:
    """The game that is shown is damaged."""
    four(crowd)
    crowd.lays(played_table("death-wish", crowd.names[:4], 0.5))
    _damage(crowd)


def _damage(crowd: Crowd) -> None:
    services = services_of(crowd)
    assert tamper(services.store, DAMAGE, [crowd.values["id"]])
    services.tables._live.clear()  # as after a restart


SPRING = {"name": "Spring", "points": "5-3-2-1", "together": "1", "lost": "0", "best": "6", "since": "2026-03-01"}


def make_league(crowd: Crowd, **otherwise: str) -> None:
    """Make a league, whose name is nobody's to translate."""
    crowd.ask("tablet", "/history/leagues", SPRING | otherwise)
    crowd.values["league"] = "1"
    crowd.own.add(SPRING["name"])


def in_a_league(crowd: Crowd) -> None:
    """A game was played tonight that counts in a league."""
    played(crowd)
    make_league(crowd)


def over_in_a_league(crowd: Crowd) -> None:
    """A game that counts in a league is over, and its table still shown."""
    four(crowd)
    make_league(crowd)
    crowd.lays(played_table("death-wish", crowd.names[:4]))


def an_empty_league(crowd: Crowd) -> None:
    """A league was made, and nothing played."""
    one_guest(crowd)
    make_league(crowd, points="own", own="10, 6 3", kind="death-wish")


PAST = (
    AroundState(
        "nothing was played",
        nothing_played,
        (
            *ALL_GAMES,
            *looks("tablet /history/?names=Zed", "tablet /history/?hidden=1", "tablet /history/evenings/{day}"),
        ),
    ),
    AroundState(
        "one game was played",
        played,
        (
            *ALL_GAMES,
            *ONE_GAME,
            *PERSON,
            *looks("guest /history/", "guest /history/{id}", "tablet /history/evenings/{day}", "outside /x/{address}"),
            *looks("tablet /history/?names=Zed", "guest /people/{person}", "tablet /history/{id}?words=x"),
            *looks("tablet /history/?game={slug}&result=won&longer=0&words=a&exactly=1&seats=4&names=Ann"),
        ),
    ),
    AroundState(
        "the evening of a game is over",
        over,
        looks("tablet /", "guest /", "outside /", "guest /history/", "guest /history/{id}", "guest /history/people"),
    ),
    *(
        AroundState(f"an evening of {people} is over", partial(all_over, people=people), LAST)
        for people in (2, 4, 8, 16)
    ),
    AroundState("the next evening has begun", begun_again, looks("tablet /", "guest /", "outside /")),
    AroundState(
        "a game is not over",
        half_played,
        (*looks("tablet /history/", "tablet /history/{id}", "tablet /history/games/{slug}"), *PERSON),
    ),
    AroundState(
        "many games were played",
        many_played,
        (*ALL_GAMES, *PERSON, *looks("tablet /history/evenings/{day}", "tablet /history/?game={slug}")),
    ),
    AroundState(
        "a game is hidden", hidden, (*looks("tablet /history/?hidden=1", "tablet /history/{id}"), *ALL_GAMES[:1])
    ),
    AroundState(
        "a league",
        in_a_league,
        (
            *looks("tablet /", "tablet /history/leagues", "guest /history/leagues"),
            *looks("tablet /history/leagues/{league}", "guest /history/leagues/{league}"),
            refusal("no-such-league", "tablet", "/history/leagues", **(SPRING | {"until": "2026-02-28"})),
            refusal("name", "tablet", "/history/leagues/{league}", **(SPRING | {"name": " "})),
        ),
    ),
    AroundState("a game of a league is over", over_in_a_league, looks("tablet /", "guest /")),
    AroundState("no game of a league is over", an_empty_league, looks("tablet /history/leagues/{league}")),
    AroundState("no league", one_guest, looks("tablet /history/leagues", "guest /history/leagues")),
    AroundState(
        "a game is damaged",
        damaged,
        (*ALL_GAMES[:1], *looks("tablet /", "guest /"), Page("tablet", "/history/{id}", None, 503)),
    ),
    AroundState(
        "the game that is played is damaged",
        damaged_table,
        (*looks("tablet /", "guest /"), Page("tablet", "/table/{code}/sheet", None, 503)),
    ),
)
