"""A stream of a device that stays open: all that it sends, as it comes, without a server between."""

from collections.abc import Iterator
from contextlib import ExitStack
from contextvars import copy_context
from typing import Any
from urllib.parse import urlencode

from companion.storage.notifier import evening_topic
from tests.support.gathering import Gathering
from tests.support.many_evenings.screen import has_nothing
from tests.support.phone import Phone


class Listener:
    """A device whose page at the address `page` follows the stream at `live`; once told to, it loads its page again."""

    def __init__(self, evening: Gathering, phone: Phone, page: str, live: str) -> None:
        self._evening, self._phone, self._page, self._live = evening, phone, page, live
        self._left = ExitStack()
        self._chunks: Iterator[bytes] = iter(())
        self._heard = 0  # notices

    def open(self) -> bytes:
        """Open the stream as the page does, which shows nothing yet: all of the screen comes at once."""
        self.close()
        has = has_nothing(self._phone.client.get(self._page).text)
        context = copy_context()  # of its own, in which the stream is asked from now on
        path = f"{self._live}?{urlencode(has)}"
        response = context.run(self._phone.client.get, path, buffered=False)
        self._left.callback(context.run, response.close)
        chunks: Any = iter(response.response)
        self._chunks = iter(lambda: context.run(next, chunks, b""), b"")
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
    def _notices(self) -> int:
        evening = self._evening
        count: int = evening.app.extensions["services"].notifier.count(evening_topic(evening.now.id))
        return count

    def _next(self) -> bytes:
        self._heard = self._notices
        return next(self._chunks)
