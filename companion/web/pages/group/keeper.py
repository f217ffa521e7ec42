"""The page of a group's keepers: its name, who keeps it, and the ways to what it keeps."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, abort, make_response, redirect, render_template

from companion.group import groups, keepers
from companion.group.groups import Group
from companion.group.people import Person
from companion.storage.identifiers import HOME
from companion.web.access.guard import audience
from companion.web.access.responses import home, typed_name
from companion.web.access.visit import Visit


@dataclass(frozen=True)
class KeeperRow:
    """A device that keeps the group. `people`: for whom it speaks; `is_own`: it shows this very page."""

    device: int
    people: Sequence[Person]
    is_own: bool


bp = Blueprint("keeper", __name__)


@bp.get("/group")
@audience("keeper")
def show(visit: Visit) -> str:
    """The group of this evening. The home has no link for keepers: each of its hosts is one."""
    evening, ours = visit.evening, groups.by_id(visit.db, visit.group)
    entrances = visit.services.entrances
    return render_template(
        "group/group.html",
        name=ours.name,
        link="" if ours.id == HOME else entrances.keeper_link(evening.address, ours.keeper_ticket),
        keepers=_rows(visit, ours.id),
    )


def _rows(visit: Visit, group: int) -> list[KeeperRow]:
    devices = keepers.keepers(visit.db, group)
    return [KeeperRow(id, visit.services.devices.held(group, id), id == visit.device.device) for id in devices]


@bp.post("/group/name")
@audience("keeper")
def rename(visit: Visit) -> Response:
    """Call the group by another name."""
    ours, name = visit.group, typed_name()
    visit.services.evenings.change(visit.evening, lambda db: groups.rename(db, ours, name), of_group=True)
    return home("/group")


@bp.post("/group/link")
@audience("keeper")
def renew(visit: Visit) -> Response:
    """Another link for keepers: the one before makes nobody a keeper any more."""
    ours = _shared_group(visit)
    visit.services.evenings.change(visit.evening, lambda db: keepers.renew_ticket(db, ours))
    return home("/group")


@bp.post("/group/keepers/<int:device>")
@audience("keeper")
def dismiss(visit: Visit, device: int) -> Response:
    """A device keeps the group no longer, and the link for keepers is another one."""
    ours = _shared_group(visit)
    if device not in keepers.keepers(visit.db, ours):
        abort(404)
    visit.services.evenings.change(visit.evening, lambda db: keepers.dismiss(db, ours, device), of_group=True)
    return home("/group" if device != visit.device.device else "/")


def _shared_group(visit: Visit) -> int:
    """The group of this evening; 404 for the home, which no device keeps by a link."""
    ours = visit.group
    if ours == HOME:
        abort(404)
    return ours


@bp.get("/keep/<ticket>")
@audience("anyone")
def ask(visit: Visit, ticket: str) -> str:
    """What the keepers' link leads to: the question whether this device shall keep the group."""
    return render_template("group/become_keeper.html", name=_group_of(visit, ticket).name, ticket=ticket)


@bp.post("/keep/<ticket>")
@audience("anyone")
def keep(visit: Visit, ticket: str) -> Response:
    """This device keeps the group from now on, and is a host at its evening."""
    evening = visit.services.evenings.ensure(_group_of(visit, ticket).id)
    response = make_response(redirect("/", 303))
    key = visit.services.admission.arrive(evening, visit.number, host=True, keeper=True)
    if key is not None:
        visit.remember(response, key)
    return response


def _group_of(visit: Visit, ticket: str) -> Group:
    ours = groups.by_keeper_ticket(visit.db, ticket)
    if ours is None:
        abort(404)
    return ours
