"""Opening the house: the data folder, the address that phones reach, the QR code in the terminal, the server."""

import logging
from pathlib import Path

from companion import lan
from companion.serve import serve
from companion.store import Store, alone
from companion.web import create_app
from companion.web.house import House


def open_house(folder: Path, host: str, port: int, name: str) -> int:
    """Serve until stopped; OSError with a sentence where port or folder cannot be had, InUse if another one serves."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)r")
    port = lan.free_port(host or "0.0.0.0", port)
    base = f"http://{_reachable(host)}:{port}"
    with alone(folder, base):
        drawer = Store(folder)
        app = create_app(drawer, name, base)
        serve(app, host or "0.0.0.0", port, ready=lambda: _greet(app.extensions["house"], host))
        drawer.close()
    return 0


def _reachable(host: str) -> str:
    return host if host not in ("", "0.0.0.0") else lan.addresses()[0].ip


def _greet(house: House, host: str) -> None:
    """Say where the phones go: the code, the address, the host's own link, and the other networks if there are some."""
    evening = house.evenings.now()
    _say(lan.qr_text(f"{house.base}/j/{evening.ticket}"))
    _say(f"Reaper's Ledger is open at {house.base} (code {evening.code})")
    _say(f"The host's own link: {house.base}/host/{evening.host_ticket}")
    others = [address for address in lan.addresses() if address.ip not in house.base]
    if others and not host:
        _say("If phones cannot reach it, start with --host and another address of this machine:")
        for address in others:
            _say(f"  --host {address.ip}  ({address.interface})")


def _say(text: str) -> None:
    print(text, flush=True)
