"""Numbers, places, times and names as text."""

import unicodedata
from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from typing import Any

from babel.dates import format_date, format_time
from babel.numbers import format_decimal, format_percent

from companion.games.ledger import Entry
from companion.history.evenings import evening_date, local_time
from companion.messages import N_
from companion.table.model import Table
from companion.web.text.languages import gettext, spoken

NAMES = 2048  # of so many names it is kept how broad they are
ENOUGH = 10  # fewer games make no percentage
ORDINALS = (
    N_("1st"),
    N_("2nd"),
    N_("3rd"),
    N_("4th"),
    N_("5th"),
    N_("6th"),
    N_("7th"),
    N_("8th"),
    N_("9th"),
    N_("10th"),
    N_("11th"),
    N_("12th"),
    N_("13th"),
    N_("14th"),
    N_("15th"),
    N_("16th"),
)
PLACES = (
    N_("1st ×%(times)s"),
    N_("2nd ×%(times)s"),
    N_("3rd ×%(times)s"),
    N_("4th ×%(times)s"),
    N_("5th ×%(times)s"),
    N_("6th ×%(times)s"),
    N_("7th ×%(times)s"),
    N_("8th ×%(times)s"),
    N_("9th ×%(times)s"),
    N_("10th ×%(times)s"),
    N_("11th ×%(times)s"),
    N_("12th ×%(times)s"),
    N_("13th ×%(times)s"),
    N_("14th ×%(times)s"),
    N_("15th ×%(times)s"),
    N_("16th ×%(times)s"),
)


def ordinal(n: int) -> str:
    """Ordinal number in words: 1st, 2nd …"""
    return gettext(ORDINALS[n - 1])


def seat_name(index: int, seats: Sequence[Any]) -> str:
    name: str = seats[index].name
    return name


def entries_of(table: Table, round: int) -> list[Entry]:
    """Ledger entries of a round; those by hand as one sum for each seat and track."""
    if ("entries", round) not in table.kept:
        table.kept["entries", round] = table.game.ledger(table.state).of_round(round)
    entries: list[Entry] = table.kept["entries", round]
    return entries


def clock(stored: str) -> str:
    """Time of day of a stored moment, by the clock of this machine."""
    try:
        moment = local_time(stored)
    except (ValueError, OverflowError):
        return stored  # noted by somebody else's program, in its own way
    return format_time(moment, "short", locale=spoken().locale)


def day(date_shown: date) -> str:
    """Day in full, with its weekday."""
    return format_date(date_shown, "full", locale=spoken().locale)


def short_day(stored: str) -> str:
    """Short date of the evening of a stored moment."""
    try:
        night = evening_date(stored)
    except (ValueError, OverflowError):
        return stored  # noted by somebody else's program, in its own way
    return short_date(night)


def short_date(date_shown: date) -> str:
    return format_date(date_shown, "medium", locale=spoken().locale)


def share(won: int, played: int) -> str:
    """Percentage of `won` in `played`; empty for fewer than `ENOUGH` games.

    >>> share(1, 3)
    ''
    """
    return f" ({format_percent(won / played, locale=spoken().locale)})" if played >= ENOUGH else ""


def places_of(places: dict[int, int]) -> str:
    """Number of times that each place was reached, as text: "1st ×3 · 2nd ×1"."""
    return " · ".join(gettext(PLACES[place - 1], times=times) for place, times in places.items())


def ranked(rows: Sequence[Any], what: str | int) -> list[tuple[int, Any]]:
    """Rows in their order, each with its rank: those that are equal in the field `what` share the better one.

    >>> ranked([("Ann", 5), ("Bo", 5), ("Cy", 3)], 1)
    [(1, ('Ann', 5)), (1, ('Bo', 5)), (3, ('Cy', 3))]
    """
    values = [row[what] if isinstance(what, int) else getattr(row, what) for row in rows]
    return [(values.index(value) + 1, row) for value, row in zip(values, rows, strict=True)]


def measured(highlight: Any, how: str) -> str:
    """Measure `how` of a highlight, as a number: a mean with one digit, and so a sum for each of enough games."""
    if how == "sum" and highlight.rate is not None:
        return _one_digit(highlight.rate)
    return _one_digit(highlight.mean) if how == "mean" else plain_minus(getattr(highlight, how))


def beside(highlight: Any, how: str) -> str:
    """Context of a measure: the average, the sum, or the number of games."""
    if how == "times":
        words = gettext("average %(n)s", n=_one_digit(highlight.mean))
    elif how == "sum" and highlight.rate is not None:
        words = gettext("a game (%(sum)s in %(n)s)", sum=highlight.sum, n=highlight.played)
    elif how == "mean":
        words = gettext("average of %(n)s", n=highlight.times)
    else:
        words = gettext("in %(n)s games", n=highlight.games) if highlight.games > 1 else ""
    return words


def _one_digit(n: float) -> str:
    """Round to one digit behind the point, or to as many as it takes, up to three, for more than nought."""
    return format_decimal(round(n, 1) or round(n, 2) or round(n, 3), locale=spoken().locale)


def duration(seconds: int) -> str:
    """Length of a game in minutes, from one hour on in hours and minutes."""
    hours, minutes = divmod(round(seconds / 60), 60)
    return gettext("%(h)s h %(m)s min", h=hours, m=minutes) if hours else gettext("%(m)s min", m=minutes)


def month(date_shown: date) -> str:
    """Month without its year, as short as on a chart."""
    return format_date(date_shown, "LLL", locale=spoken().locale)


def plain_minus(n: int) -> str:
    """Number with a true minus, without a plus."""
    return f"−{-n}" if n < 0 else str(n)


@lru_cache(NAMES)
def breadth(name: str) -> int:
    """Width of a name in columns: a Japanese letter takes two.

    >>> breadth("Ann"), breadth("シーザー")
    (3, 8)
    """
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in name)


def longest_word(name: str) -> int:
    """Length of the longest word of a name, which no line should break.

    >>> longest_word("Featherstonehaugh IV"), longest_word("Anna-Lena")
    (17, 4)
    """
    return max(len(word) for word in name.replace("-", " ").split() or [""])
