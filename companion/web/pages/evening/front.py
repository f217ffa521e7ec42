"""The way in, for a device that is at no evening."""

from flask import render_template

from companion.evening.last import LastEvening
from companion.evening.model import Evening
from companion.group import groups, people
from companion.storage.identifiers import HOME
from companion.web.access.device import device, last_evening
from companion.web.access.services import services
from companion.web.pages.rows import KnownGroup, WayBack

NAMES = 3  # so many people stand for a group without a name
MOST = 6  # groups are offered


def front_page(*, is_barred: bool = False, is_wrong: bool = False, is_too_soon: bool = False) -> str:
    """The field for a code; where anybody may open a group also that, and the groups that this device knows."""
    ways_in = front(is_barred=is_barred, is_wrong=is_wrong, is_too_soon=is_too_soon)
    return render_template("gather/front.html", **ways_in)


def front(*, is_barred: bool = False, is_wrong: bool = False, is_too_soon: bool = False) -> dict[str, object]:
    """The ways in of this device, as `gather/front.html` reads them."""
    left = last_evening()
    return {
        "is_open": services().is_open,
        "groups": _groups_of_device() if services().is_open else [],
        "back": _way_back(left) if left is not None and left.may_return else None,
        "is_barred": is_barred,
        "is_wrong": is_wrong,
        "is_too_soon": is_too_soon,
    }


def _way_back(left: LastEvening) -> WayBack | None:
    """The way to the next evening of a group; None where the device goes on with it as with any that it knows."""
    if services().is_open and left.group != HOME:
        return None
    is_open = next_evening(left.group) is not None
    return WayBack(left.people, is_open, left.host) if is_open or left.is_newest else None


def _groups_of_device() -> list[KnownGroup]:
    number = device()
    return [] if number is None else [_known_group(id, number) for id in services().devices.groups(number)[:MOST]]


def _known_group(id: int, device: int) -> KnownGroup:
    db = services().store.reader()
    names = [person.name for person in people.recent(db, id)[:NAMES]]
    return KnownGroup(id, groups.name(db, id), names, services().devices.held(id, device))


def next_evening(group: int) -> Evening | None:
    """The newest open evening of a group to which somebody has come; None where the next one has not begun."""
    return next((evening for evening in services().evenings.all_open(group) if evening.screens), None)
