"""The device that asks: known by its cookie, let in by the QR code or the code in print."""

import time
from typing import Any

from flask import Response, abort, g, request

from companion.evening.last import LastEvening
from companion.evening.model import OFFERED, REPLACED, TAKEN, Evening, EveningDevice
from companion.games.moves import Refused
from companion.group import groups, keepers
from companion.storage.identifiers import HOME
from companion.web.access.services import services

YEAR = 365 * 24 * 3600
UNASKED: Any = object()


def device() -> int | None:
    """The device of this request, if it has been here before."""
    number: int | None = g.get("device", UNASKED)
    if number is UNASKED:
        key = _given_key()
        number = g.device = services().devices.by_key(key) if key else None
    return number


def open_evening() -> Evening | None:
    """The evening of this request, looked up once: the one at which its device is; None if it is at none."""
    evening: Evening | None = g.get("evening", UNASKED)
    if evening is UNASKED:
        number = device()
        evening = g.evening = None if number is None else services().evenings.of_device(number)
    return evening


def last_evening() -> LastEvening | None:
    """What the evening that the device of this request was at last has left to it; None for one that is at an evening,
    and for one to which nothing is left."""
    left: LastEvening | None = g.get("last_evening", UNASKED)
    if left is UNASKED:
        number = device()
        is_nowhere = number is not None and open_evening() is None
        left = g.last_evening = services().evenings.last_of_device(number) if number and is_nowhere else None
    return left


def this_evening() -> Evening:
    """The evening of this request, for whoever has come in to it: 401 if there is none, or it is over."""
    evening = open_evening()
    if evening is None:
        abort(401)
    return evening


def open_home(host_ticket: str = "") -> None:
    """Somebody comes in: the home has an evening from now on, whose code and link the terminal prints if it is new.

    Where there are other groups, whoever comes in need not mean the home: only a host's own link to it opens one.
    """
    evenings = services().evenings
    if evenings.all_open(HOME):
        return
    if not groups.are_others(services().store.reader()) or evenings.was_hosted_by(HOME, host_ticket):
        services().say_evening(evenings.ensure(HOME))


def evening_of_code(code: str) -> Evening | None:
    """The evening whose code this is; 429 when somebody tries one after the other.

    Counted for the address, and for the device if it has been here; not if the device is in that evening already.
    """
    evening: Evening | None = services().evenings.by_code(code.strip().upper())
    screen = evening.screen(device()) if evening is not None else None
    if screen is None or screen.removed:
        _count_guess()
    return evening


def _count_guess() -> None:
    number, guesses = device(), services().buckets.guesses
    may_guess = guesses.takes(f"address {request.remote_addr}", time.monotonic())
    if number is not None:
        may_guess = guesses.takes(f"device {number}", time.monotonic()) and may_guess
    if not may_guess:
        abort(429)


def screen() -> EveningDevice:
    """The device of this request at the evening; the guard lets nobody else in."""
    screen: EveningDevice = g.screen
    return screen


def guest_only() -> None:
    """Admit a device that has joined the evening: 401 for any other, Refused for one that was removed."""
    screen = this_evening().screen(device())
    if screen is None:
        abort(401)
    if screen.removed:
        raise Refused("barred")
    g.screen = screen


def phones_base() -> str:
    """The address at which phones reach us, as the host of this evening has chosen it, or the one of the last."""
    evening = open_evening() or last_evening()
    return services().entrances.base(evening.address if evening is not None else "")


def reader_only() -> None:
    """Admit who may read the history of a group: a device that has joined its evening; where that is over, one that may
    go on reading. 401 for any other."""
    if open_evening() is not None:
        guest_only()
        return
    left = last_evening()
    if left is None or not left.may_read:
        abort(401)


def returning_only() -> None:
    """Admit a device that is at no evening, and may come to its group's next one without a code: 401 for others."""
    left = last_evening()
    if left is None or not left.may_return:
        abort(401)


def returning() -> LastEvening:
    """What the last evening has left to the device of this request; the guard lets nobody else in."""
    left = last_evening()
    assert left is not None
    return left


def host_only() -> None:
    """Admit a device that hosts: 403 for any other."""
    guest_only()
    if not screen().host:
        abort(403)


def may_take_over() -> None:
    """Admit a phone of somebody who sits here, to which the host's role is offered: 403 for any other."""
    _noticed_only(OFFERED, must_sit=True)


def may_object() -> None:
    """Admit a phone of somebody who sits here, which was told that the host's role was taken over: 403 for others."""
    _noticed_only(TAKEN, must_sit=True)


def was_replaced() -> None:
    """Admit a device that hosted until another one stood in for it: 403 for any other."""
    _noticed_only(REPLACED, must_sit=False)


def _noticed_only(code: str, must_sit: bool) -> None:
    guest_only()
    if not this_evening().has_notice(screen().device, code) or (must_sit and not screen().is_seated_phone):
        abort(403)


def is_keeper() -> bool:
    """Whether the device of this request keeps the group of its evening: at home every host, but who stands in.

    After the evening none does.
    """
    evening = open_evening()
    if evening is None:
        return False
    return (screen().host and not screen().stands_in) if evening.group == HOME else keeps(evening.group)


def keeps(group: int) -> bool:
    """Whether the device of this request is a keeper of a group that is not the home."""
    number = device()
    return number is not None and keepers.is_keeper(services().store.reader(), group, number)


def keeper_only() -> None:
    """Admit a device that keeps the group of its evening: 403 for any other."""
    guest_only()
    if not is_keeper():
        abort(403)


def remember(response: Response, key: str) -> None:
    """Set the cookie that holds the key of a new device."""
    sealed = request.is_secure
    response.set_cookie(_cookie(), key, max_age=YEAR, secure=sealed, httponly=True, samesite="Lax", path="/")


def _given_key() -> str:
    """The key in the cookie of this request; empty without one. The other cookies of the header are not unquoted."""
    wanted = _cookie()
    for cookie in request.environ.get("HTTP_COOKIE", "").split(";"):
        name, _, value = cookie.partition("=")
        if name.strip() == wanted:
            return str(value.strip())
    return ""


def _cookie() -> str:
    """Under https another one, and no other: a plain page could plant one, and never replace one that is secure."""
    return f"table_{services().instance}{'_s' if request.is_secure else ''}"
