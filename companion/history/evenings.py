"""Dates of evenings."""

from datetime import UTC, date, datetime, time, timedelta

from companion.storage.identifiers import moment

NIGHT_ENDS = time(6)  # a game after midnight belongs to the evening before


def local_time(moment_text: str) -> datetime:
    """A stored moment by the clock of this machine."""
    return datetime.fromisoformat(moment_text).astimezone().replace(tzinfo=None)


def evening_date(moment_text: str) -> date:
    """The day on which the evening of a stored moment began."""
    return (local_time(moment_text) - timedelta(hours=NIGHT_ENDS.hour)).date()


def evening_start(day: date) -> str:
    """The moment at which the evening of `day` begins."""
    try:
        start = moment(datetime.combine(day, NIGHT_ENDS).astimezone(UTC).isoformat())
    except (ValueError, OverflowError, OSError):  # the first and the last days that there are
        start = None
    return start or ("0" if day.year < 1970 else "9")
