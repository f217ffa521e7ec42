"""Other evenings are woken by what they show of one, and by nothing else."""

from collections.abc import Callable

import pytest
from flask import Flask

from companion.storage.notifier import evening_topic
from companion.web.access.services import Services
from companion.web.screens.screen import screen_of
from companion.web.text.drawn import AllDrawings
from tests.support.side_by_side import Hosted, WithAnn, post

Shown = list[tuple[str, ...]]
Rung = Callable[[Hosted], int]


def drawn(app: Flask, evening: Hosted) -> Shown:
    """What the screens of an evening show, drawn from what is stored alone."""
    services: Services = app.extensions["services"]
    services.drawings = AllDrawings()
    with app.test_request_context("/"):
        screens = [screen_of(services, evening.now, device.device) for device in evening.now.screens]
        return [
            (screen.layout, screen.shared.__html__(), screen.private.__html__()) if screen else () for screen in screens
        ]


@pytest.fixture
def rung(services: Services) -> Rung:
    """How often an evening was woken since this was asked the last time."""
    names: list[str] = []
    services.notifier.listen(names.append)

    def count(evening: Hosted) -> int:
        number = names.count(evening_topic(evening.now.id))
        names.clear()
        return number

    return count


@pytest.fixture
def guest(second: Hosted, first: WithAnn) -> None:
    """At the second evening there is a phone that was at the first one before, and one that comes from there later."""
    first.ann.get(f"/j/{second.now.ticket}").tap(f"/j/{second.now.ticket}")
    first.ann.fill("/use", kind="watch")
    second.come("Ivy")


def name(first: WithAnn, of: str, to: str) -> object:
    return post(first.tablet, f"/people/{first.person(of)}/name", name=to)


def as_last_time(first: WithAnn) -> object:
    """The game is laid as it was laid the last time."""
    first.start()
    post(first.tablet, "/put-away")
    return None


UNSEEN: dict[str, Callable[[WithAnn], object]] = {
    "a device is used otherwise": lambda first: post(first.tablet, "/use", kind="watch"),
    "a device comes": lambda first: first.come(),
    "the door": lambda first: post(first.tablet, "/door", locked="yes"),
    "seats": lambda first: post(first.tablet, "/order", way="rotate"),
    "a link": lambda first: post(first.tablet, "/spectators"),
    "a deck": lambda first: post(first.tablet, "/decks/", game="death-wish", name="Of Ann"),
    "it is put away": lambda first: post(first.tablet, "/put-away"),
    "a game begins as the last one": lambda first: first.start(),
    "the Wi-Fi": lambda first: post(first.tablet, "/network/wifi", wifi="Home", phrase="12345678", security="WPA"),
}
SEEN: dict[str, Callable[[WithAnn], object]] = {
    "somebody sits down": lambda first: post(first.tablet, "/guests", name="Jo"),
    "somebody gets up": lambda first: post(first.tablet, f"/guests/{first.person('Bo')}/leave"),
    "somebody comes over": lambda first: post(first.tablet, "/guests", name="Eve"),
    "a game begins otherwise": lambda first: first.set_up("death-wish", option_target="7"),
    "a name": lambda first: name(first, "Bo", "Bob"),
    "a mark": lambda first: post(first.tablet, f"/people/{first.person('Bo')}/mark", colour="pink", shape="drop"),
    "a device is asked to leave": lambda first: post(first.tablet, f"/devices/{away(first)}", how="remove"),
    "the group's name": lambda first: post(first.tablet, "/group/name", name="The Reapers"),
    "the evening ends": lambda first: post(first.tablet, "/end"),
}


def away(first: WithAnn) -> int:
    """The device that has gone to the other evening."""
    return next(screen.device for screen in first.now.screens if screen.away)


@pytest.fixture(params=[False, True], ids=["while people gather", "at a table"])
def is_playing(request: pytest.FixtureRequest) -> bool:
    playing: bool = request.param
    return playing


@pytest.mark.usefixtures("guest")
@pytest.mark.parametrize("act", UNSEEN | SEEN)
def test_another_evening_is_woken_where_it_shows_something_else(
    first: WithAnn, second: Hosted, app: Flask, rung: Rung, act: str, is_playing: bool
) -> None:
    as_last_time(first)
    if is_playing:
        second.start("death-wish")
    before, version = drawn(app, second), second.now.version
    rung(second)
    (UNSEEN | SEEN)[act](first)
    is_woken = rung(second) > 0
    is_otherwise = drawn(app, second) != before
    assert is_woken or not is_otherwise
    assert is_woken == (second.now.version > version)
    if act in UNSEEN or not is_playing:
        assert is_woken == (act in SEEN)


def test_five_devices_that_change_their_use_wake_nobody_else(
    first: WithAnn, second: Hosted, other: Hosted, rung: Rung
) -> None:
    phones = [first.come() for _ in range(5)]
    for evening in (first, second, other):
        rung(evening)
    for kind in ("board", "phone") * 10:
        for phone in phones:
            assert post(phone, "/use", kind=kind)[0] == 303
    assert rung(second) == 0
