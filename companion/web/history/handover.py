"""Short addresses that hand one game over to BG Stats on a phone."""

import hashlib
import hmac
import re

from flask import Blueprint, Response, abort, current_app, render_template, request

from companion.history import bgstats
from companion.storage import log
from companion.storage.log import Header
from companion.web.access.guard import audience
from companion.web.history.exports import exportable_game, one_play, play_of
from companion.web.services import services

bp = Blueprint("handover", __name__)
SIGNED = 6
ADDRESS = re.compile(r"([A-Z]{5})-([a-z2-7]{6})")


def short_address(header: Header) -> str:
    """A short address for a QR code: it leads a phone that has never been here to this one game."""
    return f"{services().base or request.host_url.rstrip('/')}/x/{header.code}-{_sign(header.id)}"


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
    headers = log.headers(services().store.reader(), "code = ?", [read[1]]) if read else []
    if not read or not headers or not hmac.compare_digest(_sign(headers[0].id), read[2]):
        abort(404)
    game, header = exportable_game(headers[0].id)
    play, instance = play_of(header, game), current_app.config["INSTANCE"]
    links = {scheme: bgstats.link(play, instance, scheme) for scheme in ("bgstats", "https")}
    return render_template("history/handover.html", game=game, links=links, address=address)


@bp.get("/x/<address>/play.bgsplay")
@audience("anyone")
def hand_over_file(address: str) -> Response:
    """The same as a file."""
    hand_over(address)
    code, _, _ = address.partition("-")
    (header,) = log.headers(services().store.reader(), "code = ?", [code])
    return one_play(header.id)
