"""The evening of the home in a test."""

from companion.evening.model import Evening
from companion.storage.identifiers import HOME
from companion.web.access.services import Services


def tonight(services: Services) -> Evening:
    """The newest open evening of the home; one is opened if none is."""
    return services.evenings.ensure(HOME)
