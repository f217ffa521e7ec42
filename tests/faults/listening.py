"""A stream of a device that stays open: all that it sends, as it comes, without a server between."""

from collections.abc import Iterator
from contextlib import ExitStack
from urllib.parse import urlencode

from companion.storage.notifier import evening_topic
from companion.web.access.limits import Streams
from companion.web.screens.stream import Stream
from tests.support.gathering import Gathering
from tests.support.many_evenings.screen import has_nothing
from tests.support.phone import Phone
from tests.support.streams import asked_for


class Listener:
    """A device whose page at the address `page` follows the stream at `live`; once told to, it loads its page again."""

    def __init__(self, evening: Gathering, phone: Phone, page: str, live: str) -> None:
        self._evening, self._phone, self._page, self._live = evening, phone, page, live
        self._left = ExitStack()
        self._stream: Stream | None = None
        self._heard = 0  # notices

    def open(self) -> bytes:
        """Open the stream as the page does, which shows nothing yet: all of the screen comes at once."""
        self.close()
        has = has_nothing(self._phone.client.get(self._page).text)
        _, self._stream = asked_for(self._phone.client, f"{self._live}?{urlencode(has)}")
        token = self._streams.open(self._stream.caller)
        self._left.callback(self._streams.close, self._stream.caller, token)
        return self._next()

    def news(self) -> Iterator[bytes]:
        """What has come since: nothing where nobody was rung."""
        if self._heard != self._notices:
            news = self._next()
            yield news
            if b"event: reload" in news:
                yield self.open()

    def close(self) -> None:
        """Hang up."""
        self._left.close()

    @property
    def _streams(self) -> Streams:
        streams: Streams = self._evening.app.extensions["services"].streams
        return streams

    @property
    def _notices(self) -> int:
        evening = self._evening
        count: int = evening.app.extensions["services"].notifier.count(evening_topic(evening.now.id))
        return count

    def _next(self) -> bytes:
        assert self._stream is not None
        self._heard = self._notices
        with self._evening.app.app_context():
            return self._stream.news()
