"""Folds of a device's screen: drawn when somebody opens them, and reported as stale to the device."""

from typing import NamedTuple

from markupsafe import Markup

from companion.evening.model import EveningDevice
from companion.games.game import Ask
from companion.web.screens.asking import Asked, FoldedAsk, ask_forms, asked_of, asked_together, drawer, of_all
from companion.web.screens.facts import Facts
from companion.web.screens.private import Fold, has_notebook, notebook
from companion.web.screens.shared import folded
from companion.web.text.drawn import Drawings, rendered
from companion.web.text.languages import Speaking, spoken


class FoldName(NamedTuple):
    """Name of a fold: `fold` in the asks for `move` of the seat `whose` (None: of the whole table); without a move a
    host's drawer for that seat, NOTEBOOK, or a fold of a phone's shared part."""

    whose: int | None
    move: str = ""
    fold: str = ""

    @property
    def address(self) -> str:
        """Path of the fold below that of its table."""
        if self.fold and not self.move:
            return f"fold/{self.fold}"
        if not self.move:
            return "notes" if self.whose is None else f"for/{self.whose}"
        return f"fold/{'all' if self.whose is None else self.whose}/{self.move}/{self.fold}"


NOTEBOOK = FoldName(None)


def inside_of(table: Facts, device: EveningDevice, asked: Asked, name: FoldName) -> Fold | None:
    """Contents of this fold, given the values of `asked_of`; None if the device's screen has no such fold."""
    if name == NOTEBOOK:
        return Fold(notebook=notebook(table, device)) if has_notebook(table, device) else None
    if name.fold and not name.move:
        inside = folded(table, name.fold) if device.kind != "board" else None
        return Fold(of_all=inside) if inside else None
    asking, reported = asked
    own, knows = asking["seat"], asking["viewer"]
    is_other = name.whose in [one.seat for one in reported]
    if name.whose is not None and is_other and not name.move:
        return Fold(asks=drawer(table, asking, name.whose, own), is_drawer=True)
    asks: tuple[Ask, ...] = ()
    if name.whose is None and device.host and own is None:
        asks = tuple(of_all(table))
    elif name.whose is None and knows is not None:
        asking, together = asked_together(table, device)
        asks = tuple(together)
    elif name.whose is not None and name.whose == knows:
        asks = table.asks(name.whose)
    elif name.whose is not None and is_other:
        asks = table.reported(name.whose, own)
    forms = ask_forms(table, asking | {"opened": name.fold}, asks, name.whose, is_other, FoldedAsk)
    shown = tuple(one for one in forms if one.ask.move == name.move)
    return Fold(asks=shown) if shown else None


class OpenFold:
    """Fold as a device has fetched it: its address, and its contents.

    `is_stale`: they have changed. Then it is not compared any more, until the device fetches it again.
    """

    def __init__(self, address: str, inside: Fold, html: Markup) -> None:
        self.address, self._inside, self._html = address, inside, html
        self.is_stale = False

    def look(self, now: Fold | None) -> None:
        """Compare it with its contents now."""
        if now != self._inside:
            self.is_stale = now is None or _drawn(now) != self._html
            self._inside = now or self._inside


def opened(drawings: Drawings, table: Facts, device: EveningDevice, name: FoldName) -> Markup | None:
    """HTML of a fold that a device opens now; None if its screen has no such fold."""
    inside = inside_of(table, device, asked_of(table, device), name)
    html = Markup("") if inside is None else _drawn(inside)
    if inside is None or not html.strip():
        return None
    key = device.device, table.code
    if key not in drawings.folds:
        drawings.folds = {other: folds for other, folds in drawings.folds.items() if other[0] != device.device}
    drawings.folds.setdefault(key, {})[name] = OpenFold(f"/table/{table.code}/{name.address}", inside, html)
    return html


def open_folds(drawings: Drawings, table: Facts, device: EveningDevice) -> tuple[OpenFold, ...]:
    """Folds that a device has opened at this table; those whose contents have changed are stale."""
    folds = drawings.folds.get((device.device, table.code))
    if not folds:
        return ()
    fresh = [(name, fold) for name, fold in folds.items() if not fold.is_stale]
    if fresh:
        asked = asked_of(table, device)
        for name, fold in fresh:
            fold.look(inside_of(table, device, asked, name))
    return tuple(folds.values())


def _drawn(inside: Fold) -> Markup:
    with Speaking(spoken()):
        return rendered(inside)
