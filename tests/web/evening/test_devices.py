"""Seats and hosts (an evening among people, points 1 and 2): who speaks for whom, who hosts, who is let in."""

import pytest

from tests.support.gathering import Gathering
from tests.support.phone import Phone

SECRET = "TNT7f3a9cQ"


# Seats: a new phone, a latecomer, several on one phone


def test_a_new_phone_gets_the_seat_back_when_the_host_allows_it_and_the_old_phone_is_told(evening: Gathering) -> None:
    old = evening.come("Bo")
    new = evening.come()
    new.tap("/sit", person=evening.person("Bo"))
    assert new.says("The host has been asked for the seat of Bo.")
    evening.tablet.get("/").tap("/claims", "yes", person=evening.person("Bo"))
    assert new.get("/").says("<bdi>Bo</bdi>")
    assert old.get("/").says("Bo now plays on another phone too"), "and keeps the seat: several devices may sit on one"
    old.tap("/heard")
    assert not old.get("/").says("another phone too")


def test_the_host_is_told_whose_phone_asks_for_a_seat(evening: Gathering) -> None:
    evening.come("Bo")
    evening.come("Ann").get("/phone").tap("/sit", person=evening.person("Bo"))
    assert evening.tablet.get("/").says("The phone of Ann asks for the seat of Bo.")
    evening.tablet.tap("/claims", "no", person=evening.person("Bo"))
    evening.come().tap("/sit", person=evening.person("Bo"))
    assert evening.tablet.get("/").says("Another phone says that it is Bo's, who has one already.")


def test_somebody_who_watches_has_no_seat_and_may_sit_down_later(evening: Gathering) -> None:
    watcher = evening.come()
    watcher.fill("/use", kind="watch")
    assert evening.now.guests == ()
    watcher.get("/choose").fill("/sit", name="Bo")
    assert [guest.name for guest in evening.now.guests] == ["Bo"]


@pytest.fixture
def shared(evening: Gathering) -> Phone:
    """A phone that Ann and Bo share, at a table with Cy and Di, after the decree."""
    phone = evening.come("Ann")
    phone.get("/choose").fill("/sit", name="Bo")
    for name in ("Cy", "Di"):
        evening.come(name)
    evening.start()
    evening.tell({"move": "decree", "icons": (0, -1, 1, 0)})
    return phone.get("/")


def asked(phone: Phone) -> set[tuple[str, int | None]]:
    return {(form.ask, form.seat) for form in phone.forms() if form.ask}


def test_a_phone_that_two_share_is_covered_until_it_is_held(evening: Gathering, shared: Phone) -> None:
    assert asked(shared) == set()
    shared.tap("/front", person=evening.person("Ann"), open="1")
    assert asked(shared) == {("write", 0)}
    shared.tap("/front", person=evening.person("Bo"))
    assert asked(shared) == set(), "one tap switches, and covers"
    shared.tap("/front", person=evening.person("Bo"), open="1")
    assert asked(shared) == {("write", 1)}


def test_after_a_tap_it_is_covered_and_goes_on_to_the_other_who_is_waited_for(
    evening: Gathering, shared: Phone
) -> None:
    shared.tap("/front", person=evening.person("Ann"), open="1")
    code = evening.now.table_code
    shared.fill(f"/table/{code}/move", name=SECRET)
    assert SECRET not in shared.html
    assert asked(shared) == set()
    assert SECRET not in shared.get(f"/table/{code}/sheet").html
    assert SECRET not in shared.get(f"/table/{code}/sheet/2").html
    shared.get("/").tap("/front", person=evening.person("Bo"), open="1")
    assert asked(shared) == {("write", 1)}, "Bo has it now"
    assert SECRET not in shared.html
    shared.tap("/front", person=evening.person("Ann"))
    shared.tap("/front", person=evening.person("Ann"), open="1")
    assert SECRET in shared.html


def test_a_phone_cannot_be_handed_to_somebody_it_does_not_speak_for(evening: Gathering, shared: Phone) -> None:
    cy = evening.person("Cy")
    answer = shared.post("/front", {"person": cy, "open": "1"})
    assert answer.status_code == 422
    assert asked(shared.get("/")) == set()


def test_a_seat_can_leave_a_phone_that_two_share(evening: Gathering, shared: Phone) -> None:
    shared.get("/phone").tap("/let-go", person=evening.person("Bo"))
    assert asked(shared) == {("write", 0)}, "one player: nothing to cover"


# The host: a role, not a device


