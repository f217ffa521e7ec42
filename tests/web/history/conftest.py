"""Fixtures of this folder."""

import json
from contextlib import closing

import pytest

from companion.storage.postgres.store import PostgresStore
from companion.storage.sqlite.condition import FILE
from tests.support import empty_store
from tests.support.made_once import made_once
from tests.support.past_games import IDS, bring_eight_of_each, device, make_eight_of_each
from tests.support.postgres import Postgres


@pytest.fixture(scope="session")
def past(tmp_path_factory, engine):
    """A store with eight games of each kind, as `empty_store.opened` copies it; and their ids."""
    if Postgres.of_this_run is None:
        folder = made_once(tmp_path_factory, "eight-of-each", make_eight_of_each)
        yield str(folder / FILE), json.loads((folder / IDS).read_text())
    else:
        with Postgres.of_this_run.house() as url:
            with closing(PostgresStore(url)) as store:
                ids = bring_eight_of_each(store)
            yield url, ids


@pytest.fixture
def store(request, folder, engine):
    """A store: empty, or with the games that the test asks for."""
    with_games = "games" in request.fixturenames
    with empty_store.opened(folder, request.getfixturevalue("past")[0] if with_games else "") as store:
        yield store


@pytest.fixture
def games(past):
    """The ids of eight games of each kind, in the store."""
    return past[1]


@pytest.fixture
def host(app):
    return device(app, "board", host=True)


@pytest.fixture
def guest(app, host):
    return device(app)
