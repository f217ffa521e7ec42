"""The device that asks: known by its cookie, let in by the QR code or the code in print."""

import secrets as chance
import time

from flask import Response, abort, g, request

from companion.evening.model import Evening, EveningDevice
from companion.games.moves import Refused
from companion.web.services import services

YEAR = 365 * 24 * 3600


def device() -> int | None:
    """The device of this request, if it has been here before."""
    if "device" not in g:
        key = request.cookies.get(_cookie(), "")
        g.device = services().devices.by_key(key) if key else None
    device: int | None = g.device
    return device


def open_evening() -> Evening | None:
    """The evening of this request, looked up once; None if none is open."""
    if "evening" not in g:
        g.evening = services().evenings.current()
    evening: Evening | None = g.evening
    return evening


def this_evening() -> Evening:
    """The evening of this request, for whoever has come in to it: 401 if it is over."""
    evening = open_evening()
    if evening is None:
        abort(401)
    return evening


def come_to_evening() -> Evening:
    """The evening that somebody comes in to: a new one if none is open, whose code and link the terminal prints."""
    is_new = services().evenings.current() is None
    evening: Evening = services().evenings.open()
    if is_new:
        services().say_evening(evening)
    g.evening = evening
    return evening


def screen() -> EveningDevice:
    """The device of this request at the evening; the guard lets nobody else in."""
    screen: EveningDevice = g.screen
    return screen


def screen_holder() -> None:
    """Admit a device that has joined the evening: 401 for any other, Refused for one that was removed."""
    screen = this_evening().screen(device())
    if screen is None:
        abort(401)
    if screen.removed:
        raise Refused("barred")
    g.screen = screen


def host_only() -> None:
    """Admit a device that hosts: 403 for any other."""
    screen_holder()
    if not screen().host:
        abort(403)


def remember(response: Response, key: str) -> None:
    """Set the cookie that holds the key of a new device."""
    sealed = request.is_secure
    response.set_cookie(_cookie(), key, max_age=YEAR, secure=sealed, httponly=True, samesite="Lax", path="/")


def guess(evening: Evening, code: str) -> bool:
    """Whether `code` is the evening's; 429 when somebody tries one after the other."""
    now = time.monotonic()
    caller, buckets = request.remote_addr or "", services().buckets
    if not buckets.guesses.takes(caller, now) or not buckets.all_guesses.takes("all", now):
        abort(429)
    return chance.compare_digest(code.strip().upper().encode(), evening.code.encode())


def _cookie() -> str:
    """Under https another one, and no other: a plain page could plant one, and never replace one that is secure."""
    return f"table_{services().instance}{'_s' if request.is_secure else ''}"
