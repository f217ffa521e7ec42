"""A group that was forgotten: nothing of it is shown or taken any more, so that a start deletes nothing that was."""

from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

import gevent
import pytest
from flask import Flask
from gevent import socket

from companion.commands.forget import forget_groups
from companion.games.moves import Adjust, Refused
from companion.group import groups, keepers
from companion.history.group_file import intake
from companion.server.room import Room
from companion.server.streams import OpenStreams
from companion.server.turns import Turns
from companion.storage.data import Data
from companion.storage.notifier import evening_topic
from companion.storage.sqlite.store import SqliteStore
from companion.storage.store import Store
from companion.web.access.services import Services
from companion.web.pages.play.taps import _screen_now
from companion.web.pages.watching import _screen_now as _watched_now
from companion.web.screens.stream import RELOAD, NumberStream, ScreenStream
from tests.support.api import ApiTable, Call, adjust, decree, write
from tests.support.effort import patient
from tests.support.gathering import Gathering
from tests.support.phone import Phone


@pytest.fixture
def club(app: Flask, services: Services) -> Gathering:
    """An evening of the group in which programs lay tables, with four guests and a keeper's tablet."""
    services.programs_group = services.store.do(lambda db: groups.open_group(db, "The club")).id
    evening = Gathering(app, services.evenings.ensure(services.programs_group))
    evening.seat("Ann", "Bo", "Cy", "Di")
    services.store.do(lambda db: keepers.add(db, services.programs_group, evening.now.screens[0].device))
    return evening


@pytest.fixture
def table(club: Gathering, call: Call) -> ApiTable:
    """A program's table of that group, with a line."""
    return ApiTable(call).play([decree(0, -1, 1, 0)])


def forget(club: Gathering) -> None:
    club.tablet.get("/group/forget").tap("/group/forget")


def lines(store: Store) -> int:
    number: int = store.reader().execute("select count(*) from lines").first()[0]
    return number


def test_programs_are_told_so_by_every_call(club: Gathering, table: ApiTable, call: Call, store: Store) -> None:
    forget(club)
    before = lines(store)
    answers = [table.get(key, what) for key in table.keys for what in ("", "/record", "/live")]
    answers += [table.report(key, move) for key in table.keys for move in (write(0), adjust(0), {"move": "stop"})]
    answers.append(table.get("never seen"))
    answers.append(call("POST", "/api/tables", body={"game": "death-wish", "seats": ["Ann", "Bo"], "options": {}}))
    assert {(answer.status, answer.json["error"]["code"]) for answer in answers} == {(410, "group-forgotten")}
    assert lines(store) == before


def test_a_repeated_key_is_answered_so_too(club: Gathering, table: ApiTable) -> None:
    again = adjust(1) | {"key": "the-very-same"}
    assert table.report(table.host, again).status == 201
    forget(club)
    assert table.report(table.host, again).status == 410


def test_links_for_watchers_are_gone(club: Gathering, table: ApiTable, app: Flask) -> None:
    club.tablet.get("/spectators").tap("/spectators")
    paths = [f"/watch/{table.watch}", f"/board/{club.now.spectators[0].ticket}"]
    watcher = Phone(app)
    assert [watcher.client.get(path).status_code for path in paths] == [200, 200]
    forget(club)
    answers = [watcher.client.get(path + live) for path in paths for live in ("", "/live")]
    assert [answer.status_code for answer in answers] == [410] * 4
    assert "was forgotten" in answers[0].text


def test_a_phone_that_played_is_asked_for_a_code(club: Gathering) -> None:
    club.start()
    forget(club)
    code = club.tablet.post(f"/table/{'A' * 5}/move", {"move": "stop"}).status_code
    assert (code, club.tablet.client.get("/live").status_code) == (401, 401)


def test_streams_end(club: Gathering, table: ApiTable, app: Flask) -> None:
    streams, room = OpenStreams(app, Turns()), Room(3)
    with app.test_request_context("/"):
        evening, group = club.now, club.now.group
        services: Services = app.extensions["services"]
        screen = partial(_screen_now, services, evening.id, evening.screens[0].device)
        follow = [
            (NumberStream(services, table.code, "a program"), b": \n\n"),
            (ScreenStream(table.code, "a watcher", group, partial(_watched_now, services, table.watch), {}), RELOAD),
            (ScreenStream(evening_topic(evening.id), "a tablet", group, screen, {}), RELOAD),
        ]
    received = []
    with ExitStack() as left:
        for number, (stream, _) in enumerate(follow):
            ours, theirs = map(left.enter_context, socket.socketpair())
            place = room.enter(f"127.0.0.{number}")
            assert place is not None
            streams.take(stream, ours, place, is_chunked=False)
            assert theirs.recv(1_000_000) != b""
            received.append(theirs)
        forget(club)
        with gevent.Timeout(patient(10)):
            rest = [b"".join(iter(partial(end.recv, 1_000_000), b"")) for end in received]
    assert rest == [last for _, last in follow]
    streams.close()


def test_what_is_under_way_is_taken_before_or_not_at_all(club: Gathering, services: Services, store: Store) -> None:
    club.start()
    evening, live, before, report = club.now, club.live, lines(store), services.tables.report
    first = gevent.spawn(report, live, Adjust(0, "points", 1, "in time"), "a-first-key", None, "host")
    gevent.sleep(0)
    ending = gevent.spawn(services.evenings.close_all, evening.group, lambda db: groups.forget(db, evening.group))
    gevent.sleep(0)
    late = gevent.spawn(report, live, Adjust(0, "points", 1, "late"), "a-later-key", None, "host")
    seated = gevent.spawn(services.evenings.sit, evening, None, "Eve")
    gevent.joinall([first, ending, late, seated])
    assert first.value == 1
    assert [str(one.exception) for one in (late, seated)] == [str(Refused("group-forgotten"))] * 2
    assert lines(store) == before + 1


def test_no_evening_of_it_is_opened(club: Gathering, services: Services) -> None:
    group = club.now.group
    forget(club)
    for opening in (services.evenings.open, services.evenings.ensure):
        with pytest.raises(Refused, match="group-forgotten"):
            opening(group)
    assert services.evenings.all_open(group) == []


@pytest.mark.sqlite
def test_a_start_deletes_what_was_there_and_nothing_else(
    club: Gathering, table: ApiTable, call: Call, services: Services, store: Store, folder: Path
) -> None:
    services.programs_group = 0
    home = ApiTable(call).play([decree(0, -1, 1, 0), write(0)])
    services.programs_group = club.now.group
    forget(club)
    assert table.report(table.host, write(1)).status == 410
    assert home.report(home.host, write(1)).status == 201
    services.writer.close()
    store.close()
    forget_groups(Data(folder))
    with closing(SqliteStore(folder)) as anew:
        assert lines(anew) == 3
        assert anew.reader().execute("select code from tables") == [(home.code,)]


def test_a_group_that_is_taken_in_counts_so_until_all_of_it_is_there(
    app: Flask, services: Services, call: Call
) -> None:
    services.programs_group = services.writer.write(lambda db: intake.begin(db, "Half"))
    body = {"game": "death-wish", "seats": ["Ann", "Bo"], "options": {}}
    assert call("POST", "/api/tables", body=body).json["error"]["code"] == "group-forgotten"
    services.writer.write(lambda db: intake.finish(db, services.programs_group))
    laid = call("POST", "/api/tables", body=body)
    assert laid.status == 201
    key = {"Authorization": f"Bearer {laid.json['host_key']}"}
    assert app.test_client().get(f"/api/tables/{laid.json['table']}", headers=key).status_code == 200
