"""Evenings side by side: two of the home, one of another group."""

import pytest
from flask import Flask

from companion.storage.identifiers import HOME
from companion.web.access.services import Services
from tests.support.side_by_side import ANOTHER_GROUP, FIVE, FOUR, Hosted, WithAnn


@pytest.fixture
def first(app: Flask, services: Services) -> WithAnn:
    """An evening of the home."""
    return WithAnn(app, services.evenings.ensure(HOME))


@pytest.fixture
def second(app: Flask, services: Services, first: WithAnn) -> Hosted:
    """Another evening of the same group, with people of its own."""
    return Hosted(app, services.evenings.open(HOME), *FIVE)


@pytest.fixture
def other(app: Flask, services: Services) -> Hosted:
    """An evening of another group, with people who go by the same names."""
    return Hosted(app, services.evenings.open(ANOTHER_GROUP), *FOUR)
