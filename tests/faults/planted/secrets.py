"""Bugs that let a secret out, or a difference that tells of one."""

from typing import Any

import msgspec

from companion.group import notebook
from companion.table import visibility
from companion.table.model import RecordedMove, Table
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
