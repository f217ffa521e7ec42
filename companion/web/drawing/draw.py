"""Drawing screens: a region is drawn once for all who are shown the same, and anew where it has read something else."""

from collections.abc import Callable, Hashable, Iterator
from contextvars import ContextVar
from itertools import chain
from typing import Any, NamedTuple

from markupsafe import Markup

from companion.games.view import ViewBase
from companion.web.drawing.memo import Memo
from companion.web.drawing.part import Part, chunked, split
from companion.web.drawing.reads import Listing, Lookup, encoded
from companion.web.drawing.shown import Shown
from companion.web.regions import region
from companion.web.regions.asking import TapForms
from companion.web.regions.region import Composite, Region
from companion.web.text.languages import Speaking, spoken
from companion.web.text.words import Words

VARIANTS = 3  # so many drawings of a region are kept that have read different things: rounds are alike


class Now(NamedTuple):
    """What is being drawn: with which memo, of which table as it is now, in which language."""

    memo: Memo
    shown: Shown
    language: str


BESIDE = Lookup, Listing, TapForms, ViewBase, Words  # what a region is always given so, if it has it at all
PLAIN: dict[type[Region], list[str]] = {}  # the names of the other values, by the kind of region
_now: ContextVar[Now | None] = ContextVar("now", default=None)


def part(memo: Memo, shown: Shown, name: Hashable, prepare: Callable[[], Region]) -> Part:
    """The part of a screen that is called `name`, made of the region that `prepare` gives, in the reader's language."""
    now = Now(memo, shown, str(spoken()))

    def draw() -> Part:
        token = _now.set(now)
        try:
            return part_of(prepare(), memo)
        finally:
            _now.reset(token)

    return memo.drawn((name, shown.code, now.language), shown, draw)


def part_of(one: Region, memo: Memo | None = None) -> Part:
    """A region as a part, drawn now."""
    with Speaking(spoken()):
        chunks = map(memo.pieces if memo else split, chunked(region.strings(one)))
        return Part(tuple(chain.from_iterable(chunks)), one.has_field)


def pieces(one: Region | None) -> Iterator[Markup]:
    """The HTML of a region that is made of regions, inside of another one, in as many pieces as it has itself."""
    return map(Markup, chunked(region.strings(one))) if one is not None else iter(())


def rendered(one: Region | None) -> Markup:
    """The HTML of a region inside of another one, drawn or as it was; nothing for none."""
    now = _now.get()
    if one is None or now is None or isinstance(one, Composite):
        return region.rendered(one)
    key = (type(one), now.language, encoded(_plain(one)))
    return one.filled(now.memo.drawn(key, now.shown, lambda: region.drawn(one), VARIANTS))


def _plain(one: Region) -> list[Any]:
    """The values of a region that are not read through what notes it, and are nothing that is filled in afterwards."""
    fields = vars(one)
    names = PLAIN.get(type(one))
    if names is None:
        names = PLAIN[type(one)] = [name for name, value in fields.items() if not isinstance(value, BESIDE)]
    return [fields[name] for name in names]
