"""Steps of laying out a game that are done, before its first line; in memory, since the table does not need them."""

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
        """Mark all steps as done, or as not wanted."""
        self._keep(table, Ticks(self.ticks(table).items, True))

    def move(self, before: str, table: str) -> None:
        """Take the steps of table `before` over to `table`, which replaces it before its first line."""
        if before in self._ticks:
            self._keep(table, self._ticks.pop(before))

    def _keep(self, table: str, ticks: Ticks) -> None:
        self._ticks.pop(table, None)
        self._ticks[table] = ticks
        if len(self._ticks) > MOST:
            self._ticks.pop(next(iter(self._ticks)))
