"""What a player says about their own things, which a group remembers as it does how it likes a game."""

from flask import Blueprint, Response, abort, request

from companion.group import preferences
from companion.table import visibility
from companion.web.access.device import screen, this_evening
from companion.web.access.guard import audience
from companion.web.access.responses import home
from companion.web.access.services import services
from companion.web.access.visit import at_this_evening, seat_in_hand

bp = Blueprint("own_habits", __name__)


@bp.post("/table/<code>/own")
@audience("guest")
def say(code: str) -> Response:
    """The player in hand says it: the fields `name`, one that the game asks for, and `value`, empty to take it back."""
    live = at_this_evening(code)
    name, value = request.form.get("name", ""), request.form.get("value", "")
    values = visibility.view(live.table, None).own_habits.get(name)
    if values is None or value not in ("", *values):
        abort(400)
    seat = seat_in_hand(live.header, screen())
    if seat is None or screen().is_covered:
        abort(403)
    habit = {f"{name}.{live.table.seats[seat]}": value}
    services().evenings.change(
        this_evening(),
        lambda db: preferences.save_preferences(db, live.header.group, live.header.game, habit),
        of_group=True,
    )
    return home()
