"""A process held to a quarter of a core: by the system's own limit, or, said loudly, by stopping it again and again."""

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

QUOTA, PERIOD = 2500, 10000  # microseconds
NEW, OLD = Path("/sys/fs/cgroup"), Path("/sys/fs/cgroup/cpu")
NAME = f"ledger-bench-{os.getpid()}"


@contextmanager
def held(pid: int) -> Iterator[str]:
    """Hold a process so for a while; how that is done."""
    try:
        group = _group()
    except OSError as problem:
        print(f"\n*** NO CGROUP CAN BE HAD ({problem}): the server is stopped 3/4 of the time.\n", file=sys.stderr)
        with _stopped(pid):
            yield "SIGSTOP and SIGCONT, 2.5 ms of 10: ONLY LIKE a quarter of a core"
        return
    try:
        (group / "cgroup.procs").write_text(str(pid))
        yield f"cgroup, {QUOTA} of {PERIOD} microseconds"
    finally:
        (group.parent / "cgroup.procs").write_text(str(pid))
        group.rmdir()


def _group() -> Path:
    """A control group with the limit, of the second version or the first; OSError where there is none for us."""
    if (NEW / "cgroup.controllers").exists():
        group = NEW / NAME
        group.mkdir()
        _write(group, {"cpu.max": f"{QUOTA} {PERIOD}"})
        return group
    group = OLD / NAME
    group.mkdir()
    _write(group, {"cpu.cfs_period_us": str(PERIOD), "cpu.cfs_quota_us": str(QUOTA)})
    return group


def _write(group: Path, values: dict[str, str]) -> None:
    try:
        for name, value in values.items():
            (group / name).write_text(value)
    except OSError:
        group.rmdir()
        raise


@contextmanager
def _stopped(pid: int) -> Iterator[None]:
    over = threading.Event()
    stopping = threading.Thread(target=_stop_again_and_again, args=(pid, over))
    stopping.start()
    try:
        yield
    finally:
        over.set()
        stopping.join()


def _stop_again_and_again(pid: int, over: threading.Event) -> None:
    while not over.is_set():
        os.kill(pid, signal.SIGCONT)
        time.sleep(QUOTA / 1e6)
        os.kill(pid, signal.SIGSTOP)
        time.sleep((PERIOD - QUOTA) / 1e6)
    os.kill(pid, signal.SIGCONT)
