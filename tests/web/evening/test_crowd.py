"""How many the house takes: whoever comes at once is counted one after the other, and silence is no seat."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import gevent
import pytest
from flask import Flask

from companion.evening.admission import SILENT_SECONDS, STRANGERS
from companion.evening.seats import MOST_GUESTS
from companion.games.moves import Refused
from companion.storage.identifiers import HOME
from companion.storage.store import Store
from tests.support.clock import Clock
from tests.support.gathering import Gathering
from tests.support.phone import Phone

MOST_SCREENS = 2 * MOST_GUESTS + STRANGERS


@pytest.fixture
def clock() -> Clock:
    return Clock()


def at_once(calls: Sequence[Callable[[], Any]]) -> list[Any]:
    """What each of these calls returned, or its refusal; all are under way before the first is done."""

    def outcome(call: Callable[[], Any]) -> Any:
        try:
            return call()
        except Refused as refused:
            return refused.code

    callers = [gevent.spawn(outcome, call) for call in calls]
    gevent.joinall(callers, raise_error=True)
    return [caller.value for caller in callers]


def count(store: Store, rows: str) -> int:
    (number,) = store.reader().execute(f"select count(*) from {rows}").first()
    return int(number)


def test_of_many_who_sit_down_at_once_as_many_sit_as_there_are_seats(app: Flask, store: Store) -> None:
    evenings = app.extensions["services"].evenings
    night = evenings.ensure(HOME)
    calls = [partial(evenings.sit, night, None, f"Guest {number}") for number in range(MOST_GUESTS + 8)]
    assert at_once(calls).count("no-seat-left") == 8
    assert (count(store, "guests"), count(store, "people")) == (MOST_GUESTS, MOST_GUESTS)
    assert len(evenings.ensure(HOME).guests) == MOST_GUESTS


def test_of_many_who_come_in_at_once_as_many_come_in_as_there_is_room_for(app: Flask, store: Store) -> None:
    admission, evenings = app.extensions["services"].admission, app.extensions["services"].evenings
    night = evenings.ensure(HOME)
    outcomes = at_once([lambda: admission.arrive(night, None)] * (MOST_SCREENS + 20))
    assert outcomes.count("house-full") == 20
    assert (count(store, "screens"), count(store, "devices")) == (MOST_SCREENS, MOST_SCREENS)
    assert sum(screen.host for screen in evenings.ensure(HOME).screens) == 1


def test_a_device_that_is_not_let_in_leaves_nothing(evening: Gathering, store: Store) -> None:
    evening.tablet.get("/devices").tap("/door", "yes")
    stranger = Phone(evening.app)
    answer = stranger.client.get(f"/j/{evening.now.ticket}")
    assert (answer.status_code, answer.headers.getlist("Set-Cookie")) == (422, [])
    assert count(store, "devices") == 1


def test_devices_that_say_nothing_make_room_after_ten_minutes(evening: Gathering, clock: Clock) -> None:
    ann = evening.come("Ann")
    watcher = evening.come()
    watcher.fill("/use", kind="watch")
    silent = [evening.come() for _ in range(MOST_SCREENS - 4)]
    clock.seconds += SILENT_SECONDS - 1
    last = evening.come()
    late = Phone(evening.app)
    assert late.client.get(f"/j/{evening.now.ticket}").status_code == 422
    clock.seconds += 1
    late.get(f"/j/{evening.now.ticket}").fill("/sit", name="Late")
    assert late.says("<bdi>Late</bdi>")
    assert ann.get("/").says("<bdi>Ann</bdi>")
    assert watcher.client.get("/").status_code == last.client.get("/").status_code == 200
    assert (last.client.get("/choose").status_code, silent[0].client.get("/choose").status_code) == (200, 401)
    assert silent[0].get(f"/j/{evening.now.ticket}").says("Sit down"), "it may come in again"


def test_a_device_that_was_asked_to_leave_takes_nobodys_room(evening: Gathering) -> None:
    for _ in range(MOST_SCREENS - 1):
        evening.come().fill("/use", kind="watch")
    gone = evening.now.screens[-1].device
    late = Phone(evening.app)
    assert late.client.get(f"/j/{evening.now.ticket}").status_code == 422
    evening.tablet.post(f"/devices/{gone}", {"how": "remove"})
    assert late.get(f"/j/{evening.now.ticket}").says("Sit down")
