"""The host's role survives its phone: offered after ten minutes of silence, taken, objected to, taken back."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from companion.evening.model import EveningDevice
from companion.evening.succession import SILENT_SECONDS
from companion.games.moves import Refused
from companion.storage.identifiers import HOME
from companion.storage.notifier import Notifier
from companion.storage.store import Store
from companion.web.access.limits import screen_caller
from companion.web.access.services import Services
from companion.web.app import create_app
from tests.support.clock import Clock
from tests.support.gathering import Gathering
from tests.support.phone import Phone, cookie

OFFER, STANDS_IN, TAKE_BACK = "/host-role/take", "/host-role/object", "/host-role/take-back"
LONG = timedelta(seconds=SILENT_SECONDS)
NOT_YET = timedelta(seconds=1)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def ann(evening: Gathering) -> Phone:
    return evening.come("Ann")


@pytest.fixture
def bo(evening: Gathering) -> Phone:
    return evening.come("Bo")


def look(evening: Gathering) -> None:
    evening.services.succession.look()


def silence(evening: Gathering, clock: Clock, time: timedelta = LONG) -> None:
    """The host was here, and nothing is heard of it for so long."""
    look(evening)
    clock.wait(time)
    look(evening)


def offers(*phones: Phone) -> list[bool]:
    return [bool(phone.get("/").forms(action=OFFER)) for phone in phones]


def post(phone: Phone, path: str, **form: object) -> int:
    return phone.post(path, form).status_code


def screen(evening: Gathering, phone: Phone) -> EveningDevice:
    device = evening.now.screen(evening.services.devices.by_key(cookie(phone.client).value))
    assert device is not None
    return device


def hosts(evening: Gathering, *phones: Phone) -> list[bool]:
    return [screen(evening, phone).host for phone in phones]


@pytest.fixture
def stands_in(evening: Gathering, clock: Clock, ann: Phone, bo: Phone) -> Phone:
    """Ann's phone, which hosts since the tablet is silent."""
    silence(evening, clock)
    ann.get("/").tap(OFFER)
    return ann


# Offered


def test_the_role_is_offered_to_every_seated_phone_after_ten_minutes_of_silence(
    evening: Gathering, clock: Clock, ann: Phone, bo: Phone
) -> None:
    watcher, unsaid = evening.come(), evening.come()
    watcher.fill("/use", kind="watch")
    silence(evening, clock, LONG - NOT_YET)
    assert offers(ann, bo) == [False, False]
    clock.wait(NOT_YET)
    look(evening)
    assert offers(ann, bo, watcher, unsaid, evening.tablet) == [True, True, False, False, False]
    assert ann.says("The host has been silent for ten minutes, and somebody has to start the next game.")


def claim(evening: Gathering) -> None:
    evening.come().tap("/sit", person=evening.person("Bo"))


def begin_a_round(evening: Gathering) -> None:
    evening.tell({"move": "decree", "icons": (0, -1, 1, 0)})


WAITING: dict[str, tuple[bool, Callable[[Gathering], None], str]] = {
    "a claim": (True, claim, "and somebody asks for a seat."),
    "a seat without a phone": (False, begin_a_round, "and somebody without a phone is waited for."),
    "a game that is over": (True, lambda evening: evening.tell({"move": "stop"}), "and somebody has to start the next"),
}


@pytest.mark.parametrize("what", WAITING)
def test_during_a_game_it_is_offered_only_while_something_waits_for_a_host(
    evening: Gathering, clock: Clock, ann: Phone, bo: Phone, what: str
) -> None:
    all_have_phones, wait, sentence = WAITING[what]
    for name in ("Cy", "Di"):
        if all_have_phones:
            evening.come(name)
        else:
            evening.services.evenings.sit(evening.now, None, name)
    evening.start()
    if all_have_phones:
        silence(evening, clock)
        assert offers(ann, bo) == [False, False], "they play, and miss nobody"
    wait(evening)
    silence(evening, clock)
    assert offers(ann, bo) == [True, True]
    assert ann.says(sentence)


def test_a_host_that_is_heard_of_is_not_silent(evening: Gathering, clock: Clock, ann: Phone) -> None:
    silence(evening, clock, LONG - NOT_YET)
    evening.tablet.get("/")
    clock.wait(LONG - NOT_YET)
    look(evening)
    assert offers(ann) == [False]


def test_a_host_whose_stream_is_open_is_not_silent_until_it_ends(evening: Gathering, clock: Clock, ann: Phone) -> None:
    streams = evening.services.streams
    caller = screen_caller(screen(evening, evening.tablet).device)
    token = streams.open(caller)
    silence(evening, clock)
    assert offers(ann) == [False]
    streams.close(caller, token)
    clock.wait(LONG - NOT_YET)
    look(evening)
    assert offers(ann) == [False]
    clock.wait(NOT_YET)
    look(evening)
    assert offers(ann) == [True]


