"""Pictures that the game at a table leaves of its players, each a file that a screen fetches."""

from flask import Blueprint, Response, abort, render_template

from companion.web.access.guard import audience
from companion.web.access.visit import Visit
from companion.web.screens.end_cards import end_card
from companion.web.screens.facts import Facts

bp = Blueprint("end_cards", __name__)


@bp.get("/table/<code>/end-card/<int:seat>")
@audience("guest")
def show(visit: Visit, code: str, seat: int) -> Response:
    """SVG of the card of a seat; 404 as long as the game goes on for that seat."""
    guest = visit.guest(code)
    table = Facts(guest.services, guest.live, guest.evening, is_linked=False)
    card = end_card(table, seat) if seat < len(table.seats) else None
    if card is None:
        abort(404)
    drawn = render_template(f"games/{card.slug}/card.html", **vars(card))
    return Response(drawn.strip(), mimetype="image/svg+xml")
