"""Scoreboards for those outside an evening: by a link of its host, and by the watch key of a program's table."""

from functools import partial

from flask import Blueprint, Response, abort, render_template

from companion.evening import admission
from companion.storage import log
from companion.storage.identifiers import hashed
from companion.storage.notifier import evening_topic
from companion.storage.stored_table import LiveTable
from companion.web.access.guard import audience
from companion.web.access.responses import home
from companion.web.access.services import Services
from companion.web.access.visit import Visit
from companion.web.screens.screen import Screen, page_of, screen_of_spectators, screen_of_watchers
from companion.web.screens.stream import screens

bp = Blueprint("watching", __name__)


@bp.get("/board/<ticket>")
@audience("spectator")
def watch(visit: Visit, ticket: str) -> str:
    """Page of the scoreboard of the evening that has this link: from table to table, and nothing else."""
    return page_of(screen_of_spectators(visit.services, visit.watched), f"/board/{ticket}/live")


@bp.get("/board/<ticket>/live")
@audience("spectator")
def stream(visit: Visit, ticket: str) -> Response:
    """Stream of that scoreboard; it ends with the link."""
    evening = visit.watched
    spectator = evening.spectator(ticket)
    assert spectator is not None
    look = partial(_screen, visit.services, ticket)
    return screens(evening_topic(evening.id), f"spectator {spectator.id}", evening.group, look)


def _screen(services: Services, ticket: str) -> Screen | None:
    evening = services.evenings.by_spectator(ticket)
    return None if evening is None else screen_of_spectators(services, evening)


@bp.get("/spectators")
@audience("host")
def show(visit: Visit) -> str:
    """Page of the links to the scoreboard."""
    evening = visit.evening
    base = visit.services.entrances.base(evening.address)
    return render_template("gather/spectators.html", links=evening.spectators, base=f"{base}/board/")


@bp.post("/spectators")
@audience("host")
def add(visit: Visit) -> Response:
    """Make another link."""
    visit.services.evenings.act(visit.evening, admission.add_spectator, admission.new_spectator())
    return home("/spectators")


@bp.post("/spectators/<int:link>/revoke")
@audience("host")
def revoke(visit: Visit, link: int) -> Response:
    """Revoke a link: scoreboards that are open by it go dark."""
    try:
        visit.services.evenings.act(visit.evening, admission.revoke_spectator, link)
    except LookupError:
        abort(404)
    return home("/spectators")


@bp.get("/watch/<key>")
@audience("anyone")
def watch_table(visit: Visit, key: str) -> str:
    """Page of the scoreboard of the table that has this watch key."""
    return page_of(screen_of_watchers(visit.services, _watched(visit.services, key)), f"/watch/{key}/live")


@bp.get("/watch/<key>/live")
@audience("anyone")
def stream_of_table(visit: Visit, key: str) -> Response:
    """Stream of that scoreboard."""
    table = _watched(visit.services, key).header
    return screens(table.code, hashed(key), table.group, partial(_screen_now, visit.services, key))


def _screen_now(services: Services, key: str) -> Screen | None:
    live = _table(services, key)
    return screen_of_watchers(services, live) if live else None


def _watched(services: Services, key: str) -> LiveTable:
    live = _table(services, key)
    if live is None:
        abort(404)
    return live


def _table(services: Services, key: str) -> LiveTable | None:
    """Table that a watch key opens; None if it opens none."""
    shown = services.api_keys.opens(key)
    if shown is None or shown.role != "watch":
        return None
    header = log.table_by_id(services.store.reader(), shown.table_id)
    return services.tables.find(header.code) if header else None
