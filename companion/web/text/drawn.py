"""Drawings: values into HTML, by the template that each names; an equal value is not drawn again."""

import secrets as chance
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, NamedTuple, Protocol

from markupsafe import Markup

from companion.web.text.environment import Templates
from companion.web.text.languages import Language, spoken


class Drawable(Protocol):
    """Value with a template, which is given its fields. `has_field`: somebody may be typing into it."""

    TEMPLATE: ClassVar[str]
    __dict__: dict[str, Any]

    @property
    def has_field(self) -> bool: ...


class EmptyRows(dict[int | str, Markup]):
    """Placeholders for the rows of a slot, by number or name: two comments, which no style sheet sees."""

    def __init__(self, slot: str) -> None:
        self._slot = slot

    def __missing__(self, row: int | str) -> Markup:
        name = f"{self._slot}/{row}"
        self[row] = place = Markup(f"<!--[{name}]--><!--[/{name}]-->")
        return place


empty_rows = cache(EmptyRows)


def with_row(html: str, name: str, row: str) -> str:
    """Insert the HTML of a `row` into its placeholder, called `name`, in the HTML of its slot."""
    place = f"<!--[{name}]-->"
    return str.replace(html, place, f"{place}{row}")  # both may be Markup, which would escape


def filled(values: Mapping[str, Drawable | None]) -> Markup:
    """Render a slot, the first of `values`, with its rows, the others, in their placeholders."""
    (slot, value), *rows = values.items()
    html: str = rendered(value, slot)
    for name, row in rows:
        html = with_row(html, name, rendered(row, name))
    return Markup(html)


def rendered(value: Drawable | None, slot: str = "") -> Markup:
    """Render a value in the language that is spoken; empty for None. Rows of the `slot` get placeholders."""
    if value is None:
        return Markup("")
    return Markup(spoken().templates.get_template(value.TEMPLATE).render(vars(value), slots=empty_rows(slot)))


def symbols(slug: str, is_board: bool) -> Markup:
    """SVG symbols that drawings of a game refer to, once a page; of some a scoreboard alone makes use (`is_board`)."""
    return spoken().kept(_symbols, spoken().templates, slug, is_board)


def _symbols(templates: Templates, slug: str, is_board: bool) -> Markup:
    names = [f"games/{slug}/symbols.html", "games/any/symbols.html"]
    return Markup(templates.select_template(names).render(is_board=is_board))


Values = Mapping[str, Drawable | None]  # by the names of their slots
Key = tuple[Hashable, Language]  # of a part: whose it is, and in which language
EVENINGS = 256  # of so many, and of programs' tables, is kept what was drawn last
PARTS = 128  # of one evening


class Drawn:
    """Slot as it was drawn: its HTML, and the number of the change that made it so."""

    __slots__ = "change", "html", "name", "value"

    def __init__(self, name: str, value: Drawable | None, html: str, change: int) -> None:
        self.name, self.value, self.html, self.change = name, value, html, change

    def __html__(self) -> str:
        """HTML between the two comments that mark the slot."""
        return f"<!--[{self.name}]-->{self.html}<!--[/{self.name}]-->"

    @property
    def event(self) -> bytes:
        """Slot as an event of a stream: its name, then its HTML."""
        html = str.replace(self.html, "\n", "\ndata: ")  # of what may be Markup, which would escape
        return f"event: slot\ndata: {self.name}\ndata: {html}\n\n".encode()


class Part(NamedTuple):
    """Part of a screen, shared or private: its slots by name, for which `template` has placeholders.

    A slot may have placeholders for its rows, which are slots themselves: `standing/2` is one of `standing`, and after
    it. `changes`: the number of changes of all slots.
    """

    template: str
    slots: Mapping[str, Drawn]
    changes: int

    def __html__(self) -> str:
        within: dict[str, str] = {}
        for name, row in self.slots.items():
            slot = name.rpartition("/")[0]
            if slot:
                within[slot] = with_row(within.get(slot) or self.slots[slot].html, name, row.html)
        slots = dict(self.slots)
        for slot, html in within.items():
            slots[slot] = Drawn(slot, slots[slot].value, html, slots[slot].change)
        return spoken().templates.get_template(self.template).render(slots=slots)

    @property
    def has_field(self) -> bool:
        """Whether somebody may be typing into it."""
        return any(drawn.value.has_field for drawn in self.slots.values() if drawn.value is not None)


