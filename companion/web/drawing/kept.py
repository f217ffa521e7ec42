"""What was drawn of each evening, and of each table that a program laid; kept for those that were drawn last."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Any

from msgspec import structs

from companion.evening.model import Evening
from companion.web.drawing.memo import Memo
from companion.web.drawing.part import Part

KEPT = 256  # of so many evenings


class Drawings:
    """The drawings of one evening; `shown`: its table as it is shown now, with links and without."""

    def __init__(self) -> None:
        self.memo = Memo()
        self.changes = 0  # of the evening itself: lines of its table are none
        # Parts while people gather, and the regions they were drawn of; shared ones with the evening's version.
        self.gathering: dict[Hashable, tuple[int, Any, Part]] = {}
        self.own: dict[Hashable, tuple[Any, Part]] = {}
        self._evening: Evening | None = None
        self.shown: dict[bool, Any] = {}
        self.folds: dict[tuple[int, str], dict[Any, Any]] = {}  # by device and table, what is open there

    def as_before(self, evening: Evening) -> Evening:
        """The evening without its version: the same as before, if that is all that is new."""
        plain = structs.replace(evening, version=0)
        if self._evening is None or plain != self._evening:
            self._evening = plain
            self.changes += 1
        return self._evening


class AllDrawings:
    """The drawings of the evenings, and of programs' tables, that were drawn last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, Drawings] = OrderedDict()

    def get(self, name: Hashable) -> Drawings:
        """Those of an evening by its id, or of a program's table by its code."""
        drawings = self._kept.setdefault(name, Drawings())
        self._kept.move_to_end(name)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return drawings
