"""Leagues: their standings, as a page and as CSV, and the forms by which keepers make, change and delete them."""

import re
from collections.abc import Sequence

from flask import Blueprint, Response, abort, render_template, request

from companion.games import GAMES
from companion.games.moves import Refused
from companion.group import leagues, people
from companion.group.leagues import PRESETS, League
from companion.group.people import Person
from companion.history import export, standings
from companion.history.standings import Standing
from companion.web.access.guard import audience
from companion.web.access.responses import attachment, home, on_worker
from companion.web.access.visit import Visit
from companion.web.forms.numbers import whole

bp = Blueprint("leagues", __name__, url_prefix="/history/leagues")
BETWEEN = re.compile(r"[\s,、;–-]+")  # two numbers of a list
COLUMNS = ("place", "name", "points", "won", "played", "decided")
NEW = League("", None, None, (), leagues.Points(PRESETS["5-3-2-1"], together=1, lost=0), best=0)


@bp.get("")
@audience("reader")
def all_leagues(visit: Visit) -> str:
    """Page of the leagues of the group."""
    by_id = leagues.all_leagues(visit.db, visit.group)
    return render_template("history/leagues.html", leagues=by_id, new=NEW, presets=PRESETS, is_keeper=visit.is_keeper)


@bp.post("")
@audience("keeper")
def make(visit: Visit) -> Response:
    """Make a league."""
    ours, league = visit.group, _typed()
    made = visit.services.evenings.change(visit.evening, lambda db: leagues.add(db, ours, league), of_group=True)
    return home(f"/history/leagues/{made}")


@bp.get("/<int:id>")
@audience("reader")
@on_worker
def show(visit: Visit, id: int) -> str:
    """Page of a league: the standings, what decided them, and the newest line that they count."""
    league = _league(visit, id)
    rows, evenings = _standings(visit, league)
    return render_template(
        "history/league.html",
        id=id,
        league=league,
        rows=rows,
        evenings=evenings,
        newest=standings.newest_line(visit.db, visit.group, league),
        presets=PRESETS,
        is_keeper=visit.is_keeper,
    )


@bp.post("/<int:id>")
@audience("keeper")
def change(visit: Visit, id: int) -> Response:
    """Change a league, or delete it."""
    _league(visit, id)
    if request.form.get("how") == "remove":
        visit.services.evenings.change(visit.evening, lambda db: leagues.remove(db, id), of_group=True)
        return home("/history/leagues")
    league = _typed()
    visit.services.evenings.change(visit.evening, lambda db: leagues.change(db, id, league), of_group=True)
    return home(f"/history/leagues/{id}")


@bp.get("/<int:id>/standings.csv")
@audience("reader")
@on_worker
def download(visit: Visit, id: int) -> Response:
    """Download the standings, a person a row, with the points of each evening."""
    rows, evenings = _standings(visit, _league(visit, id))
    lines: list[Sequence[export.Cell]] = [[*COLUMNS, *evenings]]
    for person, one in rows:
        by_day = {str(day): points for day, points in one.evenings.items()}
        own = (one.place, person.name, one.points, one.won, one.played, one.decided)
        lines.append([*own, *map(by_day.get, evenings)])
    return attachment("\ufeff" + export.sheet(lines), "text/csv", f"league-{id}.csv")


def _standings(visit: Visit, league: League) -> tuple[list[tuple[Person, Standing]], list[str]]:
    """The standings of a league, and its evenings, the oldest first."""
    games = standings.games(visit.db, visit.group, league)
    rows = standings.standings(league, games)
    by_id = people.by_id(visit.db, visit.group, [row.person for row in rows])
    return [(by_id[row.person], row) for row in rows], sorted({str(game.evening) for game in games})


def _league(visit: Visit, id: int) -> League:
    league = leagues.all_leagues(visit.db, visit.group).get(id)
    if league is None:
        abort(404)
    return league


def _typed() -> League:
    """Read the league in the form; Refused if it cannot be."""
    form, points = request.form, request.form.get("points", "")
    try:
        together, lost, best = (whole(form.get(name) or "0") for name in ("together", "lost", "best"))
        own = [whole(number) for number in BETWEEN.split(form.get("own", "").strip())] if points not in PRESETS else []
    except ValueError:
        raise Refused("no-such-league") from None
    plain = {
        "name": form.get("name", ""),
        "since": form.get("since") or None,
        "until": form.get("until") or None,
        "kinds": [slug for slug in GAMES if slug in form.getlist("kind")],
        "points": {"places": PRESETS.get(points, own), "together": together, "lost": lost},
        "best": best,
    }
    return leagues.read(plain)
