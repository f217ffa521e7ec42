"""Tables for tests of the web: laid through the API by a test client."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.api import ApiTable, Call, over
from tests.support.gathering import Gathering


@pytest.fixture
def call(client: FlaskClient) -> Call:
    """Calls of the app, by its test client."""
    return over(client)


@pytest.fixture
def table(call: Call) -> ApiTable:
    """A table of four without lines."""
    return ApiTable(call)


@pytest.fixture
def evening(app: Flask) -> Gathering:
    """An evening with a host's tablet, and nobody else yet."""
    return Gathering(app)
