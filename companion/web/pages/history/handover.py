"""Short addresses that hand one game over to BG Stats on a phone."""

import hashlib
import hmac
import re

from flask import Blueprint, Response, abort, render_template

from companion.group.groups import is_there
from companion.history import bgstats
from companion.history.search import Game
from companion.storage import log
from companion.storage.log import Header
from companion.web.access.guard import audience
from companion.web.access.services import services
from companion.web.pages.history.exports import play_file, play_of
from companion.web.pages.history.finder import exportable_game

bp = Blueprint("handover", __name__)
SIGNED = 6
ADDRESS = re.compile(r"([A-Z]{5})-([a-z2-7]{6})")


def short_address(base: str, code: str, table_id: str) -> str:
    """A short address for a QR code: it leads a phone that has never been here to this one game, the table of a code
    and an id. `base`: the address at which such a phone reaches us."""
    return f"{base}/x/{code}-{_sign(table_id)}"


def _sign(id: str) -> str:
    """What nobody can guess who was not shown the address."""
    digest = hmac.new(services().short_address_secret.encode(), id.encode(), hashlib.sha256).digest()
    return "".join("abcdefghijklmnopqrstuvwxyz234567"[byte % 32] for byte in digest[:SIGNED])


def _game_at(address: str) -> tuple[Game, Header]:
    """The game that a short address leads to, and its table; 404 if it was not made here, as for exports otherwise."""
    parts = ADDRESS.fullmatch(address)
    header = log.table_by_code(services().store.reader(), parts[1]) if parts else None
    if parts is None or header is None or not hmac.compare_digest(_sign(header.id), parts[2]):
        abort(404)
    if not is_there(services().store.reader(), header.group):
        abort(404)
    return exportable_game(header.group, header.record_id)


@bp.get("/x/<address>")
@audience("anyone")
def hand_over(address: str) -> str:
    """What a phone sees that scanned the short address: the game, and the links that make a play of it.

    The links want a finger: neither system lets an address open an app by itself.
    """
    game, header = _game_at(address)
    play, instance = play_of(header, game), services().instance
    location = services().name
    links = {scheme: bgstats.link(play, instance, location, scheme) for scheme in ("bgstats", "https")}
    return render_template("history/handover.html", game=game, links=links, address=address)


@bp.get("/x/<address>/play.bgsplay")
@audience("anyone")
def hand_over_file(address: str) -> Response:
    """The same as a file."""
    return play_file(*_game_at(address))
