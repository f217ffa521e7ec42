"""Guests are told who hosts: whose phone, or that it is the scoreboard."""

from tests.support.gathering import Gathering

BOARD = "The host is at the scoreboard."


def test_guests_are_told_that_the_scoreboard_hosts(evening: Gathering) -> None:
    assert evening.come("Bo").says("The host starts the game.", BOARD)
    watcher = evening.come()
    watcher.fill("/use", kind="watch")
    assert watcher.get("/").says(BOARD)
    assert not evening.tablet.get("/").says(BOARD), "the host knows"


def test_guests_are_told_whose_phones_host(evening: Gathering) -> None:
    ann, bo, cy = (evening.come(name) for name in ("Ann", "Bo", "Cy"))
    evening.tablet.get("/devices").tap(f"/devices/{evening.device('Bo')}", "hand-on")
    assert ann.get("/").says("Bo is the host.")
    assert not bo.get("/").says("is the host.")
    bo.get("/devices").tap(f"/devices/{evening.device('Ann')}", "share")
    assert cy.get("/").says("Ann, Bo are the hosts.")
    assert not cy.says(BOARD)


def test_nobody_is_named_who_has_got_up_or_whose_phone_has_left(evening: Gathering) -> None:
    bo = evening.come("Bo")
    cy = evening.come("Cy")
    evening.tablet.get("/devices").tap(f"/devices/{evening.device('Cy')}", "share")
    assert bo.get("/").says("Cy is the host.")
    evening.tablet.get("/devices").tap(f"/devices/{evening.device('Cy')}", "remove")
    assert not bo.get("/").says("Cy is the host.")
    assert bo.says(BOARD)
    assert not cy.get("/").says("is the host.")


def test_who_asks_for_a_seat_is_told_whom_to_ask(evening: Gathering) -> None:
    evening.come("Ann").get(f"/host/{evening.now.host_ticket}")
    evening.come("Bo")
    assert evening.come("Bo").says("The host has been asked for the seat of Bo.", "Ann is the host.")


def test_a_device_that_hosts_is_sentence_so_where_it_says_how_it_is_used(evening: Gathering) -> None:
    sentence = "This device is the host"
    assert evening.tablet.get("/choose").says(sentence)
    assert not evening.come().says(sentence)
    assert evening.come("Bo").get(f"/host/{evening.now.host_ticket}").get("/choose").says(sentence)
