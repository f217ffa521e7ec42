"""Bodies that are too large (413)."""

import json

from tests.support.api import (
    ApiTable,
    decree,
    is_refused,
)
from tests.support.server import raw

MOVE = decree() | {"key": "intent-0"}


def test_a_body_of_64_kib_is_read_and_one_of_a_byte_more_is_413(table):
    fitting = json.dumps(decree() | {"key": "intent-0"}).encode()
    for key in (table.host, table.watch):
        assert is_refused(table.call("POST", f"{table.path}/moves", key, fitting.ljust(64 * 1024 + 1)), 413)
    assert is_refused(table.call("POST", "/api/tables", body=b" " * (64 * 1024 + 1)), 413)
    assert table.look()["line"] == 0
    assert table.call("POST", f"{table.path}/moves", table.host, fitting.ljust(64 * 1024)).status == 201


def chunked(url, path, key, body, announced=None):
    """What a body in chunks is answered."""
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {key}\r\nConnection: close\r\n"
    size = f"Transfer-Encoding: chunked\r\n\r\n{announced or len(body):x}\r\n"
    return raw(url, (head + size).encode() + body + b"\r\n0\r\n\r\n")


def test_a_body_in_chunks_is_read(server):
    table = ApiTable(server.program().call)
    answer = chunked(server.url, f"{table.path}/moves", table.host, json.dumps(MOVE).encode())
    assert answer.startswith(b"1.1 201")


def test_too_large_a_body_in_chunks_is_413_however_it_begins(server):
    table = ApiTable(server.program().call)
    body = json.dumps(MOVE).encode().ljust(64 * 1024) + b"and more"
    answer = chunked(server.url, f"{table.path}/moves", table.host, body)
    assert (answer[:7], table.look()["line"]) == (b"1.1 413", 0)
