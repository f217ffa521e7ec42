"""Start Reaper's Ledger on a fresh machine: `python3 start.py [arguments of app.py]`; test it: `start.py test`.

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
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
CHECKS = (
    ("ruff format", ["ruff", "format", "--check", "."]),
    ("ruff check", ["ruff", "check", "."]),
    ("mypy", ["mypy"]),
    ("pytest", ["pytest"]),
)
NO_CONNECTION = ("connection", "name resolution", "getaddrinfo", "timed out", "unreachable")


def main(arguments):
    """Run app.py, or the tests, with these arguments; return the exit status. SystemExit carries one sentence."""
    if too_old(sys.version_info):
        raise SystemExit(too_old(sys.version_info))
    try:
        if arguments[:1] == ["test"]:
            install("requirements.txt", "requirements-test.txt")
            return test(arguments[1:])
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
    """Make the venv and install the last of the named requirements files (it includes the others), where needed."""
    made, installed = VENV / "made.stamp", VENV / (names[-1] + ".stamp")
    wanted = stamp(sys.version, *((ROOT / name).read_bytes() for name in names))
    if not (PYTHON.exists() and stamped(made, sys.version)):
        make_venv()
        made.write_text(sys.version)
    if not stamped(installed, wanted):
        pip_install(names[-1])
        installed.write_text(wanted)


def stamp(version, *files):
    """A hash of the Python version and of the contents of the requirements files."""
    return hashlib.sha256(b"\0".join((version.encode(), *files))).hexdigest()


def stamped(path, wanted):
    """Whether that file says so. It is written last, so work that was interrupted is done again."""
    return path.exists() and path.read_text() == wanted


def make_venv():
    """Make an empty .venv, in place of whatever is there."""
    VENV.mkdir(exist_ok=True)  # the folder may be read-only: found here, where the reason is plain
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
    """Install one requirements file into the venv."""
    print(f"Installing {name} (this can take a minute) ...", flush=True)
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "2"]
    failed, said = run([*pip, "-r", str(ROOT / name)])
    if failed and any(words in said.lower() for words in NO_CONNECTION):
        raise SystemExit(f"No connection: the very first start needs the internet once, to install {name}.")
    if failed:
        raise SystemExit(f"Cannot install {name}: {last_line(said)}")


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


def test(arguments):
    """Run every check, pytest with these arguments; 1 if any failed."""
    browser = chromium(os.environ)
    environment = dict(os.environ, CHROMIUM=browser) if browser else None
    missing = "!!! NO CHROMIUM FOUND: THE BROWSER TESTS CANNOT RUN. Install one, or name it in CHROMIUM."
    if not browser:
        print(missing, flush=True)
    failed = []
    for title, command in CHECKS:
        print(f"\n=== {title} ===", flush=True)
        more = arguments if title == "pytest" else []
        if subprocess.call([str(PYTHON), "-m", *command, *more], cwd=str(ROOT), env=environment):
            failed.append(title)
    if not browser:
        print(missing, flush=True)
    if failed:
        print("Failed: {}.".format(", ".join(failed)), flush=True)
    return 1 if failed else 0


def chromium(environment):
    """The Chromium to test with: what CHROMIUM names, else the first usual name on the path; None without one."""
    names = [environment["CHROMIUM"]] if environment.get("CHROMIUM") else CHROMIUMS
    return next(filter(None, (shutil.which(name, path=environment.get("PATH")) for name in names)), None)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
