"""Bugs of the running server."""

from collections.abc import Sequence
from uuid import uuid4

from flask import request

from companion.evening import tables
from companion.evening.report import Report
from companion.storage.log import Row
from companion.storage.stored_table import LiveTable
from companion.web.access import guard
from companion.web.services import Services
from tests.faults.planted import planted, replace


@planted("a key is not known again", row="a network that loses every fifth exchange", counts="doubled")
def key_not_known_again() -> None:
    """A tap that is sent again is another line."""

    def with_other_keys(live: LiveTable, reports: Sequence[Report]) -> list[Row]:
        return new_rows(live, [one._replace(key=f"{one.key} {uuid4().hex}") for one in reports])

    new_rows = replace(tables, "new_rows", with_other_keys)


@planted("a form may come from any page", row="forms of foreign pages", counts="doubled")
def forms_from_any_page() -> None:
    """Nobody looks where a form came from."""
    replace(guard, "_check_origin", lambda: None)


@planted("streams answer to any name", row="foreign names of the host", counts="leaked")
def streams_by_any_name() -> None:
    """The name of the host is looked at for pages alone."""

    def check(app_services: Services) -> None:
        if not request.path.endswith("/live"):
            check_host(app_services)

    check_host = replace(guard, "_check_host", check)
