"""What cards do, as the tables of a group have told it: looked up, searched, and told once."""

from typing import Any

from flask import Blueprint, Response, abort, render_template, request

from companion.group import decks
from companion.storage.stored_table import LiveTable
from companion.table import visibility
from companion.web.access.device import screen, this_evening
from companion.web.access.guard import audience
from companion.web.access.responses import home
from companion.web.access.services import services
from companion.web.access.visit import at_this_evening, seat_in_hand
from companion.web.pages.play.cards import cards_page
from companion.web.screens.facts import Facts

bp = Blueprint("effects", __name__)
LONGEST = 80  # characters of what is searched for


@bp.get("/table/<code>/cards")
@audience("guest")
def show(code: str) -> str:
    """The cards of a table and what they do; `q`: only those in which that stands."""
    live = _table_with_effects(code)
    asked = request.args.get("q", "")[:LONGEST].strip()
    shown = cards_page(Facts(live, this_evening()), _seat(live), asked, _may_tell(live))
    return render_template("play/cards.html", **shown)


@bp.post("/table/<code>/cards")
@audience("guest")
def tell(code: str) -> Response:
    """Somebody at the table tells the `effect` of the card called `name` in a `pile`: the group's deck keeps it."""
    live, effect = _table_with_effects(code), request.form.get("effect", "")
    if not _may_tell(live):
        abort(403)
    pile, card = _card(live)
    group, game = live.header.group, live.header.game
    services().evenings.change(
        this_evening(), lambda db: decks.tell_effect(db, group, game, pile, card, effect), of_group=True
    )
    return home(f"/table/{code}/cards")


def _table_with_effects(code: str) -> LiveTable:
    """The table; 404 where of no card is told what it does."""
    live = at_this_evening(code)
    if not visibility.view(live.table, None).on_table:
        abort(404)
    return live


def _seat(live: LiveTable) -> int | None:
    """The seat whose cards this device may know."""
    return None if screen().is_covered else seat_in_hand(live.header, screen())


def _may_tell(live: LiveTable) -> bool:
    """Whether this device plays at the table, or hosts it."""
    return screen().host or _seat(live) is not None


def _card(live: LiveTable) -> tuple[str, Any]:
    """The pile and the card that a form is about: one that lies open, or one that is known by its name; 400 if none."""
    name, known_as = request.form.get("pile", ""), request.form.get("name", "").strip()
    pile, lying = live.table.game.PILES.get(name), visibility.view(live.table, None).on_table.get(name)
    if pile is None or lying is None:
        abort(400)
    card = next((one for one in lying if pile.known_as(one) == known_as), None)
    if card is None and not pile.name:
        abort(400)
    return name, {pile.name: known_as} if card is None else card
