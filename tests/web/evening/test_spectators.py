"""Spectators: a link to the scoreboard of an evening alone, for a second television."""

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from sqlite3 import connect

import pytest
from flask import Flask
from flask.testing import FlaskClient
from markupsafe import Markup

from companion.evening.admission import SPECTATORS
from companion.storage.sqlite.copies import for_the_host
from companion.storage.store import Store
from companion.web.access.limits import STREAMS_PER_CALLER
from companion.web.access.services import Services
from companion.web.access.static_files import static_files
from companion.web.app import create_app
from tests.support.gathering import Gathering
from tests.support.phone import Phone
from tests.support.side_by_side import Hosted, WithAnn, post
from tests.support.streams import Stream

SHARED = re.compile(r'<div id="shared">(.*?)</div>\n<div id="private">', re.S)
WAY_IN = re.compile(r'<p class="join-small">.*?</p>|<a class="why".*?</a>|<details id="menu">.*?</div></details>', re.S)
AROUND = re.compile(r'<section class="around.*?</section>', re.S)
LINK = re.compile(r'(?:href|action|hx-\w+)="(/[^"]*)"')


@pytest.fixture
def evening(first: WithAnn) -> Gathering:
    """An evening with one link."""
    link(first)
    return first


@pytest.fixture
def television(app: Flask) -> FlaskClient:
    """A screen that has never been here."""
    client: FlaskClient = app.test_client()
    return client


def link(evening: Gathering) -> str:
    """The host makes a link; its path."""
    evening.tablet.get("/spectators").tap("/spectators")
    return f"/board/{evening.now.spectators[-1].ticket}"


def path(evening: Gathering) -> str:
    return f"/board/{evening.now.spectators[0].ticket}"


def revoke(evening: Gathering, phone: Phone, id: int | None = None) -> tuple[int, bytes]:
    number = evening.now.spectators[0].id if id is None else id
    answer = phone.post(f"/spectators/{number}/revoke")
    return answer.status_code, answer.data


@contextmanager
def watching(television: FlaskClient, there: str) -> Iterator[Stream]:
    """The stream of a screen that shows nothing yet."""
    has = {"layout": "board gather spectator", "state": f"{static_files().hash}.."}
    stream = Stream(television, f"{there}/live", query_string=has)
    with closing(stream):
        yield stream


def next_name(stream: Stream) -> str:
    """The name of the next event that is no slot; what has none only finds out whether somebody is there."""
    name = ""
    while name in ("", "slot"):
        event = stream.next()
        assert event is not None
        name = event[0]
    return name


def words(html: str) -> str:
    return " ".join(str(Markup(html).striptags()).split())


def shared(html: str) -> str:
    match = SHARED.search(html)
    assert match, html
    return match[1]


def test_it_shows_what_the_board_shows_to_everybody_in_a_game(evening: Gathering, television: FlaskClient) -> None:
    evening.start()
    evening.round("Anna", "Bob", "Cyd", "Dia")
    assert "Anna" in television.get(path(evening)).text
    evening.tell({"move": "decree", "icons": (0, -1, 1, 0)}, {"move": "write", "seat": 0, "name": "Xanthippe"})
    board, watched = evening.tablet.get("/").html, television.get(path(evening)).text
    assert "Xanthippe" not in watched
    assert words(shared(watched)) == words(WAY_IN.sub("", shared(board)))


def test_it_shows_who_sits_there_between_two_games(evening: Gathering, television: FlaskClient) -> None:
    board, watched = evening.tablet.get("/").html, television.get(path(evening)).text
    assert AROUND.findall(watched) == AROUND.findall(board) != []


@pytest.mark.parametrize("plays", [False, True])
def test_it_lets_nobody_in_and_leads_nowhere_but_to_a_language(
    evening: Gathering, television: FlaskClient, plays: bool
) -> None:
    if plays:
        evening.start()
    answer = television.get(path(evening))
    assert [target for target in LINK.findall(answer.text) if not target.startswith("/static/")] == ["/language"]
    assert answer.text.count("<form") == 1
    assert "Set-Cookie" not in answer.headers
    for secret in (evening.now.code, evening.now.ticket, evening.now.host_ticket):
        assert secret not in answer.text
    for closed in ("/choose", "/network", "/history/", "/devices", "/spectators", "/live"):
        assert television.get(closed).status_code == 401, closed


