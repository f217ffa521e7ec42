"""Whole pages are sent in gzip: a phone on a poor network has its first screen sooner."""

import gzip

from flask import Flask, Response, request

LEAST = 2_000  # bytes; a shorter page is one packet either way
LEVEL = 1  # a page is packed once for each answer: the quickest level saves three quarters


def init_packing(app: Flask) -> None:
    """Pack the pages of `app` for browsers that take gzip."""
    app.after_request(_pack)


def _pack(response: Response) -> Response:
    """The page, packed, unless its address asks for something: else the length would tell what is like it (BREACH)."""
    is_page = request.method == "GET" and not request.query_string and response.mimetype == "text/html"
    if not is_page or response.is_streamed or "Content-Encoding" in response.headers:
        return response
    response.vary.add("Accept-Encoding")
    content = response.get_data()
    if len(content) >= LEAST and request.accept_encodings.quality("gzip") > 0:
        response.set_data(gzip.compress(content, LEVEL, mtime=0))
        response.content_encoding = "gzip"
    return response
