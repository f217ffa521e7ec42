"""Errors of a database."""


class DatabaseError(Exception):
    """The database did not do the work, and nothing happened."""


class Unavailable(DatabaseError):
    """The database cannot be read or written now: locked, out of reach or, with `is_space`, its disk is full."""

    def __init__(self, problem: str, is_space: bool = False) -> None:
        super().__init__(problem)
        self.is_space = is_space


class Late(Unavailable):
    """The database has not answered yet: it may still do the work."""

    def __init__(self) -> None:
        super().__init__("no answer yet")


class Conflict(DatabaseError):
    """Such a row exists already, or an existing row may not change."""


class Malformed(DatabaseError):
    """The stored data is damaged and cannot be read."""


class InUse(Exception):
    """The saved history belongs to another process; the message is the address that it serves, if it does.

    `what`: the part in use, in words.
    """

    def __init__(self, address: str = "", what: str = "data folder") -> None:
        super().__init__(address)
        self.what = what


class Unusable(Exception):
    """The saved history is not opened and not written; the message says why and what to do."""
