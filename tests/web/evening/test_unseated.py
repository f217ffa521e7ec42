"""Who has no seat: a second Ann, who asked, who was refused, who was put out, who came late, who came seventeenth."""

import pytest

from companion.evening.seats import MOST_GUESTS, Unseated, unseated
from companion.storage.store import Store
from companion.web.access.services import Services
from companion.web.app import create_app
from tests.support.gathering import Gathering
from tests.support.phone import Phone, cookie

ASKED = "The host has been asked for the seat of Ann."
REFUSED = "The host did not give you the seat of Ann."
PUT_OUT = "The host has let Ann get up"
WATCHES, NO_PLAYER = "You watch.", "Nobody plays on this phone."
ALL = (ASKED, REFUSED, PUT_OUT, WATCHES, NO_PLAYER)


def state(evening: Gathering, phone: Phone) -> Unseated | None:
    """How a device stands without a seat, as it is stored."""
    number = evening.services.devices.by_key(cookie(phone.client).value)
    screen = evening.now.screen(number)
    assert screen is not None
    return unseated(evening.now, screen)


def told(phone: Phone) -> list[str]:
    """Which of the sentences about a seat that one does not have are on its screen."""
    phone.get("/")
    return [sentence for sentence in ALL if sentence in phone.html]


def answer(evening: Gathering, allow: str, name: str = "Ann") -> None:
    evening.tablet.get("/").tap("/claims", allow, person=evening.person(name))


def seat_without_phones(evening: Gathering, *names: str) -> None:
    evening.seat(*names)


@pytest.fixture
def ann(evening: Gathering) -> Phone:
    return evening.come("Ann")


@pytest.fixture
def asking(evening: Gathering, ann: Phone) -> Phone:
    """A second phone that has asked for the seat of Ann."""
    phone = evening.come("Ann")
    assert phone.says(ASKED)
    return phone


# A second Ann


@pytest.mark.parametrize("typed", ["Ann", "ann", " ＡＮＮ "])
def test_a_name_that_a_guest_has_is_asked_about_on_that_phone_before_anybody_is_troubled(
    evening: Gathering, ann: Phone, typed: str
) -> None:
    second = evening.come()
    second.fill("/sit", name=typed)
    assert second.says("Which Ann?", "I am that Ann, on another phone", "The host is asked first.", "I am another Ann")
    assert (evening.now.claims, [guest.name for guest in evening.now.guests]) == ((), ["Ann"])
    assert not evening.tablet.get("/").forms(action="/claims")


def test_another_ann_sits_down_under_the_name_that_is_suggested(evening: Gathering, ann: Phone) -> None:
    second = evening.come()
    second.fill("/sit", name="Ann", colour="teal", shape="star")
    (form,) = [form for form in second.forms(action="/sit") if form.fields]
    assert form.named("name").attributes["value"] == "Ann 2"
    second.submit(form, form.untouched())
    assert second.says("<bdi>Ann 2</bdi>")
    assert [(guest.name, guest.colour, guest.shape) for guest in evening.now.guests][1:] == [("Ann 2", "teal", "star")]
    assert evening.now.claims == ()
    first, other = (screen.people for screen in evening.now.screens if screen.people)
    assert not {*first} & {*other}, "two people, and none of them sees what the other may know"


def test_a_name_that_is_taken_as_well_is_asked_about_once_more(evening: Gathering, ann: Phone) -> None:
    evening.come("Ann S.")
    third = evening.come()
    third.fill("/sit", name="Ann")
    (form,) = [form for form in third.forms(action="/sit") if form.fields]
    third.submit(form, [("name", "ann s.")])
    assert third.says("Which Ann S.?")
    assert len(evening.now.guests) == 2


