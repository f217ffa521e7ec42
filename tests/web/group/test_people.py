"""People across evenings on their pages (point 7): suggested, renamed, merged, and never at the cost of a seat."""

import re

import pytest

from companion.group import people
from companion.storage.identifiers import HOME
from companion.storage.store import Store
from companion.web.access.services import Services
from companion.web.app import create_app
from tests.support.gathering import Gathering
from tests.support.phone import Phone


def next_week(evening: Gathering) -> None:
    """The evening ends; the host opens another."""
    assert post(evening.tablet, "/end") == 303
    evening.tablet.get(f"/host/{evening.now.host_ticket}").fill("/use", kind="board")


def played(evening: Gathering, *names: str) -> None:
    """A game with these, then everybody goes home."""
    evening.seat(*names)
    evening.start()
    evening.tell({"move": "decree", "icons": (0, -1, 1, 0)})
    next_week(evening)


def person(evening: Gathering, name: str) -> str:
    """The number of somebody, as the page of all people has it."""
    page = evening.tablet.get("/people/").html
    found = re.findall(r'href="/people/(\d+)">.*?<bdi>(.*?)</bdi>', page, re.S)
    return next(id for id, of in found if of == name)


def post(device: Phone, path: str, **form: object) -> int:
    return device.post(path, form).status_code


def test_names_are_suggested_while_typing_on_the_phone_and_at_the_host(evening: Gathering) -> None:
    played(evening, "Ann", "Bo", "Cy", "Di")
    phone = evening.come()
    assert phone.says('list="known"', '<option value="Ann">', '<option value="Di">')
    assert evening.tablet.get("/").says('list="known"', '<option value="Ann">')
    phone.fill("/sit", name="ＡＮＮ")
    evening.is_that_one(phone)
    assert [guest.name for guest in evening.now.guests] == ["Ann"], "somebody who comes again, not somebody else"


def test_more_people_than_the_page_shows_are_known_by_name(evening: Gathering) -> None:
    for week in range(10):
        played(evening, *(f"Guest {week} {seat}" for seat in range(4)))
    evening.come("guest 0 0")
    assert [guest.name for guest in evening.now.guests] == ["Guest 0 0"]


def test_all_people_are_listed_with_their_games(evening: Gathering) -> None:
    played(evening, "Ann", "Bo", "Cy", "Di")
    played(evening, "Ann", "Bo", "Cy", "Eve")
    page = evening.tablet.get("/history/")
    assert page.says('href="/people/"')
    page = evening.tablet.get("/people/")
    assert page.html.count("2 games") == 3
    assert page.html.count("1 game<") == 2


def test_the_host_renames_somebody_and_the_games_keep_the_name_of_then(evening: Gathering) -> None:
    played(evening, "Ann", "Bo", "Cy", "Di")
    id = person(evening, "Bo")
    evening.tablet.get(f"/people/{id}").fill(f"/people/{id}/name", name="Boris")
    assert evening.tablet.says("<bdi>Boris</bdi>", "as Bo")
    assert evening.tablet.get("/history/").says("<bdi>Ann</bdi>", "<bdi>Bo</bdi>")


def test_somebody_renames_themselves_and_nobody_else(evening: Gathering) -> None:
    phone = evening.come("Bo")
    evening.come("Ann")
    bo, ann = evening.person("Bo"), evening.person("Ann")
    phone.get(f"/people/{bo}").fill(f"/people/{bo}/name", name="Boris")
    assert [guest.name for guest in evening.now.guests] == ["Boris", "Ann"]
    assert phone.get("/").says("<bdi>Boris</bdi>")
    assert post(phone, f"/people/{ann}/name", name="Anna") == 403
    assert post(phone, f"/people/{ann}/mark", colour="red", shape="star") == 403
    assert post(phone, f"/people/{bo}/same", into=ann) == 403
    assert post(phone, f"/people/{bo}/apart") == 403
    assert post(Phone(evening.app), f"/people/{bo}/name", name="X") == 401


@pytest.mark.parametrize("name", ["", "   ", "n" * 41, "a\x00b"])
def test_what_is_no_name_is_refused(evening: Gathering, name: str) -> None:
    evening.come("Bo")
    assert post(evening.tablet, f"/people/{evening.person('Bo')}/name", name=name) == 422
    assert [guest.name for guest in evening.now.guests] == ["Bo"]


def test_a_name_that_is_taken_offers_to_merge_and_the_games_of_both_are_one_persons(evening: Gathering) -> None:
    played(evening, "Ann", "Bo", "Cy", "Di")
    played(evening, "Ann", "Bob", "Cy", "Di")
    bob, bo = person(evening, "Bob"), person(evening, "Bo")
    tablet = evening.tablet.get(f"/people/{bob}")
    answer = tablet.post(f"/people/{bob}/name", {"name": "BO"})
    assert answer.status_code == 422
    assert "There is somebody called Bo already." in answer.text
    tablet.html = answer.text
    tablet.tap(f"/people/{bob}/same", into=bo)
    assert tablet.says("<bdi>Bo</bdi>", "2 games", "as Bob", "Also went by: Bob")
    assert not tablet.get("/people/").says("<bdi>Bob</bdi>")
    assert tablet.get(f"/people/{bob}").says("<bdi>Bo</bdi>"), "an old link leads to the same person"
    evening.come("bob")
    assert [guest.name for guest in evening.now.guests] == ["Bo"]


