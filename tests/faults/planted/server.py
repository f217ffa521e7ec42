"""Bugs of the running server."""

from collections.abc import Sequence
from uuid import uuid4

from companion.evening import tables
from companion.evening.report import Report
from companion.storage.log import Row
from companion.storage.stored_table import LiveTable
from tests.faults.planted import planted, replace


@planted("a key is not known again", row="a network that loses every fifth exchange", counts="doubled")
def key_not_known_again() -> None:
    """A tap that is sent again is another line."""

    def with_other_keys(live: LiveTable, reports: Sequence[Report]) -> list[Row]:
        return new_rows(live, [one._replace(key=f"{one.key} {uuid4().hex}") for one in reports])

    new_rows = replace(tables, "new_rows", with_other_keys)
