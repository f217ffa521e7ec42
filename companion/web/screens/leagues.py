"""Changes of a league by a game, as screens show them."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

from companion.group import people
from companion.group.leagues import League
from companion.group.people import Person
from companion.history.standings import Change
from companion.storage.database import Database
from companion.web.access.services import Services

SHOWN = 2  # lines


@dataclass(frozen=True)
class LeagueNews:
    """Lines of a league that a game has changed most, the best place first."""

    name: str
    lines: Sequence[tuple[Person, Change]]


def league_news(services: Services, group: int, table_id: str) -> LeagueNews | None:
    """Changes of the newest league in which a game counts; None if it counts in none, or changes nothing."""
    news = services.league_changes.of_game(group, table_id)
    if news is None or not news[2]:
        return None
    return shown_news(services.store.reader(), group, news[1], news[2][:SHOWN])


def shown_news(db: Database, group: int, league: League, changes: Sequence[Change]) -> LeagueNews:
    """Changes of a league with the people in them, the best place first."""
    shown = sorted(changes, key=attrgetter("standing.place"))
    by_id = people.by_id(db, group, [change.standing.person for change in shown])
    return LeagueNews(league.name, [(by_id[change.standing.person], change) for change in shown])
