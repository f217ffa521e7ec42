"""The page of a group's keepers: its name, who keeps it, and the ways to what it keeps."""

from flask import Blueprint, Response, abort, make_response, redirect, render_template

from companion.group import groups, keepers
from companion.group.groups import Group
from companion.storage.identifiers import HOME
from companion.web.access.device import device, remember, screen, this_evening
from companion.web.access.group import group
from companion.web.access.guard import audience
from companion.web.access.responses import home, typed_name
from companion.web.access.services import services
from companion.web.pages.group.keeper_rows import KeeperRow

bp = Blueprint("keeper", __name__)


@bp.get("/group")
@audience("keeper")
def show() -> str:
    """The group of this evening. The home has no link for keepers: each of its hosts is one."""
    evening, ours = this_evening(), groups.by_id(services().store.reader(), group())
    entrances = services().entrances
    return render_template(
        "group/group.html",
        name=ours.name,
        link="" if ours.id == HOME else entrances.keeper_link(evening.address, ours.keeper_ticket),
        keepers=_rows(ours.id),
    )


def _rows(group: int) -> list[KeeperRow]:
    devices = keepers.keepers(services().store.reader(), group)
    return [KeeperRow(id, services().devices.held(group, id), id == screen().device) for id in devices]


@bp.post("/group/name")
@audience("keeper")
def rename() -> Response:
    """Call the group by another name."""
    ours, name = group(), typed_name()
    services().evenings.change(this_evening(), lambda db: groups.rename(db, ours, name), of_group=True)
    return home("/group")


@bp.post("/group/link")
@audience("keeper")
def renew() -> Response:
    """Another link for keepers: the one before makes nobody a keeper any more."""
    ours = _shared_group()
    services().evenings.change(this_evening(), lambda db: keepers.renew_ticket(db, ours))
    return home("/group")


@bp.post("/group/keepers/<int:device>")
@audience("keeper")
def dismiss(device: int) -> Response:
    """A device keeps the group no longer, and the link for keepers is another one."""
    ours = _shared_group()
    if device not in keepers.keepers(services().store.reader(), ours):
        abort(404)
    services().evenings.change(this_evening(), lambda db: keepers.dismiss(db, ours, device), of_group=True)
    return home("/group" if device != screen().device else "/")


def _shared_group() -> int:
    """The group of this evening; 404 for the home, which no device keeps by a link."""
    ours = group()
    if ours == HOME:
        abort(404)
    return ours


@bp.get("/keep/<ticket>")
@audience("anyone")
def ask(ticket: str) -> str:
    """What the keepers' link leads to: the question whether this device shall keep the group."""
    return render_template("group/become_keeper.html", name=_group_of(ticket).name, ticket=ticket)


@bp.post("/keep/<ticket>")
@audience("anyone")
def keep(ticket: str) -> Response:
    """This device keeps the group from now on, and is a host at its evening."""
    evening = services().evenings.ensure(_group_of(ticket).id)
    response = make_response(redirect("/", 303))
    key = services().admission.arrive(evening, device(), host=True, keeper=True)
    if key is not None:
        remember(response, key)
    return response


def _group_of(ticket: str) -> Group:
    ours = groups.by_keeper_ticket(services().store.reader(), ticket)
    if ours is None:
        abort(404)
    return ours
