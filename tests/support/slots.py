"""The slots of a screen's page, as its script finds and fills them."""

import re

SLOT = r"<!--\[{name}\]-->(.*?)<!--\[/{name}\]-->"
BEGIN = re.compile(r"<!--\[([^/\]]+)\]-->")


def slots_of(html: str) -> dict[str, str]:
    """The HTML of each slot of a page, by its name."""
    return {name: _place(name).search(html)[1] for name in BEGIN.findall(html)}  # type: ignore[index]


def taken(slots: dict[str, str], name: str, html: str) -> dict[str, str]:
    """These slots once this HTML has come for one of them, or for a row of one."""
    slot = name.rpartition("/")[0]
    return slots | ({slot: filled(slots[slot], name, html)} if slot else {name: html})


def filled(html: str, name: str, slot: str) -> str:
    """A page with this HTML in a slot; AssertionError if it has no such one."""
    page, count = _place(name).subn(lambda _: _with(name, slot), html)
    assert count == 1, name
    return page


def _with(name: str, slot: str) -> str:
    return f"<!--[{name}]-->{slot}<!--[/{name}]-->"


def _place(name: str) -> re.Pattern[str]:
    return re.compile(SLOT.format(name=re.escape(name)), re.S)
