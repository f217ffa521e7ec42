"""Downloads: records, CSV, plays for BG Stats, also by a short address on a phone, a copy of the database."""

import hashlib
import hmac
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flask import Blueprint, Response, abort, render_template, send_file, stream_with_context
from msgspec.structs import replace

from companion.games import GAMES
from companion.group.groups import is_there
from companion.history import bgstats, export, search, statistics
from companion.history.bgstats import Play
from companion.history.search import Game, GameFilter
from companion.history.verifying import each
from companion.storage import log
from companion.storage.errors import Unavailable
from companion.storage.identifiers import HOME
from companion.storage.log import Header
from companion.storage.sqlite import condition, copies
from companion.web.access.guard import audience
from companion.web.access.responses import attachment
from companion.web.access.services import Services
from companion.web.access.visit import Visit
from companion.web.pages.history import finder
from companion.web.pages.history.finder import exportable_game
from companion.web.text.languages import gettext
from companion.web.text.words import settings

bp = Blueprint("outgoing", __name__)

AT_ONCE = 50
COPY = "copy"  # of which one at a time is made

# --- one game --------------------------------------------------------------------------------------------------------


@bp.get("/history/<id>/record.json")
@audience("reader")
def one_record(visit: Visit, id: str) -> Response:
    """Download the record of a game."""
    game, header = exportable_game(visit, visit.group, id)
    text = visit.services.workers.run(header.group, export.records, visit.services.store, [game])
    return attachment(text, "application/json", f"{_name(game)}.json")


@bp.get("/history/<id>/ledger.csv")
@audience("reader")
def one_ledger(visit: Visit, id: str) -> Response:
    """Download the ledger of a game, an entry a row."""
    game, header = exportable_game(visit, visit.group, id)
    rows = visit.services.workers.run(header.group, lambda: list(export.ledgers(visit.services.store, [game])))
    return attachment(_sheet([export.LEDGER, *rows]), "text/csv", f"{_name(game)}.csv")


@bp.get("/history/<id>/play.bgsplay")
@audience("reader")
def one_play(visit: Visit, id: str) -> Response:
    """Download a game as a file for BG Stats."""
    return play_file(visit, *exportable_game(visit, visit.group, id))


def play_file(visit: Visit, game: Game, header: Header) -> Response:
    """File of this game that BG Stats imports."""
    play = bgstats.file([play_of(visit, header, game)], visit.services.instance, visit.services.name)
    return attachment(play, "application/json", f"{_name(game)}.bgsplay")


# --- many games ------------------------------------------------------------------------------------------------------


@bp.get("/history/records.jsonl")
@audience("guest")
def records(visit: Visit) -> Response:
    """Download the records of the games that are searched for, one a line: `app.py import` reads them."""
    return _many(visit, "application/jsonl", "records.jsonl", lambda some: export.records(visit.services.store, some))


@bp.get("/history/results.csv")
@audience("guest")
def results(visit: Visit) -> Response:
    """Download the results of the games that are searched for, a seat a row."""
    return _many_rows(visit, "results.csv", export.RESULTS, export.results)


@bp.get("/history/ledgers.csv")
@audience("guest")
def ledgers(visit: Visit) -> Response:
    """Download the ledgers of the games that are searched for, an entry a row."""
    return _many_rows(visit, "ledgers.csv", export.LEDGER, export.ledgers)


@bp.get("/history/plays.bgsplay")
@audience("guest")
def plays(visit: Visit) -> Response:
    """Download the games that are searched for as one file for BG Stats."""

    def made() -> Iterator[str | None]:
        whole = []
        for game, live in each(visit.services.store, search.games(visit.db, ours, _sought(), most=None)):
            if live:
                whole.append(play_of(visit, live.header, game))
            yield None
        yield bgstats.file(whole, visit.services.instance, visit.services.name)

    ours = visit.group
    return attachment("".join(visit.services.workers.pieces(ours, made())), "application/json", "plays.bgsplay")


def _sought() -> GameFilter:
    return replace(finder.game_filter(), over=True, hidden=False)


def _many(visit: Visit, kind: str, name: str, text_of: Callable[[list[Game]], str], head: str = "") -> Response:
    """Response with a file of the games that are searched for, made some at a time beside the taps."""
    ours, game_filter, aside = visit.group, _sought(), visit.services.workers

    def some(after: str) -> tuple[str, str]:
        games = search.games(visit.db, ours, game_filter, after, AT_ONCE)
        return text_of(games), search.cursor(games[-1]) if len(games) == AT_ONCE else ""

    def pieces() -> Iterator[str]:
        yield head
        after = ""
        while True:
            text, after = aside.run(ours, some, after)
            yield text
            if not after:
                return

    return attachment(stream_with_context(pieces()), kind, name)


