"""Who is out of a game that goes on sends the scoreboard a crow or a flower: once a minute, and nothing keeps it."""

from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest

from companion.evening.gestures import MINUTE
from companion.web.access.static_files import static_files
from tests.support.folds import SCRIPTS
from tests.support.gathering import Gathering
from tests.support.phone import HERE, Phone
from tests.support.stored_rows import content
from tests.support.streams import Stream

NAMES = ("Ann", "Bo", "Cy", "Di")
ANN, BO = 0, 1
WISH = "death-wish"
GANG = ({"move": "execute", "character": "3", "cause": "meeting"}, {"move": "out", "seat": BO, "spy": "false"})
ILLNESS = {"move": "contract", "seat": BO, "disease": "Boredom", "color": "red", "skulls": 3}
SENT, SOON, LIVING = "Sent.", "Once a minute", "Only who is out"


@pytest.fixture
def phones(evening: Gathering) -> list[Phone]:
    """Four phones; for Bo, Death Wish has just ended, and not for the others."""
    return dead(evening, WISH)


@pytest.fixture
def board(evening: Gathering, phones: list[Phone]) -> Iterator[Stream]:
    """The stream of the scoreboard, which has all that it shows by now."""
    with ExitStack() as opened:
        yield followed(evening.tablet, "board", opened)


def dead(evening: Gathering, game: str) -> list[Phone]:
    phones = [evening.come(name) for name in NAMES]
    if game == WISH:
        evening.set_up(game, option_target="3", option_last_survivor="true")
        evening.tell(ILLNESS)
    else:
        evening.start(game)
        evening.tell(*GANG)
    return phones


def followed(device: Phone, kind: str, opened: ExitStack) -> Stream:
    has = {"layout": f"{kind} table", "game": WISH, "state": f"{static_files().hash}.."}
    stream = opened.enter_context(closing(Stream(device.client, "/live", query_string=has)))
    shown(stream)
    return stream


def shown(stream: Stream) -> str:
    """What is sent until the screen shows it."""
    sent = ""
    while "event: shown" not in sent:
        sent += stream.chunk().decode()
    return sent


def buttons(phone: Phone) -> list[str]:
    """What a phone may send, by its buttons."""
    forms = [form for form in phone.get("/").forms() if form.action.endswith("/gesture")]
    return [value for form in forms for name, value in form.buttons if name == "gesture"]


def send(evening: Gathering, phone: Phone, kind: str = "crow") -> str:
    """What a phone is told, whose scripts send it."""
    path = f"/table/{evening.now.table_code}/gesture"
    return phone.client.post(path, data={"gesture": kind}, headers=HERE | SCRIPTS).text


@pytest.mark.parametrize("game", [WISH, "gamushara-gang"])
def test_who_is_out_has_the_buttons_and_nobody_else(evening: Gathering, game: str) -> None:
    phones = dead(evening, game)
    assert list(map(buttons, phones)) == [[], ["crow", "flower"], [], []]
    assert buttons(evening.tablet) == []


def test_the_scoreboard_is_told_once_and_no_phone(evening: Gathering, phones: list[Phone], board: Stream) -> None:
    with ExitStack() as opened:
        other = followed(phones[ANN], "phone", opened)
        assert SENT in send(evening, phones[BO], "flower")
        sent = shown(board)
        assert "event: slot\ndata: gesture\n" in sent
        assert f'data-kind="flower" data-seat="{BO}"' in sent
        later = followed(evening.tablet, "board", opened)
        evening.tell(ILLNESS | {"seat": ANN, "skulls": 1})
        for stream in (board, other, later):
            sent = shown(stream)
            assert "data: last\n" in sent
            assert "data: gesture\n" not in sent


def test_once_a_minute(evening: Gathering, phones: list[Phone], monkeypatch: pytest.MonkeyPatch) -> None:
    clock = evening.services.notifier
    now = clock.clock()
    monkeypatch.setattr(clock, "clock", lambda: now)
    assert SENT in send(evening, phones[BO])
    now += MINUTE - 1
    assert SOON in send(evening, phones[BO], "flower")
    answer = phones[BO].post(f"/table/{evening.now.table_code}/gesture", {"gesture": "crow"})
    assert (answer.status_code, SOON in answer.text) == (429, True)
    now += 1
    assert SENT in send(evening, phones[BO], "flower")
    evening.tell(ILLNESS | {"seat": ANN})
    assert SENT in send(evening, phones[ANN]), "each has a minute of their own"


def test_nothing_is_written(evening: Gathering, phones: list[Phone]) -> None:
    before = content(evening.services.store)
    version, line = evening.now.version, evening.live.line
    answer = phones[BO].post(f"/table/{evening.now.table_code}/gesture", {"gesture": "crow"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/"), "without scripts, too"
    assert (evening.now.version, evening.live.line) == (version, line)
    assert content(evening.services.store) == before
    assert "crow" not in evening.tablet.get(f"/table/{evening.now.table_code}/sheet").html


def test_the_living_the_revived_and_strangers_send_nothing(evening: Gathering, phones: list[Phone]) -> None:
    path = f"/table/{evening.now.table_code}/gesture"
    assert LIVING in send(evening, phones[ANN])
    assert evening.tablet.post(path, {"gesture": "crow"}).status_code == 403, "a scoreboard has no seat"
    assert Phone(evening.app).post(path, {"gesture": "crow"}).status_code == 401
    assert evening.come().post(path, {"gesture": "crow"}).status_code == 403
    assert phones[BO].post(path, {"gesture": "<b>"}).status_code == 400
    phones[BO].get("/choose").fill("/sit", name="Eve")
    assert phones[BO].post(path, {"gesture": "crow"}).status_code == 403, "nobody holds it just now"
    assert evening.services.gestures.newest == {}


@pytest.mark.parametrize("end", [{"move": "stop"}, {"move": "count"}])
def test_nor_does_anybody_after_the_end(evening: Gathering, phones: list[Phone], end: dict[str, str]) -> None:
    evening.tell(end)
    assert buttons(phones[BO]) == []
    assert LIVING in send(evening, phones[BO])


def test_where_nobody_is_out_before_the_end_there_is_no_button(evening: Gathering) -> None:
    phones = [evening.come(name) for name in NAMES]
    evening.start()
    evening.round("Bob", "Bob", "Zoe", "Tom")
    assert list(map(buttons, phones)) == [[]] * 4
    assert LIVING in send(evening, phones[BO])
