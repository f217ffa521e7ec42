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
    """SVG of the card of a seat; 404 for a seat that the table does not have.

    Nothing (204) while the game goes on for that seat: a later line, such as a correction, may have brought it back
    since a screen was sent the place of its card.
    """
    guest = visit.guest(code)
    table = Facts(guest.services, guest.live, guest.evening, is_linked=False)
    if seat >= len(table.seats):
        abort(404)
    card = end_card(table, seat)
    if card is None:
        return Response(status=204)
    drawn = render_template(f"games/{card.slug}/card.html", **vars(card))
    return Response(drawn.strip(), mimetype="image/svg+xml")