def _many_rows(visit: Visit, name: str, head: tuple[export.Cell, ...], rows: Callable[..., Any]) -> Response:
    return _many(visit, "text/csv", name, lambda some: export.sheet(rows(visit.services.store, some)), _sheet([head]))


def _sheet(rows: list[tuple[export.Cell, ...]]) -> str:
    """Beginning of a spreadsheet, with the mark by which Excel detects UTF-8."""
    return "\ufeff" + export.sheet(rows)


def _name(game: Game) -> str:
    return f"{game.game}-{game.night.isoformat()}"


def play_of(visit: Visit, header: Header, game: Game) -> Play:
    """Play of a game for BG Stats."""
    db = visit.db
    seal = log.last_seal(db, header.id)
    sealed = json.loads(seal[2]) if seal else None
    return Play(
        header,
        game,
        incomplete=bool(sealed and sealed.get("counted")),
        board=settings(game.game, game.options).replace(" · ", "／"),
        comments=_comments(game),
        rounds=sealed["round"] if sealed else 0,
        newcomers=statistics.newcomers(db, header.group, game),
        roles=GAMES[game.game].roles(sealed["facts"]) if sealed else {},
    )


def _comments(game: Game) -> str:
    """Comment on an outcome that places alone do not show."""
    if game.outcome == "lost":
        return gettext("All have lost together.")
    if not game.winners:
        return gettext("Nobody has won.")
    return gettext("A shared victory.") if len(game.winners) > 1 and not GAMES[game.game].COOPERATIVE else ""


# --- the whole file --------------------------------------------------------------------------------------------------


@bp.get("/history/copy.db")
@audience("keeper")
def copy(visit: Visit) -> Response:
    """Download a copy of the store while it is in use: the home's, without the games that are not over, which keep
    secrets."""
    file = visit.services.store.path
    if visit.group != HOME or file is None:
        abort(404)
    folder = TemporaryDirectory(prefix="ledger-", dir=file.parent)
    to = Path(folder.name) / condition.FILE
    try:
        visit.services.workers.run(COPY, copies.for_the_host, file, to)
    except Unavailable:
        folder.cleanup()
        raise
    response = send_file(to, mimetype="application/vnd.sqlite3", as_attachment=True, download_name=condition.FILE)
    response.direct_passthrough = False  # or nobody is told when it has been sent
    response.call_on_close(folder.cleanup)
    return response


SIGNED = 6
ADDRESS = re.compile(r"([A-Z]{5})-([a-z2-7]{6})")


def short_address(visit: Visit, code: str, table_id: str) -> str:
    """Short address for a QR code: it leads a phone that has never been here to this one game, by the `code` and id of
    its table."""
    return f"{visit.phones_base}/x/{code}-{_sign(visit.services, table_id)}"


def _sign(services: Services, id: str) -> str:
    """Signature of a table id, which nobody can guess."""
    digest = hmac.new(services.short_address_secret.encode(), id.encode(), hashlib.sha256).digest()
    return "".join("abcdefghijklmnopqrstuvwxyz234567"[byte % 32] for byte in digest[:SIGNED])


def _game_at(visit: Visit, address: str) -> tuple[Game, Header]:
    """Game that a short address leads to, and its table; 404 if it was not made here, else as `exportable_game`."""
    parts = ADDRESS.fullmatch(address)
    header = log.table_by_code(visit.db, parts[1]) if parts else None
    if parts is None or header is None or not hmac.compare_digest(_sign(visit.services, header.id), parts[2]):
        abort(404)
    if not is_there(visit.db, header.group):
        abort(404)
    return exportable_game(visit, header.group, header.record_id)


@bp.get("/x/<address>")
@audience("anyone")
def hand_over(visit: Visit, address: str) -> str:
    """Page for a phone that scanned the short address: the game, and links that import it into BG Stats.

    The links want a finger: neither system lets an address open an app by itself.
    """
    game, header = _game_at(visit, address)
    play, instance = play_of(visit, header, game), visit.services.instance
    location = visit.services.name
    links = {scheme: bgstats.link(play, instance, location, scheme) for scheme in ("bgstats", "https")}
    return render_template("history/handover.html", game=game, links=links, address=address)


@bp.get("/x/<address>/play.bgsplay")
@audience("anyone")
def hand_over_file(visit: Visit, address: str) -> Response:
    """Download that game as a file for BG Stats."""
    return play_file(visit, *_game_at(visit, address))
