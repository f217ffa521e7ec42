"""What is in a fold of a device's screen, prepared when somebody opens it: the screen itself is drawn without."""

from functools import partial
from typing import NamedTuple

from companion.evening.model import Evening, EveningDevice
from companion.web.drawing.shown import Shown
from companion.web.play.host_panel import of_all
from companion.web.regions.asking import Fold, FoldedAsk
from companion.web.regions.prepare_asking import ask_forms, asked_of, drawer


class FoldName(NamedTuple):
    """Which fold: that called `fold` in what is asked of a seat by `move`, or as it is, a host's drawer for that seat.

    `whose`: the seat among whose asks it stands; None: the whole table's.
    """

    whose: int | None
    move: str = ""
    fold: str = ""

    @property
    def address(self) -> str:
        """How it is called in the addresses of a table."""
        whose = "all" if self.whose is None else self.whose
        return f"for/{whose}" if not self.move else f"fold/{whose}/{self.move}/{self.fold}"


def fold(table: Shown, evening: Evening, device: EveningDevice, name: FoldName) -> Fold | None:
    """What is in this fold; None where the screen of this device has no such asks."""
    fields, asking, reported = asked_of(table, evening, device)
    own, knows, asking["opened"] = fields["seat"], fields["viewer"], name.fold
    is_other = name.whose in [one.seat for one in reported]
    if name.whose is not None and is_other and not name.move:
        return Fold(asks=drawer(table, asking, name.whose, own), is_drawer=True)
    if name.whose is None and device.host and own is None:
        read = partial(of_all, table)
    elif name.whose is not None and name.whose == knows:
        read = partial(table.asks, knows)
    elif name.whose is not None and is_other:
        read = partial(table.reported, name.whose, own)
    else:
        return None
    asks = ask_forms(table, asking, read, name.whose, is_other, FoldedAsk)
    return Fold(asks=[one for one in asks if one.ask.move == name.move])
