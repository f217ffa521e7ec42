"""Saved history: evenings by date, a game as it ended, and its screens line by line."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, date, timedelta
from typing import Any

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request

from companion.games import GAMES
from companion.group import groups, people
from companion.history import search, standings, statistics, years
from companion.history.evenings import evening_start
from companion.history.moments import line_of
from companion.history.search import Game, GameFilter, Place, line_count, spoken
from companion.history.standings import LeagueNews
from companion.history.statistics import Series
from companion.history.titles import RULES, Title, Titles, played
from companion.history.titles import titles as titles_of
from companion.history.verifying import each, header_of, verified
from companion.storage import projection
from companion.storage.database import Database
from companion.storage.identifiers import HOME
from companion.storage.log import table_codes
from companion.storage.stored_table import LiveTable, unfold
from companion.table import visibility
from companion.table.result import result
from companion.web.access.guard import audience
from companion.web.access.responses import on_worker
from companion.web.access.visit import Visit
from companion.web.forms.numbers import whole
from companion.web.pages.history import finder
from companion.web.pages.history.exports import short_address
from companion.web.pages.history.finder import next_page, past_game, query_with, winners
from companion.web.pages.play.sheet import AT_ONCE, chapters, part
from companion.web.screens.end_cards import EndCard, end_card
from companion.web.screens.facts import Facts
from companion.web.screens.region import Seat, marked
from companion.web.screens.screen import past_screen
from companion.web.text.charts import calendar
from companion.web.text.words import settings, words_of

bp = Blueprint("history", __name__, url_prefix="/history")
MOST = 200  # games of an evening that are counted
TITLES, TABLES = 5, 5  # have cards of their holders, from so many tables
HOLDERS = 4  # at most, of a title with cards


@dataclass(frozen=True)
class Night:
    """Evening of a group, by its date. `name`: the group's, empty if it has none; `played`: how often each game was.

    `hours`: when the first game began, and when the last one ended, empty if it did not; `seconds` of play; `league`:
    the lines that the evening has changed in one. `games`: the oldest first, as many as a page has, `more` if there are
    others; `damaged`: the ids of those that are. `marks`: of everybody in `summary`, by who they are. `cards`: of the
    first titles with few holders what those were left with by the game. `codes`: by the ids of games, the addresses
    that hand them over to BG Stats. `is_linked`: whether names and games lead to their pages.
    """

    name: str
    date: date
    played: Mapping[str, int]
    hours: tuple[str, str]
    seconds: int
    league: LeagueNews | None
    games: Sequence[Game]
    more: bool
    damaged: frozenset[str]
    summary: Titles
    marks: Mapping[int | str, Seat]
    cards: Mapping[Title, Sequence[EndCard]]
    series: Sequence[tuple[Series, Sequence[Seat]]]
    codes: Mapping[str, str]
    is_linked: bool

    def marked(self, player: Place) -> Seat:
        """Player with the mark of this evening."""
        return self.marks[player.who]


def night_of(visit: Visit, group: int, on: date, is_linked: bool = True) -> Night:
    """Evening of the group on a date."""
    db = visit.db
    games = search.games(db, group, GameFilter(since=on, until=on), most=MOST)
    damaged = visit.services.verdicts.damaged(games)
    whole = [game for game in games if game.id not in damaged and game.game in GAMES]
    over = {game.table_id: game.game for game in reversed(whole) if game.over}
    summary = titles_of([*played(db, over, over).values()], RULES)
    shown = games[: search.PAGE]
    exportable = [game for game in shown if game in whole and game.is_exportable]
    codes = table_codes(db, [game.table_id for game in exportable])
    series = statistics.series(db, group, evening_start(on), evening_start(on + timedelta(1)))
    return Night(
        name=groups.name(db, group),
        date=on,
        played=Counter(game.game for game in reversed(whole) if game.over),
        hours=(games[-1].opened_at, max(game.ended_at or "" for game in games)) if games else ("", ""),
        seconds=sum(game.seconds or 0 for game in whole),
        league=standings.of_evening(db, group, on),
        games=shown[::-1],
        more=len(games) > len(shown),
        damaged=damaged,
        summary=summary,
        marks=_marks(db, group, summary),
        cards=_cards(visit, whole, [title for title in summary.titles if len(title.players) <= HOLDERS][:TITLES]),
        series=[(run, _seats(db, group, run.names, run.persons)) for run in series],
        codes={game.id: short_address(visit, codes[game.table_id], game.table_id) for game in exportable},
        is_linked=is_linked,
    )


def _marks(db: Database, group: int, summary: Titles) -> dict[int | str, Seat]:
    players = [row.player for row in summary.standing]
    seats = _seats(db, group, [player.name for player in players], [player.person for player in players])
    return {player.who: seat for player, seat in zip(players, seats, strict=True)}


def _cards(visit: Visit, games: Sequence[Game], titles: Sequence[Title]) -> dict[Title, list[EndCard]]:
    """The cards of the holders of each of these titles, of the games where they won it, `TABLES` games at most."""
    wanted = list(dict.fromkeys(table for title in titles for table, _ in title.won_at))[:TABLES]
    facts = facts_of(visit, [game for game in games if game.table_id in wanted])
    held = {title: [(facts[table], seat) for table, seat in title.won_at if table in facts] for title in titles}
    return {title: [card for table, seat in won if (card := end_card(table, seat))] for title, won in held.items()}


def facts_of(visit: Visit, games: Iterable[Game]) -> dict[str, Facts]:
    """The facts of these games, by their tables, but for those that are damaged."""
    read = each(visit.services.store, games)
    return {game.table_id: Facts(visit.services, live, None, is_linked=False) for game, live in read if live}


def _seats(db: Database, group: int, names: Sequence[str], persons: Sequence[int | None]) -> list[Seat]:
    by_id = people.by_id(db, group, [person for person in persons if person is not None])
    return marked(names, persons, dict(by_id.items()))


# --- evenings --------------------------------------------------------------------------------------------------------


@bp.get("/")
@audience("reader")
@on_worker
def evenings(visit: Visit) -> str:
    """Page of the games that are searched for, evening by evening, the newest first."""
    game_filter, db = finder.game_filter(), visit.db
    if game_filter.hidden and not visit.is_keeper:
        abort(403)
    games = search.games(db, visit.group, game_filter, request.args.get("after", ""))
    return render_template(
        "history/evenings.html",
        listed_games=games,
        damaged=visit.services.verdicts.damaged(games),
        people_by_id=winners(visit, games),
        count=search.count(db, visit.group, game_filter) if games else 0,
        more=next_page(games),
        game_filter=game_filter,
        options=_options(visit, game_filter.game),
        years=years.all_years(db, visit.group),
        narrows=game_filter.narrows,
        query=query_with(after=None, hidden=None),
        is_keeper=visit.is_keeper,
        has_copy=visit.group == HOME and visit.services.store.path is not None,
    )


def _options(visit: Visit, slug: str) -> list[str]:
    """Settings with which a game was played most often."""
    endings = statistics.endings(visit.db, visit.group, slug) if slug in GAMES else []
    return list(dict.fromkeys(ending.options for ending in endings))


@bp.get("/years/<int:year>")
@audience("reader")
@on_worker
def year(visit: Visit, year: int) -> str:
    """Page of a year: a calendar of its evenings, its months, who won most, who was new."""
    if not MINYEAR < year < MAXYEAR:
        abort(404)
    one = years.year(visit.db, visit.group, year)
    shown = [one.longest] if one.longest else []
    return render_template(
        "history/year.html",
        one=one,
        years=years.all_years(visit.db, visit.group),
        calendar=calendar(year, one.evenings),
        damaged=visit.services.verdicts.damaged(shown),
        winners=winners(visit, shown),
    )


@bp.get("/evenings/<day>")
@audience("reader")
@on_worker
def evening(visit: Visit, day: str) -> str:
    """Page of one evening: wins, titles, games, and the series that were played."""
    on = finder.day(day)
    if on is None:
        abort(404)
    return render_template("history/evening.html", night=night_of(visit, visit.group, on))


# --- a game that was played ------------------------------------------------------------------------------------------


@bp.get("/<id>")
@audience("reader")
@on_worker
def game(visit: Visit, id: str) -> str | Response:
    """Page of a game: its result, the ledger, and every line. Secrets that are still kept are left out.

    With `line`: its screens as they were after that line. With `moment`: the part with the line by which one came.
    """
    played = past_game(visit, visit.group, id, with_hidden=visit.is_keeper)
    if "line" in request.args:
        return past_page(visit, played, request.args.get("line", 0, type=whole), request.args.get("as", ""))
    live = verified(visit.services.store, played)
    if "moment" in request.args and played.is_open:
        number = line_of(live.table, _moment(played))
        until = min(number + AT_ONCE // 2, live.line)
        return make_response(redirect(f"/history/{played.id}?until={until}#line-{number}"))
    numbers = part(live, request.args.get("until", live.line, type=whole))
    return render_template(
        "history/game.html",
        **_page_context(visit, played, live),
        **chapters(live, None, numbers, spoken(request.args.get("words", "")[:200])),
        is_keeper=visit.is_keeper,
    )


def _moment(game: Game) -> dict[str, object]:
    """The fields of a highlight that a link gives: what, whose it is (`by`), to whom it was done (`to`)."""
    args, seats = request.args, {str(seat.person): index for index, seat in enumerate(game.seats)}
    given = {
        "what": args["moment"] or None,
        "word": args.get("word") or None,
        "amount": args.get("amount", type=whole),
        "seat": seats.get(args.get("by", "")),
        "other": seats.get(args.get("to", "")),
    }
    return {name: value for name, value in given.items() if value is not None}


def _page_context(visit: Visit, game: Game, live: LiveTable) -> dict[str, Any]:
    table = Facts(visit.services, live, None)
    return {
        "game": game,
        "cards": [card for seat in table.seats if (card := end_card(table, seat.index, can_save=True))],
        "newest_line": live.line,
        "stopped": live.table.stopped,
        "options": live.table.options,
        "slug": game.game,
        "pair": statistics.pair(visit.db, game.table_id),
        "seats": table.seats,
        "result": result(live.table),
        "view": visibility.view(live.table, None),
        "words": words_of(game.game),
        "settings": settings(game.game, game.options),
        "short": short_address(visit, live.header.code, live.header.id),
    }


@bp.post("/<id>/hide")
@audience("keeper")
def hide(visit: Visit, id: str) -> Response:
    """Hide a game from all pages and sums, or show it again."""
    game = past_game(visit, visit.group, id, with_hidden=True)
    hidden = bool(request.form.get("hidden"))
    visit.services.evenings.change(visit.evening, lambda db: projection.hide(db, game.table_id, hidden), of_group=True)
    return make_response(redirect("/history/" if hidden else f"/history/{game.id}", 303))


def past_page(visit: Visit, game: Game, line: int, whose: str) -> str:
    """Page of the screens after `line`; `whose`: a seat, or empty for the scoreboard, which can play on by itself.

    A phone is shown only for a game that is over and holds no secret any more: 404 otherwise.
    """
    db = visit.db
    header = header_of(visit.services.store, game)
    last = line_count(db, game.table_id)
    shown_line = max(0, min(line, last))
    live = unfold(visit.services.store, header, shown_line)
    seat = _seat(whose, len(header.seats))
    if seat is not None and not game.is_open:
        abort(404)
    screen = past_screen(visit.services, live, seat)
    return render_template(
        "history/past.html",
        game=game,
        slug=game.game,
        layout=screen.layout,
        shared=screen.shared,
        private=screen.private,
        seats=header.seats,
        seat=seat,
        line=shown_line,
        last=last,
        open=game.is_open,
        plays="plays" in request.args and seat is None,
        home="/" if _is_scoreboard(visit) else "",
    )


def _is_scoreboard(visit: Visit) -> bool:
    """Whether the device is the scoreboard of an evening."""
    device = visit.here.screen(visit.number) if visit.here else None
    return device is not None and device.kind == "board"


def _seat(whose: str, seats: int) -> int | None:
    if not whose:
        return None
    try:
        seat = whole(whose)
    except ValueError:
        abort(404)
    if not 0 <= seat < seats:
        abort(404)
    return seat
