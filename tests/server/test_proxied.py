"""A connection of a trusted proxy owes nothing itself: whoever asks by it does, and takes turns by an own address."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from flask import Flask
from gevent import socket

from companion.server.ending import Server
from companion.server.forwarded import network
from companion.server.turns import Turn, Turns
from tests.support.effort import patient

PROXY, PHONE, TABLET, STRANGER = "127.0.0.9", "10.0.0.1", "10.0.0.2", "127.0.0.5"


class NotedTurns(Turns):
    """Turns that note for whom they count."""

    def __init__(self) -> None:
        super().__init__()
        self.counted: list[str] = []
        self.taken: list[str] = []

    def owed(self, address: str) -> float:
        self.counted.append(address)
        return super().owed(address)

    def take(self, address: str) -> Turn:
        self.taken.append(address)
        return super().take(address)


@pytest.fixture
def turns() -> NotedTurns:
    return NotedTurns()


@pytest.fixture
def server(app: Flask, turns: NotedTurns) -> Iterator[Server]:
    """A server that trusts a proxy, with these turns."""
    server = Server(("127.0.0.1", 0), app, behind=[network(PROXY)])
    server.turns = turns
    server.start()
    yield server
    server.end()


@contextmanager
def connected(server: Server, source: str) -> Iterator[socket.socket]:
    with closing(socket.socket()) as connection:
        connection.bind((source, 0))
        connection.settimeout(patient(10))
        connection.connect(("127.0.0.1", server.server_port))
        yield connection


def ask(connection: socket.socket, forwarded_for: str) -> bytes:
    head = f"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: {forwarded_for}\r\n\r\n"
    connection.sendall(head.encode())
    answer: bytes = connection.recv(65536)
    return answer.split(b"\r\n")[0]


def test_of_a_proxy_each_request_counts_for_whoever_asks(server: Server, turns: NotedTurns) -> None:
    with connected(server, PROXY) as connection:
        for address in (PHONE, TABLET, PHONE):
            assert ask(connection, f"1.2.3.4, {address}") == b"HTTP/1.1 200 OK"
    assert turns.counted == turns.taken == [PHONE, TABLET, PHONE]


def test_of_anybody_else_the_connection_and_its_requests_count_for_it(server: Server, turns: NotedTurns) -> None:
    with connected(server, STRANGER) as connection:
        for _ in range(2):
            assert ask(connection, PHONE) == b"HTTP/1.1 200 OK"
    assert turns.counted == [STRANGER] * 3
    assert turns.taken == [STRANGER] * 2


def test_a_proxy_that_does_not_say_for_whom_it_asks_asks_for_itself(server: Server, turns: NotedTurns) -> None:
    with connected(server, PROXY) as connection:
        assert ask(connection, "unknown") == b"HTTP/1.1 200 OK"
    assert turns.counted == turns.taken == [PROXY]
