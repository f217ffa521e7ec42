"""Statistics pages: people, two or three of them head to head, and games."""

from collections.abc import Sequence

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request

from companion.games import GAMES
from companion.group import people
from companion.history import portrait, search, statistics
from companion.history.search import Game, GameFilter
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
RIVALS = 10
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
    """Page of a person: in a sentence and in pictures, the cards of the last games, whom they met, all games."""
    db, ours = visit.db, visit.group
    somebody = _somebody(visit, id)
    if somebody.id != id:
        return make_response(redirect(f"/history/people/{somebody.id}"))
    after = request.args.get("after", "")
    played = search.games(db, ours, GameFilter(person=id), after)
    damaged = visit.services.verdicts.damaged(played)
    past, met = portrait.portrait(db, ours, id), statistics.rivals(db, ours, id)
    return render_template(
        "history/person.html",
        person=somebody,
        stones=[] if after else _stones(visit, id, [game for game in played if game.id not in damaged]),
        past=past,
        roles=portrait.roles(met),
        rivals=met[:RIVALS],
        boasts=statistics.boasts(db, ours, id, [kind.game for kind in past.kinds]),
        titles=portrait.titles(db, ours, id, past),
        listed_games=played,
        people_by_id=winners(visit, played),
        damaged=damaged,
        count=search.count(db, ours, GameFilter(person=id)),
        more=next_page(played),
    )


def _somebody(visit: Visit, id: int) -> people.Person:
    """Person of this number, after merges; 404 if there is none."""
    now = people.canonical_id(visit.db, visit.group, id) if id < 2**63 else id
    by_id = people.by_id(visit.db, visit.group, [now] if now < 2**63 else [])
    if not by_id:
        abort(404)
    return by_id[now]


def _stones(visit: Visit, person: int, games: Sequence[Game]) -> list[EndCard]:
    """The cards that the first of these games which are over left of a person, `STONES` at most."""
    over = [game for game in games if game.over and game.game in GAMES][:STONES]
    facts = facts_of(visit, over)
    held = [(facts.get(game.table_id), [seat.person for seat in game.seats].index(person)) for game in over]
    return [card for table, seat in held if table and (card := end_card(table, seat))]


@bp.get("/people/<int:id>/<int:other>")
@bp.get("/people/<int:id>/<int:other>/<int:third>")
@audience("reader")
@on_worker
def together(visit: Visit, id: int, other: int, third: int | None = None) -> str | Response:
    """Page of two or three people head to head: who was ahead, what they did to each other, and the last games."""
    db, ours = visit.db, visit.group
    given = [id, other] if third is None else [id, other, third]
    by_id = {one.id: one for one in (_somebody(visit, person) for person in given)}
    if [*by_id] != given:
        return make_response(redirect("/".join(["/history/people", *map(str, by_id)])))
    met = portrait.head_to_head(db, ours, given)
    ids = [meeting.id for meeting in reversed(met.meetings[-portrait.LAST :])]
    last = [game for id in ids if (game := search.game(db, ours, id))]
    return render_template(
        "history/together.html",
        people=by_id,
        met=met,
        score=portrait.score(met.meetings),
        thirds=portrait.met_by_both(db, ours, id, other) if third is None else (),
        listed_games=last,
        people_by_id=winners(visit, last),
        damaged=visit.services.verdicts.damaged(last),
    )


@bp.get("/games")
@audience("reader")
@on_worker
def kinds(visit: Visit) -> str:
    """Page of the games, how often each was played, and the longest of all."""
    counts = {slug: search.count(visit.db, visit.group, GameFilter(game=slug)) for slug in GAMES}
    longest = search.longest(visit.db, visit.group, GameFilter())
    shown = [longest] if longest else []
    damaged, by_id = visit.services.verdicts.damaged(shown), winners(visit, shown)
    return render_template("history/kinds.html", counts=counts, longest=longest, damaged=damaged, winners=by_id)


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
