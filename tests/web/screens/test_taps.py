"""A tap is one function: what comes by a route, and what comes without any request, is the same line."""

from random import Random

import pytest
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException

from companion.web.access.visit import Guest, table_of
from companion.web.screens.taps import ReportedAlready, take_back, take_tap
from tests.support.gathering import Gathering
from tests.support.phone import Phone


def guest(evening: Gathering, name: str, code: str = "") -> Guest:
    """The device of somebody, or the host's, at the table of the evening, or the one with this code."""
    now, services = evening.now, evening.app.extensions["services"]
    device = now.screen(evening.device(name)) if name else next(device for device in now.screens if device.host)
    assert device is not None
    return Guest(services, now, device, table_of(services, now, code or evening.live.header.code))


def declared(phone: Phone) -> MultiDict[str, str]:
    """What a phone sends to declare."""
    form = next(form for form in phone.get("/").forms() if form.ask == "declare")
    return MultiDict(form.filled(Random(0)))


@pytest.fixture
def phones(evening: Gathering) -> dict[str, Phone]:
    phones = {name: evening.come(name) for name in ("Ann", "Bo", "Cy", "Di")}
    evening.start()
    evening.tell({"move": "decree", "icons": (0, -1, 1, 0)})
    evening.tell(*({"move": "write", "seat": seat, "name": f"Name {seat}"} for seat in range(4)))
    return phones


def test_a_tap_is_taken_without_a_request_and_counts_once_however_it_comes(
    evening: Gathering, phones: dict[str, Phone]
) -> None:
    code, form = evening.live.header.code, declared(phones["Bo"])
    with evening.app.app_context():
        bo = guest(evening, "Bo")
        assert [take_tap(bo, form), take_tap(guest(evening, "Bo"), form)] == [6, 6]
    assert phones["Bo"].post(f"/table/{code}/move", form).status_code == 303
    assert evening.live.line == 6
    with evening.app.app_context():
        assert take_back(bo, MultiDict({"line": "6"})) == 7


def test_who_comes_late_with_the_same_is_told_who_has_reported_it(evening: Gathering, phones: dict[str, Phone]) -> None:
    form = declared(phones["Bo"])
    with evening.app.app_context():
        take_tap(guest(evening, "Bo"), form)
        with pytest.raises(ReportedAlready) as late:
            take_tap(guest(evening, ""), form)
    assert (late.value.code, late.value.reporter, evening.live.line) == ("stale", "Bo", 6)


@pytest.mark.parametrize(("name", "code", "status"), [("Ann", "", 403), ("Bo", "AAAAA", 404)])
def test_nobody_reports_for_another_seat_or_elsewhere(
    evening: Gathering, phones: dict[str, Phone], name: str, code: str, status: int
) -> None:
    form = declared(phones["Bo"])
    with evening.app.app_context(), pytest.raises(HTTPException) as refused:
        take_tap(guest(evening, name, code), form)
    assert (refused.value.code, evening.live.line) == (status, 5)
