"""The saved history: evenings by date, a game as it ended and line by line, people, and a game's records."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import wraps
from typing import Any, ParamSpec, TypeVar
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request
from sqlite_utils import Database

from companion import chronicle, history, people, statistics, table
from companion.desk import Live
from companion.games import GAMES
from companion.history import Game, Sought
from companion.statistics import Series
from companion.store import Header
from companion.verifying import header_of, verified
from companion.web import asked, past, words
from companion.web.device import screen
from companion.web.guard import audience
from companion.web.house import house
from companion.web.numbers import whole
from companion.web.outgoing import goes_out, short_address
from companion.web.screen import Seat, marked, seats_of
from companion.web.sheet import lines, older, part

bp = Blueprint("history", __name__, url_prefix="/history")
P = ParamSpec("P")
R = TypeVar("R")
PEOPLE = 50
IN_MATRIX = 6


def aside(view: Callable[P, R]) -> Callable[P, R]:
    """Make a page beside the taps, not before them."""

    @wraps(view)
    def elsewhere(*given: P.args, **named: P.kwargs) -> R:
        return house().aside.run(view, *given, **named)

    return elsewhere


# --- evenings --------------------------------------------------------------------------------------------------------


@bp.get("/")
@audience("screen")
@aside
def evenings() -> str:
    """The games that are sought, evening by evening, the newest first."""
    sought, db = asked.sought(), _reader()
    if sought.hidden and not screen().host:
        abort(403)
    found = history.games(db, sought, request.args.get("after", ""))
    return render_template(
        "history/evenings.html",
        found=found,
        count=history.count(db, sought) if found else 0,
        more=_more(found),
        sought=sought,
        narrows=sought.narrows,
        query=_query(after=None, hidden=None),
        games=GAMES,
        screen=screen(),
    )


def _more(found: Sequence[Game]) -> str:
    """The address of the page that follows; empty if there is none."""
    return _query(after=history.mark(found[-1])) if len(found) == history.PAGE else ""


def _query(**other: Any) -> str:
    """This page's question with some of it otherwise."""
    asked = {name: value for name, value in (request.args.to_dict() | other).items() if value}
    return f"?{urlencode(asked)}" if asked else ""


@bp.get("/evenings/<day>")
@audience("screen")
@aside
def evening(day: str) -> str:
    """One evening: its games, and the series that were played."""
    on, db = asked.day(day), _reader()
    if on is None:
        abort(404)
    found = history.games(db, Sought(since=on, until=on))
    told = statistics.series(db, history.begins(on), history.begins(on + timedelta(1)))
    return render_template(
        "history/evening.html", date=on, found=found, more=_more(found), series=[(of, _seats(db, of)) for of in told]
    )


def _seats(db: Database, series: Series) -> list[Seat]:
    known = people.by_id(db, [person for person in series.persons if person is not None])
    return marked(series.names, series.persons, dict(known.items()))


# --- a game that was played ------------------------------------------------------------------------------------------


@bp.get("/<id>")
@audience("screen")
@aside
def game(id: str) -> str:
    """One game: how it ended, why every point was given, and every line. What is still secret stays so.

    With `line`: the screens as they were after that line.
    """
    of, header = _found(id)
    if "line" in request.args:
        return past.page(of, header, request.args.get("line", 0, type=whole), request.args.get("as", ""))
    live = verified(house().store, of)
    told = lines(live, None, part(live, request.args.get("until", live.line, type=whole)))
    return render_template("history/game.html", **_told(of, live), lines=told, older=older(told), screen=screen())


def _found(id: str) -> tuple[Game, Header]:
    """A game and its table; a hidden one is the host's to see."""
    of = history.game(_reader(), id)
    if of is None or of.game not in GAMES or (of.hidden and not screen().host):
        abort(404)
    return of, header_of(house().store, of)


def _told(of: Game, live: Live) -> dict[str, Any]:
    return {
        "game": of,
        "live": live,
        "table": live.table,
        "slug": of.game,
        "seats": seats_of(live),
        "result": table.result(live.table),
        "view": table.view(live.table, None),
        "words": words.of(of.game),
        "settings": words.settings(of.game, of.options),
        "goes_out": goes_out(of),
        "short": short_address(live.header),
    }


@bp.post("/<id>/hide")
@audience("host")
def hide(id: str) -> Response:
    """Leave a game out of all pages and sums, or show it again."""
    of = history.game(_reader(), id)
    if of is None:
        abort(404)
    hidden = bool(request.form.get("hidden"))
    house().pen.write(lambda db: chronicle.hide(db, of.id, hidden))
    return make_response(redirect("/history/" if hidden else f"/history/{of.id}", 303))


# --- people and games ------------------------------------------------------------------------------------------------


@bp.get("/people")
@audience("screen")
@aside
def everybody() -> str:
    """Who has played here, who played most first."""
    name, skip, db = request.args.get("name", "").strip(), request.args.get("skip", 0, type=whole), _reader()
    among = history.people(db, name) if name else None
    found = statistics.regulars(db, PEOPLE, max(0, min(skip, 2**31)), among)
    more = _query(skip=skip + PEOPLE) if len(found) == PEOPLE else ""
    return render_template("history/people.html", found=found, name=name, more=more)


@bp.get("/people/<int:id>")
@audience("screen")
@aside
def person(id: int) -> str | Response:
    """Somebody: wins and places, what there is to brag about, whom they met, all games."""
    db = _reader()
    known = people.by_id(db, [id] if id < 2**63 else [])
    if not known:
        abort(404)
    if people.today(db, id) != id:
        return make_response(redirect(f"/history/people/{people.today(db, id)}"))
    tallies, streak = statistics.of_person(db, id)
    found = history.games(db, Sought(person=id), request.args.get("after", ""))
    return render_template(
        "history/person.html",
        person=known[id],
        tallies=tallies,
        streak=streak,
        boasts=statistics.boasts_of_person(db, id),
        rivals=statistics.rivals(db, id),
        found=found,
        count=history.count(db, Sought(person=id)),
        more=_more(found),
        games=GAMES,
    )


@bp.get("/games")
@audience("screen")
@aside
def kinds() -> str:
    """The games, and how often each was played."""
    counts = {slug: history.count(_reader(), Sought(game=slug)) for slug in GAMES}
    return render_template("history/kinds.html", games=GAMES, counts=counts)


@bp.get("/games/<slug>")
@audience("screen")
@aside
def kind(slug: str) -> str:
    """One game's records: who wins it, the best totals, what is boasted of, how it ends."""
    if slug not in GAMES:
        abort(404)
    db = _reader()
    tallies = statistics.of_game(db, slug)
    shown = [of.person for of in tallies if of.person][:IN_MATRIX]
    met = statistics.matrix(db, [of.id for of in shown], slug)
    return render_template(
        "history/kind.html",
        game=GAMES[slug],
        count=history.count(db, Sought(game=slug)),
        tallies=tallies,
        best={aim: statistics.best(db, slug, aim) for aim in ("most", "fewest")},
        streaks=statistics.streaks(db, slug, 5),
        boasts=statistics.boasts_of_game(db, slug, GAMES[slug].BOASTS),
        endings=statistics.endings(db, slug),
        people=shown,
        met=met if any(ahead for ahead, _, _ in met.values()) else {},
    )


def _reader() -> Database:
    return house().store.reader()
