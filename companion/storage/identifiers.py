"""Moments as text, and codes for people to type."""

import secrets as chance
from datetime import UTC, datetime

EPOCH = "1970-01-01T00:00:00.000Z"
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # 24, as printed: neither I nor O, which read as 1 and 0
CODE_LENGTH = 5


def now() -> str:
    """This moment as UTC text with milliseconds: for people to read; the order is that of the lines."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def moment(text: str) -> str | None:
    """A time as it is stored: UTC with milliseconds, so that it sorts; None if it is none."""
    try:
        read = utc_time(text)
    except (ValueError, OverflowError):
        return None
    return read.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def moment_or_epoch(text: str) -> str:
    """The same; of what is no time, that it was long ago."""
    return moment(text) or EPOCH


def utc_time(moment_text: str) -> datetime:
    """A stored moment as a time in UTC; ValueError if it is none."""
    return datetime.fromisoformat(moment_text).astimezone(UTC)


def new_code() -> str:
    """Five letters for people to type."""
    return "".join(chance.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
