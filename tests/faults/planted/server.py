"""Bugs of the running server."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from flask import request

from companion.evening import tables
from companion.evening.report import Folded, Report
from companion.storage.log import Row
from companion.storage.notifier import Notifier, evening_topic
from companion.storage.stored_table import LiveTable
from companion.table.model import Correct
from companion.table.open_round import HOST
from companion.web.access import guard
from companion.web.access.services import Services
from companion.web.access.visit import this_visit
from companion.web.pages.play import sheet
from tests.faults.planted import planted, replace


@planted("a key is not known again", row="a network that loses every fifth exchange", counts="doubled")
def key_not_known_again() -> None:
    """A tap that is sent again is another line."""

    def with_other_keys(live: LiveTable, reports: Sequence[Report], lines: Sequence[Folded]) -> list[Row]:
        return new_rows(live, [one._replace(key=f"{one.key} {uuid4().hex}") for one in reports], lines)

    new_rows = replace(tables, "new_rows", with_other_keys)


@planted("a form may come from any page", row="forms of foreign pages", counts="doubled")
def forms_from_any_page() -> None:
    """Nobody looks where a form came from."""
    replace(guard, "_check_origin", lambda app_services, asked: None)


@planted("streams answer to any name", row="foreign names of the host", counts="leaked")
def streams_by_any_name() -> None:
    """The name of the host is looked at for pages alone."""

    def check(app_services: Services, asked: guard.Environ) -> None:
        if not request.path.endswith("/live"):
            check_host(app_services, asked)

    check_host = replace(guard, "_check_host", check)


@planted("a ring before the commit", row="screens are rung", counts="lost")
def ring_before_the_commit() -> None:
    """Screens are told of a line while it is being written, and not once it is."""
    rung: set[str] = set()

    def take(self: tables.Tables, live: LiveTable, *given: Any) -> int:
        for topic in (live.header.code, evening_topic(live.header.evening or 0)):
            self._notifier.publish(topic)
            rung.add(topic)
        return write(self, live, *given)

    def publish(self: Notifier, name: str) -> None:
        if name in rung:
            rung.remove(name)
        else:
            ring(self, name)

    write = replace(tables.Tables, "_take", take)
    ring = replace(Notifier, "publish", publish)


@planted("a page takes back a line", row="pages that are fetched", counts="doubled", tries=400)
def page_takes_back_a_line() -> None:
    """Whoever looks at the sheet strikes its newest line."""

    def part_of_less(live: LiveTable, until: int) -> range:
        services = this_visit().services
        now = services.tables.find(live.header.code)
        if now is not None and now.line:
            services.tables.report(now, Correct(((now.line, None),)), f"page-{now.line:04}", None, HOST)
        return part(live, until)

    part = replace(sheet, "part", part_of_less)
