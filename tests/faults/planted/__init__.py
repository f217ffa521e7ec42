"""Planted bugs: each replaces functions of the app in a child process, and a row of the fault suite catches it.

A planted bug is a function in a file of this folder that replaces something by its name:

    @planted("answers before the commit", row="storage killed", counts="lost")
    def answered_early() -> None:
        replace(store.SqliteStore, "write", ...)

The app knows nothing of it: launchers that only tests start (`tests/faults/one.py`, `tests/support/unlimited.py`, the
children of `tests/faults/children`) call `plant`, which reads the name of the bug from the environment.
"""

import os
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from inspect import Parameter, isfunction, signature
from typing import Any

VARIABLE = "LEDGER_TEST_PLANTED"  # of the environment: the name of the bug


@dataclass(frozen=True)
class Bug:
    """A planted bug, the row that catches it, and which of its counts is then not 0.

    `tries`: how often the row tries until it does for certain; 0 for as often as in a normal run of the tests.
    """

    name: str
    row: str
    counts: str
    plant: Callable[[], None]
    tries: int = 0


_BUGS: dict[str, Bug] = {}


def planted(name: str, row: str, counts: str, tries: int = 0) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Enter a function that plants a bug, under this name."""

    def enter(plant: Callable[[], None]) -> Callable[[], None]:
        assert name not in _BUGS, f"there are two bugs “{name}”"
        _BUGS[name] = Bug(name, row, counts, plant, tries)
        return plant

    return enter


def replace(owner: Any, name: str, by: Any) -> Any:
    """Put something else in the place of a function that is there; what was there.

    Raises TypeError if it cannot be called as that was: then nothing of the bug would be seen, but that calls fail.
    """
    before = getattr(owner, name)
    if isfunction(before) and isfunction(by):
        parameters = signature(before).parameters.values()
        by_name = {one.name: None for one in parameters if one.kind is Parameter.KEYWORD_ONLY}
        in_order = [
            one for one in parameters if one.kind in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
        ]
        signature(by).bind(*in_order, **by_name)
    setattr(owner, name, by)
    return before


def bugs() -> dict[str, Bug]:
    """All planted bugs by their names, in the order of their files."""
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda module: module.name):
        import_module(f"{__name__}.{module.name}")
    return _BUGS


def plant() -> None:
    """Plant the bug that the environment names, if it names one."""
    if name := os.environ.get(VARIABLE):
        bugs()[name].plant()
