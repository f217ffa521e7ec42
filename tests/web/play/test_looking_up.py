"""A phone says "Look up." only while a scoreboard is looked at: while its stream is open."""

from collections.abc import Iterator

import pytest

from companion.storage.notifier import evening_topic
from companion.web.access.limits import screen_caller
from companion.web.access.static_files import static_files
from tests.support.gathering import Gathering
from tests.support.phone import HERE, Phone
from tests.support.streams import Stream

NAMES = ("Ann", "Bo", "Cy", "Di")


@pytest.fixture
def phones(evening: Gathering) -> list[Phone]:
    """Those of four at a table, whose tablet is used as a scoreboard."""
    phones = [evening.come(name) for name in NAMES]
    evening.start()
    return phones


@pytest.fixture
def board(evening: Gathering, phones: list[Phone]) -> Iterator[Stream]:
    """The stream of the scoreboard, which is open."""
    opened = live(evening.tablet, "board")
    yield opened
    opened.close()


def live(phone: Phone, kind: str = "phone") -> Stream:
    """A stream of a screen, past all that it sends at once."""
    stream = Stream(phone.client, f"/live?layout={kind}+table&game=death-name&state={static_files().hash}")
    assert b"event: " in stream.chunk()
    return stream


def looks_up(phone: Phone) -> bool:
    return " data-board" in phone.get("/").html


def count(evening: Gathering) -> int:
    """How often the evening was woken."""
    number: int = evening.app.extensions["services"].notifier.count(evening_topic(evening.now.id))
    return number


def test_a_phone_looks_up_while_a_scoreboard_is_followed(evening: Gathering, phones: list[Phone]) -> None:
    assert [looks_up(phone) for phone in phones] == [False] * 4, "it is used as one, and nobody sees it"
    board = live(evening.tablet, "board")
    assert [looks_up(phone) for phone in phones] == [True] * 4
    board.close()
    assert [looks_up(phone) for phone in phones] == [False] * 4


def test_a_phone_is_told_when_the_first_stream_opens_and_the_last_one_ends(
    evening: Gathering, phones: list[Phone]
) -> None:
    ann = live(phones[0])
    first = live(evening.tablet, "board")
    assert b" data-board" in ann.chunk()
    woken, second = count(evening), live(evening.tablet, "board")
    first.close()
    assert count(evening) == woken, "it is followed as before"
    second.close()
    sent = ann.chunk()
    assert b"event: shown" in sent
    assert b" data-board" not in sent
    ann.close()


def test_of_two_scoreboards_one_is_enough(evening: Gathering, phones: list[Phone], board: Stream) -> None:
    other = evening.come()
    other.fill("/use", kind="board")
    streams, device = evening.app.extensions["services"].streams, evening.now.screens[-1].device
    token = streams.open(screen_caller(device))
    board.close()
    assert looks_up(phones[0])
    streams.close(screen_caller(device), token)
    assert not looks_up(phones[0])


@pytest.mark.usefixtures("board")
@pytest.mark.parametrize("kind", ["watch", "phone"])
def test_a_device_that_is_a_scoreboard_no_more_is_none_to_look_up_to(
    evening: Gathering, phones: list[Phone], kind: str
) -> None:
    assert looks_up(phones[0])
    evening.tablet.client.post("/use", data={"kind": kind}, headers=HERE)
    assert not looks_up(phones[0])


def test_a_page_that_says_so_is_another_page(evening: Gathering, phones: list[Phone]) -> None:
    page = phones[0].client.get("/").headers["ETag"]
    board = live(evening.tablet, "board")
    assert phones[0].client.get("/", headers={"If-None-Match": page}).status_code == 200
    board.close()
    assert phones[0].client.get("/", headers={"If-None-Match": page}).status_code == 304


def test_a_phone_that_comes_and_goes_wakes_nobody(evening: Gathering, phones: list[Phone]) -> None:
    woken = count(evening)
    live(phones[0]).close()
    assert count(evening) == woken
