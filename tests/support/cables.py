"""Cables from servers to a database in a network namespace of its own, which can be pulled: on Linux, by root."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from urllib.parse import urlsplit

import pytest

from tests.support.postgres import Postgres

NOT_HERE = (
    "!!! NO NETWORK NAMESPACES: NO SERVER CAN BE CUT OFF. On Linux root may make them (ip, unshare, nsenter). !!!"
)
NUMBERS = count()
# Keeps the namespace for as long as the process of the tests lives, and says when it is there.
KEEP = "ip link set lo up && echo there && exec cat"


class Cables:
    """A database that is reached by cables alone, one for each of some servers."""

    def __init__(self, database: Postgres, number: int) -> None:
        """`number`: of the cables."""
        words = ["unshare", "--net", "sh", "-c", KEEP]
        self._keeper = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if self._keeper.stdout is None or not self._keeper.stdout.readline():
            (pytest.fail if os.environ.get("REQUIRE_NAMESPACES") else pytest.skip)(NOT_HERE)
        self._inside = ["nsenter", "-t", str(self._keeper.pid), "-n"]
        self._hosts = [self._lay(place) for place in range(number)]
        database.stop()
        database.move_inside(*self._inside)

    def _lay(self, place: int) -> str:
        """Lay a cable; the address at its far end, which no other process of tests has."""
        number = next(NUMBERS)
        name, net = f"lg{os.getpid()}-{number}", (os.getpid() % 4096 << 3 | number % 8) << 2
        ours, theirs = (f"198.{18 + (net >> 16)}.{net >> 8 & 255}.{net & 255 | end}" for end in (1, 2))
        _run("ip", "link", "add", name, "type", "veth", "peer", f"db{place}", "netns", str(self._keeper.pid))
        for near, address, link in (([], ours, name), (self._inside, theirs, f"db{place}")):
            _run(*near, "ip", "address", "add", f"{address}/30", "dev", link)
            _run(*near, "ip", "link", "set", link, "up")
        return theirs

    def ways(self, database: str) -> list[str]:
        """The addresses of a database of that server, each by a cable of its own."""
        return [f"postgresql://ledger@{host}{urlsplit(database).path}" for host in self._hosts]

    @contextmanager
    def pulled(self, place: int) -> Iterator[None]:
        """Pull a cable, and put it in again: what is sent meanwhile is lost, and nobody is told."""
        _run(*self._inside, "ip", "link", "set", f"db{place}", "down")
        try:
            yield
        finally:
            _run(*self._inside, "ip", "link", "set", f"db{place}", "up")

    def close(self) -> None:
        """Let the cables go with the database."""
        self._keeper.communicate()


def _run(*words: str) -> None:
    subprocess.run(words, check=True)
