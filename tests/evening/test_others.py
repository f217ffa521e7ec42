"""Several servers of one database: what one takes, the others show."""

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from itertools import count
from socket import gethostname
from typing import NamedTuple

import gevent
import pytest
from flask import Flask

from companion import __version__
from companion.evening import laid_out, seats
from companion.evening.laid_out import Ticks
from companion.evening.model import OFFERED
from companion.evening.others import Others
from companion.evening.succession import SILENT_SECONDS
from companion.games import GAMES
from companion.games.moves import Adjust, Refused
from companion.group import groups, people
from companion.network.entrances import Entrances
from companion.storage import damage, log
from companion.storage.database import Database
from companion.storage.errors import InUse, Unavailable
from companion.storage.identifiers import HOME
from companion.storage.notifier import EVERYTHING, evening_topic
from companion.storage.postgres.connection import connect
from companion.storage.postgres.lock import use
from companion.storage.postgres.store import PostgresStore
from companion.storage.store import ANYTHING
from companion.storage.stored_table import LiveTable
from companion.table import fold, model
from companion.web.access.services import Services
from companion.web.app import create_app
from companion.web.screens.facts import Facts
from tests.support.effort import patient, tries
from tests.support.games import random_play
from tests.support.gathering import Gathering
from tests.support.phone import Phone
from tests.support.postgres import Postgres


class Server(NamedTuple):
    """A server of the database, without the port."""

    store: PostgresStore
    services: Services
    app: Flask


@pytest.fixture
def servers(postgres: Postgres) -> Iterator[list[Server]]:
    """Three servers that hear each other."""
    with postgres.house() as url:
        made = [_server(url) for _ in range(3)]
        yield made
        close(made)


def close(servers: list[Server]) -> None:
    for server in servers:
        server.services.writer.close()
        server.store.close()


def _server(url: str, host: str = "") -> Server:
    store = PostgresStore(url)
    services = Services(store, entrances=Entrances("http", 8000, host))
    app = create_app(services)
    woken: list[str] = []
    services.notifier.listen(woken.append)
    services.listen()
    until(lambda: EVERYTHING in woken)  # it hears, and has asked for what was there before
    return Server(store, services, app)


def cut(db: Database) -> None:
    """Cut what the servers hear by."""
    db.execute(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'reapers-ledger serves %'"
    )


def until(holds: Callable[[], object]) -> None:
    """Wait until a condition holds; fail after a few seconds."""
    with gevent.Timeout(patient(10)):
        while not holds():
            gevent.sleep(0.01)


def laid(server: Server, game: str = "death-wish") -> tuple[str, model.Table]:
    """A table that this server lays at the evening of the home, and a game to be played there."""
    rng = random.Random(7)
    played = random_play.some_table(rng, GAMES[game], shortest=12)
    evening = server.services.evenings.ensure(HOME)
    empty = fold.open_table(played.game, played.seats, played.options)
    live, _ = server.services.tables.open(HOME, empty, evening.id, [None] * len(played.seats))
    return live.header.code, played


def there(server: Server, code: str) -> LiveTable:
    """The table as this server holds it in memory."""
    live = server.services.tables.find(code)
    assert live is not None
    return live


def are_told(servers: list[Server], code: str, lines: int, rung: list[int]) -> bool:
    """Whether all servers have so many lines of a table, and have rung for it again."""
    pairs = zip(servers, rung, strict=True)
    return all(there(one, code).line == lines and one.services.notifier.count(code) > before for one, before in pairs)


@pytest.mark.parametrize("game", list(GAMES))
def test_what_one_takes_all_have_and_ring_for(servers: list[Server], game: str) -> None:
    code, played = laid(servers[0], game)
    evening = servers[0].services.evenings.ensure(HOME)
    for server in servers:
        there(server, code)
    for number, line in enumerate(played.lines):
        server = servers[number % len(servers)]
        rung = [other.services.notifier.count(code) for other in servers]
        server.services.tables.report(there(server, code), model.move_of(line), f"line-{number:06d}", None, "host")
        until(partial(are_told, servers, code, number + 1, rung))
    assert len({there(server, code).hash for server in servers}) == 1
    assert [there(server, code).table.state for server in servers] == [played.state] * len(servers)
    assert len({server.services.evenings.by_id(evening.id) for server in servers}) == 1
    header = there(servers[0], code).header
    damage.assert_chained(header, log.rows(servers[0].store.reader(), header.id))


