"""Start Reaper's Ledger on a fresh machine: `python3 start.py [arguments of app.py]`.

`start.py test` runs the checks; with `--quick` without what needs a browser, a server or much time. `start.py faults`,
`start.py looks`, `start.py axe` and `start.py sweeps` are many times as thorough: faults and threats under load (a
tenth in ten minutes, all of it in hours with `--whole`), the tests in the browser, every screen held against axe-core,
and whatever else a normal run tries a part of. `start.py nightly` runs them all, goes on where it was cut off, and
writes docs/nightly.md; with `--tenth` a tenth of them.
`start.py lock [--upgrade]` writes the requirements files anew from pyproject.toml; `start.py versions oldest|newest`
runs the quick tests with the oldest or the newest versions that it allows. `start.py package [PYTHON]` builds sdist
and wheel, and runs them out of the one, and with the other installed; PYTHON: another one than this.
`start.py weight` counts lines.

Makes `.venv` beside this file, installs requirements.txt into it and hands over to app.py. A second start finds
everything in place. Only the standard library is used here, and an old Python must still be able to read this
file, to be told that it is too old: so no syntax newer than 3.6.
"""

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
CHROMIUMS = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
]
WORKERS = (os.cpu_count() or 1) + 1  # while one waits for a server or a browser, another works
SIDE_BY_SIDE = ["pytest", "-n", str(WORKERS), "--dist", "worksteal", "--durations", "25", "-m"]
STATIC = [
    ("ruff format", ["ruff", "format", "--check", "."]),
    ("ruff check", ["ruff", "check", "."]),
    ("mypy", ["mypy"]),
    ("djlint", ["djlint", "templates", "--quiet"]),
    ("mkdocs", ["mkdocs", "build", "--quiet"]),
]
QUICK = [("pytest, quick", [*SIDE_BY_SIDE, "not clock and not browser and not slow", "--ignore", "tests/browser"])]
ON_BOTH = ["tests/storage", "tests/evening", "tests/group", "tests/history", "tests/web"]  # on both engines, by night
POSTGRESQL = "pytest, on PostgreSQL"
CHECKS = [  # the later ones only if what is quick has passed
    *QUICK,
    (POSTGRESQL, [*SIDE_BY_SIDE, "", *ON_BOTH[:2]]),
    ("pytest, the rest", [*SIDE_BY_SIDE, "not clock and (browser or slow)"]),
    ("pytest, one at a time", ["pytest", "--durations", "5", "-m", "clock", "tests/faults", "tests/browser"]),
]
DRAWN = [  # of these a normal run tries a part, another one after every commit
    "tests/games/test_corrections.py",
    "tests/games/test_reference.py",
    "tests/history/test_standings.py",
    "tests/history/test_statistics.py",
    "tests/storage/test_moving.py",
    "tests/support/test_states.py",
    "tests/web/history/test_damage.py",
    "tests/web/play/test_sheets.py",
    "tests/web/test_around_games.py",
    "tests/web/test_secret_states.py",
    "tests/web/test_states.py",
]
AXE = "tests/browser/test_axe.py"
SWEEPS = {
    "faults": [("faults", ["tests.faults"])],
    "looks": [("looks, thorough", ["pytest", "tests/browser", "--ignore", AXE])],
    "axe": [("axe, thorough", ["pytest", AXE])],
    "sweeps": [("sweeps, thorough", ["pytest", *DRAWN])],
    "nightly": [("nightly", ["tests.nightly"])],
}
WHOLE = [("faults, thorough", ["pytest", "tests/faults", "tests/web/test_two_worlds.py"])]  # after `faults --whole`
DISTRUSTED = "confirming the ssl certificate"
NO_CONNECTION = ("connection", "respond within", "timed out", "name resolution", "getaddrinfo", "unreachable")
UV = [str(PYTHON), "-m", "uv"]
PRODUCT = ("companion", "templates", "static")
VERSIONS = {"oldest": "lowest-direct", "newest": "highest"}  # that pyproject.toml allows, as uv calls them
LOCKS = (("requirements.txt", ()), ("requirements-test.txt", ("--group", "dev", "-c", "requirements.txt")))


