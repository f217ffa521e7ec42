"""Evenings side by side: another table of the same people, and devices and people that move between them."""

from datetime import timedelta
from pathlib import Path

import pytest

from companion.commands.serve import _print_addresses
from companion.evening.evenings import MOST_OPEN
from companion.evening.model import Evening
from companion.evening.quiet import QUIET
from companion.history import search
from companion.storage.data import Data
from companion.storage.identifiers import HOME
from companion.storage.notifier import Notifier
from companion.storage.store import Store
from companion.web.access.services import Services
from companion.web.app import create_app
from tests.support.clock import Clock
from tests.support.phone import Phone
from tests.support.side_by_side import FIVE, FOUR, Hosted, WithAnn, post
from tests.support.two_groups import without_chance


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_host_opens_another_table_and_goes_back(first: WithAnn, services: Services) -> None:
    code = first.now.code
    first.tablet.get("/").tap("/evenings")
    assert first.tablet.says("Sit down", "This is the scoreboard"), "it has not said yet how it is used there"
    another, before = services.evenings.all_open(HOME)
    assert (before.id, another.group, another.guests) == (first.now.id, HOME, ())
    first.tablet.fill("/use", kind="board")
    assert first.tablet.says(another.code, f"Back to table {code}", "Another table")
    assert not first.tablet.says("Ann", first.now.ticket)
    assert first.ann.get("/").says("The host starts the game.")
    first.tablet.tap(f"/evenings/{code}")
    assert first.tablet.says(code, "Ann", f"Back to table {another.code}")
    first.start()
    assert (first.live.header.game, first.live.header.evening) == ("death-name", first.now.id)


def test_no_guest_opens_one_and_nobody_goes_where_they_never_were(first: WithAnn, second: Hosted) -> None:
    ann = first.ann
    assert post(ann, "/evenings")[0] == 403
    assert post(ann, f"/evenings/{second.now.code}")[0] == 404
    assert post(ann, "/evenings/NEVER") == post(ann, f"/evenings/{second.now.code}")


def test_a_group_has_only_so_many(first: WithAnn, services: Services) -> None:
    for _ in range(MOST_OPEN - 1):
        services.evenings.open(HOME)
    status, page = post(first.tablet, "/evenings")
    assert (status, "at most 12 tables" in page) == (422, True)
    assert len(services.evenings.all_open()) == MOST_OPEN


def test_whoever_comes_is_asked_for_the_code_and_told_of_no_table(first: WithAnn, services: Services) -> None:
    stranger = Phone(first.app)
    alone = stranger.get("/").html
    another = services.evenings.open(HOME)
    assert stranger.get("/").html == alone
    for evening in (first.now, another):
        phone = Phone(first.app).get("/")
        phone.fill("/code", code=f" {evening.code.lower()} ")
        phone.fill("/use", kind="watch")
        assert devices(services, evening) > 0
        assert phone.get("/network").says(evening.code)


def devices(services: Services, evening: Evening) -> int:
    now = services.evenings.by_id(evening.id)
    return len(now.screens) if now else 0


def test_a_device_is_at_the_one_that_it_entered_last(first: WithAnn, second: Hosted) -> None:
    phone = first.come()
    phone.fill("/use", kind="watch")
    for evening in (second, first, second):
        phone.follow(f"/j/{evening.now.ticket}")
        assert phone.get("/network").says(evening.now.code)
    assert post(phone, "/use", kind="board")[0] == 303
    kinds = [[screen.kind for screen in evening.now.screens][-1] for evening in (first, second)]
    assert kinds == ["watch", "board"]


def test_a_device_that_is_elsewhere_speaks_for_nobody_here(first: WithAnn, second: Hosted) -> None:
    ann = int(first.person("Ann"))
    assert first.now.has_phone(ann)
    first.ann.follow(f"/j/{second.now.ticket}")
    assert not first.now.has_phone(ann)
    assert first.names == [*FOUR], "she still sits there"
    first.ann.follow(f"/j/{first.now.ticket}")
    assert first.now.has_phone(ann)


def test_when_an_evening_ends_its_devices_are_back_at_the_one_before(first: WithAnn, second: Hosted) -> None:
    first.ann.follow(f"/j/{second.now.ticket}")
    second.tablet.get("/").tap("/end")
    assert first.ann.get("/network").says(first.now.code)
    assert first.now.has_phone(int(first.person("Ann")))


def test_a_device_removed_from_one_is_still_at_the_other(first: WithAnn, second: Hosted) -> None:
    device = first.device("Ann")
    ann = first.ann.follow(f"/j/{second.now.ticket}")
    second.tablet.get("/devices").tap(f"/devices/{device}", "remove")
    assert ann.get("/network").says(first.now.code)
    assert first.now.has_phone(int(first.person("Ann"))), "its seat there is none of the other host's business"


def test_whoever_sits_down_at_one_gets_up_from_the_other(first: WithAnn, second: Hosted) -> None:
    person = first.person("Ann")
    first.ann.follow(f"/j/{second.now.ticket}").tap("/sit", person=person)
    assert (first.names, second.names) == ([*FOUR[1:]], [*FIVE, "Ann"])
    assert second.now.has_phone(int(person))
    second.tablet.get("/").fill("/guests", name="Bo")
    assert (first.names, second.names[-1]) == ([*FOUR[2:]], "Bo")


