"""Processes that rows start and end as they like; each plants the bug that the environment names."""

import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from typing import Any

from tests.faults import planted
from tests.support.effort import patient

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


def killed(
    act: Callable[..., None],
    *given: Any,
    note: Callable[[Any], object],
    is_enough: Callable[[], bool],
    pause: float = 0.0,
) -> bool:
    """Kill a child that does this, and says by the channel that it is given last what is to be noted.

    It is killed so many seconds after enough was said. False if it ended before by itself; what it said before it was
    killed is noted in any case.
    """
    ours, theirs = Pipe(duplex=False)
    with closing(ours):
        child = begin(act, *given, theirs)
        theirs.close()
        is_alive = _listened(ours, note, is_enough)
        time.sleep(pause)
        child.kill()
        with suppress(EOFError):  # what it said before it was killed is in the pipe
            while True:
                note(ours.recv())
        child.join()
    return is_alive


def _listened(channel: Connection, note: Callable[[Any], object], is_enough: Callable[[], bool]) -> bool:
    """Note what a child says until it is enough; False if it ended before."""
    while not is_enough():
        if not channel.poll(patient(60)):
            raise TimeoutError("The child says nothing any more")
        try:
            note(channel.recv())
        except EOFError:
            return False
    return True
