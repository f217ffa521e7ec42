"""Processes that rows start and end as they like; each plants the bug that the environment names."""

import sys
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from typing import Any

from tests.faults import planted

PRELOADED = ["companion.web.app", "tests.faults.terminal", "tests.faults.planted.storage"]


def context() -> BaseContext:
    """How children begin: as forks of a process that has imported what they need, where that can be had."""
    if sys.platform != "linux":
        return get_context("spawn")
    forking = get_context("forkserver")
    forking.set_forkserver_preload(PRELOADED)
    return forking


def begin(act: Callable[..., None], *given: Any) -> BaseProcess:
    """A child that does this; both can be pickled. Whoever begins it ends it."""
    child = context().Process(target=_act, args=(act, *given), daemon=True)  # type: ignore[attr-defined]
    child.start()
    return child


def _act(act: Callable[..., None], *given: Any) -> None:
    planted.plant()
    act(*given)
