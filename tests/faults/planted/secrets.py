"""Bugs that let a secret out, or a difference that tells of one."""

import logging
from typing import Any

import msgspec
from flask import Response, request

from companion.evening.model import Evening
from companion.group import notebook
from companion.storage import copies
from companion.table import visibility
from companion.table.corrections import struck
from companion.table.model import Line, RecordedMove, Table
from companion.web.access import guard
from companion.web.evening import join
from tests.faults.planted import planted, replace


@planted("lines are shown whole", row="marked secrets", counts="leaked")
def lines_shown_whole() -> None:
    """What a viewer may not know of a move is left in it."""

    def whole(table: Table, written: RecordedMove, seat: int | None) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(written.move)
        return plain

    replace(visibility, "_visible_fields", whole)


@planted("notes are everybody's", row="two worlds", counts="leaked")
def common_notes() -> None:
    """A notebook holds what anybody noted on the device, whoever it was."""

    def notes(db: Any, device: int, table_id: str, owner: int) -> notebook.Notes:
        return {cell: mark for seat in range(7) for cell, mark in own(db, device, table_id, seat).items()}

    own = replace(notebook, "notes", notes)


@planted("a struck line is shown whole", row="marked secrets", counts="leaked", tries=6)
def struck_line_shown_whole() -> None:
    """What no longer counts is taken for open."""

    def visible(table: Table, line: Line, seat: int | None) -> dict[str, Any]:
        if line.recorded is not None and line.number in struck(table):
            plain: dict[str, Any] = msgspec.to_builtins(line.recorded.move)
            return plain
        return visible_move(table, line, seat)

    visible_move = replace(visibility, "visible_move", visible)


@planted("the code stays in the address", row="marked secrets", counts="leaked", tries=1)
def code_stays_in_the_address() -> None:
    """Whoever has come in by a code goes on at an address that holds it."""

    def come_in(evening: Evening, host: bool = False) -> Response:
        response = enter(evening, host)
        response.location = f"/?from={request.path}"
        return response

    enter = replace(join, "_come_in", come_in)


@planted("an answer holds the key of its device", row="marked secrets", counts="leaked", tries=1)
def answer_holds_the_key() -> None:
    """Scripts are given what only the cookie is to hold."""

    def dress(response: Response) -> Response:
        response.headers["X-Device"] = request.headers.get("Cookie", "")
        return own(response)

    own = replace(guard, "_dress", dress)


@planted("keys in the log", row="marked secrets", counts="leaked", tries=1)
def keys_in_the_log() -> None:
    """Each request is logged with its headers."""

    def check() -> None:
        logging.getLogger("companion").warning("%s %s", request.path, request.headers)
        own()

    own = replace(guard, "_check", check)


@planted("the host's copy lets in", row="marked secrets", counts="leaked", tries=1)
def hosts_copy_lets_in() -> None:
    """Codes and links of evenings stand in the copy that a host takes home."""
    replace(copies, "NO_WAY_IN", ())


@planted("a file holds games that are played", row="marked secrets", counts="leaked", tries=6)
def file_holds_games_that_are_played() -> None:
    """The copy that a host takes home holds all lines of all games."""
    replace(copies, "not_for_the_host", lambda conn: [])
