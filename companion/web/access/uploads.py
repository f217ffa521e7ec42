"""Files that are sent: closed with their request, also where that is refused while it is read."""

from contextlib import ExitStack
from functools import cached_property
from typing import IO, Any

from flask import Flask, request
from htmx_flask import HtmxAwareRequest

UPLOADS = {("POST", "/group/file")}  # forms that may be large: these have time to come


class Request(HtmxAwareRequest):  # type: ignore[misc]
    """A request that closes what was sent as a file, which Werkzeug leaves open where the form around it is refused."""

    @cached_property
    def _opened(self) -> ExitStack:
        return ExitStack()

    def _get_file_stream(self, *given: Any, **named: Any) -> IO[bytes]:
        file: IO[bytes] = super()._get_file_stream(*given, **named)
        return self._opened.enter_context(file)

    def close(self) -> None:
        """Close all files of this request."""
        self._opened.close()
        super().close()


def init_uploads(app: Flask) -> None:
    """Let requests of `app` close the files that came with them."""
    app.request_class = Request
    app.teardown_request(lambda problem: request.close())
