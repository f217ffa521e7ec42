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
    """A time as the house writes it: UTC with milliseconds, so that it sorts; None if it is none."""
    try:
        read = datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return read.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_code() -> str:
    """Five letters for people to type."""
    return "".join(chance.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
