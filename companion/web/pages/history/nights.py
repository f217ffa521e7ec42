"""The page of an evening: what is kept of it, in the history under its date and on the devices that were there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from companion.games import GAMES
from companion.group import people
from companion.history import search, statistics
from companion.history.evenings import evening_start
from companion.history.search import Game, GameFilter
from companion.history.statistics import Series
from companion.history.titles import Player, Title, Titles, played, titles
from companion.storage.database import Database
from companion.storage.log import table_codes
from companion.web.access.visit import Visit
from companion.web.pages.history.exports import short_address
from companion.web.screens.seats import Seat, marked
from companion.web.text.words import Words, words_of

MOST = 200  # games of an evening that are counted
RULES = {slug: game.HIGHLIGHTS for slug, game in GAMES.items()}


@dataclass(frozen=True)
class Night:
    """An evening of a group, under its date.

    `games`: the oldest first, as many as a page has, `more` if there are others; `damaged`: the ids of those that are.
    `marks`: of everybody in `summary`, by who they are. `codes`: by the ids of games, the addresses that hand them over
    to BG Stats. `is_linked`: whether names and games lead to their pages.
    """

    date: date
    games: Sequence[Game]
    more: bool
    damaged: frozenset[str]
    summary: Titles
    marks: Mapping[int | str, Seat]
    series: Sequence[tuple[Series, Sequence[Seat]]]
    codes: Mapping[str, str]
    is_linked: bool

    def marked(self, player: Player) -> Seat:
        """A player with the mark of this evening."""
        return self.marks[player.who]

    def words(self, title: Title) -> Words:
        """The words of the game that a title is of."""
        return words_of(title.game)


def night_of(visit: Visit, group: int, on: date, base: str, is_linked: bool = True) -> Night:
    """The evening of a group on a date. `base`: the address at which its phones reach us."""
    db = visit.db
    games = search.games(db, group, GameFilter(since=on, until=on), most=MOST)
    damaged = visit.services.verdicts.damaged(games)
    whole = [game for game in games if game.id not in damaged and game.game in GAMES]
    summary = titles(played(db, whole), RULES)
    shown = games[: search.PAGE]
    exportable = [game for game in shown if game in whole and game.is_exportable]
    codes = table_codes(db, [game.table_id for game in exportable])
    series = statistics.series(db, group, evening_start(on), evening_start(on + timedelta(1)))
    return Night(
        date=on,
        games=shown[::-1],
        more=len(games) > len(shown),
        damaged=damaged,
        summary=summary,
        marks=_marks(db, group, summary),
        series=[(run, _seats(db, group, run.names, run.persons)) for run in series],
        codes={game.id: short_address(visit, base, codes[game.table_id], game.table_id) for game in exportable},
        is_linked=is_linked,
    )


def _marks(db: Database, group: int, summary: Titles) -> dict[int | str, Seat]:
    players = [row.player for row in summary.standing]
    seats = _seats(db, group, [player.name for player in players], [player.person for player in players])
    return {player.who: seat for player, seat in zip(players, seats, strict=True)}


def _seats(db: Database, group: int, names: Sequence[str], persons: Sequence[int | None]) -> list[Seat]:
    by_id = people.by_id(db, group, [person for person in persons if person is not None])
    return marked(names, persons, dict(by_id.items()))
