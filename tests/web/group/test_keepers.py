"""A keeper has the rights over what a group keeps; at home every host is one."""

import re

import pytest
from flask import Flask

from companion.commands.transfer import _add_all, _id
from companion.group import decks, groups, keepers, paper, people
from companion.storage.identifiers import HOME
from companion.table.record import read
from companion.web.access.services import Services
from tests.reference.death_wish_records import games
from tests.support.gathering import Gathering
from tests.support.phone import Phone


@pytest.fixture
def club(app: Flask, services: Services) -> Gathering:
    """An evening of a group that is not the home, whose host is no keeper; Ann sits there, Bo came before."""
    group = services.store.do(lambda db: groups.open_group(db, "The club")).id
    evening = Gathering(app, services.evenings.ensure(group))
    evening.tablet.get("/").fill("/guests", name="Ann")
    services.store.do(lambda db: people.add(db, group, "Bo", "red", "star"))
    services.store.do(lambda db: decks.make(db, group, "death-name", "Ours"))
    return evening


def person(evening: Gathering, services: Services, name: str) -> int:
    somebody = people.named(services.store.reader(), evening.now.group, name)
    assert somebody is not None
    return somebody.id


def keep(evening: Gathering, services: Services) -> None:
    """The host's tablet keeps the group."""
    device = evening.now.screens[0].device
    services.store.do(lambda db: keepers.add(db, evening.now.group, device))


def of_keepers(evening: Gathering, services: Services) -> list[tuple[str, dict[str, str]]]:
    """The forms that are a keeper's, and change nothing that another one of them needs."""
    ann, bo = (person(evening, services, name) for name in ("Ann", "Bo"))
    (deck,) = decks.all_decks(services.store.reader(), evening.now.group)
    return [
        (f"/people/{bo}/name", {"name": "Bob"}),
        (f"/people/{bo}/same", {"into": str(ann)}),
        (f"/people/{bo}/apart", {}),
        ("/decks/", {"game": "death-name", "name": "Another"}),
        (f"/decks/{deck.id}", {"how": "rest"}),
        (f"/decks/{deck.id}/cards", {"pile": "4", "card": "[1, 1, 1, 1]"}),
    ]


def statuses(phone: Phone, forms: list[tuple[str, dict[str, str]]]) -> set[int]:
    return {phone.post(path, form).status_code for path, form in forms}


def test_what_a_group_keeps_is_its_keepers_to_change(club: Gathering, services: Services) -> None:
    forms = of_keepers(club, services)
    assert statuses(club.tablet, forms) == {403}
    assert club.tablet.client.get("/history/?hidden=1").status_code == 403
    keep(club, services)
    assert 403 not in statuses(club.tablet, forms)
    assert club.tablet.client.get("/history/?hidden=1").status_code == 200


def test_at_home_every_host_is_a_keeper(app: Flask, services: Services) -> None:
    evening = Gathering(app)
    guest = evening.come("Ann")
    for phone, is_allowed in ((evening.tablet, True), (guest, False)):
        assert (phone.client.get("/history/?hidden=1").status_code == 200) == is_allowed
        assert (statuses(phone, [("/decks/", {"game": "death-name", "name": "Ours"})]) == {303}) == is_allowed


def test_the_forms_of_a_keeper_are_on_no_other_page(club: Gathering, services: Services) -> None:
    bo = person(club, services, "Bo")
    (deck,) = decks.all_decks(services.store.reader(), club.now.group)
    pages = (f"/people/{bo}", "/decks/", f"/decks/{deck.id}")
    assert [club.tablet.get(page).forms(method="post") for page in pages] == [[], [], []]
    keep(club, services)
    assert all(club.tablet.get(page).forms(method="post") for page in pages)


def test_a_host_renames_who_sits_at_the_table(club: Gathering, services: Services) -> None:
    ann = person(club, services, "Ann")
    club.tablet.get(f"/people/{ann}").fill(f"/people/{ann}/name", name="Anna")
    assert [guest.name for guest in club.now.guests] == ["Anna"]


def test_a_keeper_of_one_group_is_none_of_another(club: Gathering, app: Flask, services: Services) -> None:
    keep(club, services)
    other = services.store.do(lambda db: groups.open_group(db, "Others")).id
    host = Gathering(app, services.evenings.ensure(other))
    club.tablet.follow(f"/j/{host.now.ticket}")
    for group, is_allowed in ((other, False), (club.now.group, True)):
        club.tablet.follow(f"/j/{services.evenings.ensure(group).ticket}")
        assert (club.tablet.client.get("/history/?hidden=1").status_code == 200) == is_allowed


def link_of(page: Phone) -> str:
    """The link on the page of the code on paper that makes a device a keeper."""
    link = re.search(r"http://[^<]*(/keep/[\w-]+)", page.html)
    assert link is not None
    return link[1]


