"""A region of a screen, and how it becomes HTML."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from flask import render_template
from markupsafe import Markup

from companion.web.play.context import Seat
from companion.web.text.languages import Speaking, spoken
from companion.web.text.words import Words


@dataclass(frozen=True, kw_only=True)
class Region:
    """A part of a screen. Its template is given its fields, and nothing else but what formats and translates."""

    TEMPLATE: ClassVar[str]

    @property
    def has_field(self) -> bool:
        """Whether somebody may be typing into it: such a page is never fetched anew under their fingers."""
        return False

    def filled(self, html: Markup) -> Markup:
        """What was drawn of it, or of another one that looks the same, with what is its own alone."""
        return html


class Composite(Region):
    """A region that is made of regions: what is drawn of each of them is kept, not the whole."""


@dataclass(frozen=True, kw_only=True)
class TableRegion(Region):
    """A region of a screen that shows a table: the game as this viewer may know it.

    `view` is the game's own View for this `viewer` (a seat; None: everybody), `result` the result without its ledger,
    `options` the game's own Options. `code` is the table's, for links and forms; `is_linked`: whether they lead
    anywhere. They do not for somebody who only watches a program's table, and not on a screen of the past. `effects`:
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
    effects: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, kw_only=True)
class PlayerRegion(TableRegion):
    """A region for whoever holds a device.

    `seat`: theirs, None if they have none. `kind`: how the device is used (phone, board or watch).
    """

    seat: int | None
    kind: str


def rendered(region: Region | None) -> Markup:
    """The HTML of a region, by its template; nothing for none."""
    if region is None:
        return Markup("")
    return region.filled(drawn(region))


def drawn(region: Region) -> Markup:
    """The same without what is its own alone."""
    return Markup(spoken().templates.get_template(region.TEMPLATE).render(vars(region)))


def strings(region: Region) -> Iterator[str]:
    """The HTML of a region as its template yields it: what is put in by one expression is one string."""
    return spoken().templates.get_template(region.TEMPLATE).generate(vars(region))


def page(region: Region) -> str:
    """A whole page by the template of what it shows."""
    with Speaking(spoken()):
        return render_template(region.TEMPLATE, **vars(region))
