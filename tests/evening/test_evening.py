"""An evening opens once, whoever asks first, and ends by itself: never under a table that is played."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import gevent
import pytest
from flask import Flask

from companion.evening import api_keys, rows
from companion.evening.devices import Devices
from companion.evening.model import Evening
from companion.evening.quiet import QUIET
from companion.storage import identifiers
from companion.storage.database import Database
from companion.storage.identifiers import EPOCH, HOME, hashed
from companion.storage.notifier import Notifier
from companion.storage.store import Store
from companion.web.access.services import Services
from companion.web.app import create_app
from tests.support.clock import Clock
from tests.support.gathering import Gathering
from tests.support.tonight import tonight


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.mark.parametrize("before", ["nothing", "a closed evening", "a quiet evening"])
def test_many_who_come_at_once_open_one_evening(services: Services, clock: Clock, before: str) -> None:
    if before != "nothing":
        first = tonight(services)
        if before == "a closed evening":
            services.evenings.close(tonight(services))
        else:
            clock.wait(QUIET)
    callers = [gevent.spawn(services.evenings.ensure, HOME) for _ in range(8)]
    gevent.joinall(callers, raise_error=True)
    (opened,) = {caller.value for caller in callers}
    (count,) = services.store.reader().execute("select count(*) from evenings").first()
    assert count == (1 if before == "nothing" else 2)
    assert before == "nothing" or opened.id > first.id


def jump(services: Services, time: timedelta) -> None:
    """The clock on the wall jumps: everything is so much longer ago, and the evening is read anew."""
    before = (datetime.now(UTC) - time).isoformat()
    services.store.do(lambda db: db.execute("update evenings set opened_at = ?", [before]))
    services.evenings._kept.clear()


def test_a_clock_on_the_wall_that_jumps_ends_no_evening(services: Services, clock: Clock) -> None:
    first = tonight(services).id
    jump(services, 2 * QUIET)
    clock.wait(QUIET / 2)
    assert tonight(services).id == first


def test_an_evening_that_opens_while_the_clock_on_the_wall_jumps_is_open(services: Services) -> None:
    def long_ago(db: Database, over: Sequence[int]) -> int:
        id = rows.open_evening(db, HOME, over, unless_open=False)
        db.execute("update evenings set opened_at = ? where id = ?", [EPOCH, id])
        return id

    opened = services.evenings.open_by(long_ago)
    assert tonight(services).id == opened.id


def test_what_happens_begins_the_quiet_hours_anew(services: Services, clock: Clock) -> None:
    first = tonight(services).id
    clock.wait(QUIET - timedelta(hours=1))
    services.evenings.sit(tonight(services), None, "Ann")
    clock.wait(QUIET - timedelta(seconds=1))
    assert tonight(services).id == first
    clock.wait(timedelta(seconds=1))
    assert tonight(services).id > first


def opened_again(store: Store, clock: Clock) -> Evening:
    """The evening that a house has which is opened anew over what is kept."""
    anew = create_app(Services(store, notifier=Notifier(clock))).extensions["services"]
    evening: Evening = tonight(anew)
    anew.writer.close()
    return evening


@pytest.mark.parametrize(("ago", "same"), [(QUIET - timedelta(minutes=1), True), (QUIET, False), (-QUIET, True)])
def test_a_house_that_opens_again_asks_the_clock_on_the_wall(
    services: Services, store: Store, ago: timedelta, same: bool
) -> None:
    first = tonight(services).id
    jump(services, ago)
    assert (opened_again(store, Clock()).id == first) is same


def test_nobody_is_thrown_out_of_a_table_that_is_played(
    app: Flask, services: Services, store: Store, clock: Clock
) -> None:
    night = Gathering(app)
    for name in ("Ann", "Bo", "Cy", "Di"):
        night.tablet.get("/").fill("/guests", name=name)
    night.start()
    first, code = night.now.id, night.live.header.code
    clock.wait(2 * QUIET)
    assert night.now.id == first
    jump(services, 2 * QUIET)
    assert (opened_again(store, clock).id, night.tablet.client.get("/devices").status_code) == (first, 200)
    night.report(night.tablet, move="stop")
    assert night.now.id == first, "a line has just come"
    clock.wait(QUIET)
    assert (night.now.id > first, night.now.table_code != code) == (True, True)


def test_the_address_that_is_chosen_for_one_evening_is_the_next_ones_too_and_no_other_groups(
    services: Services, store: Store
) -> None:
    evenings = services.evenings
    evenings.choose_address(evenings.ensure(HOME), "10.0.0.5")
    chosen, beside, other = evenings.ensure(HOME), evenings.open(HOME), evenings.open(4711)
    assert [evening.address for evening in (chosen, beside, other)] == ["10.0.0.5", "10.0.0.5", ""]
    evenings.choose_address(beside, "192.168.1.20")
    assert [evening.address for evening in evenings.all_open(HOME)] == ["192.168.1.20", "10.0.0.5"]
    assert opened_again(store, Clock()).address == "192.168.1.20", "also after a restart"


def test_keys_that_open_nothing_are_not_remembered_in_place_of_those_that_do(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(identifiers, "KEPT", 2)
    known, of_programs = Devices(services.store), api_keys.ApiKeys(services.store)

    def add(db: Database) -> str:
        db.execute("insert into devices values (1, ?)", [hashed("own")])
        columns = "id, code, game, seats, options, opened_at, people"
        db.execute(f"insert into tables ({columns}) values ('a table', 'CCCCC', '', '', '', '', '')")
        return api_keys.make(db, "a table", 2)[0]

    host = services.store.do(add)
    made_up = ["made", "up", "by", "a stranger", ""]
    assert [known.by_key(key) for key in ("own", *made_up)] == [1, *[None] * 5]
    access = [of_programs.opens(key) for key in (host, *made_up)]
    assert access == [api_keys.ApiKey("a table", "host"), *[None] * 5]
    monkeypatch.setattr(services.store, "reader", None)
    assert [known.by_key("own"), of_programs.opens(host)] == [1, access[0]]