def test_of_two_hosts_both_have_to_be_silent(evening: Gathering, clock: Clock, ann: Phone, bo: Phone) -> None:
    evening.tablet.get("/devices").tap(f"/devices/{evening.device('Bo')}", "share")
    silence(evening, clock, LONG / 2)
    bo.get("/")
    clock.wait(LONG / 2)
    look(evening)
    assert offers(ann) == [False]
    clock.wait(LONG / 2)
    look(evening)
    assert offers(ann) == [True]


def test_a_start_of_the_server_makes_no_silence_longer(
    evening: Gathering, clock: Clock, ann: Phone, store: Store
) -> None:
    silence(evening, clock, LONG - NOT_YET)
    anew = create_app(Services(store, notifier=Notifier(clock)))
    again = Gathering.__new__(Gathering)
    again.app, again._opened = anew, None
    clock.wait(NOT_YET)
    look(again)
    assert not any(notice.code == "host-silent" for notice in again.now.notices)
    clock.wait(LONG)
    look(again)
    assert any(notice.code == "host-silent" for notice in again.now.notices)
    anew.extensions["services"].writer.close()


def test_the_offer_goes_when_the_host_is_back_and_is_not_made_twice_in_one_silence(
    evening: Gathering, clock: Clock, ann: Phone, bo: Phone
) -> None:
    silence(evening, clock)
    bo.get("/").tap("/heard")
    for _ in range(2):
        clock.wait(LONG)
        look(evening)
    assert offers(ann, bo) == [True, False], "Bo has said no"
    evening.tablet.get("/")
    assert post(ann, OFFER) == 422, "there is a sign of life"
    look(evening)
    assert offers(ann, bo) == [False, False]
    silence(evening, clock)
    assert offers(ann, bo) == [True, True]


def test_looking_writes_nothing_where_nothing_has_changed(evening: Gathering, clock: Clock, ann: Phone) -> None:
    silence(evening, clock)
    version = evening.now.version
    for _ in range(3):
        clock.wait(LONG)
        look(evening)
    assert evening.now.version == version


# Taken


def test_one_tap_takes_the_role_and_everybody_is_told(evening: Gathering, stands_in: Phone, bo: Phone) -> None:
    sentence = "The host has been silent for ten minutes: Ann hosts now."
    assert hosts(evening, stands_in, bo, evening.tablet) == [True, False, False]
    assert stands_in.get("/").says("You are host now")
    assert stands_in.forms(action="/guests") != []
    assert bo.get("/").says(sentence, "Ann is the host.")
    assert bo.forms(action=STANDS_IN) != [] and not bo.forms(action=OFFER)
    assert evening.tablet.get("/").says("Nothing was heard of this device for ten minutes: Ann hosts now.")


def test_a_watcher_is_told_and_cannot_object(evening: Gathering, clock: Clock, ann: Phone) -> None:
    watcher = evening.come()
    watcher.fill("/use", kind="watch")
    silence(evening, clock)
    ann.get("/").tap(OFFER)
    assert watcher.get("/").says("The host has been silent for ten minutes: Ann hosts now.")
    assert not watcher.forms(action=STANDS_IN)
    assert post(watcher, STANDS_IN) == 403


def test_of_two_who_take_it_the_first_has_it(evening: Gathering, clock: Clock, ann: Phone, bo: Phone) -> None:
    silence(evening, clock)
    before = evening.now
    ann.get("/").tap(OFFER)
    assert post(bo, OFFER) == 403
    succession = evening.services.succession
    late = before.screen(screen(evening, bo).device)
    assert late is not None
    with pytest.raises(Refused, match="stale"):
        succession.take(before, late.device)
    assert hosts(evening, ann, bo) == [True, False]


def test_who_got_up_meanwhile_does_not_take_it(evening: Gathering, clock: Clock, ann: Phone, bo: Phone) -> None:
    silence(evening, clock)
    post(ann, "/let-go", person=evening.person("Ann"))
    assert post(ann, OFFER) == 403


# The role alone


def test_whoever_stands_in_hosts_and_keeps_nothing(evening: Gathering, stands_in: Phone, bo: Phone) -> None:
    assert post(stands_in, "/door", locked="yes") == 303
    assert stands_in.get("/decks/").forms(action="/decks/") == []
    for path in ("/group", "/history/copy.db"):
        assert stands_in.client.get(path).status_code == 403, path
    assert post(stands_in, f"/people/{evening.person('Bo')}/same", into=evening.person("Ann")) == 403


@pytest.mark.parametrize("how", ["share", "hand-on"])
def test_whoever_stands_in_hands_on_no_more_than_that(
    evening: Gathering, stands_in: Phone, bo: Phone, how: str
) -> None:
    assert post(stands_in, f"/devices/{evening.device('Bo')}", how=how) == 303
    assert hosts(evening, bo, stands_in) == [True, how == "share"]
    assert bo.client.get("/history/copy.db").status_code == 403


def test_whoever_stands_in_opens_another_table_and_keeps_nothing_there_either(
    evening: Gathering, stands_in: Phone
) -> None:
    assert post(stands_in, "/evenings") == 303
    assert stands_in.get("/choose").says("This device is the host")
    assert stands_in.client.get("/history/copy.db").status_code == 403


