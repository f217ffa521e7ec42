"""A table's taps: a move, taking the last one back, and the stream that keeps a screen right."""

from typing import Any

import msgspec
from flask import Blueprint, Response, abort, make_response, redirect, render_template, request
from flask_babel import gettext as _
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from companion import decks, record, table
from companion.desk import Live, evening_bell
from companion.games.game import Game, Move, Refused
from companion.table import Correct
from companion.web import live, words
from companion.web.device import screen
from companion.web.guard import audience
from companion.web.house import house
from companion.web.screen import draw

bp = Blueprint("table", __name__)
OWN_FIELDS = ("key", "seen", "deck", "line", "how", "sure")


@bp.post("/table/<code>/move")
@audience("screen")
def report(code: str) -> Response:
    """A tap: one move, from a form whose fields are the move's."""
    at = at_this_evening(code)
    move = move_from(at.table.game, request.form)
    reporter = _reporter(at, move)
    line = house().desk.report(code, move, _key(), request.form.get("seen", type=int), reporter)
    if request.form.get("deck"):
        card = record.plain_move(move).get(request.form["deck"])
        house().pen.write(lambda db: decks.teach(db, at.header.game, str(len(at.table.seats)), card))
    return answer(words.of(at.header.game).say("taken", record.plain_move(move)), line)


@bp.post("/table/<code>/back")
@audience("screen")
def take_back(code: str) -> Response:
    """Strike a line that this device has just reported, as long as it is the newest."""
    at = at_this_evening(code)
    line = request.form.get("line", 0, type=int)
    if line != at.line:
        raise Refused("stale")
    struck = table.said(at.table.lines[line - 1])
    move = Correct(((line, None),))
    house().desk.report(code, move, f"back-{line}-{screen().device}", at.line, _reporter(at, struck))
    return answer(_("Taken back."), 0)


def answer(note: str, line: int) -> Response:
    """After a tap: this device's own part at once; a plain form goes back to the page."""
    if not request.headers.get("HX-Request"):
        return make_response(redirect("/", 303))
    drawn = draw(screen().device)
    if drawn is None:
        abort(401)
    code = house().evenings.now().table_code
    strip = render_template("table/_taken.html", note=note, line=line, code=code)
    response = make_response(drawn.private + Markup(strip))
    response.headers["X-Private"] = drawn.mark("private")
    return response


def at_this_evening(code: str) -> Live:
    """The table with this code; 404 if it is not one of this evening's."""
    at = house().desk.find(code)
    if at is None or at.header.evening != house().evenings.now().id:
        abort(404)
    return at


def _key() -> str:
    key = request.form.get("key", "")
    if not 8 <= len(key) <= 64:
        abort(400)
    return key


def _reporter(at: Live, move: Move) -> str:
    """Who reports: a seat for itself or the whole table, the host for everybody; 403 for anybody else."""
    mine = [seat for seat in own_seats(at) if table.may_report(at.table, seat, move)]
    if not mine and not screen().host:
        abort(403)
    return at.table.seats[mine[0]] if mine else "host"


def own_seats(at: Live) -> list[int]:
    """The seats for which this device speaks."""
    return [seat for seat, person in enumerate(at.header.people) if person in screen().people]


def move_from(game: Game, form: MultiDict[str, str]) -> Move:
    """A move from a form's fields; an empty field is left out.

    A list field is a field given several times, or one for each element: icons0, icons1 …
    """
    kind = next((kind for kind in game.MOVES if kind.__struct_config__.tag == form.get("move")), None)
    lists = {field.encode_name for field in msgspec.structs.fields(kind) if _is_list(field.type)} if kind else set()
    plain: dict[str, Any] = {}
    for name in form:
        given = [value for value in form.getlist(name) if value != ""]
        element_of = name.rstrip("0123456789")
        if name in OWN_FIELDS or not given:
            continue
        if element_of in lists:
            plain[element_of] = plain.get(element_of, []) + given
        else:
            plain[name] = given[-1]
    return record.move(game, plain, strict=False)


def _is_list(kind: Any) -> bool:
    return getattr(kind, "__origin__", None) in (tuple, list)


@bp.get("/live")
@audience("screen")
def stream() -> Response:
    """This device's screen as it changes."""
    at, me = house(), screen().device
    evening = at.evenings.now().id
    return live.screens(
        evening_bell(evening), f"screen {me}", lambda: draw(me) if at.evenings.now().id == evening else None
    )
