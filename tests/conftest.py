"""The house for tests: a store, the app over it, a client, and a real server."""

import os
import shutil
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings

from companion.cli import main
from companion.storage.notifier import Clock, Notifier, seconds
from companion.storage.store import Store
from companion.web.access.services import Services
from companion.web.app import create_app
from tests.support import effort, empty_store, routes, templates
from tests.support import postgres as postgresql
from tests.support.forks import Forks
from tests.support.server import Server

MEMORY = Path("/dev/shm")
NAMED = pytest.StashKey[list[str]]()  # tests that were named, and are not drawn

SERVERS = {"server", "standing_server", "postgres"}  # fixtures
OPENED = {"engine", "postgres"}  # fixtures of the engine that LEDGER_TEST_DATABASE names; all else is the same on both
SKIPPED = "!!! OF SQLITE ALONE: NOT TRIED ON THIS ENGINE. !!!"
PAGES = (  # hundreds, each with a past, or evenings that are played through page by page
    "tests/history/",
    "tests/web/evening/",
    "tests/web/play/",
    "tests/web/test_around_games.py",
    "tests/web/test_states.py",
    "tests/web/history/",
    "tests/web/group/",
    "tests/storage/test_integrity.py",
    "tests/test_folders.py",
    "tests/web/test_sixth_game.py",
    "tests/web/forms/test_numbers.py",
)

settings.register_profile("ledger", max_examples=effort.tries(100), deadline=None)
settings.load_profile("ledger")


@pytest.hookimpl(tryfirst=True)  # before hypothesis reads its options
def pytest_configure(config: pytest.Config) -> None:
    """Make the folder of compiled templates, and give hypothesis the seed of the run, unless it is told another."""
    if templates.VARIABLE not in os.environ:
        os.environ[templates.VARIABLE] = mkdtemp(prefix="ledger-templates-")
        config.add_cleanup(partial(shutil.rmtree, os.environ[templates.VARIABLE]))
    templates.share()
    routes.share()
    if config.getoption("--hypothesis-seed") is None:
        config.option.hypothesis_seed = str(effort.SEED)


@pytest.hookimpl(tryfirst=True)  # before they are chosen by their marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What starts a server, reads a whole history or plays evenings is slow. Of each sweep a few tests are drawn.

    With LEDGER_TEST_DATABASE only those are run that open the house of the tests.
    """
    for item in items:
        if SERVERS & {*getattr(item, "fixturenames", ())} or item.nodeid.startswith(PAGES):
            item.add_marker(pytest.mark.slow)
        if postgresql.ENGINE and item.get_closest_marker("sqlite"):
            item.add_marker(pytest.mark.skip(SKIPPED))
    left_out = _not_drawn(items)
    config.stash[NAMED] = [item.nodeid for item in left_out if any("::" in arg for arg in config.args)]
    if postgresql.ENGINE:
        left_out |= {item for item in items if not OPENED & {*getattr(item, "fixturenames", ())}}
    items[:] = [item for item in items if item not in left_out]
    config.hook.pytest_deselected(items=left_out)


def _not_drawn(items: list[pytest.Item]) -> set[pytest.Item]:
    """All tests of each sweep but those that this run draws."""
    sweeps: defaultdict[tuple[Any, ...], list[pytest.Item]] = defaultdict(list)
    for item in items:
        for mark in item.iter_markers("drawn"):
            sweeps[mark.args].append(item)
    drawn = {marked: effort.drawn(marked[0], sweep, *marked[1:]) for marked, sweep in sweeps.items()}
    return {item for marked, sweep in sweeps.items() for item in sweep if item not in drawn[marked]}


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What tests that passed have to tell, and how to repeat this run."""
    for report in terminalreporter.getreports("passed"):
        for name, told in report.user_properties:
            if name == effort.TOLD:
                terminalreporter.write_line(f"told: {told}")
    terminalreporter.write_line(f"effort: {effort.spelt()}")
    for left_out in terminalreporter.config.stash.get(NAMED, []):
        terminalreporter.write_line(
            f"NOT RUN, not drawn of its sweep (LEDGER_TEST_PROFILE=thorough runs it): {left_out}"
        )


@pytest.fixture(scope="session", autouse=sys.platform == "linux")
def forks() -> Iterator[None]:
    """What starts the servers of this run."""
    Server.forks = Forks()
    yield
    Server.forks.close()
    Server.forks = None


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A data folder, in memory where that can be had: thousands of commits need not wait for a disk."""
    if not MEMORY.is_dir():
        yield tmp_path / "data"
        return
    with TemporaryDirectory(prefix="ledger-", dir=MEMORY) as made:
        yield Path(made) / "data"


@pytest.fixture(scope="session")
def postgres() -> Iterator[postgresql.Postgres]:
    """A server of PostgreSQL."""
    with postgresql.cluster() as server:
        yield server


@pytest.fixture(scope="session")
def engine(request: pytest.FixtureRequest) -> Iterator[None]:
    """The engine of this run, in which `empty_store.opened` makes stores."""
    server = request.getfixturevalue("postgres") if postgresql.ENGINE else None
    postgresql.Postgres.of_this_run = server
    yield
    postgresql.Postgres.of_this_run = None


@pytest.fixture
def store(folder: Path, engine: None) -> Iterator[Store]:
    """An empty store of the engine of this run, of which every read lets others go on."""
    with empty_store.opened(folder) as store:
        yield store


@pytest.fixture
def clock() -> Clock:
    """What the app counts quiet hours by."""
    return seconds


@pytest.fixture(scope="module")
def translations() -> Path | None:
    """The catalogues of the app, if not its own."""
    return None


@pytest.fixture
def app(store: Store, clock: Clock, translations: Path | None) -> Iterator[Flask]:
    """The app over the store."""
    created = create_app(Services(store, notifier=Notifier(clock)), translations=translations)
    yield created
    created.extensions["services"].writer.close()


@pytest.fixture
def services(app: Flask) -> Services:
    """The services of the app."""
    made: Services = app.extensions["services"]
    return made


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run a command; its exit status, what it printed, and what it complained of."""

    def run(*words: object) -> tuple[int, str, str]:
        status = main([*map(str, words)])
        told = capsys.readouterr()
        return status, told.out, told.err

    return run


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A client of the app, without cookies."""
    return app.test_client(use_cookies=False)


@pytest.fixture(scope="module")
def standing_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real `app.py` for all tests of a file that leave it as it was."""
    started = Server(tmp_path_factory.mktemp("standing"))
    yield started.start()
    started.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A real `app.py` that serves."""
    started = Server(tmp_path)
    yield started.start()
    started.close()