def main(arguments):
    """Run app.py, or the tests, with these arguments; return the exit status. SystemExit carries one sentence."""
    if too_old(sys.version_info):
        raise SystemExit(too_old(sys.version_info))
    try:
        if arguments and arguments[0] in ("test", *SWEEPS):
            install("requirements.txt", "requirements-test.txt")
            return test(*arguments)
        if arguments == ["weight"]:
            return subprocess.call([sys.executable, str(ROOT / "docs" / "weight.py")])
        if arguments[:1] == ["versions"] and arguments[1:] and arguments[1] in VERSIONS:
            install("requirements.txt", "requirements-test.txt")
            return versions(arguments[1])
        if arguments[:1] == ["package"]:
            install("requirements.txt", "requirements-test.txt")
            return package(*arguments[1:])
        if arguments[:1] == ["lock"]:
            install("requirements.txt", "requirements-test.txt")
            return lock(arguments[1:])
        install("requirements.txt")
        return run_app(arguments)
    except OSError as problem:
        raise SystemExit(f"Cannot read or write {problem.filename or ROOT}: {problem.strerror or problem}.") from None
    except KeyboardInterrupt:
        return 130  # Ctrl-C is how one stops it: no traceback


def too_old(version):
    """The sentence for a Python that is too old, else None."""
    if tuple(version[:2]) >= (3, 11):
        return None
    return "Reaper's Ledger needs Python 3.11 or newer, and this is Python {}.{}.".format(*version[:2])


def install(*names):
    """Make the venv and install the last of the named requirements files (it holds the others), where needed."""
    made, installed = VENV / "made.stamp", VENV / (names[-1] + ".stamp")
    wanted = stamp(sys.version, *((ROOT / name).read_bytes() for name in names))
    if not (PYTHON.exists() and stamped(made, sys.version)):
        claim_venv()
        make_venv()
        made.write_text(sys.version)
    if not stamped(installed, wanted):
        claim_venv()
        pip_install(names[-1])
        installed.write_text(wanted)


def stamp(version, *files):
    """A hash of the Python version and of the contents of the requirements files."""
    return hashlib.sha256(b"\0".join((version.encode(), *files))).hexdigest()


def stamped(path, wanted):
    """Whether that file says so. It is written last, so work that was interrupted is done again."""
    return path.exists() and path.read_text() == wanted


def claim_venv():
    """Make the folder .venv, or see that what is there can be written."""
    try:
        VENV.mkdir(exist_ok=True)
        with tempfile.TemporaryFile(dir=str(VENV)):
            pass
    except OSError as problem:
        raise SystemExit(
            f"Cannot write {VENV}: {problem.strerror}. Copy this folder to where you may write, and start it there."
        ) from None


def make_venv():
    """Make an empty .venv, in place of whatever is there."""
    print("Preparing .venv (on the first start only) ...", flush=True)
    failed, said = run([sys.executable, "-m", "venv", "--clear", str(VENV)])
    if failed and ("ensurepip" in said or "No module named" in said):
        raise SystemExit(
            "This Python has no working venv module: install it and start again "
            "(Debian, Ubuntu, Raspberry Pi OS: sudo apt install python3-venv)."
        )
    if failed:
        raise SystemExit(f"Cannot make {VENV}: {last_line(said)}")


