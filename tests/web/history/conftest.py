"""Fixtures of this folder."""

import pytest

from tests.support.past_games import MAKERS, bring, device, record


@pytest.fixture
def games(store):
    """Eight games of each kind."""
    return bring(store, *(record(maker, seed) for maker in MAKERS for seed in range(8)))


@pytest.fixture
def host(app):
    return device(app, "board", host=True)


@pytest.fixture
def guest(app, host):
    return device(app)
