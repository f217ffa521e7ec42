"""The server of the tests goes with them, however they end."""

import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.support import TOP
from tests.support.effort import patient
from tests.support.postgres import command

pytestmark = pytest.mark.slow

RUN = """
import sys
from tests.support.postgres import cluster
with cluster() as server:
    print(server.folder, flush=True)
    sys.stdin.read()
"""


def runs(pid: int) -> bool:
    with suppress(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)  # the process that starts servers for tests adopts orphans (forks.py)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("how", ["ended", "killed"])
def test_neither_a_server_nor_its_folder_stays_behind(how: str) -> None:
    command("initdb")
    tests = subprocess.Popen(
        [sys.executable, "-c", RUN], cwd=TOP, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert tests.stdout is not None
    folder = Path(tests.stdout.readline().strip())
    pid = int((folder / "data" / "postmaster.pid").read_text().splitlines()[0])
    assert runs(pid)
    if how == "killed":
        tests.kill()
    tests.communicate()
    end = time.monotonic() + patient(10)
    while runs(pid) or folder.parent.exists():
        assert time.monotonic() < end
        time.sleep(0.01)
