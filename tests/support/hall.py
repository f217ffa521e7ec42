"""A hall: some servers of one database of PostgreSQL behind nginx, as docs/hall.nginx.conf sets it up."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.support import TOP
from tests.support.effort import patient
from tests.support.nginx import Nginx
from tests.support.server import Program, Server

DOCUMENTED = (TOP / "docs" / "hall.nginx.conf").read_text("utf-8")


class _Nginx(Nginx):
    documented = DOCUMENTED

    def _places(self, server: str) -> dict[str, str]:
        """`server`: the addresses of all servers, each of which is asked in its turn: any has to be right."""
        rest = " max_fails=1 fail_timeout=2s;\n"
        first, *others = (f"    server {address}{rest}" for address in server.split())
        documented = [f"    server 10.0.0.1{number}:8000{rest}" for number in (1, 2)]
        by_cookie = next(line for line in DOCUMENTED.splitlines(keepends=True) if "hash $cookie" in line)
        return {documented[0]: first, documented[1]: "".join(others), by_cookie: ""}


class Hall(NamedTuple):
    """The servers, what is before them, and the address of the database behind them."""

    servers: list[Server]
    nginx: Nginx
    database: str

    @property
    def url(self) -> str:
        """The address by which everybody comes."""
        return f"http://127.0.0.1:{self.nginx.port}"

    def program(self) -> Program:
        """A program that comes by the proxy."""
        return Program(self.url, patient(10))


@contextmanager
def hall(folder: Path, database: str, ways: Sequence[str] = ()) -> Iterator[Hall]:
    """A hall of three servers, or of one for each of the `ways` to the database; all in this folder but that."""
    ways = ways or [database] * 3
    with ExitStack() as stack:
        own = [folder / name for name in ("nginx", *map(str, range(len(ways))))]
        for each in own:
            each.mkdir(parents=True)
        nginx = stack.enter_context(closing(_Nginx(own[0], is_sealed=False)))
        made = [stack.enter_context(closing(Server(each))) for each in own[1:]]
        for server, way in zip(made, ways, strict=True):
            server.database = way
            server.options = ("--open", "--behind", "127.0.0.1", "--reachable-at", f"http://127.0.0.1:{nginx.port}")
            server.start(60)
        nginx.start(" ".join(server.url.removeprefix("http://") for server in made))
        yield Hall(made, nginx, database)
