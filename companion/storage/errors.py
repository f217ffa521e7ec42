"""What a database may answer instead of doing what it was asked."""


class DatabaseError(Exception):
    """The database did not do what it was asked, and nothing of it happened."""


class Unavailable(DatabaseError):
    """It can be neither read nor written now: it is locked, out of reach or, with `is_space`, its disk is full."""

    def __init__(self, problem: str, is_space: bool = False) -> None:
        super().__init__(problem)
        self.is_space = is_space


class Conflict(DatabaseError):
    """A row like that is there already, or a row that is there may not change."""


class Malformed(DatabaseError):
    """What is stored is damaged: it can be read no more."""


class Unusable(Exception):
    """The saved history is not opened, and not written to: why, and what to do, in a sentence."""
