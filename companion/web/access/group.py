"""The group of a request."""

from companion.storage.identifiers import HOME
from companion.web.access.device import last_evening, open_evening


def group() -> int:
    """The group whose people, decks and history this request is about: that of its evening; after it, of the one whose
    history its device goes on reading; the home's without one."""
    evening, left = open_evening(), last_evening()
    if evening is not None:
        return evening.group
    return left.group if left is not None and left.may_read else HOME
