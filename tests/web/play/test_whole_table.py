"""All phones, no tablet: what the scoreboard is about is on phones, which say "Look up." only while it is followed."""

from collections.abc import Iterator

import pytest

from companion.storage.notifier import evening_topic
from companion.web.access.limits import screen_caller
from companion.web.access.static_files import static_files
from tests.support.gathering import Gathering
from tests.support.phone import Phone
from tests.support.streams import Stream

NAMES = ("Ann", "Bo", "Cy", "Di")
ORDER = '<ol class="order'
LEFT = '<ul class="kept">'
SCRIPTS = {"HX-Request": "true"}


@pytest.fixture
def phones(evening: Gathering) -> list[Phone]:
    """Those of four who play DEATH Name, after the first round."""
    phones = [evening.come(name) for name in NAMES]
    evening.start()
    evening.round("Bob", "Chris", "Dora", "Ethan")
    return phones


@pytest.fixture
def board(evening: Gathering, phones: list[Phone]) -> Iterator[Stream]:
    """The stream of the scoreboard, which is open."""
    opened = live(evening.tablet, "board")
    yield opened
    opened.close()


def moment(evening: Gathering, phone: Phone) -> str:
    answer = phone.client.get(f"/table/{evening.now.table_code}/fold/moment", headers=SCRIPTS)
    assert answer.status_code == 200
    return answer.text


def test_without_a_board_the_order_lies_below_ones_own_card(evening: Gathering, phones: list[Phone]) -> None:
    for phone in phones:
        own, _, below = phone.get("/").html.partition(ORDER)
        assert "You held" in own
        assert all(name in below for name in ("Bob", "Chris", "Dora", "Ethan"))
    evening.tell({"move": "decree", "icons": (0, -1, 1, 0)})
    assert ORDER not in phones[0].get("/").html, "nobody looks at it any more"


def test_where_a_board_stands_the_order_is_in_a_fold(evening: Gathering, phones: list[Phone], board: Stream) -> None:
    page = phones[0].get("/").html
    assert ORDER not in page
    assert f'href="/table/{evening.now.table_code}/fold/moment"' in page
    assert all(name in moment(evening, phones[0]) for name in (ORDER, "Bob", "Chris", "Dora", "Ethan"))


def test_the_fold_stays_as_it_is_while_lines_come(evening: Gathering, phones: list[Phone], board: Stream) -> None:
    phones[0].get("/")
    stream = live(phones[0])
    evening.tell({"move": "decree", "icons": (0, -1, 1, 0)}, {"move": "write", "seat": 1, "name": "Zed"})
    assert b"whole-table" not in stream.chunk()
    stream.close()


def test_on_day_2_everybody_reads_what_the_others_have_left(evening: Gathering, phones: list[Phone]) -> None:
    for number in range(3):
        evening.round(*(f"{name}{number}" for name in NAMES))
    evening.tell({"move": "decree", "icons": (0, -1, 1, 0)})
    page = phones[0].get("/").html.partition(LEFT)[2]
    assert all(f"{name}{number}" in page for name in NAMES for number in range(3))
    evening.tell({"move": "choose", "seat": 1, "round": 2})
    assert moment(evening, phones[0]).count("used") == 0, "what is chosen is secret"


def test_what_is_in_the_fold_holds_no_secret(evening: Gathering, phones: list[Phone]) -> None:
    evening.tell({"move": "decree", "icons": (0, -1, 1, 0)})
    assert evening.report(phones[1], move="write", seat=1, name="TNT7f3a9cQ").status_code == 303
    assert "TNT7f3a9cQ" in phones[1].get("/").html
    assert "TNT7f3a9cQ" not in moment(evening, phones[0]) + moment(evening, phones[1])


def test_who_watches_sees_what_the_scoreboard_is_about_and_who_plays_does_not(
    evening: Gathering, phones: list[Phone]
) -> None:
    watcher = evening.come()
    watcher.fill("/use", kind="watch")
    assert watcher.get("/").says("You watch.", ORDER)
    evening.tell({"move": "decree", "icons": (0, -1, 1, 0)})
    assert watcher.get("/").says("Write a name.", "Then pass it to the right:")
    assert 'class="moment"' not in phones[0].get("/").html


@pytest.mark.parametrize("game", ["death-over-the-kingdom", "final-deathweek", "death-wish", "gamushara-gang"])
def test_before_the_first_line_phones_have_no_fold_for_it(evening: Gathering, game: str) -> None:
    phones = [evening.come(name) for name in NAMES]
    evening.start(game)
    assert not phones[0].get("/").says("The whole table")


def test_at_court_everybody_reads_all_cards_of_the_last_round(evening: Gathering) -> None:
    phones = [evening.come(name) for name in NAMES]
    evening.start("death-over-the-kingdom")
    faces = ("king", "monk", "thief", "dragon")
    evening.tell(*({"move": "card", "seat": seat, "character": face} for seat, face in enumerate(faces)))
    assert phones[0].get("/").says("King", "Monk", "Thief", "Dragon", 'id="table-now"')


# Looking up


def live(phone: Phone, kind: str = "phone") -> Stream:
    """A stream of a screen, past all that it sends at once."""
    stream = Stream(phone.client, f"/live?layout={kind}+table&game=death-name&state={static_files().hash}")
    assert b"event: " in stream.chunk()
    return stream


def looks_up(phone: Phone) -> bool:
    return " data-board" in phone.get("/").html


def count(evening: Gathering) -> int:
    """How often the evening was woken."""
    number: int = evening.services.notifier.count(evening_topic(evening.now.id))
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
    streams, device = evening.services.streams, evening.now.screens[-1].device
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
    evening.tablet.post("/use", {"kind": kind})
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