def test_it_follows_the_evening_from_table_to_table(evening: Gathering, television: FlaskClient) -> None:
    with watching(television, path(evening)) as stream:
        assert next_name(stream) == "shown"
        evening.start()
        assert next_name(stream) == "reload"
    assert "data-game" in television.get(path(evening)).text
    evening.tablet.get("/")
    evening.report(evening.tablet, move="stop")
    post(evening.tablet, "/put-away")
    assert AROUND.search(television.get(path(evening)).text)


def test_it_is_no_guest_and_no_device(evening: Gathering, television: FlaskClient) -> None:
    before = evening.now
    for _ in range(3):
        television.get(path(evening))
    assert evening.now == before


def test_a_revoked_link_says_so_and_its_stream_ends(evening: Gathering, television: FlaskClient) -> None:
    gone = path(evening)
    with watching(television, gone) as stream:
        assert next_name(stream) == "shown"
        evening.tablet.get("/spectators").tap(f"/spectators/{evening.now.spectators[0].id}/revoke")
        assert next_name(stream) == "reload"
        assert stream.next() is None
    answers = [television.get(there) for there in (gone, "/board/never", f"{gone}/live")]
    assert {answer.status_code for answer in answers} == {410}
    assert "Ask the host for another one" in answers[0].text
    assert len({answer.data for answer in answers}) == 1


def test_it_ends_with_the_evening(evening: Gathering, television: FlaskClient) -> None:
    gone = path(evening)
    post(evening.tablet, "/end")
    assert television.get(gone).status_code == 410


def test_it_has_so_many_streams_and_an_evening_so_many_links(evening: Gathering, television: FlaskClient) -> None:
    streams = [Stream(television, f"{path(evening)}/live") for _ in range(STREAMS_PER_CALLER + 1)]
    for stream in streams:
        stream.chunk()
    lives: Services = evening.services
    assert len(lives.streams._open[f"spectator {evening.now.spectators[0].id}"]) == STREAMS_PER_CALLER
    for stream in streams:
        stream.close()
    for _ in range(SPECTATORS - 1):
        link(evening)
    status, page = post(evening.tablet, "/spectators")
    assert (status, f"at most {SPECTATORS} links" in page) == (422, True)
    assert len(evening.now.spectators) == SPECTATORS


def test_a_host_revokes_none_of_another_evening(evening: Gathering, second: Hosted, other: Hosted) -> None:
    theirs = evening.now.spectators[0].id
    for host in (second.tablet, other.tablet):
        assert revoke(evening, host, theirs) == revoke(evening, host, theirs + 1)
        assert revoke(evening, host, theirs)[0] == 404
    assert len(evening.now.spectators) == 1


def test_it_may_be_typed_in_small_letters(evening: Gathering, television: FlaskClient) -> None:
    link = evening.now.spectators[0]
    assert link.ticket.isalpha() and link.ticket.isupper()
    assert television.get(f"/board/{link.ticket.lower()}").status_code == 200
    with watching(television, f"/board/{link.ticket.lower()}") as stream:
        assert next_name(stream) == "shown"


def test_it_survives_a_restart(evening: Gathering, store: Store) -> None:
    anew = create_app(Services(store))
    assert anew.test_client().get(path(evening)).status_code == 200
    anew.extensions["services"].writer.close()


@pytest.mark.sqlite
def test_a_copy_for_the_host_holds_no_link(evening: Gathering, store: Store, tmp_path: Path) -> None:
    assert store.path
    to = tmp_path / "copy.db"
    for_the_host(store.path, to)
    with closing(connect(to)) as copied:
        assert copied.execute("select * from spectators").fetchall() == []