def test_the_phone_of_somebody_at_another_table_is_asked_about(first: WithAnn, second: Hosted) -> None:
    stranger = second.come()
    stranger.tap("/sit", person=first.person("Ann"))
    assert stranger.says("The host has been asked for the seat of Ann.")
    assert (first.names, [claim.name for claim in second.now.claims]) == ([*FOUR], ["Ann"])


def test_whoever_plays_is_not_seated_elsewhere_but_by_their_own_phone(first: WithAnn, second: Hosted) -> None:
    person = first.person("Ann")
    first.start()
    stranger = second.come()
    refused = "Ann plays at another table just now."
    for answer in (
        post(stranger, "/sit", person=person),
        post(stranger, "/sit", person=person, goes_by="ann"),
        post(second.tablet, "/guests", name="Ann"),
    ):
        assert (answer[0], refused in answer[1]) == (422, True)
    assert (first.names, second.names, second.now.claims) == ([*FOUR], [*FIVE], ())

    ann = first.ann.follow(f"/j/{second.now.ticket}")
    ann.tap("/sit", person=person)
    assert (first.names, second.names) == ([*FOUR[1:]], [*FIVE, "Ann"])
    assert first.live.table.seats == FOUR, "from the next table on"
    first.round("Anna", "Bob", "Cyd", "Dia")
    assert post(ann, f"/table/{first.live.header.code}/move", key="a-key-of-ann", move="stop")[0] == 404
    ann.follow(f"/j/{first.now.ticket}").get("/choose").tap("/sit", person=person)
    assert ann.says("Ann") and first.names[-1] == "Ann"


def test_a_table_of_another_evening_that_is_open_does_not_go_on_here(first: WithAnn, second: Hosted) -> None:
    first.start()
    first.round("Anna", "Bob", "Cyd", "Dia")
    code = first.live.header.code
    assert post(first.tablet, "/put-away")[0] == 303
    assert f"/tables/{code}/go-on" in first.tablet.get("/").html
    assert f"/tables/{code}/go-on" not in second.tablet.get("/").html
    assert post(second.tablet, f"/tables/{code}/go-on")[0] == 404
    first.tablet.get("/").tap("/end")
    second.tablet.get("/").tap(f"/tables/{code}/go-on")
    assert (second.live.header.code, second.live.header.evening) == (code, second.now.id)


def test_both_go_into_one_history(first: WithAnn, second: Hosted, store: Store) -> None:
    for evening, written in ((first, ("Anna", "Bob", "Cyd", "Dia")), (second, ("Eva", "Flora", "Gus", "Hal"))):
        evening.start()
        evening.round(*written)
        evening.report(evening.tablet, move="stop")
    codes = {evening.live.header.id for evening in (first, second)}
    assert {game.id for game in search.games(store.reader(), HOME, search.GameFilter(), most=None)} == codes
    assert first.ann.get("/history/").html.count('href="/history/') > 2


def test_three_play_at_once_and_all_seats_are_back_after_a_kill(
    first: WithAnn, second: Hosted, other: Hosted, store: Store, clock: Clock
) -> None:
    eve = second.come()
    eve.tap("/sit", person=second.person("Eve"))
    for evening in (first, second, other):
        evening.start()
    first.round("Anna", "Bob", "Cyd", "Dia")
    second.tell({"move": "decree", "icons": (0, 1, -1, 0)})
    other.round("Zed", "Yan", "Xav", "Wim")
    phones = (first.tablet, second.tablet, other.tablet, first.ann, eve)
    before = [phone.get("/").html for phone in phones]
    anew = create_app(Services(store, notifier=Notifier(clock)))
    after = []
    for phone in phones:
        again = Phone(anew)
        for cookie in (phone.client._cookies or {}).values():
            again.client.set_cookie(cookie.key, cookie.value)
        after.append(again.get("/").html)
    anew.extensions["services"].writer.close()
    assert [without_chance(page) for page in after] == [without_chance(page) for page in before]


def test_the_terminal_prints_the_link_of_every_open_table(
    first: WithAnn, second: Hosted, services: Services, capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    _print_addresses(services, Data(folder))
    printed = capsys.readouterr().out
    for evening in (first.now, second.now):
        assert f"(code {evening.code})" in printed
        assert f"/host/{evening.host_ticket}" in printed


def test_one_ends_by_itself_and_the_other_does_not(
    first: WithAnn, second: Hosted, services: Services, clock: Clock
) -> None:
    clock.wait(QUIET - timedelta(hours=1))
    second.tablet.get("/").tap("/order", "rotate")
    clock.wait(timedelta(hours=1))
    assert [evening.id for evening in services.evenings.all_open()] == [second.now.id]
    assert first.tablet.client.get("/devices").status_code == 401
    assert second.tablet.client.get("/devices").status_code == 200


def test_the_wifi_and_the_address_are_those_of_one_evening(first: WithAnn, second: Hosted) -> None:
    first.tablet.get("/network").fill("/network/wifi", wifi="Kitchen", phrase="12345678", security="WPA")
    assert first.tablet.get("/network").says("Kitchen")
    assert not second.tablet.get("/network").says("Kitchen")
