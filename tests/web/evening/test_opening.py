"""A server where anybody may open a group: one tap, a group apart from all others, and the way back to it."""

from collections.abc import Iterator

import pytest
from flask import Flask

from companion.evening.model import Evening
from companion.group import groups, keepers
from companion.storage.identifiers import CODE_LETTERS, HOME
from companion.storage.store import Store
from companion.web.access.services import Services
from companion.web.app import create_app
from tests.support.api import ApiTable, over
from tests.support.phone import HERE, Phone


@pytest.fixture
def app(store: Store) -> Iterator[Flask]:
    """The app of an open server."""
    created = create_app(Services(store, is_open=True))
    created.extensions["services"].evenings.ensure(HOME)
    yield created
    created.extensions["services"].writer.close()


def opened(app: Flask, name: str = "") -> Phone:
    """A phone that has never been here opens a group."""
    phone = Phone(app).get("/")
    phone.fill("/groups", name=name)
    return phone


def newest(services: Services) -> Evening:
    """The evening of the group that was opened last."""
    group = groups.all_groups(services.store.reader())[-1]
    (evening,) = services.evenings.all_open(group.id)
    return evening


def post(phone: Phone, path: str, **form: str) -> tuple[int, str]:
    answer = phone.post(path, form)
    return answer.status_code, answer.text


def test_nothing_is_offered_where_it_is_not_open(store: Store) -> None:
    app = create_app(Services(store))
    stranger = Phone(app).get("/")
    assert [form.action for form in stranger.forms()] == ["/code"]
    never = post(stranger, "/nothing")
    assert [post(stranger, path) for path in ("/groups", "/groups/4711")] == [never, never]
    assert stranger.client.get("/start").status_code == 404
    assert len(groups.all_groups(store.reader())) == 1
    app.extensions["services"].writer.close()


@pytest.mark.parametrize("name", ["The  club ", ""], ids=["with a name", "without one"])
def test_one_tap_opens_a_group_whose_opener_is_its_host_and_keeper(app: Flask, services: Services, name: str) -> None:
    phone = opened(app, name)
    assert phone.says("Sit down", "This is the scoreboard")
    evening = newest(services)
    db = services.store.reader()
    assert (evening.group != HOME, groups.by_id(db, evening.group).name) == (True, " ".join(name.split()))
    (screen,) = evening.screens
    assert (screen.host, keepers.keepers(db, evening.group)) == (True, [screen.device])
    assert [one.group for one in services.evenings.all_open()].count(HOME) == 1


def test_a_game_begins_on_one_phone_alone(app: Flask, services: Services) -> None:
    phone = opened(app)
    phone.fill("/sit", name="Ann")
    phone.fill("/guests", name="Bo")
    phone.get("/").tap("/tables", game="final-deathweek")
    assert newest(services).table_code is not None


def test_a_name_that_is_none_opens_nothing(app: Flask, services: Services) -> None:
    phone = Phone(app).get("/")
    assert post(phone, "/groups", name="x" * 41)[0] == 422
    assert [group.id for group in groups.all_groups(services.store.reader())] == [HOME]


def test_an_address_opens_only_so_many(app: Flask, services: Services) -> None:
    stranger, neighbour = Phone(app).get("/"), Phone(app)
    neighbour.client.environ_base = stranger.client.environ_base
    for _ in range(5):
        assert post(stranger, "/groups")[0] == 303
    status, page = post(neighbour, "/groups")
    assert (status, "wait a minute" in page) == (429, True)
    assert len(groups.all_groups(services.store.reader())) == 6
    elsewhere = app.test_client().post("/groups", headers=HERE, environ_base={"REMOTE_ADDR": "10.0.0.7"})
    assert elsewhere.status_code == 303


def test_two_groups_know_nothing_of_each_other(app: Flask, services: Services) -> None:
    ann, bo = opened(app, "The club"), opened(app, "The others")
    ann.fill("/sit", name="Xaver")
    bo.fill("/sit", name="Yolanda")
    for phone, other in ((ann, "Yolanda"), (bo, "Xaver")):
        for path in ("/", "/choose", "/people/", "/history/", "/devices", "/start"):
            assert not phone.get(path).says(other), path
    assert not bo.get("/start").says("The club")
    assert Phone(app).get("/").html == Phone(app).get("/start").html
    club = groups.chosen(services.store.reader(), "The club")
    assert post(bo, f"/groups/{club.id}") == post(bo, "/groups/12345")