def test_the_link_makes_a_device_a_keeper_once_it_says_so(club: Gathering, app: Flask, services: Services) -> None:
    keep(club, services)
    group, link = club.now.group, link_of(club.tablet.get("/group/paper"))
    phone = Phone(app).get(link)
    assert phone.says("The club", "This device keeps the group")
    assert len(keepers.keepers(services.store.reader(), group)) == 1, "only looked at"
    phone.fill(link)
    assert len(keepers.keepers(services.store.reader(), group)) == 2
    assert phone.get("/group").says("this device")
    assert club.now.screens[-1].host


def test_a_keeper_is_dismissed_and_comes_not_back_by_the_old_link(
    club: Gathering, app: Flask, services: Services
) -> None:
    keep(club, services)
    link = link_of(club.tablet.get("/group/paper"))
    phone = Phone(app).get(link)
    phone.fill(link)
    device = club.now.screens[-1].device
    club.tablet.get("/group").tap(f"/group/keepers/{device}")
    assert phone.client.get("/group").status_code == 403
    never = phone.client.get("/keep/never")
    assert (never.status_code, phone.client.get(link).data) == (404, never.data)
    assert phone.post(link).status_code == 404
    assert club.tablet.says("this device")


def test_the_last_keeper_stays(club: Gathering, services: Services) -> None:
    keep(club, services)
    (device,) = keepers.keepers(services.store.reader(), club.now.group)
    answer = club.tablet.post(f"/group/keepers/{device}")
    assert (answer.status_code, "let another device keep it first" in answer.text) == (422, True)
    assert keepers.keepers(services.store.reader(), club.now.group) == [device]
    assert club.tablet.post("/group/keepers/12345").status_code == 404


def test_the_link_is_another_one_when_a_keeper_says_so(club: Gathering, services: Services) -> None:
    keep(club, services)
    before = link_of(club.tablet.get("/group/paper"))
    club.tablet.tap("/group/link")
    after = link_of(club.tablet)
    assert (after != before, club.tablet.client.get(before).status_code) == (True, 404)
    assert club.tablet.client.get(after).status_code == 200


def test_the_name_of_a_group_is_on_its_screens(club: Gathering, services: Services) -> None:
    keep(club, services)
    club.tablet.get("/group").fill("/group/name", name=" Die  Totengräber ")
    assert club.tablet.says("Die Totengräber")
    assert club.tablet.get("/").says("Die Totengräber")
    assert club.tablet.post("/group/name", {"name": " "}).status_code == 422


def test_a_home_has_no_link_for_keepers(app: Flask, services: Services) -> None:
    home = Gathering(app)
    assert home.tablet.get("/group").says("This group", "Hidden games")
    assert not home.tablet.says("/keep/")
    assert "/group" not in home.tablet.get("/").html
    (ticket,) = services.store.reader().execute("select keeper_ticket from groups where id = 0").first()
    assert home.tablet.client.get(f"/keep/{ticket}").status_code == 404
    for path in ("/group/link", "/group/keepers/1"):
        assert home.tablet.post(path).status_code == 404
    assert home.tablet.client.get("/group/paper").status_code == 404
    assert home.come("Ann").client.get("/group").status_code == 403


def test_a_keeper_hosts_each_table_of_the_group_that_it_enters(club: Gathering, services: Services) -> None:
    guest = club.come("Cy")
    device = club.device("Cy")
    services.store.do(lambda db: keepers.add(db, club.now.group, device))
    another = services.evenings.open(club.now.group)
    guest.follow(f"/j/{club.now.ticket}").follow(f"/j/{another.ticket}")
    now = services.evenings.by_id(another.id)
    assert now is not None
    assert [screen.host for screen in now.screens] == [True]
    guest.follow(f"/j/{club.now.ticket}")
    screen = club.now.screen(device)
    assert screen is not None
    assert screen.host


def test_a_host_who_keeps_nothing_asks_no_keeper_to_leave(club: Gathering, services: Services) -> None:
    guest = club.come("Cy")
    device, tablet = club.device("Cy"), club.now.screens[0].device
    services.store.do(lambda db: keepers.add(db, club.now.group, device))
    answer = club.tablet.post(f"/devices/{device}", {"how": "remove"})
    assert (answer.status_code, "only another keeper" in answer.text) == (422, True)
    assert guest.get("/people/").says("Cy")
    keep(club, services)
    club.tablet.get("/devices").tap(f"/devices/{device}", "remove")
    assert [screen.removed for screen in club.now.screens if screen.device in (tablet, device)] == [False, True]


def words_of(club: Gathering, services: Services) -> list[str]:
    return groups.by_id(services.store.reader(), club.now.group).words


