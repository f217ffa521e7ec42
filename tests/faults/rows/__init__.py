"""The rows of the fault suite: one fault or threat each, tried under load.

A row is a function in a file of this folder that takes an Effort and returns an Outcome:

    @row("storage killed", load="acknowledged lines", whole=1000, few=4)
    def storage_killed(effort: Effort) -> Outcome: ...
"""

import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from tests.faults.outcome import Effort, Outcome

Run = Callable[[Effort], Outcome]


@dataclass(frozen=True)
class Row:
    """A fault or threat by its name; `load`: the unit of its load. `is_timed`: it compares times, as no test may.

    It is tried `whole` times by `--whole`, a tenth as often without, and `few` times in a normal run of the tests.
    """

    name: str
    load: str
    whole: int
    few: int
    run: Run
    is_timed: bool


_ROWS: dict[str, Row] = {}


def row(name: str, load: str, whole: int, few: int, is_timed: bool = False) -> Callable[[Run], Run]:
    """Enter a function as the row of this name."""

    def enter(run: Run) -> Run:
        assert name not in _ROWS, f"there are two rows “{name}”"
        _ROWS[name] = Row(name, load, whole, few, run, is_timed)
        return run

    return enter


def rows() -> dict[str, Row]:
    """All rows by their names, in the order of their files."""
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda module: module.name):
        import_module(f"{__name__}.{module.name}")
    return _ROWS
