"""The first start, the second, and what start.py says when something is missing; no network is used."""

import ast
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import trustme

import start
from tests.support.effort import patient

pytestmark = pytest.mark.slow

START = Path(start.__file__)
DEBIAN = """The virtual environment was not created successfully because ensurepip is not
available.  On Debian/Ubuntu systems, you need to install the python3-venv package."""


NO_CONNECTION = (
    "No connection: the very first start needs the internet once, to install requirements.txt. "
    "Start again when there is one; what has come is kept.\n"
)


def environment(**more):
    """This environment without what would change Python or pip."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PIP_", "LEDGER_"))}
    return {**kept, "PIP_CONFIG_FILE": os.devnull, **more}


def run(folder, *arguments, prefix=(), **more):
    """Run the start.py of that folder; what it printed stands in .stdout and .stderr."""
    command = [*prefix, sys.executable, str(folder / "start.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment(**more), check=False, timeout=60)


def fill(folder):
    """A ledger that needs no packages, and whose app prints what it was given."""
    shutil.copy(START, folder)
    (folder / "requirements.txt").write_text("")
    (folder / "requirements-test.txt").write_text("-r requirements.txt\n")
    (folder / "app.py").write_text("import sys\nprint(sys.prefix, sys.argv[1:])\nsys.exit(3)\n")
    return folder


@pytest.fixture
def bare(tmp_path):
    return fill(tmp_path)


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A folder where an interrupted first start left half a .venv, and a whole start followed."""
    folder = fill(tmp_path_factory.mktemp("home"))
    (folder / ".venv" / "bin").mkdir(parents=True)
    first = run(folder, "--port", "9000")
    assert first.stdout.splitlines() == [
        "Preparing .venv (on the first start only) ...",
        "Installing requirements.txt (this can take a minute) ...",
        f"{folder / '.venv'} ['--port', '9000']",
    ]
    return folder


def test_an_old_python_can_read_it():
    ast.parse(START.read_text(encoding="utf-8"), feature_version=(3, 6))


@pytest.mark.parametrize("version", [(2, 7, 18), (3, 6, 15), (3, 10, 14)])
def test_an_old_python_is_refused_in_one_sentence(version):
    number = ".".join(map(str, version[:2]))
    assert start.too_old(version) == f"Reaper's Ledger needs Python 3.11 or newer, and this is Python {number}."


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 15, 0), (4, 0, 0), sys.version_info])
def test_a_new_python_is_taken(version):
    assert start.too_old(version) is None


def test_the_stamp_changes_with_the_python_and_with_every_file():
    stamps = {
        start.stamp("3.11.2", b"flask", b"pytest"),
        start.stamp("3.12.1", b"flask", b"pytest"),
        start.stamp("3.11.2", b"flask>=3", b"pytest"),
        start.stamp("3.11.2", b"flask", b"pytest>=9"),
        start.stamp("3.11.2", b"flask"),
    }
    assert len(stamps) == 5
    assert start.stamp("3.11.2", b"flask") in stamps


def test_a_missing_or_different_stamp_does_not_count(tmp_path):
    path = tmp_path / "made.stamp"
    assert not start.stamped(path, "3.11.2")
    path.write_text("3.11.2")
    assert start.stamped(path, "3.11.2")
    assert not start.stamped(path, "3.12.1")


def test_the_second_start_is_quiet_and_takes_less_than_a_second(home):
    run(home)
    begun = time.monotonic()
    second = run(home, "--name", "our table")
    assert time.monotonic() - begun < patient(1)
    assert second.stdout == f"{home / '.venv'} ['--name', 'our table']\n"


def test_the_exit_status_is_that_of_the_app(home):
    assert run(home).returncode == 3


def test_changed_requirements_are_installed_and_the_venv_is_kept(home):
    (home / "requirements.txt").write_text("# nothing yet\n")
    lines = run(home).stdout.splitlines()
    assert lines[0] == "Installing requirements.txt (this can take a minute) ..."
    assert len(lines) == 2


@pytest.fixture
def wanting(home):
    """The home, which now needs a package that nobody has."""
    (home / "requirements.txt").write_text(f"flask-of-another-world==1 --hash=sha256:{64 * '0'}\n")
    yield home
    (home / "requirements.txt").write_text("")


def test_without_a_connection_it_says_so_once_and_tries_again_next_time(wanting):
    for _ in range(2):
        ended = run(wanting, PIP_INDEX_URL="http://127.0.0.1:1/")
        assert (ended.returncode, ended.stderr) == (1, NO_CONNECTION)


