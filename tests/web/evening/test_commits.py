"""Each act of an evening is one commit and one notice; looking at a page is none."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from flask import Flask

from companion.storage.notifier import evening_topic
from companion.storage.store import Store
from tests.support.failing import refusing
from tests.support.gathering import Gathering
from tests.support.phone import Phone

CAST = ("Ann", "Bo", "Cy", "Di")


@dataclass
class Counter:
    """What was committed, in jobs a commit, and of which topics there was a notice."""

    commits: list[int] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)

    def during(self, act: Callable[[], object]) -> tuple[int, list[str]]:
        """How many commits and which notices an act takes."""
        self.commits.clear()
        self.notices.clear()
        act()
        return len(self.commits), [*self.notices]


@pytest.fixture
def counter(app: Flask, store: Store, monkeypatch: pytest.MonkeyPatch) -> Counter:
    """Count what the app of this test writes and publishes from now on."""
    counter, write, notifier = Counter(), store.write, app.extensions["services"].notifier
    publish = notifier.publish

    def counted_write(jobs: list[Any]) -> list[Any]:
        counter.commits.append(len(jobs))
        return write(jobs)

    def counted_publish(topic: str) -> None:
        counter.notices.append(topic)
        publish(topic)

    monkeypatch.setattr(store, "write", counted_write)
    monkeypatch.setattr(notifier, "publish", counted_publish)
    return counter


@pytest.fixture
def shared(evening: Gathering) -> Phone:
    """A phone that Ann and Bo share, at a table with Cy and Di."""
    shared = evening.come("Ann")
    shared.get("/choose").fill("/sit", name="Bo")
    for name in CAST[2:]:
        evening.come(name)
    return shared


def post(phone: Phone, path: str, **given: str) -> Callable[[], object]:
    """The call that sends a form."""
    return lambda: phone.post(path, given)


def test_a_page_writes_nothing_also_where_no_evening_is_open(app: Flask, store: Store, counter: Counter) -> None:
    stranger = app.test_client()
    assert counter.during(lambda: [stranger.get(path) for path in ("/", "/help", "/devices", "/live")]) == (0, [])
    assert store.reader().execute("select count(*) from evenings").first() == (0,)


def test_a_start_a_tap_and_going_on_are_a_commit_and_a_notice_each(
    evening: Gathering, shared: Phone, counter: Counter
) -> None:
    topic = evening_topic(evening.now.id)
    assert counter.during(evening.start) == (1, [topic])
    code = evening.live.header.code
    decree = {"move": "decree", "icons": (0, -1, 1, 0)}
    assert counter.during(lambda: evening.tell(decree)) == (1, [code, topic])
    post(shared, "/front", person=evening.person("Ann"), open="1")()
    write: dict[str, Any] = {"move": "write", "seat": 0, "name": "Xa"}
    assert counter.during(lambda: evening.report(shared, **write)) == (1, [code, topic])
    assert shared.get("/").says("For Bo"), "covered, and passed to whoever is waited for"
    post(evening.tablet, "/put-away")()
    post(evening.tablet, f"/guests/{evening.person('Di')}/leave")()
    assert counter.during(post(evening.tablet, f"/tables/{code}/go-on")) == (1, [topic])
    assert [guest.name for guest in evening.now.guests] == [*CAST]
    assert evening.now.table_code == code


def test_who_turns_out_to_be_one_with_another_takes_a_commit_and_a_notice(
    evening: Gathering, shared: Phone, counter: Counter
) -> None:
    evening.tablet.get("/").fill("/guests", name="Eve")
    eve = evening.person("Eve")
    post(evening.tablet, f"/guests/{eve}/leave")()
    merge = post(evening.tablet, f"/people/{eve}/same", into=evening.person("Cy"))
    assert counter.during(merge) == (1, [evening_topic(evening.now.id)])


def test_a_tap_whose_write_fails_leaves_the_phone_where_it_was(evening: Gathering, shared: Phone, store: Store) -> None:
    evening.start()
    evening.tell({"move": "decree", "icons": (0, -1, 1, 0)})
    post(shared, "/front", person=evening.person("Ann"), open="1")()
    before = evening.now.screens
    with refusing(store, "update of open on screens"):
        answer = evening.report(shared, move="write", seat=0, name="Xa")
    assert answer.status_code >= 400
    assert (evening.live.line, evening.now.screens) == (1, before)


def test_what_a_host_reports_from_one_form_is_one_commit(evening: Gathering, shared: Phone, counter: Counter) -> None:
    evening.start()
    evening.tell({"move": "decree", "icons": (0, -1, 1, 0)})
    form = {"key": "together", "seen": "1"}
    for seat in range(4):
        form |= {
            f"moves.{seat}.{name}": value for name, value in (("move", "write"), ("seat", f"{seat}"), ("name", "X"))
        }
    address = f"/table/{evening.live.header.code}/moves"
    commits, notices = counter.during(lambda: evening.tablet.post(address, form))
    assert (commits, len(set(notices)), len(notices)) == (1, 2, 2)
    assert evening.live.line == 5
