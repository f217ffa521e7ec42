"""Pages for those outside an evening: help for phones that cannot connect, watching a program's table."""

from flask import Blueprint, Response, abort, render_template

from companion import __version__
from companion.storage import log
from companion.storage.identifiers import hashed
from companion.storage.stored_table import LiveTable
from companion.web.access.device import open_evening
from companion.web.access.guard import audience
from companion.web.access.services import services
from companion.web.screens.screen import Screen, page_of, screen_of_watchers
from companion.web.screens.stream import screens

bp = Blueprint("outside", __name__)


@bp.get("/help")
@audience("anyone")
def cannot_connect() -> str:
    """What to do when phones cannot connect."""
    evening, entrances = open_evening(), services().entrances
    chosen = evening.address if evening else ""
    return render_template(
        "gather/help.html",
        address=entrances.base(chosen),
        local_name=entrances.local_name,
        others=[entrance.address for entrance in entrances.all(chosen=chosen) if not entrance.chosen],
        warns=entrances.warns,
        is_https=entrances.base(chosen).startswith("https:"),
        version=__version__,
    )


@bp.get("/watch/<key>")
@audience("anyone")
def watch(key: str) -> str:
    """The scoreboard of the table whose watch key this is."""
    return page_of(screen_of_watchers(_watched(key)), f"/watch/{key}/live")


@bp.get("/watch/<key>/live")
@audience("anyone")
def stream(key: str) -> Response:
    """That scoreboard as it changes."""
    table = _watched(key).header
    return screens(table.code, hashed(key), table.group, lambda: _screen_now(key))


def _screen_now(key: str) -> Screen | None:
    live = _table(key)
    return screen_of_watchers(live) if live else None


def _watched(key: str) -> LiveTable:
    live = _table(key)
    if live is None:
        abort(404)
    return live


def _table(key: str) -> LiveTable | None:
    """The table that a watch key opens; None if it is none."""
    shown = services().api_keys.opens(key)
    if shown is None or shown.role != "watch":
        return None
    header = log.table_by_id(services().store.reader(), shown.table_id)
    return services().tables.find(header.code) if header else None
