"""The container: built from Containerfile, played in, killed, and started again on its volume. For the long suite.

Its base is made by debootstrap and its wheels are fetched here, since no registry of images may be in reach; root alone
can do that. It takes minutes, and some gigabytes of the temporary folder. What is missing for it is said, and a failure
where REQUIRE_CONTAINER is set.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import TOP
from tests.support.api import ApiTable, adjust
from tests.support.effort import PROFILE, patient
from tests.support.server import TROUBLE, Program, free_port

TOOLS = ("podman", "runc", "debootstrap")
LACKING = [tool for tool in TOOLS if shutil.which(tool, path=f"{os.environ.get('PATH', '')}:/usr/sbin") is None]
if not hasattr(os, "geteuid") or os.geteuid() != 0:
    LACKING.append("root")
BASE = "python3,python3-venv,python3-pip"
UNIX = ["--ulimit", "nofile=20000:20000", "--ulimit", "nproc=1000:1000", "--network=host"]
IMAGE = "localhost/ledger"
STOP = "stop", "-t", f"{patient(3):.0f}"  # SIGTERM; SIGKILL, whose status is 137, after so many seconds

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PROFILE != "thorough", reason="of the long suite"),
]


class Podman:
    """podman with images and volumes of its own."""

    def __init__(self, folder: Path) -> None:
        stored = ["--root", str(folder / "images"), "--runroot", str(folder / "run"), "--storage-driver", "vfs"]
        self._command = ["podman", *stored, "--cgroup-manager", "cgroupfs", "--runtime", "/usr/sbin/runc"]

    def do(self, *words: str, checks: bool = True) -> subprocess.CompletedProcess[str]:
        """Run a command of podman, from the top of the repository."""
        return subprocess.run([*self._command, *words], check=checks, capture_output=True, text=True, cwd=TOP)


@pytest.fixture(scope="module")
def podman(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Podman]:
    """podman, with an image that was built from Containerfile."""
    if LACKING:
        lament = f"!!! NO {', '.join(LACKING)}: NO CONTAINER IS TRIED !!!"
        (pytest.fail if os.environ.get("REQUIRE_CONTAINER") else pytest.skip)(lament)
    folder = tmp_path_factory.mktemp("podman")
    base, wheels, made = folder / "base", folder / "wheels", Podman(folder)
    subprocess.run(["debootstrap", "--variant=minbase", f"--include={BASE}", "bookworm", base], check=True)
    subprocess.run(["tar", "-C", base, "-cf", folder / "base.tar", "."], check=True)
    made.do("import", str(folder / "base.tar"), "localhost/base")
    fetch = [sys.executable, "-m", "pip", "download", "--quiet", "-d", str(wheels)]
    fetch += ["--python-version", "3.11", "--only-binary", ":all:"]  # what bookworm has
    subprocess.run([*fetch, "-r", str(TOP / "requirements.txt")], check=True)
    subprocess.run([*fetch, "psycopg[binary]", "hatchling"], check=True)
    offline = ["-v", f"{wheels}:/wheels:ro", "--env", "PIP_NO_INDEX=1", "--env", "PIP_FIND_LINKS=/wheels"]
    base_image = ["--build-arg", "BASE=localhost/base", "--format", "docker"]
    made.do("build", *UNIX, *base_image, *offline, "-t", IMAGE, ".")
    yield made
    made.do("rm", "--all", "--force")


class Container:
    """A house in a container, with its data in a volume."""

    def __init__(self, podman: Podman) -> None:
        self._podman, self._port = podman, free_port()
        self.program = Program(f"http://127.0.0.1:{self._port}")

    def start(self) -> None:
        """Start a new container on the volume, and wait until it answers."""
        self._podman.do("run", "-d", "--name", "house", *UNIX, "-v", "kept:/data", IMAGE, "--port", str(self._port))
        end = time.monotonic() + patient(60)
        while not self._answers():
            assert time.monotonic() < end, self._podman.do("logs", "house").stderr
            time.sleep(0.1)

    def _answers(self) -> bool:
        try:
            return self.program.call("GET", "/healthz").status == 200
        except TROUBLE:
            return False

    def end(self, *how: str) -> str:
        """End the container, as `kill` or `stop` does; its exit status."""
        self._podman.do(*how, "house")
        self.program.close()
        status = self._podman.do("wait", "house").stdout.strip()
        self._podman.do("rm", "house")
        return status


def test_a_house_in_a_container_keeps_what_was_played(podman: Podman) -> None:
    house = Container(podman)
    house.start()
    table = ApiTable(house.program.call).play([adjust(0)] * 10)
    before = table.look()
    assert before["line"] == 10
    assert podman.do("healthcheck", "run", "house", checks=False).returncode == 0
    assert podman.do("exec", "house", "id", "-u").stdout == "1000\n"
    assert "/host/" in podman.do("exec", "house", "reapers-ledger", "host").stdout
    assert house.end("kill", "-s", "KILL") == "137"
    house.start()
    assert table.look() == before
    table.play([adjust(0)])
    assert house.end(*STOP) == "0"
    house.start()
    assert table.look()["line"] == 11
    assert house.end(*STOP) == "0"
