"""The line of a game by which a moment came that is remembered."""

from collections.abc import Mapping
from itertools import takewhile
from typing import Any

from companion.table.model import Table


def line_of(table: Table, moment: Mapping[str, object]) -> int:
    """The line since which a finished game has a highlight with the fields of `moment`, or without any is over; the
    last line if it has none such."""

    def is_so(state: Any) -> bool:
        if not moment:
            return table.game.standing(state).over
        highlights = table.game.highlights(state)
        return any(all(getattr(one, name) == value for name, value in moment.items()) for one in highlights)

    last = len(table.lines)
    return min(takewhile(lambda line: is_so(table.folds[line].state), range(last, 0, -1)), default=last)
