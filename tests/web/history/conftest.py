"""Fixtures of this folder."""

import json

import pytest

from companion.storage.sqlite.condition import FILE
from companion.storage.sqlite.store import SqliteStore
from tests.support import empty_store
from tests.support.made_once import made_once
from tests.support.past_games import IDS, device, make_eight_of_each


@pytest.fixture(scope="session")
def past(tmp_path_factory):
    """A folder with eight games of each kind, and their ids."""
    return made_once(tmp_path_factory, "eight-of-each", make_eight_of_each)


@pytest.fixture
def store(request, folder):
    """A store: empty, or with the games that the test asks for."""
    with_games = "games" in request.fixturenames
    file = (request.getfixturevalue("past") / FILE).read_bytes() if with_games else b""
    store = SqliteStore(empty_store.fill(folder, file))
    yield store
    store.close()


@pytest.fixture
def games(past):
    """The ids of eight games of each kind, in the store."""
    return json.loads((past / IDS).read_text())


@pytest.fixture
def host(app):
    return device(app, "board", host=True)


@pytest.fixture
def guest(app, host):
    return device(app)
