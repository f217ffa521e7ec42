"""The other servers of a database: what they wrote is read on, and shown by this one."""

from companion.evening.gestures import Gesture, Gestures
from companion.evening.tables import Tables
from companion.storage.errors import Unavailable
from companion.storage.notifier import EVENING, EVERYTHING, Notifier


class Others:
    """Follows what the store hears of them."""

    def __init__(self, tables: Tables, notifier: Notifier, gestures: Gestures) -> None:
        self._tables, self._notifier, self._gestures = tables, notifier, gestures

    def follow(self, message: str) -> None:
        """Follow a message: `table CODE`, `evening ID`, `group ID`, `people`, `gesture …` or ANYTHING."""
        try:
            self._follow(*message.partition(" ")[::2])
        except Unavailable:  # of what is not in memory nothing can be out of date
            self._tables.forget_all()

    def _follow(self, kind: str, name: str) -> None:
        if kind == "table":
            self._tables.read_on(name)
            self._notifier.publish(name)
        elif kind == "evening":
            self._notifier.publish(f"{EVENING}{name}")
        elif kind == "group":
            self._tables.end_streams(int(name))
        elif kind == "gesture":
            evening, table, seat, made = name.split()
            self._gestures.make(table, Gesture(int(seat), made, self._notifier.clock()))
            self._notifier.wake(f"{EVENING}{evening}")
        else:
            if kind != "people":  # which changes no line
                self._tables.read_all_on()
            self._tables.ask_who_sits()
            self._notifier.wake(EVERYTHING)
