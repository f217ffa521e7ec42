"""The group of a request."""

from companion.storage.identifiers import HOME
from companion.web.access.device import open_evening


def group() -> int:
    """The group whose people, decks and history this request is about: that of its evening; the home's without one."""
    evening = open_evening()
    return HOME if evening is None else evening.group
