"""The package: what a wheel brings, that it plays, and that the lock fits what the project asks for."""

import hashlib
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from companion import __version__, paths
from companion.cli import main
from companion.web.access.static_files import htmx_file, static_url
from tests.support.server import Server
from tests.support.site import Browser, Site

from .support.phone import Phone

pytestmark = pytest.mark.slow

TOP = Path(__file__).parent.parent
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))
LOCKS = {
    "requirements.txt": PROJECT["project"]["dependencies"],
    "requirements-test.txt": PROJECT["project"]["dependencies"] + PROJECT["dependency-groups"]["dev"],
}
PINNED = re.compile(r"^([\w.-]+)==([\w.]+)(?: ; (.*?))? \\$", re.MULTILINE)
HTMX = "491955cd1810747d7d7b9ccb936400afb760e06d25d53e4572b64b6563b2784e"  # as published for htmx.org 2.0.3


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the built wheel was installed, and nothing else."""
    pytest.importorskip("hatchling", reason="hatchling, which builds the wheel, is not in this environment")
    pytest.importorskip("platformdirs", reason="platformdirs is not in this environment")
    wheels, folder = tmp_path_factory.mktemp("wheels"), tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
    build = [*pip, "wheel", "--no-build-isolation", "--no-deps", "--no-index", "-w", str(wheels), str(TOP)]
    subprocess.run(build, check=True)
    (wheel,) = wheels.glob("*.whl")
    assert wheel.name == f"reapers_ledger-{__version__}-py3-none-any.whl"
    subprocess.run([*pip, "install", "--no-deps", "--no-index", "--target", str(folder), str(wheel)], check=True)
    return folder


@pytest.fixture
def alone(installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The installed package, found before the checkout, of a user without data."""
    monkeypatch.setenv("PYTHONPATH", str(installed))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.chdir(tmp_path)
    return installed / "bin" / "reapers-ledger"


def test_the_installed_program_plays_a_game(alone: Path, tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.app = alone
    server.start()
    try:
        tablet = Phone(Site(server.url)).get(server.wait_printed(r"own link: (\S+)")[-1])
        tablet.fill("/use", kind="board")
        phones = [Phone(Site(server.url)).get("/") for _ in range(2)]
        for phone, name in zip(phones, ("Ann", "Bo"), strict=True):
            phone.fill("/code", code=server.wait_printed(r"\(code (\w{5})\)")[-1])
            phone.fill("/sit", name=name)
        tablet.get("/").tap("/tables", game="final-deathweek")
        (form,) = phones[0].get("/").forms(**{"data-ask": "solid"})
        phones[0].submit(form, [*form.hidden, ("color", "red")])
        assert [bool(phone.get("/").forms(**{"data-ask": "solid"})) for phone in phones] == [False, True]
        assert "{" in Browser(server.url).get(re.findall(r'href="(/static/[^"]+css)"', tablet.html)[0]).text
        assert "htmx" in Browser(server.url).get(static_url("js/htmx.js")).text
    finally:
        server.close()


def test_the_wheel_brings_every_template_style_and_catalogue(installed: Path) -> None:
    for name, inside in {
        "templates": "templates",
        "static": "static",
        "companion/translations": "translations",
    }.items():
        files = {file.relative_to(TOP / name) for file in (TOP / name).rglob("*") if file.is_file()}
        brought = {
            file.relative_to(installed / "companion" / inside)
            for file in (installed / "companion" / inside).rglob("*")
            if file.is_file()
        }
        assert files == brought != set()


def test_the_installed_program_keeps_its_data_with_the_users_own(alone: Path, tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, str(alone), "check"], capture_output=True, text=True)
    assert done.stderr == f"There is no saved history in {tmp_path / 'share' / 'reapers-ledger'}.\n"


def test_a_checkout_keeps_its_data_beside_the_program() -> None:
    assert not paths.installed()
    assert paths.default_data() == TOP / "data"
    assert paths.resources("static") == TOP / "static"


def test_a_command_is_named_as_it_is_typed(tmp_path: Path) -> None:
    house, package = tmp_path, tmp_path / "companion"
    package.mkdir()
    started = "py start.py" if os.name == "nt" else "python3 start.py"
    assert paths.program(package, str(house / ".venv")) == started
    assert paths.program(package, "/usr") == "python app.py"
    (package / "templates").mkdir()
    assert paths.program(package, "/usr") == "reapers-ledger"


def test_the_version_is_said_once_and_the_changelog_has_it(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert (ended.value.code, capsys.readouterr().out) == (0, f"Reaper's Ledger {__version__}\n")
    released = re.findall(r"^## (\d\S*), \d{4}-\d\d-\d\d$", (TOP / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert released[0] == __version__


def test_the_page_of_help_says_the_version(client: FlaskClient) -> None:
    assert f"Reaper's Ledger {__version__}" in client.get("/help").text


def test_htmx_is_the_published_file() -> None:
    assert hashlib.sha256(htmx_file().read_bytes()).hexdigest() == HTMX


@pytest.mark.parametrize("name", list(LOCKS))
def test_the_lock_pins_what_the_project_asks_for(name: str) -> None:
    pinned: dict[str, list[str]] = {}
    for package, version, _ in PINNED.findall((TOP / name).read_text("utf-8")):
        pinned.setdefault(package, []).append(version)
    for wanted in map(Requirement, LOCKS[name]):
        assert any(version in wanted.specifier for version in pinned[canonicalize_name(wanted.name)]), wanted


def test_both_locks_pin_the_same_versions_each_with_its_hashes() -> None:
    pinned = {name: set(PINNED.findall((TOP / name).read_text("utf-8"))) for name in LOCKS}
    runtime, tests = ({(package, version) for package, version, _ in pinned[name]} for name in LOCKS)
    assert runtime < tests
    for name in LOCKS:
        blocks = re.split(r"^(?=[\w.-]+==)", (TOP / name).read_text("utf-8"), flags=re.MULTILINE)[1:]
        assert len(blocks) == len(pinned[name])
        assert all("--hash=sha256:" in block for block in blocks)
