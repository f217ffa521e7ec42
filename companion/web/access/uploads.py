"""Uploaded files: closed with their request, also where that is refused while it is read."""

from contextlib import ExitStack
from functools import cached_property
from typing import IO, Any

from flask import Flask, request
from htmx_flask import HtmxAwareRequest

UPLOADS = {("POST", "/group/file")}  # forms that may be large: these have time to come


class Request(HtmxAwareRequest):  # type: ignore[misc]
    """Request that closes its uploaded files, which Werkzeug leaves open where the form around them is refused."""

    @cached_property
    def _opened(self) -> ExitStack:
        return ExitStack()

    def _get_file_stream(self, *given: Any, **named: Any) -> IO[bytes]:
        file: IO[bytes] = super()._get_file_stream(*given, **named)
        return self._opened.enter_context(file)

    def close(self) -> None:
        """Close the files, then the request."""
        self._opened.close()
        super().close()


def init_uploads(app: Flask) -> None:
    """Close the uploaded files of each request of `app`."""
    app.request_class = Request
    app.teardown_request(lambda problem: request.close())
