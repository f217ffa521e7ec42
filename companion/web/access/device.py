"""The device that asks: known by its cookie, let in by the QR code or the code in print."""

import secrets as chance
import time

from flask import Response, abort, current_app, g, request

from companion.evening.model import EveningDevice
from companion.games.moves import Refused
from companion.web.limits import Limit
from companion.web.services import services

YEAR = 365 * 24 * 3600
GUESSES_PER_ADDRESS = Limit(5 / 60, 5)
GUESSES = Limit(30 / 60, 30)


def device() -> int | None:
    """The device of this request, if it has been here before."""
    if "device" not in g:
        key = request.cookies.get(_cookie(), "")
        g.device = services().devices.known(key) if key else None
    found: int | None = g.device
    return found


def screen() -> EveningDevice:
    """The screen of this request; the door lets nobody else in."""
    here: EveningDevice = g.screen
    return here


def screen_holder() -> None:
    """Let in whoever has come in by the QR code or the code: 401 otherwise."""
    known = device()
    here = services().evenings.now().screen(known)
    if here is None:
        abort(401)
    if here.barred:
        raise Refused("barred")
    g.screen = here


def host_only() -> None:
    """Let in the host."""
    screen_holder()
    if not screen().host:
        abort(403)


def remember(response: Response, key: str) -> None:
    """A new device takes its key home in `response`."""
    sealed = request.is_secure
    response.set_cookie(_cookie(), key, max_age=YEAR, secure=sealed, httponly=True, samesite="Lax", path="/")


def guess(code: str) -> bool:
    """Whether `code` is the evening's; 429 when somebody tries one after the other."""
    now = time.monotonic()
    caller = request.remote_addr or ""
    if not GUESSES_PER_ADDRESS.takes(caller, now) or not GUESSES.takes("all", now):
        abort(429)
    return chance.compare_digest(code.strip().upper().encode(), services().evenings.now().code.encode())


def _cookie() -> str:
    """Under https another one, and no other: a plain page could plant one, and never replace one that is secure."""
    return f"table_{current_app.config['INSTANCE']}{'_s' if request.is_secure else ''}"