def test_the_code_on_paper_has_the_words_and_the_link_that_a_new_phone_opens(
    club: Gathering, app: Flask, services: Services
) -> None:
    keep(club, services)
    words, paper = words_of(club, services), club.tablet.get("/group/paper")
    assert paper.says("The club", "Whoever has this paper", " ".join(words))
    assert link_of(paper) == f"/keep/{'-'.join(words)}"
    services.is_open = True
    phone = Phone(app).get("/")
    phone.fill("/keep", words=f"  {'  '.join(word[:4].upper() for word in words)} ")
    assert phone.says("The club", "This device keeps the group")
    phone.fill(link_of(paper))
    assert len(keepers.keepers(services.store.reader(), club.now.group)) == 2
    club.tablet.get("/group/paper").tap("/group/link")
    assert words_of(club, services) != words
    assert club.tablet.says(" ".join(words_of(club, services)))
    answer = Phone(app).get("/").post("/keep", {"words": " ".join(words)})
    assert (answer.status_code, "No group has these words." in answer.text) == (404, True)


def test_who_is_no_keeper_sees_no_code_on_paper(club: Gathering, services: Services) -> None:
    assert club.tablet.client.get("/group/paper").status_code == 403
    assert "/group/paper" not in club.tablet.get("/").html
    keep(club, services)
    assert "/group/paper" in club.tablet.get("/").html


def test_the_lobby_leads_a_keeper_to_the_code_on_paper_until_something_was_played(
    club: Gathering, app: Flask, services: Services
) -> None:
    keep(club, services)
    phone = Phone(app).get(link_of(club.tablet.get("/group/paper")))
    phone.fill(f"/keep/{'-'.join(words_of(club, services))}")
    phone.fill("/sit", name="Cy")
    for device in (club.tablet, phone):
        assert device.get("/").says("/group/paper")
    played = read(games(1))
    services.evenings.change(club.now, lambda db: _add_all(db, club.now.group, {_id(played): played}))
    for device in (club.tablet, phone):
        assert not device.get("/").says("/group/paper")
        assert device.says('"/group"')


def test_words_are_tried_five_times_and_then_right_ones_open_nothing_either(
    club: Gathering, app: Flask, services: Services
) -> None:
    words, guesser = "-".join(words_of(club, services)), Phone(app)
    tries = [guesser.client.get(f"/keep/{n}").status_code for n in range(2)]
    tries += [guesser.post("/keep", {"words": f"no {n}"}).status_code for n in range(2)]
    assert [*tries, guesser.post("/keep/no").status_code] == [404] * 5
    assert guesser.client.get(f"/keep/{words}").status_code == 429
    assert guesser.post("/keep", {"words": words}).status_code == 429
    assert guesser.post(f"/keep/{words}").status_code == 429
    assert guesser.post("/code", {"code": "WRONG"}).status_code == 429, "letters and words are counted together"
    assert keepers.keepers(services.store.reader(), club.now.group) == []
    holder = Phone(app)
    assert [holder.client.get(f"/keep/{words}").status_code for _ in range(9)] == [200] * 9, "no guess"


def test_the_words_of_a_forgotten_group_open_nothing(club: Gathering, app: Flask, services: Services) -> None:
    keep(club, services)
    group, words = club.now.group, "-".join(words_of(club, services))
    club.tablet.get("/group/forget").tap("/group/forget")
    phone = Phone(app)
    assert [phone.client.get(f"/keep/{words}").status_code, phone.post(f"/keep/{words}").status_code] == [404, 404]
    assert phone.post("/keep", {"words": words}).status_code == 404
    assert keepers.keepers(services.store.reader(), group) == []


def test_the_home_has_no_words(app: Flask, services: Services) -> None:
    home = groups.by_id(services.store.reader(), HOME)
    for words in (home.keeper_ticket, " ".join(paper.LIST[:6]), ""):
        assert Phone(app).post("/keep", {"words": words}).status_code == 404


def test_the_field_for_words_is_where_anybody_may_open_a_group(app: Flask, services: Services) -> None:
    for services.is_open in (False, True):
        assert bool(Phone(app).get("/").forms(action="/keep")) == services.is_open


def test_a_keeper_alone_lets_the_hall_list_the_results_of_this_group(club: Gathering, services: Services) -> None:
    other = services.store.do(lambda db: groups.open_group(db, "Others")).id

    def listed() -> list[bool]:
        return [groups.is_in_hall(services.store.reader(), group) for group in (club.now.group, other, HOME)]

    assert club.tablet.post("/group/hall", {"agrees": "yes"}).status_code == 403
    keep(club, services)
    assert listed() == [False] * 3
    assert club.tablet.get("/group").says("stand in no list of the hall")
    club.tablet.tap("/group/hall")
    assert listed() == [True, False, False]
    assert club.tablet.says("stand in the hall's list", "List them no longer")
    club.tablet.tap("/group/hall")
    assert listed() == [False] * 3
