"""A server of PostgreSQL of the tests' own: Debian's, without root, on a socket in a temporary folder."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from urllib.parse import urlsplit

import psycopg
import pytest

from companion.storage.postgres.store import PostgresStore
from tests.support.effort import patient

ENGINE = os.environ.get("LEDGER_TEST_DATABASE", "")  # "postgresql": the house of the tests is there
PROGRAMS = [*sorted(Path("/usr/lib/postgresql").glob("*/bin")), Path(shutil.which("postgres") or "/nowhere/-").parent]
NONE_FOUND = "!!! NO POSTGRESQL: A HALL CANNOT BE TRIED. Install it (Debian: apt install postgresql). !!!"
USER = "postgres"  # root may not run the server
MEMORY = Path("/dev/shm")
CANCELLED = 5  # commits, of which the standby knows nothing
# Reads until the process of the tests is no more, however it ended; then the server and its folder go too.
KEEPER = 'read _; "$@" >/dev/null; rm -rf "$0"'
SETTINGS = {"listen_addresses": "", "shared_buffers": "16MB", "max_connections": "200", "jit": "off"}


class Postgres:
    """A cluster of its own, with one template from which the databases of the tests are made."""

    of_this_run: "Postgres | None" = None  # with LEDGER_TEST_DATABASE

    def __init__(self, folder: Path) -> None:
        self.folder, self._data = folder, folder / "data"
        self._numbers = count(1)
        self._inside: tuple[str, ...] = ()  # what begins a command in the namespace of the server
        folder.mkdir(mode=0o700, exist_ok=True)
        if _is_root():
            shutil.chown(folder, USER)
        self._run(
            "initdb", "-k", "-N", "-A", "trust", "-U", "ledger", "-E", "UTF8", "--locale=C.UTF-8", "-D", self._data
        )
        self.start()
        self._tell("create database template_house")
        PostgresStore(self.url("template_house")).close()

    def start(self, **settings: str) -> None:
        """Start the server, with more settings, and wait until it answers."""
        told = SETTINGS | {"unix_socket_directories": str(self.folder)} | settings
        options = " ".join(f"-c {name}='{value}'" for name, value in told.items())
        log = self.folder / "log"
        self._run("pg_ctl", "start", "-w", "-t", str(patient(60)), "-D", self._data, "-l", log, "-o", options)

    def stop(self, how: str = "fast") -> None:
        """Stop the server: `fast` as an operator does, `immediate` as a crash does."""
        self._run("pg_ctl", "stop", "-w", "-t", str(patient(60)), "-m", how, "-D", self._data)

    def move_inside(self, *inside: str) -> None:
        """Start in the network namespace that this command enters, for whoever reaches that."""
        self._inside = inside
        with (self._data / "pg_hba.conf").open("a") as rules:
            rules.write("host all all all trust\n")
        self.start(listen_addresses="*")

    @property
    def pid(self) -> int:
        """The number of its first process."""
        return int((self._data / "postmaster.pid").read_text().split()[0])

    @property
    def runs(self) -> bool:
        return (self._data / "postmaster.pid").exists()

    def follow(self, primary: "Postgres") -> None:
        """Become a standby of another server, in the place of whatever this one was; all that is there comes along."""
        if self.runs:
            self.stop("immediate")
        shutil.rmtree(self._data)
        self._run("pg_basebackup", "-h", primary.folder, "-U", "ledger", "-D", self._data, "-R", "-c", "fast")
        self.start()

    def promote(self) -> None:
        """Become the primary."""
        self._run("pg_ctl", "promote", "-w", "-t", str(patient(60)), "-D", self._data)

    def want_standby(self, names: str = "*") -> None:
        """Acknowledge from now on only what is on the disk of a standby as well; without `names` again all."""
        self._tell(f"alter system set synchronous_standby_names = '{names}'")
        self._tell("select pg_reload_conf()")

    def cancel_waits(self) -> int:
        """Cancel what waits for a standby, as an operator may; how many did."""
        with closing(psycopg.connect(self.url(), autocommit=True)) as conn:
            sql = "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'"
            return len(conn.execute(sql).fetchall())

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://ledger@/{database}?host={self.folder}"

    @contextmanager
    def house(self, like: str = "") -> Iterator[str]:
        """The address of a database in which nothing was kept yet, or that is `like` one at an address."""
        name, template = f"house_{next(self._numbers)}", urlsplit(like).path.strip("/") or "template_house"
        self._tell(f"create database {name} template {template}")
        yield self.url(name)
        self._tell(f"drop database {name} with (force)")

    @contextmanager
    def empty(self, made: str = "") -> Iterator[str]:
        """The address of an empty database, `made` with these words of SQL."""
        name = f"house_{next(self._numbers)}"
        self._tell(f"create database {name} {made}")
        yield self.url(name)
        self._tell(f"drop database {name} with (force)")

    def _tell(self, sql: str) -> None:
        with closing(psycopg.connect(self.url(), autocommit=True)) as conn:
            conn.execute(sql)

    def _run(self, program: str, *arguments: str | Path) -> None:
        words = [*self._inside, *command(program, *arguments)]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL, cwd="/")


def command(program: str, *arguments: str | Path) -> list[str]:
    """The command that runs a program of PostgreSQL; a test without it is skipped, or fails where it is required."""
    folder = next((folder for folder in PROGRAMS if (folder / program).exists()), None)
    if folder is None:
        (pytest.fail if os.environ.get("REQUIRE_POSTGRES") else pytest.skip)(NONE_FOUND)
    as_user = ["runuser", "-u", USER, "--"] if _is_root() else []
    return [*as_user, *map(str, (folder / program, *arguments))]


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


@contextmanager
def cluster() -> Iterator[Postgres]:
    """A server while this lasts, in memory where that can be had."""
    stop = command("pg_ctl", "stop", "-m", "immediate", "-D")
    made = mkdtemp(prefix="ledger-pg-", dir=MEMORY if MEMORY.is_dir() else None)
    os.chmod(made, 0o755)
    folder = Path(made) / "cluster"
    words = ["sh", "-c", KEEPER, made, *stop, f"{folder}/data"]
    keeper = subprocess.Popen(words, stdin=subprocess.PIPE, start_new_session=True, cwd="/")
    try:
        yield Postgres(folder)
    finally:
        keeper.communicate()


class Pair:
    """A primary and its synchronous standby, which take turns."""

    def __init__(self, primary: Postgres, standby: Postgres) -> None:
        self.primary, self.standby = primary, standby
        primary.want_standby()  # first: the standby takes over how the primary is set
        standby.follow(primary)

    def url(self, database: str) -> str:
        """The address that leads to whichever of both is the primary."""
        hosts = f"{self.primary.folder},{self.standby.folder}"
        return f"postgresql://ledger@/{database}?host={hosts}&target_session_attrs=read-write"

    def lose_what_is_cancelled(self) -> None:
        """Stop the standby for a moment, in which whatever waits for it is cancelled: it will not have that."""
        self.standby.stop("immediate")
        end, cancelled = time.monotonic() + patient(20), 0
        while cancelled < CANCELLED and time.monotonic() < end:
            cancelled += self.primary.cancel_waits()
            time.sleep(0.05)
        self.primary.stop("immediate")
        self.standby.start()

    def fail_over(self) -> None:
        """The primary dies, the standby takes over, and gets a standby in its place."""
        if self.primary.runs:
            self.primary.stop("immediate")
        self.standby.promote()
        self.primary, self.standby = self.standby, self.primary
        self.standby.follow(self.primary)