def test_a_device_goes_on_as_whom_it_spoke_for(app: Flask, services: Services) -> None:
    host = opened(app, "The club")
    host.fill("/use", kind="board")
    first = newest(services)
    guest = Phone(app).get(f"/j/{first.ticket}")
    guest.fill("/sit", name="Ann")
    host.get("/").tap("/end")
    assert guest.get("/").says("Go on as Ann", "Go on with The club")
    guest.tap(f"/groups/{first.group}", person=str(first_person(services, first.group)))
    second = newest(services)
    assert (second.id != first.id, [person.name for person in second.guests]) == (True, ["Ann"])
    assert guest.says("Ann", "/tables"), "it opened the evening, and hosts it"
    host.get("/").tap(f"/groups/{first.group}")
    assert newest(services).id == second.id
    assert [screen.host for screen in newest(services).screens] == [True, True], "a keeper hosts as well"


def first_person(services: Services, group: int) -> int:
    (person,) = services.store.reader().execute("select id from people where group_id = ?", [group]).first()
    return int(person)


def test_a_device_without_a_seat_goes_on_with_its_group(app: Flask, services: Services) -> None:
    host = opened(app)
    host.fill("/use", kind="board")
    first = newest(services)
    host.get("/").tap("/end")
    assert host.get("/").says("Go on with the group that you opened")
    host.tap(f"/groups/{first.group}")
    assert newest(services).screens[0].host


def test_nobody_goes_on_as_somebody_else(app: Flask, services: Services) -> None:
    host = opened(app, "The club")
    host.fill("/use", kind="board")
    evening = newest(services)
    host.get("/").fill("/guests", name="Bo")
    status, _ = post(host, f"/groups/{evening.group}", person=str(first_person(services, evening.group)))
    assert status == 404
    stranger = Phone(app).get("/")
    assert post(stranger, f"/groups/{evening.group}")[0] == 404


def test_whoever_was_asked_to_leave_or_only_looked_in_is_not_offered_the_group(app: Flask, services: Services) -> None:
    host = opened(app, "The club")
    host.fill("/use", kind="board")
    evening = newest(services)
    looked_in, removed = (Phone(app).get(f"/j/{evening.ticket}") for _ in range(2))
    removed.fill("/sit", name="Ann")
    gone = next(screen.device for screen in newest(services).screens if screen.people)
    host.get("/devices").tap(f"/devices/{gone}", "remove")
    host.get("/").tap("/end")
    for phone in (looked_in, removed):
        assert not phone.get("/").says("The club")
        assert post(phone, f"/groups/{evening.group}")[0] == 404


def test_a_forgotten_group_is_offered_to_nobody(app: Flask, services: Services) -> None:
    phone = opened(app, "The club")
    group = newest(services).group
    phone.fill("/use", kind="board")
    phone.get("/").tap("/end")
    services.store.do(lambda db: db.execute("update groups set forgotten_at = 'now' where id = ?", [group]))
    assert not phone.get("/").says("The club")
    assert post(phone, f"/groups/{group}") == post(phone, "/groups/12345")


def test_the_terminal_is_told_of_the_home_alone(app: Flask, services: Services, capsys: pytest.CaptureFixture) -> None:
    host = opened(app)
    host.fill("/use", kind="board")
    host.get("/").tap("/evenings")
    assert len(services.evenings.all_open(groups.all_groups(services.store.reader())[-1].id)) == 2
    assert capsys.readouterr().out == ""


def test_codes_of_evenings_that_are_opened_there_have_a_letter_more(app: Flask, services: Services) -> None:
    host = opened(app)
    host.fill("/use", kind="board")
    first = newest(services)
    host.get("/").tap("/evenings")
    Phone(app).get(f"/j/{first.ticket}")
    now = services.evenings.by_id(first.id)
    assert now is not None
    services.admission.remove(now, now.screens[-1].device)
    codes = [first.code, *(evening.code for evening in services.evenings.all_open())]
    assert [len(code) for code in codes] == [6, 6, 6, 6], "that of the group, the one beside it, and the home's"
    assert len(set(codes)) == 4
    assert set("".join(codes)) <= set(CODE_LETTERS)


def test_a_code_of_before_is_good_as_long_as_its_evening_is_open(store: Store) -> None:
    closed = create_app(Services(store))
    before = closed.extensions["services"].evenings.ensure(HOME)
    closed.extensions["services"].writer.close()
    assert len(before.code) == 5
    app = create_app(Services(store, is_open=True))
    opened(app)
    for code in (before.code, newest(app.extensions["services"]).code):
        phone = Phone(app).get("/")
        phone.fill("/code", code=f" {code.lower()} ")
        phone.fill("/use", kind="watch")
        assert phone.get("/network").says(code)
    app.extensions["services"].writer.close()


def test_codes_of_tables_stay_as_they_are(app: Flask) -> None:
    assert len(ApiTable(over(app.test_client(use_cookies=False))).code) == 5