@pytest.mark.parametrize("name", ["PIP_INDEX_URL", "PIP_PROXY"])
def test_an_index_or_a_proxy_that_never_answers_is_given_up_soon(wanting, name):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        where = {"PIP_INDEX_URL": "http://localhost:1/", name: f"http://127.0.0.1:{silent.getsockname()[1]}/"}
        ended = run(wanting, **where)
    assert (ended.returncode, ended.stderr) == (1, NO_CONNECTION)


def test_a_connection_that_somebody_listens_in_on_is_told_from_none(wanting, tmp_path):
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("localhost").configure_cert(context)
    with socket.create_server(("127.0.0.1", 0)) as plain, context.wrap_socket(plain, server_side=True) as listener:
        answering = threading.Thread(target=refuse_handshakes, args=(listener,))
        answering.start()
        ended = run(wanting, PIP_INDEX_URL=f"https://localhost:{listener.getsockname()[1]}/")
        listener.shutdown(socket.SHUT_RDWR)
        answering.join()
    assert (ended.returncode, len(ended.stderr.splitlines())) == (1, 1)
    assert "with a certificate of its own" in ended.stderr


def refuse_handshakes(listener):
    """Take what comes until the listener is shut; nobody who looks at the certificate goes on."""
    while True:
        try:
            listener.accept()[0].close()
        except ssl.SSLError:
            continue
        except OSError:
            return


def test_requirements_that_cannot_be_met_are_named_in_one_sentence(wanting):
    ended = run(wanting, PIP_NO_INDEX="1")
    assert ended.returncode == 1
    assert ended.stderr == (
        "Cannot install requirements.txt: No matching distribution found for flask-of-another-world==1\n"
    )


@pytest.mark.parametrize(
    ("hashed", "why"),
    [("", "Hashes are required"), (f"--hash=sha256:{64 * '0'}", "THESE PACKAGES DO NOT MATCH THE HASHES")],
)
def test_a_package_that_is_not_the_one_that_was_tested_is_not_installed(wanting, hashed, why):
    (wanting / "flask_of_another_world-1-py3-none-any.whl").write_bytes(b"tampered with")
    (wanting / "requirements.txt").write_text(f"flask-of-another-world==1 {hashed}\n")
    ended = run(wanting, PIP_NO_INDEX="1", PIP_FIND_LINKS=str(wanting))
    assert ended.returncode == 1
    assert ended.stderr.startswith(f"Cannot install requirements.txt: {why}")
    assert len(ended.stderr.splitlines()) == 1


def test_the_tests_all_run_even_if_one_fails_and_a_missing_chromium_is_loud(home):
    for tool, status in (("ruff", 0), ("mypy", 1), ("djlint", 0), ("mkdocs", 0), ("pytest", 0)):
        (home / f"{tool}.py").write_text(f"import sys\nprint('{tool}', sys.argv[1:])\nsys.exit({status})\n")
    ended = run(home, "test", "-k", "lan", CHROMIUM="no-such-browser")
    missing = "!!! NO CHROMIUM FOUND: THE BROWSER TESTS CANNOT RUN. Install one, or name it in CHROMIUM."
    lines = [line for line in ended.stdout.splitlines() if line and not line.startswith("Installing")]
    assert lines == [
        missing,
        "=== pytest ===",
        "pytest ['-k', 'lan']",
        "=== ruff format ===",
        "ruff ['format', '--check', '.']",
        "=== ruff check ===",
        "ruff ['check', '.']",
        "=== mypy ===",
        "mypy []",
        "=== djlint ===",
        "djlint ['templates', '--quiet']",
        "=== mkdocs ===",
        "mkdocs ['build', '--quiet']",
        missing,
        "Failed: mypy.",
    ]
    assert ended.returncode == 1


QUICK = "-m not clock and not browser and not slow --ignore tests/browser"
LATER = (
    "normal postgresql -m  tests/storage tests/evening",
    "normal -m not clock and (browser or slow)",
    "normal -m clock tests/faults tests/browser",
)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    {
        "everything": (["test"], [f"normal {QUICK}", *LATER]),
        "quick": (["test", "--quick"], [f"quick {QUICK}"]),
        "chosen by hand": (["test", "tests/test_house.py", "-x"], ["normal tests/test_house.py -x"]),
        "a sweep": (["looks", "-k", "phones"], ["thorough tests/browser --ignore tests/browser/test_axe.py -k phones"]),
        "faults": (["faults", "--seed", "7"], ["thorough --seed 7"]),
        "faults, whole": (
            ["faults", "--whole"],
            ["thorough --whole", "thorough tests/faults tests/web/test_two_worlds.py"],
        ),
    }.values(),
    ids=["everything", "quick", "chosen by hand", "a sweep", "faults", "faults, whole"],
)
def test_how_thorough_the_tests_are_depends_on_the_command(home, arguments, expected):
    for tool in ("ruff", "mypy", "djlint", "mkdocs"):
        (home / f"{tool}.py").write_text("")
    (home / "tests" / "faults").mkdir(parents=True, exist_ok=True)
    for file in ("pytest.py", "tests/faults/__main__.py"):
        (home / file).write_text(
            "import os, sys\n"
            "words = sys.argv[sys.argv.index('-m') :] if '-m' in sys.argv else sys.argv[1:]\n"
            "engine = [os.environ['LEDGER_TEST_DATABASE']] if 'LEDGER_TEST_DATABASE' in os.environ else []\n"
            "print('tests:', os.environ['LEDGER_TEST_PROFILE'], *engine, *words)\n"
        )
    ended = run(home, *arguments)
    assert [line[7:] for line in ended.stdout.splitlines() if line.startswith("tests: ")] == expected
    assert ended.returncode == 0


