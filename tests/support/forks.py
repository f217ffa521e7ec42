"""Servers of tests as forks of one process that has imported everything already: half a second less for each start.

By hand, since nothing in the registry forks a program anew for a test; on Linux alone, where a process may adopt the
orphans of its children.
"""

import array
import ctypes
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from typing import IO, Any

from tests.support import TOP

PR_SET_CHILD_SUBREAPER = 36
MESSAGE = 1 << 16
DONE = b"done"


class Fork:
    """A server that was forked: what tests need of `subprocess.Popen`."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Its exit status, negative for a signal; None while it runs."""
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.returncode = os.waitstatus_to_exitcode(status) if pid else None
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Its exit status, once it has ended. subprocess.TimeoutExpired after so many seconds."""
        end = time.monotonic() + (timeout or 60)
        while (status := self.poll()) is None:
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired("a forked server", timeout or 60)
            time.sleep(0.005)
        return status

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class Forks:
    """The process that forks the servers of this test process, which adopts them; it begins with the first."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def _start(self) -> None:
        self._channel, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
        command = [sys.executable, "-m", "tests.support.forks", str(theirs.fileno())]
        self._process = subprocess.Popen(command, cwd=TOP, pass_fds=[theirs.fileno()])
        theirs.close()

    def begin(
        self, arguments: Sequence[str], out: IO[bytes], err: IO[bytes], environment: Mapping[str, str], handles: int
    ) -> Fork:
        """A server with these arguments, which says what it says into these files; `handles`: 0 for as many as here."""
        order = json.dumps({"arguments": [*arguments], "environment": {**environment}, "handles": handles})
        fds = array.array("i", [out.fileno(), err.fileno()])
        with self._lock:
            if self._process is None:
                self._start()
            self._channel.sendmsg([order.encode()], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, fds)])
            pid = int(self._channel.recv(MESSAGE))
            assert self._channel.recv(MESSAGE) == DONE
        return Fork(pid)

    def close(self) -> None:
        """The end of the process that forks; the servers go on."""
        if self._process is not None:
            self._channel.close()
            self._process.wait()


def take_few(handles: int) -> None:
    """Let this process have no more handles than these."""
    import resource  # late: not every system has it

    resource.setrlimit(resource.RLIMIT_NOFILE, (handles, handles))


def _ordered(channel: socket.socket) -> dict[str, Any] | None:
    """Fork for each order; returns the order in the fork, and None here when no more will come."""
    while True:
        message, (*fds,), _, _ = socket.recv_fds(channel, MESSAGE, 2)
        if not message:
            return None
        child = os.fork()
        if child == 0:
            server = os.fork()
            if server == 0:
                _become(channel, fds)
                order: dict[str, Any] = json.loads(message)
                return order
            channel.send(str(server).encode())
            os._exit(0)  # the server is an orphan now, and adopted
        os.waitpid(child, 0)
        for fd in fds:
            os.close(fd)
        channel.send(DONE)


def _become(channel: socket.socket, fds: list[int]) -> None:
    """Leave the one that forked, and speak into these files."""
    channel.close()
    for stream, fd in zip((1, 2), fds, strict=True):
        os.dup2(fd, stream)
        os.close(fd)


def main() -> int:
    """Import all that a server does, and fork for whoever asks at the other end of the channel."""
    from companion.games import GAMES  # late: the tests themselves need none of it
    from companion.server import server
    from companion.web import app
    from companion.web.text import guides
    from tests.support import unlimited

    assert app and server
    for game in GAMES.values():
        for tag in ("en", "es", "ja"):
            game.read_ahead(tag)
            guides.texts(game.SLUG, tag)
    ordered = _ordered(socket.socket(fileno=int(sys.argv[1])))
    if ordered is None:
        return 0
    if ordered["handles"]:
        take_few(ordered["handles"])
    os.environ.clear()
    os.environ.update(ordered["environment"])
    sys.argv = [unlimited.__file__, *ordered["arguments"]]
    return unlimited.main()


if __name__ == "__main__":
    sys.exit(main())