def test_two_who_sat_at_one_table_cannot_be_one(evening: Gathering) -> None:
    played(evening, "Ann", "Bo", "Cy", "Di")
    ann, bo = person(evening, "Ann"), person(evening, "Bo")
    page = evening.tablet.get(f"/people/{ann}")
    assert not page.says(f'value="{bo}"'), "they are not offered"
    answer = page.post(f"/people/{ann}/same", {"into": bo})
    assert answer.status_code == 422
    assert "Ann and Bo have sat at one table: they are two people." in answer.text
    answer = page.post(f"/people/{ann}/name", {"name": "bo"})
    assert "so they are two: take another name" in answer.text
    assert page.get(f"/people/{ann}").says("1 game<")


def test_somebody_merged_in_the_middle_of_a_game_keeps_seat_and_phone(evening: Gathering) -> None:
    played(evening, "Ann", "Bo", "Cy", "Di")
    phone = evening.come("Bob")
    evening.seat("Ann", "Cy", "Di")
    evening.start()
    evening.tell({"move": "decree", "icons": (0, -1, 1, 0)})
    assert phone.get("/").says('data-ask="write"')
    bob, bo = evening.person("Bob"), person(evening, "Bo")
    evening.tablet.get(f"/people/{bob}").fill(f"/people/{bob}/same", into=bo)
    assert evening.tablet.says("<bdi>Bo</bdi>", "2 games")
    assert phone.get("/").says('data-ask="write"', "<bdi>Bob</bdi>"), "the table keeps the name of its record"
    assert evening.report(phone, move="write", seat=0, name="Chris").status_code == 303
    assert phone.get("/").says("Chris")
    assert bo in {str(guest.id) for guest in evening.now.guests}
    marks = [(guest.colour, guest.shape) for guest in evening.now.guests]
    assert len({*marks}) == len(marks), "and everybody here has a mark of their own"
    assert post(evening.tablet, f"/people/{bob}/apart") == 422, "while the game is on"


def test_a_merge_survives_a_restart(evening: Gathering, store: Store) -> None:
    played(evening, "Ann", "Bo", "Cy", "Di")
    played(evening, "Ann", "Bob", "Cy", "Di")
    bob, bo = person(evening, "Bob"), person(evening, "Bo")
    assert post(evening.tablet, f"/people/{bob}/same", into=bo) == 303
    client = create_app(Services(store)).test_client()
    client._cookies = evening.tablet.client._cookies
    assert "2 games" in client.get(f"/people/{bo}").text


def test_two_after_all(evening: Gathering) -> None:
    played(evening, "Ann", "Bo", "Cy", "Di")
    played(evening, "Ann", "Bob", "Cy", "Di")
    bob, bo = person(evening, "Bob"), person(evening, "Bo")
    post(evening.tablet, f"/people/{bob}/same", into=bo)
    evening.tablet.get(f"/people/{bo}").tap(f"/people/{bob}/apart")
    assert evening.tablet.says("<bdi>Bob</bdi>", "1 game<")
    assert evening.tablet.get(f"/people/{bo}").says("<bdi>Bo</bdi>", "1 game<")


def test_a_mark_sticks_to_its_person(evening: Gathering) -> None:
    phone = evening.come("Bo")
    bo = evening.person("Bo")
    phone.get(f"/people/{bo}").fill(f"/people/{bo}/mark", colour="teal", shape="drop")
    assert [(guest.colour, guest.shape) for guest in evening.now.guests] == [("teal", "drop")]
    next_week(evening)
    evening.come("Bo")
    assert [(guest.colour, guest.shape) for guest in evening.now.guests] == [("teal", "drop")]


def test_a_mark_of_somebody_here_and_no_mark_at_all_are_refused(evening: Gathering) -> None:
    evening.come("Ann")
    evening.come("Bo")
    ann, bo = evening.now.guests
    path = f"/people/{bo.id}/mark"
    assert post(evening.tablet, path, colour=ann.colour, shape=ann.shape) == 422
    assert post(evening.tablet, path, colour="mauve", shape="star") == 400
    assert post(evening.tablet, path) == 400
    assert evening.now.guests == (ann, bo)


def test_nobody_is_not_there(evening: Gathering) -> None:
    assert evening.tablet.client.get("/people/99").status_code == 404
    assert post(evening.tablet, "/people/99/name", name="X") == 404
    assert post(evening.tablet, "/people/99/apart") == 422


def test_two_names_that_look_alike_do_not_sit_at_one_evening(evening: Gathering) -> None:
    evening.come("Ann")
    store = evening.services.store
    twin_name = "An\u200bn"  # from before such names were compared
    twin = store.do(lambda db: people.add(db, HOME, twin_name, *people.MARKS[5]))
    phone = evening.come()
    answer = phone.post("/sit", {"person": twin})
    assert (answer.status_code, "Ann sits here already." in answer.text) == (422, True)
    assert evening.come("A\u200bnn").says("The host has been asked for the seat of Ann.")
    assert [guest.name for guest in evening.now.guests] == ["Ann"]


@pytest.mark.parametrize("name", ["\u200b", "\u2066\u2069", " \u00ad "])
def test_a_name_that_nobody_sees_is_none(evening: Gathering, name: str) -> None:
    phone = evening.come()
    answer = phone.post("/sit", {"name": name})
    assert (answer.status_code, "A name has 1 to 40 characters." in answer.text) == (422, True)
