"""Folders that one process of a run makes, and all of them read: each test copies what it changes."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock


def made_once(run: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """The folder of this name in the temporary folder of the run, made by whoever wants it first."""
    shared = run.getbasetemp().parent if "PYTEST_XDIST_WORKER" in os.environ else run.getbasetemp()
    made, unfinished = shared / name, shared / f"{name} in the making"
    with FileLock(f"{made}.lock"):
        if not made.exists():
            unfinished.mkdir(mode=0o700)
            make(unfinished)
            unfinished.rename(made)
    return made
