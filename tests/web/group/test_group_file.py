"""The file of a group on its keeper's pages: saved, taken in as a group of its own; and forgetting the group."""

import io
import json
from collections.abc import Iterator
from threading import Event

import gevent
import pytest
from flask import Flask

from companion.group import groups, keepers, people
from companion.history.group_file.writer import Writer
from companion.storage.identifiers import HOME
from companion.storage.notifier import evening_topic
from companion.web.access.guard import BODY
from companion.web.access.services import Services
from companion.web.pages.group.keeper import LARGEST
from tests.support.effort import patient
from tests.support.gathering import Gathering
from tests.support.phone import HERE, Phone

SECRET = "Zoe wrote this"


@pytest.fixture
def club(app: Flask, services: Services) -> Gathering:
    """An evening of a group that is not the home, with four guests and a keeper's tablet."""
    group = services.store.do(lambda db: groups.open_group(db, "The club")).id
    evening = Gathering(app, services.evenings.ensure(group))
    evening.seat("Ann", "Bo", "Cy", "Di")
    services.store.do(lambda db: keepers.add(db, group, evening.now.screens[0].device))
    return evening


def send(phone: Phone, content: bytes) -> tuple[int, str]:
    answer = phone.post("/group/file", {"group": (io.BytesIO(content), "group.jsonl")})
    return answer.status_code, answer.text


def there(services: Services) -> list[int]:
    return [group.id for group in groups.all_groups(services.store.reader())]


def test_a_group_is_saved_and_taken_in_as_one_of_its_own(club: Gathering, services: Services) -> None:
    club.start()
    club.tell({"move": "stop"})
    saved = club.tablet.client.get("/group/group.jsonl")
    assert saved.headers["Content-Disposition"] == 'attachment; filename="group.jsonl"'
    before = there(services)
    assert send(club.tablet, saved.data)[0] == 303
    (new,) = set(there(services)) - set(before)
    db = services.store.reader()
    (evening,) = services.evenings.all_open(new)
    (screen,) = evening.screens
    assert (screen.host, keepers.keepers(db, new)) == (True, [screen.device])
    assert club.tablet.get("/people/").says("Ann", "Bo", "Cy", "Di"), "the device is at the new group's evening"
    assert "".join(Writer(services.store, groups.by_id(db, new)).pieces()).encode() == saved.data


def test_a_large_file_comes_in_though_other_forms_are_small(club: Gathering, services: Services) -> None:
    group = club.now.group
    services.store.do(lambda db: [people.add(db, group, f"Person {n}", "red", "star") for n in range(2000)])
    saved = club.tablet.client.get("/group/group.jsonl").data
    assert 2 * BODY < len(saved) < LARGEST
    assert send(club.tablet, saved)[0] == 303
    assert [len(people.by_name(services.store.reader(), one)) for one in there(services) if one != HOME] == [2004, 2004]


def test_what_is_still_secret_stays_in_the_house(club: Gathering, services: Services) -> None:
    club.start()
    club.tell({"move": "decree", "icons": (0, -1, 1, 1)})
    club.tell({"move": "write", "seat": 0, "name": SECRET})
    saved = club.tablet.client.get("/group/group.jsonl").text
    assert SECRET not in saved
    (left_out,) = json.loads(saved.splitlines()[-1])["end"]["left_out"]
    assert (left_out["game"], left_out["why"]) == ("death-name", "secret")
    whole = "".join(Writer(services.store, groups.by_id(services.store.reader(), club.now.group), True).pieces())
    assert SECRET in whole


@pytest.mark.parametrize("content", [b"", b'{"format":1}\n', b"\xff\xfe", b"x" * 100_000], ids=len)
def test_a_file_that_is_none_changes_nothing(club: Gathering, services: Services, content: bytes) -> None:
    before = there(services)
    status, page = send(club.tablet, content)
    assert (status, "This file cannot be taken in, and nothing has changed" in page) == (422, True)
    assert (there(services), groups.forgotten(services.store.reader())) == (before, 0)


def test_a_file_that_is_cut_changes_nothing(club: Gathering, services: Services) -> None:
    saved = club.tablet.client.get("/group/group.jsonl").data
    before = there(services)
    assert send(club.tablet, saved[:-5])[0] == 422
    assert (there(services), groups.forgotten(services.store.reader())) == (before, 0)


def test_a_file_is_only_so_large_and_so_are_other_forms(club: Gathering, services: Services) -> None:
    for size, status in ((LARGEST + 1, 413), (LARGEST, 400)):
        sent = {"CONTENT_TYPE": "multipart/form-data; boundary=x", "CONTENT_LENGTH": str(size)}
        answer = club.tablet.client.post("/group/file", headers=HERE, environ_overrides=sent)
        assert answer.status_code == status
    data = {"deck": (io.BytesIO(b" " * 100_000), "deck.json")}
    assert club.tablet.post("/decks/import", data).status_code == 413


def test_while_two_groups_are_taken_in_pages_and_files_are_answered(club: Gathering, services: Services) -> None:
    may_end, begun = Event(), []

    def upload(group: int) -> Iterator[None]:
        begun.append(group)
        assert may_end.wait(patient(10))
        yield None

    taken_in = [gevent.spawn(list, services.workers.pieces(group, upload(group))) for group in (101, 102)]
    gevent.sleep(0)
    try:
        for path in ("/history/", "/history/records.jsonl", "/people/"):
            assert club.tablet.client.get(path).status_code == 200
        assert len(begun) == 1
    finally:
        may_end.set()
        gevent.joinall(taken_in)


def test_at_home_a_host_takes_a_group_in_beside_the_home(app: Flask, club: Gathering, services: Services) -> None:
    saved = club.tablet.client.get("/group/group.jsonl").data
    home = Gathering(app)
    guest = home.come("Eve")
    assert send(guest, saved)[0] == 403
    assert send(home.tablet, saved)[0] == 303
    assert len(there(services)) == 3
    assert set(people.by_name(services.store.reader(), HOME)) == {"eve"}


def test_a_group_is_forgotten_once_its_keeper_has_said_so_twice(club: Gathering, services: Services) -> None:
    group, guest = club.now.group, club.come("Eve")
    beside = services.evenings.open(group)
    assert club.tablet.get("/group/forget").says("Forget this group?")
    assert group in there(services)
    topics = [evening_topic(evening.id) for evening in (club.now, beside)]
    before = [services.notifier.count(topic) for topic in topics]
    club.tablet.tap("/group/forget")
    assert all(services.notifier.count(topic) > n for topic, n in zip(topics, before, strict=True)), "screens are woken"
    assert there(services) == [HOME]
    assert services.evenings.all_open(group) == []
    assert services.evenings.by("code", beside.code) is None
    assert club.tablet.client.get("/group").status_code == 401
    assert guest.client.get("/people/").status_code == 401
    assert groups.forgotten(services.store.reader()) == 1


def test_the_home_is_never_forgotten(app: Flask, services: Services) -> None:
    home = Gathering(app)
    assert not home.tablet.get("/group/file").says("Forget this group")
    assert home.tablet.client.get("/group/forget").status_code == 404
    assert home.tablet.post("/group/forget").status_code == 404
    assert there(services) == [HOME]
