"""Downloads: records, CSV, plays for BG Stats, a copy of the database."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Blueprint, Response, abort, send_file, stream_with_context
from msgspec.structs import replace

from companion.games import GAMES
from companion.history import bgstats, export, search, statistics
from companion.history.bgstats import Play
from companion.history.search import Game, GameFilter
from companion.history.verifying import each
from companion.storage import log
from companion.storage.errors import Unavailable
from companion.storage.identifiers import HOME
from companion.storage.log import Header
from companion.storage.sqlite import condition, copies
from companion.web.access.group import group
from companion.web.access.guard import audience
from companion.web.access.services import services
from companion.web.pages.history import search_form
from companion.web.pages.history.finder import exportable_game
from companion.web.text import words
from companion.web.text.languages import gettext

bp = Blueprint("outgoing", __name__)
AT_ONCE = 50
COPY = "copy"  # of which one at a time is made

# --- one game --------------------------------------------------------------------------------------------------------


@bp.get("/history/<id>/record.json")
@audience("reader")
def one_record(id: str) -> Response:
    """The record of a game."""
    game, header = exportable_game(group(), id)
    text = services().workers.run(header.group, export.records, services().store, [game])
    return _file(iter([text]), "application/json", f"{_name(game)}.json")


@bp.get("/history/<id>/ledger.csv")
@audience("reader")
def one_ledger(id: str) -> Response:
    """The ledger of a game, an entry a row."""
    game, header = exportable_game(group(), id)
    rows = services().workers.run(header.group, lambda: list(export.ledgers(services().store, [game])))
    return _file(iter([_sheet([export.LEDGER, *rows])]), "text/csv", f"{_name(game)}.csv")


@bp.get("/history/<id>/play.bgsplay")
@audience("reader")
def one_play(id: str) -> Response:
    """A game as a file for BG Stats."""
    return play_file(*exportable_game(group(), id))


def play_file(game: Game, header: Header) -> Response:
    """The file that BG Stats imports this game from."""
    return _bgsplay(
        bgstats.file([play_of(header, game)], services().instance, services().name), f"{_name(game)}.bgsplay"
    )


# --- many games ------------------------------------------------------------------------------------------------------


@bp.get("/history/records.jsonl")
@audience("guest")
def records() -> Response:
    """The records of all games that are sought, one a line: what `app.py import` takes."""
    return _many("application/jsonl", "records.jsonl", lambda some: export.records(services().store, some))


@bp.get("/history/results.csv")
@audience("guest")
def results() -> Response:
    """How the games that are sought ended, a seat a row."""
    head = _sheet([export.RESULTS])
    rows_of = lambda some: export.sheet(export.results(services().store, some))  # noqa: E731
    return _many("text/csv", "results.csv", rows_of, head)


@bp.get("/history/ledgers.csv")
@audience("guest")
def ledgers() -> Response:
    """The ledgers of the games that are sought, an entry a row."""
    head = _sheet([export.LEDGER])
    rows_of = lambda some: export.sheet(export.ledgers(services().store, some))  # noqa: E731
    return _many("text/csv", "ledgers.csv", rows_of, head)


@bp.get("/history/plays.bgsplay")
@audience("guest")
def plays() -> Response:
    """The games that are sought as one file for BG Stats."""

    def made() -> Iterator[str | None]:
        whole = []
        for game, live in each(services().store, search.games(services().store.reader(), ours, _sought(), most=None)):
            if live:
                whole.append(play_of(live.header, game))
            yield None
        yield bgstats.file(whole, services().instance, services().name)

    ours = group()
    return _bgsplay("".join(services().workers.pieces(ours, made())), "plays.bgsplay")


def _sought() -> GameFilter:
    return replace(search_form.game_filter(), over=True, hidden=False)


def _many(kind: str, name: str, text_of: Callable[[list[Game]], str], head: str = "") -> Response:
    """A file of the games that are sought, made some at a time beside the taps."""
    ours, game_filter, aside = group(), _sought(), services().workers

    def some(after: str) -> tuple[str, str]:
        games = search.games(services().store.reader(), ours, game_filter, after, AT_ONCE)
        return text_of(games), search.cursor(games[-1]) if len(games) == AT_ONCE else ""

    def pieces() -> Iterator[str]:
        yield head
        after = ""
        while True:
            text, after = aside.run(ours, some, after)
            yield text
            if not after:
                return

    return _file(stream_with_context(pieces()), kind, name)


def _sheet(rows: list[tuple[export.Cell, ...]]) -> str:
    """The beginning of a spreadsheet: the mark by which Excel knows UTF-8."""
    return "\ufeff" + export.sheet(rows)


def _file(text: Iterator[str], kind: str, name: str) -> Response:
    response = Response(text, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _bgsplay(text: str, name: str) -> Response:
    return _file(iter([text]), "application/json", name)


def _name(game: Game) -> str:
    return f"{game.game}-{game.night.isoformat()}"


def play_of(header: Header, game: Game) -> Play:
    """A game to hand over to BG Stats."""
    db = services().store.reader()
    seal = log.last_seal(db, header.id)
    sealed = json.loads(seal[2]) if seal else None
    return Play(
        header,
        game,
        incomplete=bool(sealed and sealed.get("counted")),
        board=words.settings(game.game, game.options).replace(" · ", "／"),
        comments=_comments(game),
        rounds=sealed["round"] if sealed else 0,
        newcomers=statistics.newcomers(db, header.group, game),
        roles=GAMES[game.game].roles(sealed["facts"]) if sealed else {},
    )


def _comments(game: Game) -> str:
    """What places alone do not say."""
    if game.outcome == "lost":
        return gettext("All have lost together.")
    if not game.winners:
        return gettext("Nobody has won.")
    return gettext("A shared victory.") if len(game.winners) > 1 and not GAMES[game.game].COOPERATIVE else ""


# --- the whole file --------------------------------------------------------------------------------------------------


@bp.get("/history/copy.db")
@audience("keeper")
def copy() -> Response:
    """A copy of the store while it is in use: the home's, without the games that are not over, which keep secrets."""
    if group() != HOME:
        abort(404)
    folder = TemporaryDirectory(prefix="ledger-", dir=services().store.path.parent)
    to = Path(folder.name) / condition.FILE
    try:
        services().workers.run(COPY, copies.for_the_host, services().store.path, to)
    except Unavailable:
        folder.cleanup()
        raise
    response = send_file(to, mimetype="application/vnd.sqlite3", as_attachment=True, download_name=condition.FILE)
    response.direct_passthrough = False  # or nobody is told when it has been sent
    response.call_on_close(folder.cleanup)
    return response
