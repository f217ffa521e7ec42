"""Opening the house: the data folder, the address that phones reach, the QR code in the terminal, the server."""

import logging
from pathlib import Path

from companion import lan
from companion.serve import serve
from companion.store import Store, alone
from companion.web import create_app


def open_house(folder: Path, host: str, port: int, name: str) -> int:
    """Serve until stopped; OSError with a sentence where port or folder cannot be had, InUse if another one serves."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)r")
    port = lan.free_port(host or "0.0.0.0", port)
    base = f"http://{_reachable(host)}:{port}"
    with alone(folder, base):
        drawer = Store(folder)
        app = create_app(drawer, name, base)
        serve(app, host or "0.0.0.0", port, ready=lambda: _greet(base))
        drawer.close()
    return 0


def _reachable(host: str) -> str:
    return host if host not in ("", "0.0.0.0") else lan.addresses()[0].ip


def _greet(base: str) -> None:
    print(f"Reaper's Ledger is open at {base}", flush=True)
