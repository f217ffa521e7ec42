"""The folds that devices have opened: what is in them is no part of a screen; a device hears when it is stale."""

from companion.evening.model import Evening, EveningDevice
from companion.web.drawing.draw import part
from companion.web.drawing.kept import Drawings
from companion.web.drawing.part import Part
from companion.web.drawing.shown import Shown
from companion.web.regions import prepare_folds
from companion.web.regions.own import Fold
from companion.web.regions.prepare_folds import FoldName


class OpenFold:
    """A fold as a device has fetched it: at which address, and the hash of what was in it.

    `is_stale`: something else is in it by now. It is not looked at any more, until the device fetches it again.
    """

    def __init__(self, address: str, etag: str) -> None:
        self.address, self.etag = address, etag
        self.is_stale = False


def opened(drawings: Drawings, table: Shown, evening: Evening, device: EveningDevice, name: FoldName) -> Part | None:
    """What is in a fold that a device opens now; None if its screen has no such fold."""
    inside = _inside(drawings, table, evening, device, name)
    if inside is None:
        return None
    key = device.device, table.code
    if key not in drawings.folds:
        drawings.folds = {other: folds for other, folds in drawings.folds.items() if other[0] != device.device}
    drawings.folds.setdefault(key, {})[name] = OpenFold(f"/table/{table.code}/{name.address}", inside.etag)
    return inside


def open_folds(drawings: Drawings, table: Shown, evening: Evening, device: EveningDevice) -> tuple[OpenFold, ...]:
    """What a device has opened at this table; those in which something else is by now are stale."""
    folds = drawings.folds.get((device.device, table.code), {})
    for name, fold in folds.items():
        if not fold.is_stale:
            inside = _inside(drawings, table, evening, device, name)
            fold.is_stale = inside is None or inside.etag != fold.etag
    return tuple(folds.values())


def _inside(drawings: Drawings, table: Shown, evening: Evening, device: EveningDevice, name: FoldName) -> Part | None:
    """The same as it is now; None where there is nothing."""
    drawn = part(
        drawings.memo,
        table,
        ("fold", device.device, drawings.changes, name),
        lambda: prepare_folds.fold(table, evening, device, name) or Fold(),
    )
    return drawn if drawn.__html__().strip() else None
