"""What could still have been reported before a line closed it: thought of late, it is put in there by a correction."""

from collections.abc import Iterator

from msgspec import Struct

from companion.games.game import Ask
from companion.games.view import ViewBase
from companion.table.model import Table


class Late(Struct, frozen=True):
    """A question that was open until line `line`, and what everybody saw then."""

    line: int
    ask: Ask
    view: ViewBase


def late_asks(table: Table) -> Iterator[Late]:
    """The questions that lines of this table have closed, as these read by now, the newest first."""
    closes = table.game.view(table.state).closes
    for number in range(len(table.lines) if closes else 0, 0, -1):
        stands = table.sheet[number - 1]
        closed = closes.get(str(stands[0].move.__struct_config__.tag)) if stands else None
        state = table.folds[number - 1].state
        asks = table.game.asks(state, 0) if closed else ()
        yield from (Late(number, ask, table.game.view(state)) for ask in asks if ask.move == closed)