def test_of_lines_that_come_at_once_at_different_servers_each_is_taken_once(servers: list[Server]) -> None:
    code, played = laid(servers[0])
    track = played.tracks[0]
    keys, lines = count(1), []

    def adjust(server: Server) -> None:
        move = Adjust(0, track, 1, "a spilt cup")
        lines.append(server.services.tables.report(there(server, code), move, f"key-{next(keys):06}", None, "host"))

    for _ in range(tries(20)):
        gevent.joinall([gevent.spawn(adjust, server) for server in servers], raise_error=True)
    until(lambda: {there(server, code).line for server in servers} == {len(lines)})
    assert sorted(lines) == [*range(1, len(lines) + 1)]
    header = there(servers[0], code).header
    damage.assert_chained(header, log.rows(servers[1].store.reader(), header.id))


def test_of_two_who_read_a_table_at_once_both_have_the_same(servers: list[Server]) -> None:
    code, _ = laid(servers[0])
    reading = [gevent.spawn(there, servers[1], code) for _ in range(5)]
    gevent.joinall(reading, raise_error=True)
    assert len({id(one.value) for one in reading}) == 1


def test_a_line_that_no_standby_has_is_not_acknowledged_by_another_server_either(
    servers: list[Server], postgres: Postgres
) -> None:
    first, second, third = servers
    code, played = laid(first)
    report = (model.move_of(played.lines[0]), "line-000001", None, "host")
    lives = [there(server, code) for server in servers]
    postgres.want_standby("nobody")
    try:
        cancelled = gevent.spawn(first.services.tables.report, lives[0], *report)
        until(postgres.cancel_waits)
        with pytest.raises(Unavailable):
            cancelled.get()
        until(lambda: there(second, code).line == 1)
        again = gevent.spawn(second.services.tables.report, lives[1], *report)
        until(lambda: third.store.reader().execute("select pid from pg_stat_activity where wait_event = 'SyncRep'"))
        assert not again.ready()
    finally:
        postgres.want_standby("")
    assert again.get() == 1


@pytest.mark.parametrize("is_heard", [True, False])
def test_a_server_goes_on_behind_the_lines_of_a_database_that_took_over(servers: list[Server], is_heard: bool) -> None:
    first, second = servers[:2]
    code, played = laid(first)
    move = Adjust(0, played.tracks[0], 1, "a spilt cup")
    for number in (0, 1):
        first.services.tables.report(there(first, code), move, f"line-{number:06}", None, "host")
    header = there(first, code).header
    until(lambda: there(second, code).line == 2)
    with closing(connect(first.store.url)) as db:
        db.execute("set session_replication_role = replica")  # no trigger refuses it
        db.execute("delete from lines where table_id = ? and line = 2", [header.id])
    if is_heard:
        Others(second.services.tables, second.services.notifier, second.services.gestures).follow(ANYTHING)
        assert there(second, code).line == 1
    for number, server in ((1, second), (2, first)):
        server.services.tables.report(there(server, code), move, f"anew-{number:06}", None, "host")
    rows = log.rows(first.store.reader(), header.id)
    assert [row.key for row in rows] == ["line-000000", "anew-000001", "anew-000002"]
    damage.assert_chained(header, rows)


def test_a_line_that_comes_while_a_table_is_read_is_there(servers: list[Server]) -> None:
    first, second = servers[:2]
    code, played = laid(first)
    for number in range(tries(10)):
        second.services.tables.forget_all()
        move = Adjust(0, played.tracks[0], 1, "a spilt cup")
        lines = gevent.spawn(first.services.tables.report, there(first, code), move, f"key-{number:06}", None, "host")
        while not lines.ready():
            second.services.tables.forget_all()
            there(second, code)
        lines.get()
        until(lambda: there(second, code).line == there(first, code).line)


def test_of_evenings_that_are_wanted_at_once_one_is_opened(servers: list[Server]) -> None:
    for _ in range(tries(10)):
        for evening in servers[0].services.evenings.all_open():
            servers[0].services.evenings.close(evening)
        ensured = [gevent.spawn(server.services.evenings.ensure, HOME) for server in servers]
        gevent.joinall(ensured, raise_error=True)
        assert len({one.value.id for one in ensured}) == 1


