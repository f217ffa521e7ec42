"""Bugs of what is taken from whom, and how often."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from flask import Response, request

from companion.evening import floor, report
from companion.games.moves import Move
from companion.history.group_file import reader
from companion.paths import resources
from companion.storage.database import Database
from companion.storage.log import Row
from companion.storage.sqlite import lock, shape
from companion.storage.stored_table import LiveTable
from companion.table import limits
from companion.table.model import Correct, Table
from companion.web.access import guard, static_files, visit
from companion.web.access.limits import Buckets, Limit
from companion.web.forms import numbers
from companion.web.pages.evening import place, start
from companion.web.pages.history import exports
from tests.faults.planted import planted, replace


@planted("seat taken from the form", row="forged seats", counts="doubled", tries=2)
def seat_from_the_form() -> None:
    """A device speaks for the seat that its form names."""

    def made(self: visit.Guest, *given: Any) -> None:
        init(self, *given)
        self.own += request.form.getlist("seat", type=int)

    init = replace(visit.Guest, "__init__", made)


@planted("a key is forgotten after the next move", row="moves that come again, late or crossed", counts="doubled")
def keys_soon_forgotten() -> None:
    """A table knows the key of its newest line alone, and the file lets a key come again."""
    keys = "primary key (table_id, line), unique (table_id, key)\n) strict, without rowid;"
    assert keys in shape.SHAPE
    other = keys.replace(", unique (table_id, key)", "")
    replace(shape, "SHAPE", shape.SHAPE.replace(keys, other))

    def add_and_forget(live: LiveTable, row: Row, table: Table) -> None:
        add(live, row, table)
        live.by_key = {row.key: row}

    add = replace(LiveTable, "add", add_and_forget)


@planted("a key stands for anything", row="moves that come again, late or crossed", counts="lost")
def key_for_anything() -> None:
    """What comes by a key that is there is answered as its line, whatever it says, and whoever sends it."""
    replace(report, "earlier_line", lambda live, one: live.by_key[one.key].line if one.key in live.by_key else None)


@planted("version not compared", row="several hosts at once", counts="doubled", tries=40)
def version_not_compared() -> None:
    """Nothing comes too late: what others reported since a device looked is not compared."""
    replace(report, "is_stale", lambda table, seen, move: False)


@planted("a game started twice", row="several hosts at once", counts="doubled", tries=40)
def game_started_twice() -> None:
    """Nobody looks whether another host has started a game meanwhile."""
    replace(start, "show_next", lambda evening, before, code: evening.showing(code))
    replace(start, "_assert_gathering", lambda visit: None)


@planted("no lock on the folder", row="several servers on one folder", counts="doubled")
def no_lock() -> None:
    """Whoever comes takes the folder."""

    class NoLock:
        def __init__(self, file: Path) -> None: ...

        def acquire(self, timeout: float) -> None: ...

        def release(self) -> None: ...

    replace(lock, "FileLock", NoLock)


@planted("nothing is too long", row="corrections without end", counts="doubled", tries=150)
def nothing_is_too_long() -> None:
    """A line is taken however many moves it holds, and however many there are."""
    replace(report, "check_length", lambda table, move: None)


@planted("any number of lines is corrected at once", row="corrections without end", counts="doubled", tries=500)
def any_number_of_lines() -> None:
    """The lines of a correction are not counted, only the moves that each of them becomes."""

    def check(table: Table, move: Move) -> None:
        if not isinstance(move, Correct) or len(move.lines) <= limits.CORRECTED_LINES:
            check_length(table, move)

    check_length = replace(report, "check_length", check)


@planted("a file breaks off at its end", row="pages that are fetched", counts="failed", tries=400)
def file_breaks_off() -> None:
    """What goes wrong once a file has begun is answered with 200, and a part of it."""

    def broken(text: Iterator[str]) -> Iterator[str]:
        yield from text
        raise RuntimeError("a game that cannot be written")

    def broken_attachment(text: Iterator[str], kind: str, name: str) -> Response:
        response: Response = attachment(broken(text), kind, name)
        return response

    attachment = replace(exports, "attachment", broken_attachment)


@planted("numbers without end", row="mutated requests", counts="failed", tries=1500)
def numbers_without_end() -> None:
    """A number of a form or an address is one that Python reads, not one that the file can hold."""
    replace(numbers, "whole", int)


@planted("a group's file that is no JSON is our fault", row="mutated requests", counts="failed", tries=1500)
def group_file_that_is_no_json() -> None:
    """What breaks off in the middle of a line is told as JSON tells it, and nobody expects that."""
    replace(reader, "parse", json.loads)


@planted("groups are not counted", row="calls without pause", counts="doubled")
def groups_not_counted() -> None:
    """A keeper may send as many files of groups as there is time for."""

    def check(self: Limit, caller: str, now: float) -> None:
        if self.rate != Buckets().groups.rate:
            own(self, caller, now)

    own = replace(Limit, "check", check)


@planted("tables are not counted", row="calls without pause", counts="doubled")
def tables_not_counted() -> None:
    """A program without a key may lay as many tables as it likes."""
    replace(guard, "LAYS", "nothing")


@planted("static files by their path", row="addresses that name files", counts="leaked", tries=900)
def static_files_by_their_path() -> None:
    """A static file is what lies where its address says."""

    class OnDisk(dict[str, static_files.StaticFile]):
        def get(self, name: str, default: Any = None) -> Any:
            file = resources("static") / name
            return static_files._file(name, file.read_bytes()) if "\0" not in name and file.is_file() else default

    kept = static_files.static_files()
    replace(static_files, "static_files", lambda: static_files.StaticFiles(OnDisk(kept.files), kept.hash))


@planted("guesses are not counted", row="calls without pause", counts="doubled")
def guesses_not_counted() -> None:
    """A stranger may try as many codes as pages."""
    replace(visit.Visit, "count_guess", lambda visit, is_right=False: None)


@planted("a number opens a table", row="printed codes", counts="leaked", tries=1)
def number_opens_a_table() -> None:
    """The letters of a print are not compared."""

    def by_print(db: Database, number: str, code: str) -> floor.Place | None:
        return floor.by_number(db, int(number))

    replace(floor, "by_print", by_print)


@planted("a scan never asks", row="printed codes", counts="leaked", tries=1)
def scan_never_asks() -> None:
    """A print leads into any evening that is at its table."""
    replace(place, "_asks", lambda visit, evening: False)
