"""Tables for tests of the web: laid through the API by a test client."""

import pytest
from flask.testing import FlaskClient

from tests.playing import Call, Laid, over


@pytest.fixture
def call(client: FlaskClient) -> Call:
    """Calls of the app, by its test client."""
    return over(client)


@pytest.fixture
def table(call: Call) -> Laid:
    """A table of four without lines."""
    return Laid(call)
