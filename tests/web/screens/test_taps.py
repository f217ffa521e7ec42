"""A tap is one function: what comes by a route, and what comes without any request, is the same line."""

from random import Random

import pytest
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException

from companion.web.access.visit import Guest
from companion.web.screens.taps import ReportedAlready, take_back, take_tap
from tests.support.gathering import Gathering
from tests.support.phone import HERE, Phone


def guest(evening: Gathering, name: str) -> Guest:
    screen = evening.now.screen(evening.device(name))
    assert screen is not None
    return Guest(evening.now, screen)


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
        assert [take_tap(bo, code, form), take_tap(bo, code, form)] == [6, 6]
    assert phones["Bo"].client.post(f"/table/{code}/move", data=form, headers=HERE).status_code == 303
    assert evening.live.line == 6
    with evening.app.app_context():
        assert take_back(bo, code, MultiDict({"line": "6"})) == 7


def test_who_comes_late_with_the_same_is_told_who_has_reported_it(evening: Gathering, phones: dict[str, Phone]) -> None:
    code, form = evening.live.header.code, declared(phones["Bo"])
    with evening.app.app_context():
        take_tap(guest(evening, "Bo"), code, form)
        host = Guest(evening.now, next(screen for screen in evening.now.screens if screen.host))
        with pytest.raises(ReportedAlready) as late:
            take_tap(host, code, form)
    assert (late.value.code, late.value.reporter, evening.live.line) == ("stale", "Bo", 6)


@pytest.mark.parametrize(("name", "code", "status"), [("Ann", "", 403), ("Bo", "AAAAA", 404)])
def test_nobody_reports_for_another_seat_or_elsewhere(
    evening: Gathering, phones: dict[str, Phone], name: str, code: str, status: int
) -> None:
    form = declared(phones["Bo"])
    with evening.app.app_context(), pytest.raises(HTTPException) as refused:
        take_tap(guest(evening, name), code or evening.live.header.code, form)
    assert (refused.value.code, evening.live.line) == (status, 5)
