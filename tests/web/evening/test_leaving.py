"""A link that leads a device out of its evening asks first, and only whoever follows it is asked."""

import pytest

from companion.evening.model import Evening
from companion.web.access.services import Services
from tests.support.clock import Clock
from tests.support.phone import HERE, Phone
from tests.support.side_by_side import Hosted, WithAnn

LINKS = {"j": "ticket", "host": "host_ticket"}
QUESTION = "Leave this table?"


@pytest.fixture
def clock() -> Clock:
    return Clock()


def link_to(evening: Evening, kind: str) -> str:
    return f"/{kind}/{getattr(evening, LINKS[kind])}"


def is_at(phone: Phone, evening: Evening) -> bool:
    return evening.code in phone.get("/network").html


@pytest.mark.parametrize("kind", LINKS)
def test_who_is_at_another_evening_is_asked_and_stays_until_that_is_answered(
    first: WithAnn, other: Hosted, kind: str
) -> None:
    """The other one is of another group, whose host has sent the link in a chat."""
    before, there = first.now, other.now
    ann = first.ann.get(link_to(there, kind))
    assert ann.says(QUESTION, before.code, there.code, "<bdi>Ann</bdi>")
    assert (first.now, other.now) == (before, there), "nothing has changed, and no screen hears of it"
    assert is_at(ann, before)
    ann.follow(link_to(there, kind))
    assert is_at(ann, there)
    (arrived,) = (screen for screen in other.now.screens if there.screen(screen.device) is None)
    assert arrived.host == (kind == "host")


@pytest.mark.parametrize("kind", LINKS)
def test_a_code_of_the_same_group_asks_as_well_and_a_screen_without_a_player_too(
    first: WithAnn, second: Hosted, kind: str
) -> None:
    assert first.tablet.get(link_to(second.now, kind)).says(QUESTION, first.now.code, second.now.code)
    assert is_at(first.tablet, first.now)


@pytest.mark.parametrize("kind", LINKS)
def test_who_is_there_already_or_nowhere_is_asked_nothing(first: WithAnn, second: Hosted, kind: str) -> None:
    for phone in (Phone(first.app), first.ann):
        answer = phone.client.get(link_to(first.now, kind))
        assert (answer.status_code, answer.headers["Location"]) == (303, "/")
        assert is_at(phone, first.now)


@pytest.mark.parametrize("kind", LINKS)
def test_whose_evening_is_over_is_asked_nothing(first: WithAnn, second: Hosted, kind: str) -> None:
    first.tablet.get("/").tap("/end")
    assert first.ann.client.get(link_to(second.now, kind)).status_code == 303
    assert is_at(first.ann, second.now)


def test_who_was_asked_to_leave_is_asked_nothing(first: WithAnn, second: Hosted) -> None:
    device = first.device("Ann")
    first.tablet.get("/devices").tap(f"/devices/{device}", "remove")
    assert first.ann.client.get(link_to(second.now, "j")).status_code == 303
    assert is_at(first.ann, second.now)


@pytest.mark.parametrize("kind", LINKS)
@pytest.mark.parametrize("destination", ["image", "iframe", "empty", "style", "script", "audio", "frame", "object", ""])
def test_a_page_from_elsewhere_that_fetches_the_link_changes_nothing(
    first: WithAnn, other: Hosted, services: Services, kind: str, destination: str
) -> None:
    before = first.now, other.now
    for phone in (first.ann, Phone(first.app)):
        for method in ("GET", "HEAD"):
            answer = phone.client.open(link_to(other.now, kind), method=method, headers={"Sec-Fetch-Dest": destination})
            assert (answer.status_code, "Set-Cookie" in answer.headers) == (403, False)
    assert (first.now, other.now) == before
    answer = first.ann.client.post(link_to(other.now, kind), headers={"Origin": "http://evil.com"})
    assert (answer.status_code, first.now, other.now) == (403, *before)


@pytest.mark.parametrize("kind", LINKS)
def test_a_browser_that_says_that_it_shows_the_page_comes_in(first: WithAnn, kind: str) -> None:
    stranger = Phone(first.app)
    answer = stranger.client.get(link_to(first.now, kind), headers={"Sec-Fetch-Dest": "document"})
    assert answer.status_code == 303
    assert is_at(stranger, first.now)


@pytest.mark.parametrize(
    ("language", "words"), [("ja", "この卓を離れますか？"), ("es", "¿Dejar esta mesa?"), ("en", QUESTION)]
)
def test_it_is_asked_in_the_language_of_the_device(first: WithAnn, second: Hosted, language: str, words: str) -> None:
    assert first.ann.speak(language).get(link_to(second.now, "j")).says(words)


def test_a_link_that_leads_nowhere_asks_nothing(first: WithAnn, second: Hosted) -> None:
    for kind in LINKS:
        for method in ("get", "post"):
            answer = getattr(first.ann.client, method)(f"/{kind}/nowhere", headers=HERE)
            assert answer.status_code == 404
            assert QUESTION not in answer.text