def test_whoever_stands_in_asks_nobody_to_leave_who_may_undo_that(
    evening: Gathering, stands_in: Phone, bo: Phone
) -> None:
    tablet, other = screen(evening, evening.tablet).device, screen(evening, bo).device
    for device in (tablet, other):
        assert post(stands_in, f"/devices/{device}", how="remove") == 422
    bo.get("/").tap("/heard")
    assert post(stands_in, f"/devices/{other}", how="remove") == 303
    assert post(stands_in, f"/devices/{tablet}", how="remove") == 422
    assert hosts(evening, stands_in) == [True]


def test_the_hosts_own_link_makes_a_whole_host_of_who_stands_in(evening: Gathering, stands_in: Phone) -> None:
    stands_in.get(f"/host/{evening.now.host_ticket}")
    assert not screen(evening, stands_in).stands_in
    assert stands_in.get("/decks/").forms(action="/decks/") != []


def test_how_the_role_stands_is_stored(evening: Gathering, stands_in: Phone, store: Store, clock: Clock) -> None:
    anew = create_app(Services(store, notifier=Notifier(clock)))
    back, given = Phone(anew), cookie(stands_in.client)
    back.client.set_cookie(given.key, given.value)
    assert back.get("/").forms(action="/guests") != []
    assert back.client.get("/history/copy.db").status_code == 403
    anew.extensions["services"].writer.close()


# Undone


def test_the_hosts_device_takes_it_back_by_one_tap_and_everybody_is_told(
    evening: Gathering, stands_in: Phone, bo: Phone
) -> None:
    evening.tablet.get("/").tap(TAKE_BACK)
    assert hosts(evening, evening.tablet, stands_in, bo) == [True, False, False]
    for phone in (stands_in, bo):
        assert phone.get("/").says("The host is back from the dead, and hosts again.")
        assert not phone.forms(action=STANDS_IN)
    assert evening.tablet.get("/").forms(action="/guests") != [] and not evening.tablet.forms(action=TAKE_BACK)
    assert evening.tablet.client.get("/group").status_code != 403


def test_any_other_seat_may_object_and_everybody_is_told(
    evening: Gathering, clock: Clock, stands_in: Phone, bo: Phone
) -> None:
    bo.get("/").tap(STANDS_IN)
    assert hosts(evening, evening.tablet, stands_in, bo) == [True, False, False]
    for phone in (stands_in, evening.tablet):
        assert phone.get("/").says("Bo objects: the host is who it was")


def test_after_an_objection_the_role_is_offered_anew_after_as_long_a_silence(
    evening: Gathering, clock: Clock, stands_in: Phone, bo: Phone
) -> None:
    bo.get("/").tap(STANDS_IN)
    look(evening)
    clock.wait(LONG - NOT_YET)
    look(evening)
    assert offers(stands_in, bo) == [False, False]
    clock.wait(NOT_YET)
    look(evening)
    assert offers(stands_in, bo) == [True, True]


def test_what_was_told_of_the_role_gives_way_to_what_is_so(
    evening: Gathering, clock: Clock, stands_in: Phone, bo: Phone
) -> None:
    assert stands_in.get("/").says("You are host now")
    bo.get("/").tap(STANDS_IN)
    assert not stands_in.get("/").says("You are host now")
    look(evening)
    clock.wait(LONG)
    look(evening)
    stands_in.get("/").tap(OFFER)
    assert stands_in.get("/").says("You are host now")
    assert not any(phone.get("/").says("objects: the host is who it was") for phone in (stands_in, evening.tablet))
    evening.tablet.get("/").tap(TAKE_BACK)
    assert stands_in.get("/").says("The host is back from the dead")
    assert not stands_in.says("You are host now")


def test_nobody_objects_once_the_host_has_left_it(evening: Gathering, stands_in: Phone, bo: Phone) -> None:
    evening.tablet.get("/").tap("/heard")
    assert not evening.tablet.get("/").forms(action=TAKE_BACK)
    assert post(bo, STANDS_IN) == 409
    assert hosts(evening, stands_in) == [True]


def test_what_is_read_of_other_things_leaves_the_choice(evening: Gathering, stands_in: Phone, bo: Phone) -> None:
    post(evening.tablet, "/heard")
    assert evening.tablet.get("/").forms(action=TAKE_BACK) != []


def test_whoever_stands_in_may_fall_silent_too_and_the_host_still_takes_it_back(
    evening: Gathering, clock: Clock, stands_in: Phone, bo: Phone
) -> None:
    silence(evening, clock)
    assert offers(bo) == [True]
    bo.tap(OFFER)
    assert hosts(evening, bo, stands_in, evening.tablet) == [True, False, False]
    evening.tablet.get("/").tap(TAKE_BACK)
    assert hosts(evening, bo, stands_in, evening.tablet) == [False, False, True]


def test_a_group_that_is_not_the_home_has_the_same(evening: Gathering, clock: Clock) -> None:
    club = Gathering.of_group(evening.app, "Club")
    ann = club.come("Ann")
    silence(club, clock)
    ann.get("/").tap(OFFER)
    assert club.now.group != HOME
    assert hosts(club, ann, club.tablet) == [True, False]
    assert ann.client.get("/group/group.jsonl").status_code == 403