def pip_install(name):
    """Install one requirements file, of packages with hashes, into the venv; who does not answer is not asked twice."""
    print(f"Installing {name} (this can take a minute) ...", flush=True)
    pip = [
        str(PYTHON),
        "-m",
        "pip",
        "install",
        "-vv",
        "--disable-pip-version-check",
        "--retries",
        "0",
        "--timeout",
        "5",
    ]
    failed, said = run([*pip, "--require-hashes", "-r", str(ROOT / name)])
    if failed and DISTRUSTED in said:
        raise SystemExit(
            f"Cannot install {name}: something in between answers with a certificate of its own, which is not trusted. "
            "Make the first start in another network, or name that certificate in PIP_CERT."
        )
    if failed and unreachable(said):
        raise SystemExit(
            f"No connection: the very first start needs the internet once, to install {name}. "
            "Start again when there is one; what has come is kept."
        )
    if failed:
        raise SystemExit(f"Cannot install {name}: {last_line(said)}")


def unreachable(said):
    """Whether pip complains that it could not reach where packages come from."""
    complaints = [line for line in said.splitlines() if line.startswith(("Could not fetch", "ERROR", "WARNING"))]
    return any(words in line.lower() for words in NO_CONNECTION for line in complaints)


def run(command):
    """Run quietly to the end; return (exit status, what it said)."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.returncode, done.stdout.decode(errors="replace")


def last_line(said):
    """The last line that says something; pip marks it with ERROR."""
    lines = [line.strip() for line in said.splitlines() if line.strip()] or ["no reason given"]
    return ([line for line in lines if line.startswith("ERROR")] or lines)[-1].replace("ERROR: ", "")


def run_app(arguments):
    """Become app.py; on Windows, where a process cannot become another, wait for it."""
    command = [str(PYTHON), str(ROOT / "app.py"), *arguments]
    if os.name != "nt":
        os.execv(command[0], command)
    signal.signal(signal.SIGINT, lambda *_: None)  # Ctrl-C reaches app.py too, which ends in its own time
    return subprocess.call(command)


def test(command, *arguments):
    """Run the checks of "test", or of a sweep; 1 if any failed. `arguments` are for pytest, which then runs once."""
    browser = chromium(os.environ)
    missing = "!!! NO CHROMIUM FOUND: THE BROWSER TESTS CANNOT RUN. Install one, or name it in CHROMIUM."
    if not browser:
        print(missing, flush=True)
    checks, profile = chosen(command, arguments)
    environment = test_environment(profile)
    aside = [(title, begin(words, environment)) for title, words in ([] if command in SWEEPS else STATIC)]
    failed = failing(checks[:1], environment)
    for title, process in aside:  # they began with the first tests, and ended before them
        said, _ = process.communicate()
        print(f"\n=== {title} ===\n{said.decode(errors='replace')}", end="", flush=True)
        if process.returncode:
            failed.append(title)
    failed = failed or failing(checks[1:], environment)
    if not browser:
        print(missing, flush=True)
    if failed:
        print("Failed: {}.".format(", ".join(failed)), flush=True)
    return 1 if failed else 0


def failing(checks, environment):
    """Run checks one after the other; the titles of those that failed."""
    failed = []
    for title, words in checks:
        print(f"\n=== {title} ===", flush=True)
        engine = {"LEDGER_TEST_DATABASE": "postgresql"} if title == POSTGRESQL else {}
        if subprocess.call([str(PYTHON), "-m", *words], cwd=str(ROOT), env=dict(environment, **engine)):
            failed.append(title)
    return failed


def begin(words, environment):
    """Begin a check that runs beside the tests; it says little, all of it at its end."""
    command = [str(PYTHON), "-m", *words]
    return subprocess.Popen(command, cwd=str(ROOT), env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def chosen(command, arguments):
    """The checks to run, and the profile of the tests: quick, normal or thorough (see tests/support/effort.py)."""
    if command in SWEEPS:
        sweep = [(title, [*words, *arguments]) for title, words in SWEEPS[command]]
        return sweep + (WHOLE if arguments == ("--whole",) else []), "thorough"
    if arguments == ("--quick",):
        return QUICK, "quick"
    if arguments:
        return [("pytest", ["pytest", *arguments])], "normal"
    return CHECKS, "normal"


def test_environment(profile):
    """The environment of the checks. Bytecode is kept: each server that a test starts would compile everything anew."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment.setdefault("LEDGER_TEST_PROFILE", profile)
    environment.setdefault("LEDGER_TEST_PATIENCE", "3")  # tests run side by side, and beside whatever else runs here
    return environment


