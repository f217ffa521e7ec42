"""Gestures of players who are out of a game that goes on, for the scoreboard; in memory, and only for a minute."""

from typing import Final

from msgspec import Struct

MINUTE = 60.0  # seconds between two gestures of a seat
KINDS: Final = ("crow", "flower")


class Gesture(Struct, frozen=True, gc=False):
    """Gesture of a `seat`: one of KINDS. `made`: when, in seconds of a clock that only goes forward."""

    seat: int
    kind: str
    made: float


class Gestures:
    """The gestures of the last minute. `newest`: the last one of each table, by its id."""

    def __init__(self) -> None:
        self.newest: dict[str, Gesture] = {}
        self._made: dict[tuple[str, int], Gesture] = {}  # by table and seat, in the order in which they were made

    def make(self, table: str, gesture: Gesture) -> bool:
        """Whether the gesture is made: not within a minute of the last one of its seat."""
        kept = {whose: one for whose, one in self._made.items() if gesture.made - one.made < MINUTE}
        if (table, gesture.seat) in kept:
            return False
        self._made = {**kept, (table, gesture.seat): gesture}
        self.newest = {whose: last for (whose, _), last in self._made.items()}
        return True