def test_that_ann_on_another_phone_asks_for_the_seat_and_the_host_is_told_what_is_asked(
    evening: Gathering, asking: Phone
) -> None:
    assert evening.tablet.get("/").says("Another phone says that it is Ann's, who has one already.")
    answer(evening, "yes")
    assert told(asking) == []
    assert asking.says("<bdi>Ann</bdi>")


def test_who_came_before_is_that_one_by_one_tap_or_another_one(evening: Gathering, ann: Phone) -> None:
    evening.tablet.post("/end")
    night = Gathering(evening.app)
    again = night.come()
    again.fill("/sit", name="Ann")
    assert again.says("Somebody called Ann has been here before.", "I am that Ann")
    assert not again.says("on another phone") and not again.says("The host is asked first.")
    Gathering.is_that_one(again)
    assert again.says("<bdi>Ann</bdi>")
    assert len(night.now.guests) == 1


def test_a_phone_that_is_shared_does_not_ask_for_a_namesake_either(evening: Gathering, ann: Phone) -> None:
    bo = evening.come("Bo")
    bo.get("/phone").fill("/sit", name="Ann")
    assert bo.says("Which Ann?")
    assert evening.now.claims == ()


def test_the_page_names_nobody_of_another_group(evening: Gathering) -> None:
    club = Gathering.of_group(evening.app, "Club")
    club.come("Ann")
    stranger = evening.come()
    stranger.fill("/sit", name="Ann")
    assert stranger.says("<bdi>Ann</bdi>") and not stranger.says("Which Ann?")


def test_nobody_is_seated_by_a_number_and_the_name_of_somebody_else(evening: Gathering, ann: Phone) -> None:
    club = Gathering.of_group(evening.app, "Club")
    club.come("Cy")
    stranger = evening.come()
    for name in ("Ann", "Cy", ""):
        given = {"person": club.person("Cy"), "goes_by": name}
        assert stranger.post("/sit", given).status_code == 404, name


# Asked, refused, put out, asked nothing


def test_who_asks_reads_for_whom_and_may_be_somebody_else(evening: Gathering, asking: Phone) -> None:
    assert state(evening, asking) == Unseated("asked", "Ann", int(evening.person("Ann")))
    assert told(asking) == [ASKED]
    assert asking.says("I am somebody else", "I only watch")


def test_a_refusal_ends_the_request_for_host_and_phone(evening: Gathering, asking: Phone) -> None:
    answer(evening, "no")
    assert told(asking) == [REFUSED]
    assert asking.html.count(REFUSED) == 1 and not asking.forms(action="/heard")
    assert not evening.tablet.get("/").forms(action="/claims")
    asking.tap("/sit", person=evening.person("Ann"))
    assert told(asking) == [ASKED], "and it may ask again"
    assert len(evening.tablet.get("/").forms(action="/claims")) == 1


def test_who_was_refused_and_sits_down_as_somebody_new_is_not_told_of_it_any_more(
    evening: Gathering, asking: Phone
) -> None:
    answer(evening, "no")
    asking.get("/choose").fill("/sit", name="Eve")
    assert (told(asking), asking.says("<bdi>Eve</bdi>")) == ([], True)
    evening.tablet.post(f"/guests/{evening.person('Eve')}/leave")
    assert told(asking) == []
    assert asking.says("The host has let Eve get up"), "and she has not asked for anything"


def test_who_is_put_out_reads_that_and_sits_down_again(evening: Gathering, ann: Phone) -> None:
    person = evening.person("Ann")
    evening.tablet.get("/").tap(f"/guests/{person}/leave")
    assert state(evening, ann) == Unseated("seat-given-up", "Ann")
    assert told(ann) == [PUT_OUT]
    assert ann.says("Sit down again")
    ann.get("/choose").tap("/sit", person=person)
    assert (told(ann), ann.says("<bdi>Ann</bdi>")) == ([], True)


