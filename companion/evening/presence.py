"""Signs of life of devices, by requests and open streams, and the devices that follow now."""

from collections.abc import Callable, Iterable

from companion.evening.model import Evening, EveningDevice
from companion.storage.notifier import Clock


class Presence:
    """Counted by a clock that only goes forward, from the start of the server on: no start makes a silence longer."""

    def __init__(self, clock: Clock, follows: Callable[[int], bool]) -> None:
        """`follows`: whether a stream of a device's screen is open."""
        self._clock, self._follows = clock, follows
        self._heard: dict[tuple[int, int], float] = {}

    def hear(self, evening: Evening, device: int) -> None:
        """A device was heard of at an evening, just now."""
        self._heard[evening.id, device] = self._clock()

    def silence(self, evening: Evening, screen: EveningDevice) -> float:
        """Seconds since the last sign of life of a device, or since the first call if there was none."""
        if not screen.away and self._follows(screen.device):
            self.hear(evening, screen.device)
        return self._clock() - self._heard.setdefault((evening.id, screen.device), self._clock())

    def has_board(self, evening: Evening) -> bool:
        """Whether a scoreboard is at an evening, and follows it just now."""
        boards = [screen.device for screen in evening.screens if screen.kind == "board" and screen.is_board]
        return any(map(self._follows, boards))

    def forget_others(self, evenings: Iterable[Evening]) -> None:
        """Keep only what was heard of the devices that host these evenings."""
        hosting = {(evening.id, screen.device) for evening in evenings for screen in evening.hosting}
        self._heard = {key: moment for key, moment in self._heard.items() if key in hosting}
