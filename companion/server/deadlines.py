"""How long a connection may take, in seconds."""

from collections import deque

QUIET_SECONDS = 20.0  # a connection that neither reads nor writes for so long is let go
HEAD_SECONDS, BODY_SECONDS = 10.0, 20.0  # a request is whole by then, however often a byte of it comes
UPLOAD_SECONDS = 600.0  # a large form has so long, as long as it comes at
UPLOAD_PACE = 20_000  # bytes a second, of what came within the last BODY_SECONDS


class Arrival:
    """A body as it comes: when what has come of it by now is too little."""

    def __init__(self, is_upload: bool, now: float) -> None:
        """`now`, here and below: seconds, monotonic."""
        self.is_upload = is_upload
        self._end = now + (UPLOAD_SECONDS if is_upload else BODY_SECONDS)
        self._size = 0
        self._marks = deque([(now, 0)])  # when so many bytes had come: as few as there is more than is asked for since

    def note(self, size: int, now: float) -> None:
        """So many bytes have come."""
        self._size += size
        self._marks.append((now, self._size))
        while self._marks[0][1] <= self._size - UPLOAD_PACE * BODY_SECONDS:
            self._marks.popleft()

    @property
    def end(self) -> float:
        """When it is too late, if nothing more comes."""
        return min(self._end, self._marks[0][0] + BODY_SECONDS) if self.is_upload else self._end
