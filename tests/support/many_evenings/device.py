"""A phone or a board of an evening: what taps, and what shows."""

import threading
from contextlib import closing
from dataclasses import dataclass

from tests.support.many_evenings.client import Client
from tests.support.many_evenings.screen import Screen, is_seated, parts_of


@dataclass(frozen=True)
class Missed:
    """A screen whose page has been loaded so many times, and what a page that is fetched now holds."""

    screen: Screen
    loads: int
    page: dict[str, str]

    @property
    def is_behind(self) -> bool:
        """Whether its stream is open ever since, and has not brought what the page holds."""
        is_the_same = self.screen.is_followed and self.screen.loads == self.loads
        return is_the_same and self.screen.parts != self.page


class Device:
    """A phone or a board: a client that taps, and its screen."""

    def __init__(self, client: Client, changed: threading.Condition, name: str = "") -> None:
        self.client, self.name = client, name
        self._changed = changed
        self._screen: Screen | None = None

    @property
    def screen(self) -> Screen:
        """Followed from its first use on."""
        if self._screen is None:
            self._screen = Screen(self.client.twin(), self._changed)
            self._screen.start()
        return self._screen

    def has_seat(self) -> bool:
        """Whether its page, asked for anew, is a screen again; a player's is headed by their name."""
        with closing(self.client.twin()) as client:
            return is_seated(client.open("/").html, self.name)

    def missed(self) -> Missed:
        """What its screen may lack now."""
        return Missed(self.screen, self.screen.loads, self.page())

    def page(self) -> dict[str, str]:
        """What a page that is fetched now holds."""
        with closing(self.client.twin()) as client:
            return parts_of(client.open("/").html)

    def close(self) -> None:
        if self._screen is not None:
            self._screen.close()
        self.client.close()
