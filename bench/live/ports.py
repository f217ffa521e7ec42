"""Ports of this machine, and when a server answers there."""

import http.client
import socket
import subprocess
import time
from contextlib import closing

PATIENCE = 60.0


def free_port() -> int:
    """A port that nobody listens on."""
    with closing(socket.socket()) as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])


def ready(port: int, path: str, process: subprocess.Popen[bytes]) -> float:
    """Wait until the server answers; the seconds that took. Raises RuntimeError if it ends, or takes too long."""
    began = time.perf_counter()
    while time.perf_counter() < began + PATIENCE and process.poll() is None:
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
            try:
                connection.request("GET", path)
                connection.getresponse().read()
            except OSError:
                time.sleep(0.002)
            else:
                return time.perf_counter() - began
    raise RuntimeError(f"No answer at port {port}.")
