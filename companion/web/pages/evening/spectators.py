"""Spectators: links to the scoreboard of an evening alone, for a second television."""

from flask import Blueprint, Response, abort, render_template

from companion.evening.model import Evening, Spectator
from companion.storage.notifier import evening_topic
from companion.web.access.device import this_evening
from companion.web.access.guard import audience, watched_evening
from companion.web.access.responses import home
from companion.web.access.services import services
from companion.web.pages.rows import SpectatorRow
from companion.web.screens.screen import Screen, page_of, screen_of_spectators
from companion.web.screens.stream import screens

bp = Blueprint("spectators", __name__)


@bp.get("/board/<ticket>")
@audience("spectator")
def watch(ticket: str) -> str:
    """The scoreboard of the evening whose link this is: from table to table, and nothing else."""
    return page_of(screen_of_spectators(watched_evening()), f"/board/{ticket}/live")


@bp.get("/board/<ticket>/live")
@audience("spectator")
def stream(ticket: str) -> Response:
    """That scoreboard as it changes; it ends with the link."""
    evening = watched_evening()
    spectator = evening.spectator(ticket)
    assert spectator is not None
    return screens(evening_topic(evening.id), f"spectator {spectator.id}", evening.group, lambda: _screen(ticket))


def _screen(ticket: str) -> Screen | None:
    evening = services().evenings.by_spectator(ticket)
    return None if evening is None else screen_of_spectators(evening)


@bp.get("/spectators")
@audience("host")
def show() -> str:
    """The links that there are."""
    evening = this_evening()
    return render_template(
        "gather/spectators.html", links=[_row(evening, spectator) for spectator in evening.spectators]
    )


def _row(evening: Evening, spectator: Spectator) -> SpectatorRow:
    address = f"{services().entrances.base(evening.address)}/board/{spectator.ticket}"
    return SpectatorRow(spectator.id, address, spectator.made_at)


@bp.post("/spectators")
@audience("host")
def add() -> Response:
    """Make another link."""
    services().admission.add_spectator(this_evening())
    return home("/spectators")


@bp.post("/spectators/<int:link>/revoke")
@audience("host")
def revoke(link: int) -> Response:
    """Revoke a link: what is open by it goes dark."""
    try:
        services().admission.revoke_spectator(this_evening(), link)
    except LookupError:
        abort(404)
    return home("/spectators")
