"""A clock for tests: seconds that pass when the test says so."""

from datetime import timedelta


class Clock:
    """Seconds that only go forward."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds

    def wait(self, time: timedelta) -> None:
        """Let time pass."""
        self.seconds += time.total_seconds()
