"""Fixtures of this folder."""

import pytest

from companion.storage.store import Store
from tests.support import empty_store
from tests.support.past_games import device, eight_of_each


@pytest.fixture
def store(request, folder):
    """A store: empty, or with the games that the test asks for."""
    store = Store(empty_store.fill(folder, eight_of_each()[0] if "games" in request.fixturenames else b""))
    yield store
    store.reader().conn.close()
    store.close()


@pytest.fixture
def games():
    """The ids of eight games of each kind, in the store."""
    return list(eight_of_each()[1])


@pytest.fixture
def host(app):
    return device(app, "board", host=True)


@pytest.fixture
def guest(app, host):
    return device(app)
