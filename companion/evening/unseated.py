"""Devices without the seat that they want, from stored rows."""

from msgspec import Struct

from companion.evening.model import REFUSED, UNSEATED, Evening, EveningDevice, Notice

ASKED, NOTHING = "asked", "nothing"


class Unseated(Struct, frozen=True):
    """The state of a device without a seat: `asked`, `seat-refused`, `seat-given-up`, or `nothing`.

    `name`: of the person it asked for, or whose seat it had. `person`: for whom it may ask (again) while they sit here.
    `speaks`: it speaks for another person besides.
    """

    how: str
    name: str = ""
    person: int | None = None
    speaks: bool = False


def unseated(evening: Evening, device: EveningDevice) -> Unseated | None:
    """The state of a device without the seat that it wants; None if it wants none, or is used otherwise."""
    if device.kind not in ("phone", "watch"):
        return None
    for claim in evening.claims:
        if claim.device == device.device:
            return Unseated(ASKED, claim.name, claim.person, bool(device.people))
    if device.people:
        return None
    for notice in reversed(evening.notices):
        if notice.device == device.device and notice.code in UNSEATED:
            return Unseated(notice.code, notice.about, _sitting(evening, notice))
    return Unseated(NOTHING)


def _sitting(evening: Evening, notice: Notice) -> int | None:
    """The guest whose seat was refused, if they still sit here."""
    named = (guest.id for guest in evening.guests if guest.name == notice.about and notice.code == REFUSED)
    return next(named, None)
