"""The way out of the history: records, CSV, plays for BG Stats, a copy of the whole drawer."""

import hashlib
import hmac
import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Blueprint, Response, abort, current_app, render_template, request, send_file, stream_with_context
from msgspec.structs import replace

from companion import bgstats, copying, history, outgoing, store
from companion.bgstats import Play
from companion.games import GAMES
from companion.history import Game, Sought
from companion.store import Header
from companion.verifying import each, verified
from companion.web import asked, words
from companion.web.guard import audience
from companion.web.house import house

bp = Blueprint("outgoing", __name__)
AT_ONCE = 50
SIGNED = 6
ADDRESS = re.compile(r"([A-Z]{5})-([a-z2-7]{6})")


def goes_out(of: Game) -> bool:
    """Whether a game is over and holds nothing that not everybody may know."""
    return of.over and not of.secrets


def found(id: str) -> tuple[Game, Header]:
    """A game that may go out, and its table: 404 if there is none, 409 if it is not over or keeps a secret.

    Damaged if it is not as it was written.
    """
    db = house().store.reader()
    of = history.game(db, id)
    if of is None or of.hidden or of.game not in GAMES:
        abort(404)
    if not goes_out(of):
        abort(409)
    return of, house().aside.run(verified, house().store, of).header


# --- one game --------------------------------------------------------------------------------------------------------


@bp.get("/history/<id>/record.json")
@audience("screen")
def one_record(id: str) -> Response:
    """The record of a game."""
    of, header = found(id)
    text = house().aside.run(lambda: outgoing.record(header, store.rows(house().store.reader(), id)) + "\n")
    return _file(iter([text]), "application/json", f"{_name(of)}.json")


@bp.get("/history/<id>/ledger.csv")
@audience("screen")
def one_ledger(id: str) -> Response:
    """The ledger of a game, an entry a row."""
    of, _ = found(id)
    rows = house().aside.run(lambda: list(outgoing.ledgers(house().store, [of])))
    return _file(iter([_sheet([outgoing.LEDGER, *rows])]), "text/csv", f"{_name(of)}.csv")


@bp.get("/history/<id>/play.bgsplay")
@audience("screen")
def one_play(id: str) -> Response:
    """A game as a file for BG Stats."""
    of, header = found(id)
    return _bgsplay(bgstats.file([_play(header, of)], current_app.config["INSTANCE"]), f"{_name(of)}.bgsplay")


# --- many games ------------------------------------------------------------------------------------------------------


@bp.get("/history/records.jsonl")
@audience("screen")
def records() -> Response:
    """The records of all games that are sought, one a line: what `app.py import` takes."""
    return _many("application/jsonl", "records.jsonl", lambda some: outgoing.records(house().store, some))


@bp.get("/history/results.csv")
@audience("screen")
def results() -> Response:
    """How the games that are sought ended, a seat a row."""
    head = _sheet([outgoing.RESULTS])
    told = lambda some: outgoing.sheet(outgoing.results(house().store, some))  # noqa: E731
    return _many("text/csv", "results.csv", told, head)


@bp.get("/history/ledgers.csv")
@audience("screen")
def ledgers() -> Response:
    """The ledgers of the games that are sought, an entry a row."""
    head = _sheet([outgoing.LEDGER])
    told = lambda some: outgoing.sheet(outgoing.ledgers(house().store, some))  # noqa: E731
    return _many("text/csv", "ledgers.csv", told, head)


@bp.get("/history/plays.bgsplay")
@audience("screen")
def plays() -> Response:
    """The games that are sought as one file for BG Stats."""

    def told() -> str:
        games = history.games(house().store.reader(), _sought(), most=None)
        whole = [_play(live.header, of) for of, live in each(house().store, games) if live]
        return bgstats.file(whole, current_app.config["INSTANCE"])

    return _bgsplay(house().aside.run(told), "plays.bgsplay")


def _sought() -> Sought:
    return replace(asked.sought(), over=True, hidden=False)


def _many(kind: str, name: str, told: Callable[[list[Game]], str], head: str = "") -> Response:
    """A file of the games that are sought, made some at a time beside the taps."""
    sought, aside = _sought(), house().aside

    def some(after: str) -> tuple[str, str]:
        games = history.games(house().store.reader(), sought, after, AT_ONCE)
        return told(games), history.mark(games[-1]) if len(games) == AT_ONCE else ""

    def pieces() -> Iterator[str]:
        yield head
        after = ""
        while True:
            text, after = aside.run(some, after)
            yield text
            if not after:
                return

    return _file(stream_with_context(pieces()), kind, name)


def _sheet(rows: list[tuple[outgoing.Cell, ...]]) -> str:
    """The beginning of a spreadsheet: the mark by which Excel knows UTF-8."""
    return "\ufeff" + outgoing.sheet(rows)


def _file(text: Iterator[str], kind: str, name: str) -> Response:
    response = Response(text, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _bgsplay(text: str, name: str) -> Response:
    return _file(iter([text]), "application/json", name)


def _name(of: Game) -> str:
    return f"{of.game}-{of.night.isoformat()}"


def _play(header: Header, of: Game) -> Play:
    return Play(header, of, words.settings(of.game, of.options).replace(" · ", "／"))


# --- BG Stats on a phone ---------------------------------------------------------------------------------------------


def short_address(header: Header) -> str:
    """A short address for a QR code: it leads a phone that has never been here to this one game."""
    return f"{house().base or request.host_url.rstrip('/')}/x/{header.code}-{_sign(header.id)}"


def _sign(id: str) -> str:
    """What nobody can guess who was not shown the address."""
    digest = hmac.new(current_app.config["SHORT"].encode(), id.encode(), hashlib.sha256).digest()
    return "".join("abcdefghijklmnopqrstuvwxyz234567"[byte % 32] for byte in digest[:SIGNED])


@bp.get("/x/<address>")
@audience("anyone")
def hand_over(address: str) -> str:
    """What a phone sees that scanned the short address: the game, and the links that make a play of it.

    The links want a finger: neither system lets an address open an app by itself.
    """
    read = ADDRESS.fullmatch(address)
    headers = store.headers(house().store.reader(), "code = ?", [read[1]]) if read else []
    if not read or not headers or not hmac.compare_digest(_sign(headers[0].id), read[2]):
        abort(404)
    of, header = found(headers[0].id)
    play, instance = _play(header, of), current_app.config["INSTANCE"]
    links = {scheme: bgstats.link(play, instance, scheme) for scheme in ("bgstats", "https")}
    return render_template("history/handover.html", game=of, links=links, address=address)


@bp.get("/x/<address>/play.bgsplay")
@audience("anyone")
def hand_over_file(address: str) -> Response:
    """The same as a file."""
    hand_over(address)
    code, _, _ = address.partition("-")
    (header,) = store.headers(house().store.reader(), "code = ?", [code])
    return one_play(header.id)


# --- the whole drawer ------------------------------------------------------------------------------------------------


@bp.get("/history/copy.db")
@audience("host")
def copy() -> Response:
    """A copy of the drawer while it is in use, without the games that are not over: they keep secrets."""
    folder = TemporaryDirectory(prefix="ledger-", dir=house().store.path.parent)
    to = Path(folder.name) / store.FILE
    try:
        house().aside.run(copying.for_the_host, house().store.path, to)
    except sqlite3.OperationalError as problem:
        folder.cleanup()
        raise store.Full(problem) from problem
    response = send_file(to, mimetype="application/vnd.sqlite3", as_attachment=True, download_name=store.FILE)
    response.direct_passthrough = False  # or nobody is told when it has been sent
    response.call_on_close(folder.cleanup)
    return response
