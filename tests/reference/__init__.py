"""The games scored a second time, the plain way: `<game>.py` has `score`, `<game>_records.py` makes random ones."""

from importlib import import_module
from typing import Any


def scorer(slug: str) -> Any:
    """The plain scorer of a game: `score(record)` is its result as JSON."""
    return import_module(f"tests.reference.{slug.replace('-', '_')}")


def maker(slug: str) -> Any:
    """The maker of random records of a game: `games(seed)`, `features(record)`: what occurs in one; `FEATURES`."""
    return import_module(f"tests.reference.{slug.replace('-', '_')}_records")