@pytest.mark.parametrize("failing", ["pytest", "ruff"])
def test_what_takes_long_does_not_begin_after_a_failure_of_what_is_quick(home, failing):
    for tool in ("ruff", "mypy", "djlint", "mkdocs", "pytest"):
        (home / f"{tool}.py").write_text(f"print('{tool}: ran')\nraise SystemExit({int(tool == failing)})")
    ended = run(home, "test")
    assert ended.stdout.count("pytest: ran") == 1
    assert ended.returncode == 1


@pytest.mark.parametrize("said", ["No module named venv", DEBIAN])
def test_a_python_without_venv_is_told_the_package_to_install(bare, tmp_path_factory, said):
    broken = tmp_path_factory.mktemp("broken")
    (broken / "venv.py").write_text(f"raise SystemExit({said!r})\n")
    ended = run(bare, PYTHONPATH=str(broken))
    assert ended.returncode == 1
    assert ended.stderr == (
        "This Python has no working venv module: install it and start again "
        "(Debian, Ubuntu, Raspberry Pi OS: sudo apt install python3-venv).\n"
    )


def obeying():
    """What a command begins with so that it may not write where it is forbidden."""
    if os.geteuid() != 0:
        return []
    obeys = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]  # root may write anywhere until it gives it up
    if not shutil.which("setpriv") or subprocess.call([*obeys, "true"], stderr=subprocess.DEVNULL):
        pytest.skip("root may write anywhere, and cannot give up that right here")
    return obeys


@pytest.mark.parametrize("begun", [False, True], ids=["at the first start", "once packages are missing"])
def test_a_read_only_folder_is_named_in_one_sentence(bare, begun):
    locked = bare / ".venv" if begun else bare
    locked.mkdir(exist_ok=True)
    locked.chmod(0o555)
    ended = run(bare, prefix=obeying())
    locked.chmod(0o755)
    assert ended.returncode == 1
    assert ended.stderr == (
        f"Cannot write {bare / '.venv'}: Permission denied. "
        "Copy this folder to where you may write, and start it there.\n"
    )


def test_missing_requirements_are_named_in_one_sentence(bare):
    (bare / "requirements.txt").unlink()
    ended = run(bare)
    assert ended.returncode == 1
    assert ended.stderr == f"Cannot read or write {bare / 'requirements.txt'}: No such file or directory.\n"


def test_ctrl_c_is_quiet_and_leaves_no_stamp(bare, tmp_path_factory):
    slow = tmp_path_factory.mktemp("slow")
    (slow / "venv.py").write_text(
        "import pathlib, time\npathlib.Path(__file__).with_name('begun').touch()\ntime.sleep(60)\n"
    )
    command = [sys.executable, str(bare / "start.py")]
    with subprocess.Popen(
        command,
        env=environment(PYTHONPATH=str(slow)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # ignored, where tests run aside
    ) as starting:
        assert starting.stdout.readline().startswith("Preparing")
        while not (slow / "begun").exists():
            time.sleep(0.01)
        os.killpg(starting.pid, signal.SIGINT)
        out, err = starting.communicate(timeout=20)
    assert (out, err, starting.returncode) == ("", "", 130)
    assert not (bare / ".venv" / "made.stamp").exists()


def test_chromium_is_found_by_its_usual_names_or_as_named(tmp_path):
    browser = tmp_path / "google-chrome"
    assert start.chromium({"PATH": str(tmp_path)}) is None
    browser.write_text("#!/bin/sh\n")
    browser.chmod(0o755)
    assert start.chromium({"PATH": str(tmp_path)}) == str(browser)
    assert start.chromium({"PATH": "", "CHROMIUM": str(browser)}) == str(browser)
    assert start.chromium({"PATH": str(tmp_path), "CHROMIUM": "no-such-browser"}) is None
