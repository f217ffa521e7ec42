"""Paths of the program's own files and of its data: in a checkout, or installed as a package."""

import os
import sys
from pathlib import Path

PACKAGE = Path(__file__).parent


def resources(name: str, package: Path = PACKAGE) -> Path:
    """The folder `templates` or `static`: inside an installed package, else beside it."""
    return package / name if installed(package) else package.parent / name


def installed(package: Path = PACKAGE) -> bool:
    """Whether this is an installed package: a wheel brings the templates inside."""
    return (package / "templates").is_dir()


def default_data(package: Path = PACKAGE) -> Path:
    """The data folder unless --data names one: `data` of the checkout, else the place for data of this user."""
    if not installed(package):
        return package.parent / "data"
    from platformdirs import user_data_path  # late: a checkout keeps its data itself

    return Path(user_data_path("reapers-ledger", appauthor=False))


def program(package: Path = PACKAGE, prefix: str = sys.prefix) -> str:
    """The words typed before a command, for sentences that name one; `prefix`: the environment that Python runs in."""
    if installed(package):
        return "reapers-ledger"
    if Path(prefix).resolve() != package.resolve().parent / ".venv":  # which start.py makes
        return "python app.py"
    return "py start.py" if os.name == "nt" else "python3 start.py"


PROGRAM = program()
