"""Two devices want one seat, or the last one, at the same moment: each holds the evening as it was before both."""

from collections.abc import Callable
from functools import partial

import gevent
import pytest

from companion.evening import admission, rows, seats
from companion.evening.model import Evening
from companion.games.moves import Refused
from companion.storage.database import Database
from companion.storage.identifiers import HOME
from companion.web.access.services import Services
from tests.support.effort import tries

RACES = tries(200)
DEVICES = (1, 2)


def known(device: int, db: Database) -> None:
    """Let the house know a device."""
    db.execute("insert into devices values (?, ?)", [device, f"{device}"])


@pytest.fixture
def evening(services: Services) -> Evening:
    """The evening at which both devices are."""
    opened = services.evenings.ensure(HOME)
    for device in DEVICES:
        services.store.do(partial(known, device))
        services.evenings.act(opened, admission.arrive, device)
    return opened


def stored(services: Services, evening: Evening) -> Evening:
    """The evening as it is stored by now."""
    now = rows.read(services.store.reader(), evening.id)
    assert now is not None
    return now


def race(act: Callable[[int], object]) -> list[str]:
    """Let each device act beside the other; by what each was refused, empty if it was not."""

    def run(device: int) -> str:
        try:
            act(device)
        except Refused as refused:
            return refused.code
        return ""

    running = [gevent.spawn(run, device) for device in DEVICES]
    gevent.joinall(running, raise_error=True)
    return [one.value for one in running]


def test_of_two_devices_that_want_one_seat_one_holds_it_and_one_asks(services: Services, evening: Evening) -> None:
    for number in range(RACES):
        services.evenings.sit(evening, None, f"Ann {number}")
        before = stored(services, evening)
        ann = before.guests[-1].id

        def sit(device: int, before: Evening = before, ann: int = ann) -> None:
            services.evenings.sit_as(before, device, ann)

        assert race(sit) == ["", ""]
        after = stored(services, evening)
        ((holder, person),) = after.holds
        (asked,) = after.claims
        assert (person, {holder, asked.device}, asked.person) == (ann, {*DEVICES}, ann)
        services.evenings.act(evening, seats.leave, ann)
        services.evenings.act(evening, seats.begin_anew, asked.device)


def test_the_last_seat_has_one_guest(services: Services, evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "MOST_GUESTS", 3)
    for name in ("Ann", "Bo"):
        services.evenings.sit(evening, None, name)
    for number in range(RACES):
        before = stored(services, evening)

        def sit(device: int, before: Evening = before, number: int = number) -> None:
            services.evenings.sit(before, device, f"{device} {number}")

        assert sorted(race(sit)) == ["", "no-seat-left"]
        after = stored(services, evening)
        assert len(after.guests) == 3
        assert len(after.holds) == 1
        services.evenings.act(evening, seats.leave, after.guests[-1].id)
