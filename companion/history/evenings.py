"""To which evening a moment belongs."""

from datetime import UTC, date, datetime, time, timedelta

from companion.storage.identifiers import moment

NIGHT_ENDS = time(6)  # whoever plays past midnight still plays the evening before


def local(at: str) -> datetime:
    """A stored moment in this house's own time."""
    return datetime.fromisoformat(at).astimezone().replace(tzinfo=None)


def night(at: str) -> date:
    """The day on which the evening of a stored moment began."""
    return (local(at) - timedelta(hours=NIGHT_ENDS.hour)).date()


def begins(day: date) -> str:
    """The moment from which on what happens belongs to this day."""
    try:
        told = moment(datetime.combine(day, NIGHT_ENDS).astimezone(UTC).isoformat())
    except (ValueError, OverflowError, OSError):  # the first and the last days that there are
        told = None
    return told or ("0" if day.year < 1970 else "9")
