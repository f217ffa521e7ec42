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

HALL = "killed_servers", "rival_servers"  # files of rows that begin servers of PostgreSQL by themselves
OF_A_FILE = (  # files of rows of which all, or all that they try, lies in files: SQLite's alone
    *("copied_history", "damaged_file", "failing_writes", "few_handles", "foreign_requests", "jumping_clocks"),
    *("killed_groups", "killed_storage", "missing_history", "paths", "power_cut", "read_only", "repeated_moves"),
    *("replayed_games", "several_servers", "terminal_commands", "torn_log", "upgraded_folders", "writers"),
)


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


def on_both() -> list[str]:
    """The names of the rows that LEDGER_TEST_DATABASE=postgresql tries in that engine."""
    alone = {f"{__name__}.{file}" for file in (*HALL, *OF_A_FILE)}
    return [name for name, row in rows().items() if row.run.__module__ not in alone]


def rows() -> dict[str, Row]:
    """All rows by their names, in the order of their files."""
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda module: module.name):
        import_module(f"{__name__}.{module.name}")
    return _ROWS
