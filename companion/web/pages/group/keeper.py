"""Keepers' pages: the name of a group, its keepers, its code on paper, and all that it keeps as one file."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import BinaryIO, cast

from flask import Blueprint, Response, abort, render_template, request, stream_with_context
from werkzeug.exceptions import RequestEntityTooLarge, RequestTimeout

from companion.games.moves import Refused
from companion.group import groups, keepers
from companion.group.groups import Group
from companion.group.people import Person
from companion.history.group_file import intake
from companion.history.group_file.entries import Head
from companion.history.group_file.reader import read, read_again
from companion.history.group_file.writer import Writer
from companion.paths import PROGRAM
from companion.storage.identifiers import HOME
from companion.web.access.guard import audience
from companion.web.access.responses import attachment, come_in, home, typed_name
from companion.web.access.visit import Visit
from companion.web.pages.evening.front import front_page

bp = Blueprint("keeper", __name__)


@dataclass(frozen=True)
class KeeperRow:
    """Device that keeps the group. `people`: for whom it speaks; `is_own`: it shows this very page."""

    device: int
    people: Sequence[Person]
    is_own: bool


@bp.get("/group")
@audience("keeper")
def show(visit: Visit) -> str:
    """Page of the group. The home has no link for keepers: each of its hosts is one."""
    ours = groups.by_id(visit.db, visit.group)
    return render_template(
        "group/group.html",
        name=ours.name,
        is_home=ours.id == HOME,
        is_in_hall=groups.is_in_hall(visit.db, ours.id),
        keepers=_rows(visit, ours.id),
    )


def _rows(visit: Visit, group: int) -> list[KeeperRow]:
    devices = keepers.keepers(visit.db, group)
    return [KeeperRow(id, visit.services.devices.held(group, id), id == visit.device.device) for id in devices]


@bp.post("/group/name")
@audience("keeper")
def rename(visit: Visit) -> Response:
    """Rename the group."""
    ours, name = visit.group, typed_name()
    visit.services.evenings.change(visit.evening, lambda db: groups.rename(db, ours, name), of_group=True)
    return home("/group")


@bp.post("/group/hall")
@audience("keeper")
def list_in_hall(visit: Visit) -> Response:
    """Let the hall list the results of the group, or no longer."""
    ours, agrees = visit.group, "agrees" in request.form
    visit.services.evenings.change(visit.evening, lambda db: groups.list_in_hall(db, ours, agrees), of_group=True)
    return home("/group")


@bp.get("/group/paper")
@audience("keeper")
def show_paper(visit: Visit) -> str:
    """Page of the code on paper that makes a device a keeper: to print, or to save as a picture."""
    ours, address = groups.by_id(visit.db, _shared_group(visit)), visit.evening.address
    entrances = visit.services.entrances
    return render_template(
        "group/paper.html",
        name=ours.name,
        words=ours.words,
        link=entrances.keeper_link(address, ours.keeper_ticket),
        printed=entrances.printed(address),
        may_type=visit.services.is_open,
    )


@bp.post("/group/link")
@audience("keeper")
def renew(visit: Visit) -> Response:
    """Replace the code on paper: the old one makes nobody a keeper any more."""
    ours = _shared_group(visit)
    visit.services.evenings.change(visit.evening, lambda db: keepers.renew_ticket(db, ours))
    return home("/group/paper")


@bp.post("/group/keepers/<int:device>")
@audience("keeper")
def dismiss(visit: Visit, device: int) -> Response:
    """Remove a keeper, and replace the code on paper."""
    ours = _shared_group(visit)
    if device not in keepers.keepers(visit.db, ours):
        abort(404)
    visit.services.evenings.change(visit.evening, lambda db: keepers.dismiss(db, ours, device), of_group=True)
    return home("/group" if device != visit.device.device else "/")


def _shared_group(visit: Visit) -> int:
    """Group of this evening; 404 for the home, which no device keeps by a code."""
    ours = visit.group
    if ours == HOME:
        abort(404)
    return ours


@bp.post("/keep")
@audience("anyone")
def read_words(visit: Visit) -> Response | tuple[str, int]:
    """Go where typed words lead, as the code that stands beside them does."""
    words = request.form.get("words", "")
    ours = _kept_by(visit, words)
    return home(f"/keep/{ours.keeper_ticket}") if ours else (front_page(visit, "words", words), 404)


@bp.get("/keep/<ticket>")
@audience("anyone")
def ask(visit: Visit, ticket: str) -> str:
    """Page behind the code on paper: it asks whether this device shall keep the group."""
    return render_template("group/become_keeper.html", name=_group_of(visit, ticket).name, ticket=ticket)


@bp.post("/keep/<ticket>")
@audience("anyone")
def keep(visit: Visit, ticket: str) -> Response:
    """Make this device a keeper of the group, and a host at its evening."""
    evening = visit.services.evenings.ensure(_group_of(visit, ticket).id)
    return come_in(visit, visit.services.admission.arrive(evening, visit.number, host=True, keeper=True))


def _kept_by(visit: Visit, ticket: str) -> Group | None:
    """Group whose keepers show this ticket; 429 for a caller who tries one after the other."""
    ours = groups.by_keeper_ticket(visit.db, ticket)
    visit.count_guess(is_right=ours is not None)
    return ours


def _group_of(visit: Visit, ticket: str) -> Group:
    ours = _kept_by(visit, ticket)
    if ours is None:
        abort(404)
    return ours


LARGEST = 32 * 1024 * 1024  # bytes of a file that is taken in, with the form around it
PIECE = 256 * 1024  # bytes of it that are held in memory while it is read: more than arrive at once


@bp.get("/group/file")
@audience("keeper")
def show_file(visit: Visit) -> str:
    """Page of the group's file: download it, take in another, forget the group."""
    return _file_page(visit, is_asked=False)


