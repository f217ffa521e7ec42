"""The games scored a second time, the plain way.

`<game>.py` has `score`, `<game>_records.py` makes random ones, and `<game>_features.py` tells what occurs in them.
"""

from importlib import import_module
from typing import Any


def scorer(slug: str) -> Any:
    """The plain scorer of a game: `score(record)` is its result as JSON."""
    return import_module(f"tests.reference.{slug.replace('-', '_')}")


def maker(slug: str) -> Any:
    """The maker of random records of a game: `games(seed)`."""
    return import_module(f"tests.reference.{slug.replace('-', '_')}_records")


def occurrences(slug: str) -> Any:
    """What occurs in the records of a game: `features(record)`; `FEATURES`: all that some record should hold."""
    return import_module(f"tests.reference.{slug.replace('-', '_')}_features")
