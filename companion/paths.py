"""Where the program finds its own files and puts its data: in a checkout, or installed as a package."""

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


PROGRAM = "reapers-ledger" if installed() else "app.py"  # what its commands are called by
