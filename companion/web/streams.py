"""The open streams of each caller, so that a forgotten tab does not fill the house."""

from collections import defaultdict, deque

STREAMS_PER_CALLER = 3


class Streams:
    """The open streams of each caller: beyond three, the oldest is ended."""

    def __init__(self) -> None:
        self._open: defaultdict[str, deque[object]] = defaultdict(deque)

    def open(self, caller: str) -> object:
        """A token for a new stream."""
        token = object()
        self._open[caller].append(token)
        if len(self._open[caller]) > STREAMS_PER_CALLER:
            self._open[caller].popleft()
        return token

    def lives(self, caller: str, token: object) -> bool:
        """Whether this stream may go on."""
        return token in self._open[caller]

    def close(self, caller: str, token: object) -> None:
        """Forget a stream that has ended."""
        if self.lives(caller, token):
            self._open[caller].remove(token)
        if not self._open[caller]:
            del self._open[caller]
