"""Deadlines of a connection, in seconds."""

from collections import deque

QUIET_SECONDS = 20.0  # of silence, after which a connection is closed
HEAD_SECONDS, BODY_SECONDS = 10.0, 20.0  # for the whole head or body, however its bytes arrive
UPLOAD_SECONDS = 600.0  # for a large upload, as long as it keeps the pace
UPLOAD_PACE = 20_000  # bytes a second, of what came within the last BODY_SECONDS


class Arrival:
    """The progress of a body, and its deadline."""

    def __init__(self, is_upload: bool, now: float) -> None:
        """`now`, here and below: seconds, monotonic."""
        self.is_upload = is_upload
        self._end = now + (UPLOAD_SECONDS if is_upload else BODY_SECONDS)
        self._size = 0
        self._marks = deque([(now, 0)])  # (time, bytes by then); marks older than the pace needs are dropped

    def note(self, size: int, now: float) -> None:
        """Count `size` bytes that have arrived."""
        self._size += size
        self._marks.append((now, self._size))
        while self._marks[0][1] <= self._size - UPLOAD_PACE * BODY_SECONDS:
            self._marks.popleft()

    @property
    def end(self) -> float:
        """The deadline if nothing more arrives."""
        return min(self._end, self._marks[0][0] + BODY_SECONDS) if self.is_upload else self._end
