"""What is in a fold of a device's screen, prepared when somebody opens it: the screen itself is drawn without."""

from typing import NamedTuple

from companion.evening.model import EveningDevice
from companion.games.game import Ask
from companion.web.screens.asking import FoldedAsk
from companion.web.screens.facts import Facts
from companion.web.screens.host_panel import of_all
from companion.web.screens.own import Fold
from companion.web.screens.prepare_asking import Asked, ask_forms, asked_together, drawer
from companion.web.screens.prepare_own import has_notebook, notebook
from companion.web.screens.prepare_shared import folded


class FoldName(NamedTuple):
    """Which fold: that called `fold` in what is asked by `move` of the seat `whose` (None: of the whole table); without
    a move a host's drawer for that seat, NOTEBOOK, or one of a phone's shared part.
    """

    whose: int | None
    move: str = ""
    fold: str = ""

    @property
    def address(self) -> str:
        """How it is called in the addresses of a table."""
        if self.fold and not self.move:
            return f"fold/{self.fold}"
        if not self.move:
            return "notes" if self.whose is None else f"for/{self.whose}"
        return f"fold/{'all' if self.whose is None else self.whose}/{self.move}/{self.fold}"


NOTEBOOK = FoldName(None)


def fold(table: Facts, device: EveningDevice, asked: Asked, name: FoldName) -> Fold | None:
    """What is in this fold, of what is `asked` on a device; None where its screen has no such asks."""
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