def test_no_more_sit_down_at_several_servers_than_may(servers: list[Server]) -> None:
    evening = servers[0].services.evenings.ensure(HOME)

    def sit(server: Server, name: str) -> str:
        try:
            server.services.evenings.sit(evening, None, name)
        except Refused as refused:
            return refused.code
        return ""

    for number in range(seats.MOST_GUESTS + 2):
        coming = [gevent.spawn(sit, server, f"Ann {number} {place}") for place, server in enumerate(servers)]
        gevent.joinall(coming, raise_error=True)
    now = servers[0].services.evenings.by_id(evening.id)
    assert now is not None
    assert len(now.guests) == seats.MOST_GUESTS
    until(lambda: all(server.services.evenings.by_id(evening.id) == now for server in servers))


def test_who_is_one_now_sits_so_at_all_servers(servers: list[Server]) -> None:
    first, second = servers[:2]
    ann = first.store.do(lambda db: people.add(db, HOME, "Ann", "red", "circle"))
    bo = first.store.do(lambda db: people.add(db, HOME, "Bo", "blue", "square"))
    empty = fold.open_table(GAMES["death-wish"], ("Ann", "Cy"), GAMES["death-wish"].Options())
    live, _ = first.services.tables.open(HOME, empty, None, [ann, None])
    assert there(second, live.header.code).header.people == [ann, None]
    first.store.do(lambda db: people.merge(db, HOME, ann, bo))
    until(lambda: there(second, live.header.code).header.people == [bo, None])


def test_a_table_that_is_laid_anew_is_the_new_one_everywhere(servers: list[Server]) -> None:
    first, second = servers[:2]
    code, _ = laid(first)
    before = there(second, code).header.id
    anew, _ = first.services.tables.lay_anew(there(first, code), there(first, code).table)
    assert anew.header.id != before
    until(lambda: there(second, code).header.id == anew.header.id)


def test_a_group_that_is_forgotten_is_gone_everywhere(servers: list[Server]) -> None:
    first, second = servers[:2]
    club = first.store.do(lambda db: groups.open_group(db, "Club")).id
    empty = fold.open_table(GAMES["death-wish"], ("Ann", "Cy"), GAMES["death-wish"].Options())
    live, _ = first.services.tables.open(club, empty)
    there(second, live.header.code)
    first.services.evenings.close_all(club, lambda db: groups.forget(db, club))

    def is_gone() -> bool:
        try:
            second.services.tables.find(live.header.code)
        except Refused as refused:
            return refused.code == "group-forgotten"
        return False

    until(is_gone)


def test_what_was_not_heard_is_read_once_the_ring_is_there_again(servers: list[Server]) -> None:
    first, second = servers[:2]
    code, played = laid(first)
    there(second, code)
    evening = first.services.evenings.ensure(HOME)
    woken: list[str] = []
    second.services.notifier.listen(woken.append)
    first.store.do(cut)
    first.services.tables.report(there(first, code), model.move_of(played.lines[0]), "line-000001", None, "host")
    until(lambda: there(second, code).line == 1)
    until(lambda: EVERYTHING in woken or {code, evening_topic(evening.id)} <= {*woken})


def test_what_is_ticked_off_at_one_shows_at_the_others(servers: list[Server]) -> None:
    first, second = servers[:2]
    code, _ = laid(first)
    evening = first.services.evenings.ensure(HOME)

    def ticked() -> Ticks | None:
        now = second.services.evenings.by_id(evening.id)
        return Facts(second.services, there(second, code), now).laid_out

    assert ticked() == Ticks()
    rung = second.services.notifier.count(evening_topic(evening.id))
    first.services.evenings.change(evening, lambda db: laid_out.tick(db, there(first, code).header.id, 2))
    until(lambda: second.services.notifier.count(evening_topic(evening.id)) > rung)
    assert ticked() == Ticks(frozenset({2}))
    first.services.evenings.change(evening, lambda db: laid_out.tick(db, there(first, code).header.id, None))
    until(lambda: ticked() is None)


def test_what_the_dead_send_at_one_comes_to_the_boards_of_all(servers: list[Server]) -> None:
    gathering = Gathering(servers[0].app)
    phones = [gathering.come(name) for name in ("Ann", "Bo", "Cy", "Di")]
    gathering.set_up("death-wish", option_target="3", option_last_survivor="true")
    gathering.tell({"move": "contract", "seat": 1, "disease": "Boredom", "color": "red", "skulls": 3})
    topic, header = evening_topic(gathering.now.id), gathering.live.header
    shown: list[PostgresStore] = []

    def note(server: Server, name: str) -> None:
        if name == topic and header.id in server.services.gestures.newest:
            shown.append(server.store)

    for server in servers:
        server.services.notifier.listen(partial(note, server))
    phones[1].post(f"/table/{header.code}/gesture", {"gesture": "crow"})
    until(lambda: all(server.store in shown for server in servers))
    newest = [server.services.gestures.newest[header.id] for server in servers]
    assert [(made.seat, made.kind) for made in newest] == [(1, "crow")] * 3


