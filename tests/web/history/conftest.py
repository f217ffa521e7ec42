"""Fixtures of this folder."""

import pytest

from companion.games import GAMES
from tests.reference import maker
from tests.support.past_games import bring, device, record


@pytest.fixture
def games(store):
    """Eight games of each kind."""
    return bring(store, *(record(maker(slug), seed) for slug in GAMES for seed in range(8)))


@pytest.fixture
def host(app):
    return device(app, "board", host=True)


@pytest.fixture
def guest(app, host):
    return device(app)