@bp.get("/group/forget")
@audience("keeper")
def ask_to_forget(visit: Visit) -> str:
    """Page that asks whether the group shall be forgotten."""
    _shared_group(visit)
    return _file_page(visit, is_asked=True)


def _file_page(visit: Visit, is_asked: bool) -> str:
    ours = groups.by_id(visit.db, visit.group)
    return render_template("group/file.html", name=ours.name, is_home=ours.id == HOME, is_asked=is_asked)


@bp.get("/group/group.jsonl")
@audience("keeper")
def download(visit: Visit) -> Response:
    """Download all that the group keeps, without secrets: made piece by piece beside the taps."""
    store, ours = visit.services.store, visit.group
    pieces = visit.services.workers.pieces(ours, Writer(store, groups.by_id(store.reader(), ours)).pieces())
    return attachment(stream_with_context(pieces), "application/jsonl", "group.jsonl")


@bp.post("/group/file")
@audience("keeper")
def take_in(visit: Visit) -> Response:
    """Import a group from a file, as a new one: this device keeps it, and is at its first evening from now on.

    The file is read to its end before anything is stored, and the group appears once all is.
    """
    visit.services.buckets.groups.check(f"address {request.remote_addr}", time.monotonic())
    request.max_content_length, request.max_form_memory_size = LARGEST, PIECE
    file, write = _sent(), visit.services.writer.write
    name, ours = _name_in(visit, file), visit.group
    new: int = write(lambda db: intake.begin(db, name))
    for batch in visit.services.workers.pieces(ours, intake.batches(read_again(file))):
        left = intake.steps(new, batch)
        while write(partial(intake.add_some, left=left)):
            pass
    visit.services.admission.open_group(lambda db: intake.finish(db, new), visit.number)
    return home()


def _sent() -> BinaryIO:
    """Uploaded file, once it is here; Refused with another way in if it came too slowly, or is too large."""
    try:
        sent = request.files.get("group")
    except (RequestTimeout, RequestEntityTooLarge) as problem:
        raise Refused("group-slow" if problem.code == 408 else "group-large", program=PROGRAM) from problem
    if sent is None:
        abort(400)
    return cast(BinaryIO, sent.stream)


def _name_in(visit: Visit, file: BinaryIO) -> str:
    """Check a file and return the name of its group; Refused if it cannot be taken in as a whole."""
    entries = (entry for entry in read(file) if entry is None or isinstance(entry, Head))
    (head,) = visit.services.workers.pieces(visit.group, entries)
    return head.name


@bp.post("/group/forget")
@audience("keeper")
def forget(visit: Visit) -> Response:
    """Forget the group: its evenings end, nobody reaches it any more, and at the next start it is deleted."""
    ours = _shared_group(visit)
    for evening in visit.services.evenings.close_all(ours, lambda db: groups.forget(db, ours)):
        visit.services.entrances.tell_wifi(evening, None)
    visit.services.tables.end_streams(ours)
    return home()
