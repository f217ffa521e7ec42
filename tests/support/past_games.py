"""Games of the past, and who reads about them."""

import json
import re
from contextlib import closing
from urllib.parse import parse_qs, urlsplit

from companion.commands.transfer import _add_all, _id
from companion.games import GAMES
from companion.history import search
from companion.storage.identifiers import HOME
from companion.storage.sqlite.store import SqliteStore
from companion.table.record import read
from tests.reference import maker
from tests.support.tonight import tonight

IDS = "ids.json"
HERE = {"Origin": "http://localhost"}


def bring(store, *records):
    """Take records in; their ids."""
    played = [read(record) for record in records]
    store.do(lambda db: _add_all(db, HOME, {_id(record): record for record in played}))
    return [_id(record) for record in played]


def record(records, seed, **more):
    at = f"2026-{seed % 12 + 1:02d}-{seed % 28 + 1:02d}T{seed % 24:02d}:00:00.000Z"
    return records.games(seed) | {"opened_at": at} | more


def bring_eight_of_each(store):
    """Take in eight games of each kind; their ids."""
    return bring(store, *(record(maker(slug), seed) for slug in GAMES for seed in range(8)))


def make_eight_of_each(folder):
    """Fill a folder with a store of these games, and a list of their ids."""
    with closing(SqliteStore(folder)) as store:
        (folder / IDS).write_text(json.dumps(bring_eight_of_each(store)))


def device(app, kind="phone", host=False):
    client = app.test_client()
    evening = tonight(app.extensions["services"])
    client.get(f"/host/{evening.host_ticket}" if host else f"/j/{evening.ticket}")
    client.post("/use", data={"kind": kind}, headers=HERE)
    return client


def get(client, path, status=200):
    answer = client.get(path)
    assert answer.status_code == status, (path, answer.status_code, answer.text[:500])
    return answer.text


def all_games(store, **game_filter):
    return search.games(store.reader(), HOME, search.GameFilter(**game_filter), most=None)


def handed_over(client, store, id):
    page = get(client, f"/history/{id}")
    short = re.search(r'href="(http://[^"]*/x/[^"]+)"', page)[1]
    return urlsplit(short).path


def linked(page, scheme):
    (address,) = re.findall(rf'href="({scheme}://app\.bgstatsapp\.com/createPlay\.html\?data=[^"]+)"', page)
    return json.loads(parse_qs(urlsplit(address).query, strict_parsing=True)["data"][0]), address
