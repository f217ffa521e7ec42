"""Statistics pages: people and games."""

from collections.abc import Sequence
from operator import attrgetter

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request

from companion.games import GAMES
from companion.group import people
from companion.history import search, statistics
from companion.history.search import Game, GameFilter
from companion.history.statistics import HighlightTally
from companion.web.access.guard import audience
from companion.web.access.responses import on_worker
from companion.web.access.visit import Visit
from companion.web.forms.numbers import whole
from companion.web.pages.history.finder import next_page, query_with, winners
from companion.web.pages.history.pages import facts_of
from companion.web.screens.end_cards import EndCard, end_card
from companion.web.text.words import words_of

bp = Blueprint("statistics", __name__, url_prefix="/history")
PEOPLE = 50
IN_MATRIX = 6
STONES = 3  # on a person's page


@bp.get("/people")
@audience("reader")
@on_worker
def everybody(visit: Visit) -> str:
    """Page of the people who have played here, who played most first."""
    name, skip = request.args.get("name", "").strip(), request.args.get("skip", 0, type=whole)
    db, ours = visit.db, visit.group
    among = search.people(db, ours, name) if name else None
    tallies = statistics.regulars(db, ours, PEOPLE, max(0, min(skip, 2**31)), among)
    more = query_with(skip=skip + PEOPLE) if len(tallies) == PEOPLE else ""
    return render_template("history/people.html", tallies=tallies, name=name, more=more)


@bp.get("/people/<int:id>")
@audience("reader")
@on_worker
def person(visit: Visit, id: int) -> str | Response:
    """Page of a person: the cards of the last games, wins and places, highlights, rivals, all games."""
    db, ours = visit.db, visit.group
    people_by_id = people.by_id(db, ours, [id] if id < 2**63 else [])
    if not people_by_id:
        abort(404)
    if (now := people.canonical_id(db, ours, id)) != id:
        return make_response(redirect(f"/history/people/{now}"))
    tallies, streak = statistics.of_person(db, ours, id)
    after = request.args.get("after", "")
    played = search.games(db, ours, GameFilter(person=id), after)
    damaged = visit.services.verdicts.damaged(played)
    return render_template(
        "history/person.html",
        person=people_by_id[id],
        stones=[] if after else _stones(visit, id, [game for game in played if game.id not in damaged]),
        tallies=tallies,
        streak=streak,
        boasts=_boasts(statistics.highlights_of_person(db, ours, id)),
        rivals=statistics.rivals(db, ours, id),
        listed_games=played,
        people_by_id=winners(visit, played),
        damaged=damaged,
        count=search.count(db, ours, GameFilter(person=id)),
        more=next_page(played),
    )


def _stones(visit: Visit, person: int, games: Sequence[Game]) -> list[EndCard]:
    """The cards that the first of these games which are over left of a person, `STONES` at most."""
    over = [game for game in games if game.over and game.game in GAMES][:STONES]
    facts = facts_of(visit, over)
    held = [(facts.get(game.table_id), [seat.person for seat in game.seats].index(person)) for game in over]
    return [card for table, seat in held if table and (card := end_card(table, seat))]


def _boasts(highlights: Sequence[HighlightTally]) -> dict[str, list[tuple[HighlightTally, str]]]:
    """Highlights of a person, each with its measure, by game. Those counted by words, such as names that killed, are
    left out."""
    boasts: dict[str, list[tuple[HighlightTally, str]]] = {}
    for highlight in sorted(filter(_is_own, highlights), key=attrgetter("game")):
        how = GAMES[highlight.game].HIGHLIGHTS[highlight.what].how
        boasts.setdefault(highlight.game, []).append((highlight, how))
    return boasts


def _is_own(highlight: HighlightTally) -> bool:
    """Whether the game and the highlight are known, and it is counted for people."""
    rules = GAMES[highlight.game].HIGHLIGHTS if highlight.game in GAMES else {}
    return highlight.what in rules and rules[highlight.what].by == "person"


@bp.get("/games")
@audience("reader")
@on_worker
def kinds(visit: Visit) -> str:
    """Page of the games, and how often each was played."""
    counts = {slug: search.count(visit.db, visit.group, GameFilter(game=slug)) for slug in GAMES}
    return render_template("history/kinds.html", counts=counts)


@bp.get("/games/<slug>")
@audience("reader")
@on_worker
def kind(visit: Visit, slug: str) -> str:
    """Page of one game's statistics: winners, best totals, highlights, endings."""
    if slug not in GAMES:
        abort(404)
    db, ours = visit.db, visit.group
    tallies = statistics.of_game(db, ours, slug)
    shown = [tally.person for tally in tallies if tally.person][:IN_MATRIX]
    met = statistics.matrix(db, ours, [tally.id for tally in shown], slug)
    return render_template(
        "history/kind.html",
        slug=slug,
        words=words_of(slug),
        measures={name: rule.how for name, rule in GAMES[slug].HIGHLIGHTS.items()},
        count=search.count(db, ours, GameFilter(game=slug)),
        tallies=tallies,
        best={aim: statistics.best(db, ours, slug, aim) for aim in ("most", "fewest")},
        streaks=statistics.streaks(db, ours, slug, 5),
        highlights=statistics.highlights_of_game(db, ours, slug, GAMES[slug].HIGHLIGHTS),
        endings=statistics.endings(db, ours, slug),
        people=shown,
        met=met if any(ahead for ahead, _, _ in met.values()) else {},
    )