def test_the_host_hands_the_role_on_or_shares_it_and_the_other_device_is_told(evening: Gathering) -> None:
    bo, cy = evening.come("Bo"), evening.come("Cy")
    evening.tablet.get("/devices").tap(f"/devices/{evening.device('Bo')}", "share")
    assert bo.get("/").says("You are host now")
    assert bo.get("/").forms(action="/guests")
    bo.get("/devices").tap(f"/devices/{evening.device('Cy')}", "hand-on")
    assert cy.get("/").forms(action="/guests")
    assert not bo.get("/").forms(action="/guests")
    assert bo.client.get("/devices").status_code == 403
    assert evening.tablet.get("/").forms(action="/guests"), "the tablet has the role still"


def test_a_lost_host_is_replaced_by_the_link_of_the_terminal(evening: Gathering) -> None:
    phone = evening.come("Bo")
    phone.get(f"/host/{evening.now.host_ticket}")
    assert phone.get("/").forms(action="/guests")
    assert phone.says("You are host now")
    assert phone.says(">Understood<")
    phone.tap("/heard")
    phone.get(f"/host/{evening.now.host_ticket}")
    assert not phone.get("/").says("You are host now"), "it hosts already"


def test_a_device_that_comes_in_by_the_hosts_link_is_told_so_where_it_says_how_it_is_used(evening: Gathering) -> None:
    phone = Phone(evening.app).get(f"/host/{evening.now.host_ticket}")
    phone.fill("/use", kind="board")
    assert not phone.get("/").says("You are host now")


def test_a_closed_door_keeps_strangers_out_and_nobody_who_is_in(evening: Gathering) -> None:
    bo = evening.come("Bo")
    evening.tablet.get("/devices").tap("/door", "yes")
    stranger = Phone(evening.app)
    answer = stranger.client.get(f"/j/{evening.now.ticket}")
    assert answer.status_code == 422
    assert "The host has closed the door." in answer.text
    assert stranger.post("/code", {"code": evening.now.code}).status_code == 422
    assert bo.get(f"/j/{evening.now.ticket}").says("<bdi>Bo</bdi>"), "scanned again: still in"
    host = Phone(evening.app).get(f"/host/{evening.now.host_ticket}")
    assert host.says("Sit down")
    evening.tablet.get("/devices").tap("/door", "no")
    assert evening.come("Cy").says("<bdi>Cy</bdi>")


def test_a_device_that_was_asked_to_leave_cannot_come_back_by_the_old_code_until_let_in(evening: Gathering) -> None:
    ticket, code = evening.now.ticket, evening.now.code
    troll = evening.come("Troll")
    gone = evening.device("Troll")
    evening.tablet.get("/devices").tap(f"/devices/{gone}", "remove")
    assert troll.get("/").says("The host has asked this device to leave.")
    assert troll.client.get("/history/").status_code == 422
    assert Phone(evening.app).client.get(f"/j/{ticket}").status_code == 404
    assert Phone(evening.app).post("/code", {"code": code}).status_code == 404
    assert troll.client.get(f"/j/{evening.now.ticket}").status_code == 422
    assert evening.come("Bo").says("<bdi>Bo</bdi>"), "the new code lets others in"
    evening.tablet.get("/devices").tap(f"/devices/{gone}", "let-in")
    assert troll.get("/").says("Sit down")


def test_who_was_host_and_was_asked_to_leave_does_not_come_back_by_the_hosts_link(
    evening: Gathering, capsys: pytest.CaptureFixture[str]
) -> None:
    bo, link = evening.come("Bo"), f"/host/{evening.now.host_ticket}"
    bo.get(link)
    gone = evening.device("Bo")
    capsys.readouterr()
    evening.tablet.get("/devices").tap(f"/devices/{gone}", "remove")
    assert Phone(evening.app).client.get(link).status_code == 404
    anew = f"/host/{evening.now.host_ticket}"
    assert f"{anew}\n" in capsys.readouterr().out
    answer = bo.client.get(anew)
    assert (answer.status_code, "The host has asked this device to leave." in answer.text) == (422, True)
    assert Phone(evening.app).get(anew).says("Sit down")


def test_the_host_cannot_be_asked_to_leave_by_itself(evening: Gathering) -> None:
    (own,) = evening.now.screens
    answer = evening.tablet.post(f"/devices/{own.device}", {"how": "remove"})
    assert answer.status_code == 400
    assert not evening.now.screens[0].removed


def test_the_terminal_says_the_code_and_the_hosts_link_of_the_evening_after_the_one_that_ended(
    evening: Gathering, capsys: pytest.CaptureFixture[str]
) -> None:
    ended = evening.now
    evening.tablet.post("/end")
    capsys.readouterr()
    assert Phone(evening.app).client.get(f"/host/{ended.host_ticket}").status_code == 404
    printed = capsys.readouterr().out
    assert f"(code {evening.now.code})\n" in printed
    assert f"/host/{evening.now.host_ticket}\n" in printed
    assert ended.host_ticket not in printed
    assert Phone(evening.app).client.get("/host/nobody").status_code == 404
    assert capsys.readouterr().out == "", "an evening that is open is not printed again"
