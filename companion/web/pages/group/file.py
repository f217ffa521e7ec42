"""A group as one file, for its keepers: downloaded, taken in as a group of its own, and forgotten."""

import time
from functools import partial
from typing import BinaryIO, cast

from flask import Blueprint, Response, abort, render_template, request, stream_with_context
from werkzeug.exceptions import RequestEntityTooLarge, RequestTimeout

from companion.games.moves import Refused
from companion.group import groups
from companion.history.group_file import intake
from companion.history.group_file.entries import Head
from companion.history.group_file.reader import read, read_again
from companion.history.group_file.writer import Writer
from companion.paths import PROGRAM
from companion.storage.identifiers import HOME
from companion.web.access.guard import audience
from companion.web.access.responses import home
from companion.web.access.visit import Visit

bp = Blueprint("group_file", __name__, url_prefix="/group")
LARGEST = 32 * 1024 * 1024  # bytes of a file that is taken in, with the form around it
PIECE = 256 * 1024  # bytes of it that are held in memory while it is read: more than arrive at once


@bp.get("/file")
@audience("keeper")
def show(visit: Visit) -> str:
    """What a keeper may do with all that the group keeps."""
    return _page(visit, is_asked=False)


@bp.get("/forget")
@audience("keeper")
def ask(visit: Visit) -> str:
    """The question whether the group shall be forgotten."""
    if visit.group == HOME:
        abort(404)
    return _page(visit, is_asked=True)


def _page(visit: Visit, is_asked: bool) -> str:
    ours = groups.by_id(visit.db, visit.group)
    return render_template("group/file.html", name=ours.name, is_home=ours.id == HOME, is_asked=is_asked)


@bp.get("/group.jsonl")
@audience("keeper")
def download(visit: Visit) -> Response:
    """All that the group keeps, without what not everybody may know: made piece by piece beside the taps."""
    store, ours = visit.services.store, visit.group
    pieces = visit.services.workers.pieces(ours, Writer(store, groups.by_id(store.reader(), ours)).pieces())
    response = Response(stream_with_context(pieces), mimetype="application/jsonl")
    response.headers["Content-Disposition"] = 'attachment; filename="group.jsonl"'
    return response


@bp.post("/file")
@audience("keeper")
def take_in(visit: Visit) -> Response:
    """A group from a file, as a new one: this device keeps it, and is at its first evening from now on.

    The file is read to its end before anything is kept, and the group is there once all of it is.
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
    """The file that is sent, once it is here; Refused with another way in if it came too slowly, or is too large."""
    try:
        sent = request.files.get("group")
    except (RequestTimeout, RequestEntityTooLarge) as problem:
        raise Refused("group-slow" if problem.code == 408 else "group-large", program=PROGRAM) from problem
    if sent is None:
        abort(400)
    return cast(BinaryIO, sent.stream)


def _name_in(visit: Visit, file: BinaryIO) -> str:
    """The name of the group in a file that can be taken in; Refused if any of it cannot."""
    entries = (entry for entry in read(file) if entry is None or isinstance(entry, Head))
    (head,) = visit.services.workers.pieces(visit.group, entries)
    return head.name


@bp.post("/forget")
@audience("keeper")
def forget(visit: Visit) -> Response:
    """Forget the group: its evenings end, nobody reaches it any more, and at the next start it goes out of the file."""
    ours = visit.group
    if ours == HOME:
        abort(404)
    for evening in visit.services.evenings.close_all(ours, lambda db: groups.forget(db, ours)):
        visit.services.entrances.tell_wifi(evening, None)
    visit.services.tables.end_streams(ours)
    return home()
