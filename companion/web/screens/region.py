"""A region of a screen, and how it becomes HTML."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.web.screens.seats import Seat
from companion.web.text.words import Words


@dataclass(frozen=True, kw_only=True)
class Region:
    """A part of a screen. Its template is given its fields, and nothing else but what formats and translates."""

    TEMPLATE: ClassVar[str]

    @property
    def has_field(self) -> bool:
        """Whether somebody may be typing into it: such a page is never fetched anew under their fingers."""
        return False


@dataclass(frozen=True, kw_only=True)
class TableRegion(Region):
    """A region of a screen that shows a table: the game as this viewer may know it, as far as it is shown here.

    `view` is the game's own View for this `viewer` (a seat; None: everybody), blank but for what is shown; `result`
    likewise of the result without its ledger, `options` the game's own Options. `code` is the table's, for links and
    forms; `is_linked`: whether they lead anywhere. They do not for somebody who only watches a program's table, and not
    on a screen of the past. `counted_by`: who had the game counted as it stands; empty of any other game. `effects`:
    per pile, what its cards do, by what these are known as.
    """

    slug: str
    title: str
    code: str
    is_linked: bool
    seats: Sequence[Seat]
    viewer: int | None
    view: Any
    result: Mapping[str, Any]
    words: Words
    options: Any
    stopped: bool
    counted_by: str
    effects: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, kw_only=True)
class PlayerRegion(TableRegion):
    """A region for whoever holds a device.

    `seat`: theirs, None if they have none. `kind`: how the device is used (phone, board or watch).
    """

    seat: int | None
    kind: str