def test_who_is_put_out_in_the_middle_of_a_game_reads_that_too(evening: Gathering, ann: Phone) -> None:
    seat_without_phones(evening, "Bo", "Cy", "Di")
    evening.start()
    evening.tablet.post(f"/guests/{evening.person('Ann')}/leave")
    assert told(ann) == [PUT_OUT]


def test_on_a_phone_of_two_the_other_is_told_who_was_put_out(evening: Gathering, ann: Phone) -> None:
    ann.get("/choose").fill("/sit", name="Bo")
    evening.tablet.post(f"/guests/{evening.person('Ann')}/leave")
    assert ann.get("/").says("<bdi>Bo</bdi>", "The host has let Ann get up.")
    ann.tap("/heard")
    assert not ann.get("/").says("get up")


def test_a_host_that_gets_up_itself_is_not_told_of_it(evening: Gathering, ann: Phone) -> None:
    evening.tablet.get("/devices").tap(f"/devices/{evening.device('Ann')}", "share")
    ann.get("/").tap("/heard")
    ann.post(f"/guests/{evening.person('Ann')}/leave")
    assert not ann.get("/").says("has let Ann get up")


def test_a_phone_that_let_its_seat_go_has_asked_nothing(evening: Gathering, ann: Phone) -> None:
    ann.post("/let-go", {"person": evening.person("Ann")})
    assert (told(ann), state(evening, ann)) == ([NO_PLAYER], Unseated("nothing"))
    watcher = evening.come()
    watcher.fill("/use", kind="watch")
    assert told(watcher) == [WATCHES]


@pytest.mark.parametrize("allow", ["", "no"])
def test_how_a_device_stands_is_stored(evening: Gathering, asking: Phone, store: Store, allow: str) -> None:
    if allow:
        answer(evening, allow)
    anew = create_app(Services(store))
    back, given = Phone(anew), cookie(asking.client)
    back.client.set_cookie(given.key, given.value)
    assert told(back) == told(asking) == [REFUSED if allow else ASKED]
    anew.extensions["services"].writer.close()


# While a game is played, and when every seat is taken


def test_a_late_joiner_reads_who_it_is_and_what_it_waits_for(evening: Gathering) -> None:
    seat_without_phones(evening, "Ann", "Bo", "Cy", "Di")
    evening.start()
    assert evening.come("Eve").says("<bdi>Eve</bdi>", "This game goes on without you: you are in from the next one.")
    asking = evening.come()
    asking.tap("/sit", person=evening.person("Bo"))
    assert asking.says("The host has been asked for the seat of Bo.", "You sit there as soon as the host allows it.")
    assert evening.tablet.get("/").says("A phone that is new here says that it is Bo's.")
    answer(evening, "no", "Bo")
    assert asking.get("/").says("The host did not give you the seat of Bo.")


def test_the_seventeenth_reads_why_and_watches_by_one_tap(evening: Gathering) -> None:
    late, other = evening.come(), evening.come()
    seat_without_phones(evening, *map(str, range(MOST_GUESTS)))
    given = {"name": "Eve"}  # her page was fetched while there was a seat
    refused = late.post("/sit", given)
    assert (refused.status_code, f"All {MOST_GUESTS} seats are taken" in refused.text) == (422, True)
    assert other.get("/choose").says(f"All {MOST_GUESTS} seats are taken")
    assert not [form for form in other.forms(action="/sit") if form.fields], "no field for a name that nobody can have"
    other.tap("/use", kind="watch")
    assert told(other) == [WATCHES]
    assert len(evening.now.guests) == MOST_GUESTS


def test_who_sits_already_takes_the_seat_to_another_phone_though_all_seats_are_taken(evening: Gathering) -> None:
    evening.come("Ann")
    seat_without_phones(evening, *map(str, range(MOST_GUESTS - 1)))
    new = evening.come()
    new.tap("/sit", person=evening.person("Ann"))
    assert told(new) == [ASKED]
    answer(evening, "yes")
    assert new.get("/").says("<bdi>Ann</bdi>")
