"""HTTP interface for programs: tables, moves, records, games, health."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

import msgspec
from flask import Blueprint, Response, abort, request

from companion.evening import api_keys
from companion.evening.tables import Also
from companion.games import GAMES
from companion.games.game import Game
from companion.storage.identifiers import hashed, is_key
from companion.storage.stored_table import LiveTable, record_of
from companion.table import open_round
from companion.table.fold import open_table
from companion.table.moves import any_move, game_named, move, options_for, seat_names
from companion.table.open_round import Caller, is_locked
from companion.table.questions import asks, may_report, waiting
from companion.table.result import result
from companion.table.shared import shared
from companion.table.strict_json import Unreadable, parse
from companion.table.visibility import secrets_open
from companion.web.access.guard import BODY, audience
from companion.web.access.visit import Visit
from companion.web.screens.stream import numbers

bp = Blueprint("api", __name__)
LONG = 4096  # bytes of a body that is read in a moment
T = TypeVar("T")


@bp.get("/healthz")
@audience("anyone")
def healthz(visit: Visit) -> dict[str, bool]:
    """Answer that the server is up."""
    return {"ok": True}


@bp.get("/api/games")
@audience("anyone")
def games(visit: Visit) -> dict[str, Any]:
    """List the games with their options and moves as JSON Schema."""
    return {"games": [_game(slug) for slug in GAMES]}


@lru_cache
def _game(slug: str) -> dict[str, Any]:
    game = GAMES[slug]
    return {
        "game": game.SLUG,
        "title": game.TITLE,
        "seats": {"min": game.SEATS[0], "max": game.SEATS[-1]},
        "tracks": list(game.TRACKS),
        "options": msgspec.json.schema(game.Options),
        "moves": _moves_schema(game),
    }


def _moves_schema(game: Game) -> dict[str, Any]:
    """Schema of every move. That of `correct`, which holds other moves, is written by hand: msgspec cannot make it."""
    schema = msgspec.json.schema(any_move(game.SLUG))
    ordinary = schema.pop("anyOf")
    discriminator = schema.pop("discriminator")
    schema["$defs"]["Ordinary"] = {"anyOf": ordinary, "discriminator": discriminator}
    one = {"$ref": "#/$defs/Ordinary"}
    reads = {"anyOf": [{"type": "null"}, one, {"type": "array", "items": one}]}
    pair = {"type": "array", "prefixItems": [{"type": "integer", "minimum": 1}, reads], "minItems": 2, "maxItems": 2}
    schema["$defs"]["Correct"] = {
        "title": "Correct",
        "type": "object",
        "properties": {"move": {"enum": ["correct"]}, "lines": {"type": "array", "items": pair}},
        "required": ["move", "lines"],
        "additionalProperties": False,
    }
    return schema | {"anyOf": [one, {"$ref": "#/$defs/Correct"}]}


@bp.post("/api/tables")
@audience("anyone")
def create(visit: Visit) -> tuple[dict[str, Any], int]:
    """Open a table for a program, in the home or the group that the server was given: its code and its keys."""
    body = _body(visit)
    game = game_named(body.get("game"))
    table = open_table(game, seat_names(body.get("seats")), options_for(game, body.get("options", {})))
    make_keys: Also = lambda db, header: api_keys.make(db, header.id, len(table.seats))  # noqa: E731
    laid, made = visit.services.tables.open(visit.services.programs_group, table, also=make_keys)
    host, seats, watch = made
    code = laid.header.code
    base = visit.services.entrances.base() if visit.services.entrances.reachable_at else request.host_url.rstrip("/")
    url = f"{base}/watch/{watch}"
    return {"table": code, "host_key": host, "seat_keys": seats, "watch_key": watch, "url": url}, 201


@bp.get("/api/tables/<code>")
@audience("key")
def table(visit: Visit, code: str) -> Response:
    """Answer with the table as this key may know it."""
    live, me = visit.live.snapshot(), visit.shown
    return visit.services.run_for(live, _seen, live, me)


def _seen(live: LiveTable, me: api_keys.ApiKey) -> Response:
    body = {
        "line": live.line,
        "game": live.header.game,
        "seats": live.header.seats,
        "me": me.me,
        "result": result(live.table),
        "asks": _asks(live, me),
        "waiting": list(waiting(live.table)),
    }
    return Response(msgspec.json.encode(body), mimetype="application/json")  # ten times as fast as jsonify


def _asks(live: LiveTable, me: api_keys.ApiKey) -> list[dict[str, Any]]:
    if me.seat is not None:
        return [ask.plain() for ask in asks(live.table, me.seat)]
    if me.role != "host":
        return []
    offered: list[dict[str, Any]] = []
    for seat in range(len(live.table.seats)):
        offered += [plain for ask in asks(live.table, seat) if (plain := ask.plain()) not in offered]
    return sorted(offered, key=lambda plain: plain.get("optional", False))


@bp.post("/api/tables/<code>/moves")
@audience("key")
def report(visit: Visit, code: str) -> tuple[dict[str, int], int]:
    """Take a line: 201 once it is on disk."""
    live, me = visit.live, visit.shown
    body = _body(visit)
    key, seen = body.pop("key", None), body.pop("seen", None)
    if not is_key(key):
        raise Unreadable("A move comes with a “key” of 8 to 64 characters")
    if seen is not None and (type(seen) is not int or seen < 0):
        raise Unreadable("“seen” is the number of a line")
    read = _aside_if_long(visit, move, live.table.game, body)
    reporter = open_round.reporter(live.table, me.seat)
    row = live.by_key.get(key)
    is_again = row is not None and row.reporter == reporter
    if me.role == "watch" or (me.seat is not None and not is_again and not may_report(live.table, me.seat, read)):
        abort(403)
    caller = Caller(frozenset({reporter}), frozenset() if me.seat is None else frozenset({me.seat}))
    return {"line": visit.services.tables.report(live, read, key, seen, reporter, caller=lambda: caller)}, 201


@bp.get("/api/tables/<code>/live")
@audience("key")
def stream(visit: Visit, code: str) -> Response:
    """Stream of line numbers as they come."""
    return numbers(visit.services, code, hashed(visit.key))


@bp.get("/api/tables/<code>/record")
@audience("key")
def record(visit: Visit, code: str) -> Response | tuple[dict[str, Any], int]:
    """Answer with the record, once nothing in it is secret but a text that is kept to the end."""
    live, me = visit.live, visit.shown
    over = live.table.standing.over and not live.table.stopped
    if me.role == "watch" or (me.role == "seat" and not over):
        abort(403)
    text = visit.services.run_for(live, _record, live.snapshot(), over)
    if text is None:
        message = "The record holds what not everybody may know yet."
        return {"error": {"code": "secrets-open", "message": message}}, 409
    return Response(text, mimetype="application/json")


def _record(live: LiveTable, over: bool) -> str | None:
    """Record of a table; None while it holds a secret, but for a text that is kept to the end."""
    table = shared(live.table)
    return None if secrets_open(table) and (not over or is_locked(table)) else record_of(live, for_everybody=True)


def _aside_if_long(visit: Visit, work: Callable[..., T], *given: Any) -> T:
    """Call `work` on the body of this request; on a worker thread, beside the taps, if it is long."""
    is_long = (request.content_length or BODY) > LONG
    return visit.services.workers.run(request.remote_addr, work, *given) if is_long else work(*given)


def _body(visit: Visit) -> dict[str, Any]:
    sent = request.get_data() if request.content_length is not None else request.environ["wsgi.input"].read(BODY + 1)
    if len(sent) > BODY:
        abort(413)  # what comes in chunks does not say how much it is
    body = _aside_if_long(visit, parse, sent)
    if not isinstance(body, dict):
        raise Unreadable("The body is a JSON object")
    return body
