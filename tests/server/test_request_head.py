"""The head of a request: what browsers send is read as it is, and what can be read in two ways is refused."""

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.server.request_head import LARGEST, MOST_LINES, TooLarge, read_headers, read_request_line

NAMES = st.text("abcXYZ019-!#$%&'*+.^`|~_", min_size=1, max_size=12).filter(
    lambda name: name.lower() not in ("host", "content-length", "transfer-encoding")
)
VALUES = st.text(st.characters(codec="latin-1", exclude_categories=["Cc"]), max_size=40)


@given(st.lists(st.tuples(NAMES, VALUES, st.sampled_from(["", " ", "\t "])), max_size=20))
def test_headers_are_what_was_sent(sent: list[tuple[str, str, str]]) -> None:
    head = "".join(f"{name}:{space}{value}\r\n" for name, value, space in sent)
    file = BytesIO(f"{head}\r\nbody".encode("latin-1"))
    headers = read_headers(file)
    expected = [(name, value.strip(" \t")) for name, value, _ in sent]
    assert [headers.get(name) for name, _ in expected] == [_first(name, expected) for name, _ in expected]
    environ = [("HTTP_" + name.upper().replace("-", "_"), value) for name, value in expected if "_" not in name]
    assert list(headers.for_environ()) == environ
    assert file.read() == b"body"


def _first(name: str, pairs: list[tuple[str, str]]) -> str:
    return next(value for key, value in pairs if key.lower() == name.lower())


@pytest.mark.parametrize(
    "head",
    [
        b"no colon\r\n",
        b" folded\r\n",
        b"A: b\r\n folded\r\n",
        b"A : b\r\n",
        b": nameless\r\n",
        b"A: a \r in it\r\n",
        b"A: \x00\r\n",
        b"A: \x7f\r\n",
        b"\xc3\xa9: b\r\n",
        b"A: bare\n",
        b"Host: a\r\nhost: a\r\n",
        b"Content-Length: 1\r\nContent-Length: 1\r\n",
        b"Content-Length: +3\r\n",
        b"Content-Length: 1_0\r\n",
        b"Content-Length: 3, 3\r\n",
        b"Content-Length: -1\r\n",
        b"Content-Length: 0x3\r\n",
        b"Content-Length: \xb2\r\n",
        b"Content-Length:\r\n",
        b"Content-Length: " + b"9" * 19 + b"\r\n",
        b"Transfer-Encoding: gzip\r\n",
        b"Transfer-Encoding: gzip, chunked\r\n",
        b"Transfer-Encoding: xchunked\r\n",
        b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
        b"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n",
    ],
)
def test_what_others_could_read_otherwise_is_refused(head: bytes) -> None:
    with pytest.raises(ValueError):
        read_headers(BytesIO(head + b"\r\n"))


@pytest.mark.parametrize("head", [b"", b"A: b\r\n", b"A: b"])
def test_a_head_that_breaks_off_is_none(head: bytes) -> None:
    with pytest.raises(ValueError):
        read_headers(BytesIO(head))


def test_a_body_is_as_long_as_its_head_says() -> None:
    assert read_headers(BytesIO(b"Content-Length: 007\r\n\r\n")).length == 7
    assert read_headers(BytesIO(b"Transfer-Encoding: Chunked\r\n\r\n")).is_chunked
    bare = read_headers(BytesIO(b"\r\n"))
    assert (bare.length, bare.is_chunked) == (None, False)


@pytest.mark.parametrize(
    ("lines", "length", "fits"),
    [(MOST_LINES, 8, True), (MOST_LINES + 1, 8, False), (1, LARGEST - 2, True), (1, LARGEST, False), (2, 9000, False)],
)
def test_a_head_has_so_many_lines_and_bytes(lines: int, length: int, fits: bool) -> None:
    line = b"A: " + b"b" * (length - 5) + b"\r\n"
    file = BytesIO(line * lines + b"\r\n")
    if fits:
        read_headers(file)
    else:
        with pytest.raises(TooLarge):
            read_headers(file)


def test_the_first_line_counts_as_part_of_the_head() -> None:
    with pytest.raises(TooLarge):
        read_headers(BytesIO(b"A: b\r\n\r\n"), request_line=LARGEST - 5)


class Counted(BytesIO):
    """A file that counts the bytes it was asked for."""

    taken = 0

    def readline(self, size: int | None = -1, /) -> bytes:
        line = super().readline(size)
        self.taken += len(line)
        return line


def test_no_more_is_read_of_a_head_than_it_may_have() -> None:
    file = Counted(b"A:" + b" " * 10**6)
    with pytest.raises(TooLarge):
        read_headers(file)
    assert file.taken == LARGEST + 1


def test_a_request_line_is_read() -> None:
    assert read_request_line(b"GET /a?b=%20 HTTP/1.1\r\n") == ("GET", "/a?b=%20", "HTTP/1.1")


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\r\n",
        b"GET /\r\n",
        b"GET / HTTP/1.1\n",
        b"GET  / HTTP/1.1\r\n",
        b"GET\t/ HTTP/1.1\r\n",
        b"GET / HTTP/1.1 \r\n",
        b"GET / HTTP/1\r\n",
        b"GET / HTTP/2.0\r\n",
        b"GET / http/1.1\r\n",
        b"G(T / HTTP/1.1\r\n",
        b"GET /\x00 HTTP/1.1\r\n",
        b"GET / x HTTP/1.1\r\n",
    ],
)
def test_a_line_that_is_no_request_is_refused(line: bytes) -> None:
    with pytest.raises(ValueError):
        read_request_line(line)
