"""The headers of a request: read quickly, they say what they say to pywsgi."""

from io import BytesIO
from types import SimpleNamespace

import pytest
from gevent.pywsgi import WSGIHandler, headers_factory
from hypothesis import given
from hypothesis import strategies as st

from companion.server.request_head import RequestHeaders, read_headers

NAMES = (
    "Host",
    "Cookie",
    "cookie",
    "Content-Length",
    "Content-Type",
    "X_Y",
    "X-Y",
    "Connection",
    "Transfer-Encoding",
    "é",
)
VALUES = (
    "localhost:80",
    "a=b; c=d",
    "12",
    " spaced ",
    "",
    "text/html; charset=utf-8",
    "chunked",
    "ü",
    "a\tb",
    "a:b",
    "\x0c",
)
odd = st.sampled_from(["no colon\r\n", " folded\r\n", ": nameless\r\n", "A: \r in it\r\n", "A : b\r\n"])
plain = st.builds(
    "{}:{}{}{}".format, st.sampled_from(NAMES), st.sampled_from(["", " "]), st.sampled_from(VALUES), st.just("\r\n")
)
bare = plain.map(lambda line: line.replace("\r\n", "\n"))
heads = st.lists(st.one_of(plain, plain, plain, bare, odd), max_size=12).map("".join)


def environ_of(headers: object) -> list[tuple[str, str]]:
    if isinstance(headers, RequestHeaders):
        return list(headers.for_environ())
    return list(WSGIHandler._headers(SimpleNamespace(headers=headers)))


@given(heads, st.sampled_from(["\r\n", "\n", ""]))
def test_they_are_what_the_library_reads(head: str, end: str) -> None:
    raw = f"{head}{end}body".encode("latin-1") if end else head.encode("latin-1")
    ours, theirs = BytesIO(raw), BytesIO(raw)
    read, expected = read_headers(ours), headers_factory(theirs)
    headers = read if isinstance(read, RequestHeaders) else headers_factory(read)
    assert environ_of(headers) == environ_of(expected)
    for name in ("content-length", "Connection", "transfer-encoding", "content-type", "x-none"):
        assert headers.get(name, "none") == expected.get(name, "none")
    assert (headers.typeheader, headers.getheader("host")) == (expected.typeheader, expected.getheader("host"))
    assert ours.read() == theirs.read()


def test_a_header_that_is_dropped_is_gone_however_often_it_was_there() -> None:
    headers = read_headers(BytesIO(b"Content-Length: 1\r\nA: b\r\ncontent-length: 2\r\n\r\n"))
    assert isinstance(headers, RequestHeaders)
    del headers["content-length"]
    assert headers.get("Content-Length") is None
    assert list(headers.for_environ()) == [("HTTP_A", "b")]


@pytest.mark.parametrize(("lines", "is_read"), [(99, True), (100, False)])
def test_so_many_are_left_to_the_library_which_refuses_them(lines: int, is_read: bool) -> None:
    headers = read_headers(BytesIO(b"A: b\r\n" * lines + b"\r\n"))
    assert isinstance(headers, RequestHeaders) == is_read