NOTHING = Part("layout/no_part.html", {}, 0)


class Drawings:
    """Drawn slots of one evening, and the number of changes of each part in each language.

    Changes are counted for each part alone: a count of all would tell of secrets in other parts. The count begins at 0
    with every new `Drawings`, which `name` identifies. `facts`: the table after its newest line, with links and
    without.
    """

    def __init__(self) -> None:
        self.name = chance.token_hex(6)
        self._changes: Counter[Key] = Counter()
        self.facts: dict[bool, Any] = {}
        self.folds: dict[tuple[int, str], dict[Any, Any]] = {}  # by device and table, what is open there
        self._parts: OrderedDict[Key, tuple[object, Part]] = OrderedDict()  # each with its basis, None if one device's

    def shared(self, whose: str, basis: object, template: str, prepare: Callable[[], Values]) -> Part:
        """Part that many devices are shown, in the language that is spoken: prepared once for each value of `basis`.

        A slot that several such parts have is drawn once.
        """
        key = whose, spoken()
        before, part = self._parts.get(key, (None, NOTHING))
        if part.template == template and before == basis:
            self._parts.move_to_end(key)
            return part
        kept = [(tongue, of_all, other) for (*_, tongue), (of_all, other) in self._parts.items()]
        others = [other for tongue, of_all, other in kept if of_all is not None and tongue is key[1]]
        return self.part(whose, template, prepare(), basis, others)

    def part(
        self, whose: Hashable, template: str, values: Values, basis: object = None, others: Sequence[Part] = ()
    ) -> Part:
        """Part of a screen, in the language that is spoken. `whose`: a name for everybody's, or a device's number.

        `others`: parts whose slots are taken over if they hold this very value, or the same name and an equal one.
        """
        key = whose, spoken()
        kept, slots = self._parts.get(key, (None, NOTHING))[1], dict[str, Drawn]()
        before = kept.slots if kept.template == template else NOTHING.slots
        for name, value in values.items():
            drawn = before.get(name)
            if drawn is None or (drawn.value is not value and drawn.value != value):
                html = _html(name, value, others)
                drawn = Drawn(name, value, html, self._change(key, drawn, html))
            outer = slots.get(name.rpartition("/")[0])
            if outer is not None and outer.change > drawn.change:  # its place is empty again
                drawn = Drawn(name, value, drawn.html, outer.change)
            slots[name] = drawn
        part = Part(template, slots, self._changes[key])
        self._parts[key] = basis, part
        self._parts.move_to_end(key)
        if len(self._parts) > PARTS:
            self._parts.popitem(last=False)
        return part

    def _change(self, part: Key, before: Drawn | None, html: str) -> int:
        """Number of the change that made a slot of a part look so; the one before, if its HTML is the same."""
        if before is not None and before.html == html:
            return before.change
        self._changes[part] += 1
        return self._changes[part]


def _html(name: str, value: Drawable | None, others: Sequence[Part]) -> str:
    for other in others:
        for drawn in other.slots.values():
            if drawn.value is value or (drawn.name == name and drawn.value == value):
                return drawn.html
    return rendered(value, name)


class AllDrawings:
    """Drawings of the evenings, and of programs' tables, that were drawn last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, Drawings] = OrderedDict()

    def get(self, name: Hashable) -> Drawings:
        """Drawings of an evening, by its id, or of a program's table, by its code."""
        drawings = self._kept.get(name) or self._kept.setdefault(name, Drawings())
        self._kept.move_to_end(name)
        while len(self._kept) > EVENINGS:
            self._kept.popitem(last=False)
        return drawings

    def forget(self, name: Hashable) -> None:
        """Drop the drawings of an evening or table: its screens are sent whole again."""
        self._kept.pop(name, None)