def lock(arguments):
    """Write the requirements files: versions and hashes for all systems. With --upgrade the newest, else what fits."""
    uv = [*UV, "pip", "compile", "pyproject.toml", "--universal", "--python-version", "3.11"]
    environment = dict(os.environ, UV_CUSTOM_COMPILE_COMMAND="python3 start.py lock")
    for name, more in LOCKS:
        options = ["--quiet", "--generate-hashes", "--output-file", name, *more, *arguments]
        if subprocess.call(uv + options, cwd=str(ROOT), env=environment):
            return 1
    return 0


def versions(which):
    """Run the quick tests with the oldest or newest versions that pyproject.toml allows, in a venv of their own."""
    made = ROOT / "artifacts" / which
    wanted = [
        "--quiet",
        "--resolution",
        VERSIONS[which],
        "--upgrade",
        "--requirements",
        "pyproject.toml",
        "--group",
        "dev",
    ]
    steps = [venv(made, sys.executable), pip(made, "install", *wanted), pip(made, "list"), *quick(made)]
    return int(not all(went_well(step) for step in steps))


def package(python=sys.executable):
    """Build the sdist, the wheel from it, and an empty venv of `python`; run the quick tests out of the sdist, and then
    with the wheel installed, whose files stand there in place of the sdist's own.
    """
    made, house = ROOT / "artifacts" / "package", ROOT / "artifacts" / "package" / "house"
    shutil.rmtree(str(made), ignore_errors=True)
    if not (went_well([*UV, "build", "--quiet", "--out-dir", str(made)]) and went_well(venv(made / "venv", python))):
        return 1
    (sdist,), (wheel,) = made.glob("*.tar.gz"), made.glob("*.whl")
    shutil.unpack_archive(str(sdist), str(made))
    (made / sdist.name[: -len(".tar.gz")]).rename(house)
    pinned = pip(made / "venv", "install", "--quiet", "--require-hashes", "--requirements", "requirements-test.txt")
    if not all(went_well(step, house) for step in [pinned, *quick(made / "venv")]):
        return 1
    for name in PRODUCT:
        shutil.rmtree(str(house / name))
    if not went_well(pip(made / "venv", "install", "--quiet", "--no-deps", str(wheel))):
        return 1
    installed = next((made / "venv").glob("**/site-packages/companion"))
    for name in PRODUCT:
        (house / name).symlink_to(installed if name == installed.name else installed / name)
    return int(not all(went_well(step, house) for step in quick(made / "venv")))


def venv(made, python):
    """The command that makes an empty venv."""
    return [*UV, "venv", "--quiet", "--clear", "--python", python, str(made)]


def pip(made, command, *words):
    """A command of pip for that venv."""
    return [*UV, "pip", command, "--python", python_of(made), *words]


def quick(made):
    """The quick tests in that venv."""
    return [[python_of(made), "-m", *words] for _, words in QUICK]


def python_of(made):
    """The Python of a venv."""
    return str(made / PYTHON.relative_to(VENV))


def went_well(step, folder=ROOT):
    """Run a command of the quick profile; whether it succeeded."""
    return not subprocess.call(step, cwd=str(folder), env=test_environment("quick"))


def chromium(environment):
    """The Chromium to test with: what CHROMIUM names, else the first usual name on the path; None without one."""
    names = [environment["CHROMIUM"]] if environment.get("CHROMIUM") else CHROMIUMS
    return next(filter(None, (shutil.which(name, path=environment.get("PATH")) for name in names)), None)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