def test_a_server_without_streams_of_an_evening_offers_nobody_the_role_of_its_host(servers: list[Server]) -> None:
    first, second = servers[:2]
    evening = Gathering(first.app)
    evening.come("Ann")
    of_host = {screen.device for screen in evening.now.hosting}
    followed: set[int] = set()
    passed = [0.0]
    for server in (first, second):
        presence = server.services.presence
        presence._clock, presence._follows = lambda: passed[0], followed.__contains__
        server.services.succession.look()
    passed[0] += SILENT_SECONDS
    second.services.succession.look()
    assert evening.now.notices == ()
    followed |= {screen.device for screen in evening.now.screens} - of_host  # Ann's stream is here
    for _ in range(2):
        passed[0] += SILENT_SECONDS
        first.services.succession.look()
    assert [notice.code for notice in evening.now.notices] == [OFFERED]


@pytest.fixture
def hall(postgres: Postgres) -> Iterator[list[Server]]:
    """Two servers with addresses of their own."""
    with postgres.house() as url:
        made = [_server(url, f"10.0.0.1{number}") for number in (1, 2)]
        yield made
        close(made)


def page(server: Server) -> str:
    """The page of the hall, as a server shows it."""
    answer: str = Phone(server.app).get(f"/hall/{server.services.hall_ticket}").html
    return answer


def drain(server: Server, number: int) -> int:
    """Ask a server to drain the one with a number; the status of the answer."""
    return Phone(server.app).post(f"/hall/{server.services.hall_ticket}/servers/{number}").status_code


def test_the_hall_lists_the_servers_and_is_one_for_all(hall: list[Server]) -> None:
    first, second = hall
    assert first.services.hall_ticket == second.services.hall_ticket
    places = [
        page(second).index(f"http://{address}:8000, release {__version__}, connected for 0 min")
        for address in ("10.0.0.11", "10.0.0.12")
    ]
    assert places == sorted(places)
    assert "standby" not in page(first)
    assert first.store.standbys() is None


def test_a_server_on_all_addresses_is_listed_by_the_name_of_its_machine(servers: list[Server]) -> None:
    store = servers[0].store
    until(lambda: [one.address for one in store.servers()] == [f"http://{gethostname()}:8000"] * 3)


def status(server: Server, path: str = "/healthz") -> int:
    return Phone(server.app).client.get(path).status_code


def test_a_server_that_is_drained_takes_nobody_in_and_notes_what_is_sent_to_it(hall: list[Server]) -> None:
    first, second = hall
    code, played = laid(first)
    number = next(one.number for one in second.store.servers() if "10.0.0.11" in one.address)
    assert (status(first), page(second).count("Drain it")) == (200, 2)
    assert drain(second, number) == 303
    until(lambda: status(first) == 503)
    until(lambda: "10.0.0.11:8000, release" in page(second) and "Drained" in page(second))
    assert status(second) == 200
    assert "Drain it" not in page(second)
    assert [drain(second, one.number) for one in second.store.servers()] == [409, 409]
    assert Phone(first.app).post("/code", {"code": "ZZZZZ"}).status_code != 503
    first.services.tables.report(there(first, code), model.move_of(played.lines[0]), "line-000001", None, "host")
    until(lambda: there(second, code).line == 1)
    second.store.do(cut)
    until(lambda: len(second.store.servers()) == 2)
    assert [one.is_drained for one in second.store.servers() if "10.0.0.11" in one.address] == [True]


def test_a_server_that_has_lost_its_connection_is_deaf_while_a_command_has_the_database_for_itself(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.storage.postgres.ring.DEAF_SECONDS", 0.0)
    with postgres.house() as url, ExitStack() as command:
        server = _server(url)

        def has_it() -> bool:
            try:
                command.enter_context(use(url))
            except InUse:
                server.store.do(cut)
                return False
            return True

        assert not has_it()
        until(has_it)
        until(lambda: not server.store.hears)
        assert status(server) == 503
        command.close()
        until(lambda: server.store.hears)
        assert status(server) == 200
        close([server])
