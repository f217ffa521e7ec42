"""The host's page in a browser of the computer: where somebody sits before its screen, and nowhere else."""

import os
import pty
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from companion.commands.serve import DESKTOP, REMOTE, has_screen
from companion.network.qr import BRIGHT_ON_BLACK
from tests.support.effort import patient
from tests.support.server import APP, free_port
from tests.support.terminal_pictures import picture_of, read

HERE = {"DISPLAY": ":0"}
PRINTED = "The history is saved in"
OPENS = "The host's page opens in a browser of this computer"
Start = Callable[..., str]


@pytest.mark.parametrize(
    ("environment", "platform", "is_terminal", "expected"),
    [
        (HERE, "linux", True, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True, True),
        ({}, "darwin", True, True),
        ({}, "win32", True, True),
        ({}, "linux", True, False),
        ({"DISPLAY": ""}, "linux", True, False),
        (HERE, "linux", False, False),
        ({}, "darwin", False, False),
        ({}, "win32", False, False),
        *((HERE | {name: "10.0.0.9"}, "linux", True, False) for name in REMOTE),
        ({"SSH_CONNECTION": "10.0.0.9 5 10.0.0.7 22"}, "darwin", True, False),
    ],
)
def test_only_who_sits_before_the_screen_has_one(
    environment: dict[str, str], platform: str, is_terminal: bool, expected: bool
) -> None:
    assert has_screen(environment, platform, is_terminal) is expected


def read_until(terminal: int, wanted: str) -> str:
    """What is printed in a terminal until this stands there; without it, until its end."""
    printed = b""
    with suppress(OSError):  # so a terminal ends on Linux
        while not (wanted and wanted.encode() in printed) and (more := os.read(terminal, 4096)):
            printed += more
    return printed.decode()


@pytest.fixture
def opened(tmp_path: Path) -> Path:
    """The file in which the browser of this computer notes what it opened."""
    return tmp_path / "opened"


@pytest.fixture
def start(tmp_path: Path, opened: Path) -> Iterator[Start]:
    """Start the server in a terminal of its own, wait until it has printed something, and stop it; all it printed."""
    program = tmp_path / "browser"
    program.write_text(f'#!/bin/sh\necho "$1" > "{opened}.part" && mv "{opened}.part" "{opened}"\n')
    program.chmod(0o700)
    ours = {name: value for name, value in os.environ.items() if name not in (*REMOTE, *DESKTOP)}
    ours |= {"BROWSER": str(program), "TERM": "xterm", "COLUMNS": "80"}
    words = [sys.executable, str(APP), "--host", "127.0.0.1", "--port", str(free_port()), "--data", str(tmp_path / "d")]
    begun: list[subprocess.Popen[bytes]] = []

    def run(*options: str, until: str = PRINTED, **environment: str) -> str:
        ours_here, theirs = pty.openpty()
        process = subprocess.Popen(
            [*words, *options], stdin=theirs, stdout=theirs, stderr=theirs, env=ours | environment
        )
        begun.append(process)
        os.close(theirs)
        printed = read_until(ours_here, until)
        while until == OPENS and not opened.exists():
            assert process.poll() is None
            time.sleep(0.01)
        process.terminate()
        printed += read_until(ours_here, "")
        os.close(ours_here)
        assert process.wait(patient(10)) == 0
        return printed

    yield run
    for process in begun:
        process.kill()


@pytest.mark.slow
def test_the_hosts_page_opens_and_its_code_can_be_scanned_too(start: Start, opened: Path) -> None:
    printed = start(until=OPENS, **HERE)
    host, players = read(picture_of(printed))
    assert "/j/" in players
    assert opened.read_text() == f"{host}\n"
    assert f"The host's own link: {host}\r\n" in printed
    assert BRIGHT_ON_BLACK in printed


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "environment"),
    [(["--no-browser"], HERE), ([], {}), ([], HERE | {"SSH_CONNECTION": "10.0.0.9 5 10.0.0.7 22"})],
)
def test_no_page_opens_where_nobody_wants_or_sees_it(
    start: Start, opened: Path, options: list[str], environment: dict[str, str]
) -> None:
    assert OPENS not in start(*options, **environment)
    assert not opened.exists()


@pytest.mark.slow
def test_where_there_is_no_browser_that_is_told(start: Start, tmp_path: Path) -> None:
    printed = start(until="There is no browser that opens it", BROWSER=str(tmp_path / "none"), PATH="", **HERE)
    assert OPENS in printed
