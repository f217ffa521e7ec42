"""What of the laying out is done before the first line of a table: kept in memory, for the table does not need it."""

from dataclasses import dataclass, field

MOST = 256  # so many tables are kept; of an older one all is to be laid out again


@dataclass(frozen=True)
class Ticks:
    """The items that were ticked off, by their index, and whether somebody has passed the rest by."""

    items: frozenset[int] = frozenset()
    is_done: bool = False


@dataclass
class LaidOut:
    """The ticks of each table, by its id."""

    _ticks: dict[str, Ticks] = field(default_factory=dict)

    def ticks(self, table: str) -> Ticks:
        return self._ticks.get(table, Ticks())

    def tick(self, table: str, item: int) -> None:
        """Tick an item off, or take its tick back."""
        self._keep(table, Ticks(self.ticks(table).items ^ {item}))

    def finish(self, table: str) -> None:
        """Everything lies there, or whoever plays does not want to be told."""
        self._keep(table, Ticks(self.ticks(table).items, True))

    def move(self, before: str, table: str) -> None:
        """A table was laid anew under another id: what lies there already lies there."""
        if before in self._ticks:
            self._keep(table, self._ticks.pop(before))

    def _keep(self, table: str, ticks: Ticks) -> None:
        self._ticks.pop(table, None)
        self._ticks[table] = ticks
        if len(self._ticks) > MOST:
            self._ticks.pop(next(iter(self._ticks)))
