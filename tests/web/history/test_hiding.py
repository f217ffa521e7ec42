"""Hidden games, and the copy of everything."""

import sqlite3
from contextlib import closing
from urllib.parse import unquote

import pytest

from companion.storage import projection
from companion.storage.data import Data
from companion.storage.sqlite import condition
from companion.storage.sqlite.store import SqliteStore
from tests.support.past_games import HERE, all_games, get, handed_over, linked
from tests.support.tonight import tonight


def test_a_hidden_game_is_gone_from_all_pages_but_the_hosts_and_comes_back(host, guest, store, games):
    game = all_games(store, over=True)[0]
    before = get(guest, f"/history/games/{game.game}")
    assert guest.post(f"/history/{game.id}/hide", data={"hidden": "1"}, headers=HERE).status_code == 403
    assert host.post(f"/history/{game.id}/hide", data={"hidden": "1"}, headers=HERE).status_code == 303
    assert game.id not in get(guest, "/history/")
    assert game.id not in get(guest, "/history/records.jsonl")
    get(guest, f"/history/{game.id}", 404)
    get(guest, f"/history/{game.id}/record.json", 404)
    get(guest, "/history/?hidden=1", 403)
    assert game.id in get(host, "/history/?hidden=1")
    assert get(guest, f"/history/games/{game.game}") != before
    get(host, f"/history/{game.id}")
    host.post(f"/history/{game.id}/hide", data={"hidden": ""}, headers=HERE)
    assert get(guest, f"/history/games/{game.game}") == before


def test_where_there_is_no_file_there_is_no_copy_of_it(host, store):
    has_file = store.path is not None
    assert ("/history/copy.db" in get(host, "/history/")) == has_file
    with host.get("/history/copy.db") as answer:
        assert answer.status_code == (200 if has_file else 404)


@pytest.mark.sqlite
def test_the_host_takes_a_copy_home_that_opens_and_is_in_order(host, guest, store, games, tmp_path):
    from companion.commands.check import check

    get(guest, "/history/copy.db", 403)
    (tmp_path / "home").mkdir()
    with host.get("/history/copy.db") as answer:
        (tmp_path / "home" / condition.FILE).write_bytes(answer.data)
    with closing(sqlite3.connect(tmp_path / "home" / condition.FILE)) as db:
        kept = {row[0] for row in db.execute("select id from tables")}
    assert kept == {game.id for game in all_games(store, over=True) if not game.secrets}
    assert check(Data(tmp_path / "home")) == 0
    assert not [path for path in store.path.parent.iterdir() if path.is_dir()], "nothing is left behind"


@pytest.mark.sqlite
def test_nothing_in_the_hosts_copy_lets_anybody_in(app, store, games, tmp_path):
    from companion.web.access.services import Services
    from companion.web.app import create_app
    from tests.support.gathering import Gathering

    night = Gathering(app)
    bo = night.come("Bo")
    night.come().tap("/sit", person=night.person("Bo"))
    keys = [bo.client._cookies[name].value for name in bo.client._cookies]
    hashes = [hash for (hash,) in store.reader().execute("select hash from devices")]
    secrets = [value for (value,) in store.reader().execute("select value from secrets")]
    assert app.test_client().post("/api/tables", json={"game": "death-wish", "seats": ["Ann", "Bo"]}).status_code == 201
    hashes += [hash for (hash,) in store.reader().execute("select hash from keys")]
    (tmp_path / "home").mkdir()
    with night.tablet.client.get("/history/copy.db") as answer:
        written = answer.data
    for secret in (night.now.ticket, night.now.host_ticket, night.now.code, *keys, *hashes, *secrets):
        assert secret.encode() not in written
    (tmp_path / "home" / condition.FILE).write_bytes(written)
    with closing(SqliteStore(tmp_path / "home")) as restored:
        anew = create_app(Services(restored)).extensions["services"]
        assert tonight(anew).guests == ()
        assert [person.name for person in anew.evenings.absent(tonight(anew))][:1] == ["Bo"]
        assert restored.reader().execute("pragma foreign_key_check") == []
        anew.writer.close()


def test_a_table_of_a_program_is_in_the_history_too(guest, store, table):
    from tests.support.api import whole_game

    table.play(whole_game())
    (game,) = all_games(store)
    assert (game.over, [seat.person for seat in game.seats]) == (True, [None] * 4)
    assert "Ann" in get(guest, f"/history/{game.id}")
    assert game.id in get(guest, "/history/?names=ann")
    assert projection.is_hidden(store.reader(), game.id) is False
    assert unquote(linked(get(guest, handed_over(guest, store, game.id)), "https")[1])
