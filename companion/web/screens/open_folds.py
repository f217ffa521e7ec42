"""The folds that devices have opened: what is in them is no part of a screen; a device hears when it is stale."""

from markupsafe import Markup

from companion.evening.model import EveningDevice
from companion.web.screens import prepare_folds
from companion.web.screens.facts import Facts
from companion.web.screens.own import Fold
from companion.web.screens.prepare_asking import asked_of
from companion.web.screens.prepare_folds import FoldName
from companion.web.text.drawn import Drawings
from companion.web.text.languages import Speaking, spoken
from companion.web.text.rendering import rendered


class OpenFold:
    """A fold as a device has fetched it: at which address, and what was in it.

    `is_stale`: something else is in it by now. It is not looked at any more, until the device fetches it again.
    """

    def __init__(self, address: str, inside: Fold, html: Markup) -> None:
        self.address, self._inside, self._html = address, inside, html
        self.is_stale = False

    def look(self, now: Fold | None) -> None:
        """Compare it with what is in it now."""
        if now != self._inside:
            self.is_stale = now is None or _drawn(now) != self._html
            self._inside = now or self._inside


def opened(drawings: Drawings, table: Facts, device: EveningDevice, name: FoldName) -> Markup | None:
    """What is in a fold that a device opens now; None if its screen has no such fold."""
    inside = prepare_folds.fold(table, device, asked_of(table, device), name)
    html = Markup("") if inside is None else _drawn(inside)
    if inside is None or not html.strip():
        return None
    key = device.device, table.code
    if key not in drawings.folds:
        drawings.folds = {other: folds for other, folds in drawings.folds.items() if other[0] != device.device}
    drawings.folds.setdefault(key, {})[name] = OpenFold(f"/table/{table.code}/{name.address}", inside, html)
    return html


def open_folds(drawings: Drawings, table: Facts, device: EveningDevice) -> tuple[OpenFold, ...]:
    """What a device has opened at this table; those in which something else is by now are stale."""
    folds = drawings.folds.get((device.device, table.code))
    if not folds:
        return ()
    fresh = [(name, fold) for name, fold in folds.items() if not fold.is_stale]
    if fresh:
        asked = asked_of(table, device)
        for name, fold in fresh:
            fold.look(prepare_folds.fold(table, device, asked, name))
    return tuple(folds.values())


def _drawn(inside: Fold) -> Markup:
    with Speaking(spoken()):
        return rendered(inside)
