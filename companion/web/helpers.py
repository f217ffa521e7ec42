"""Small words for templates: signed numbers, ordinals, who wrote what."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any

from flask import Flask
from flask_babel import format_date, format_time, get_locale, gettext

from companion.games import GAMES
from companion.table import Table
from companion.web import lobby, words
from companion.web.house import house
from companion.web.words import N_

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


def dress(app: Flask) -> None:
    """Give the templates of `app` their words."""
    app.jinja_env.globals |= {
        "boasts": boasts,
        "clock": clock,
        "day": day,
        "changes": changes,
        "house_games": lambda: [slug for slug in GAMES if (Path(app.static_folder or "") / f"{slug}.css").exists()],
        "house_base": lambda: house().base,
        "language": lambda: str(get_locale()).replace("_", "-"),
        "name_on": name_on,
        "option_fields": lobby.fields,
        "ordinal": ordinal,
        "signed": signed,
        "words_of": words.of,
    }
    app.jinja_env.filters |= {
        "enumerated": lambda values: list(enumerate(values)),
        "seat_name": seat_name,
        "nth": lambda index, values: values[index],
        "signed": signed,
    }


def signed(n: int) -> str:
    """A number with its sign, the minus a true one; 0 has none."""
    return f"+{n}" if n > 0 else f"−{-n}" if n < 0 else "0"


def ordinal(n: int) -> str:
    """A place in words: 1st, 2nd …"""
    said: str = gettext(ORDINALS[n - 1])
    return said


def seat_name(index: int, seats: Sequence[Any]) -> str:
    """The name of a seat."""
    name: str = seats[index].name
    return name


def changes(result: dict[str, Any], seat: int) -> int:
    """What a seat's score has changed by in the newest round."""
    return sum(entry["by"] for entry in result["ledger"] if entry["seat"] == seat and entry["round"] == result["round"])


def name_on(view: Any, writer: int) -> str:
    """The name on the card of `writer` in the round that lies open."""
    return next((card.name for card in view.cards if card.writer == writer), "")


def clock(at: str) -> str:
    """A stored moment as a time of day in this house."""
    said: str = format_time(datetime.fromisoformat(at).astimezone().replace(tzinfo=None), "short", rebase=False)
    return said


def day(of: date) -> str:
    """A day as people say it."""
    said: str = format_date(of, "full", rebase=False)
    return said


def boasts(table: Table) -> Iterable[Any]:
    """What the players of this game may brag about."""
    return table.game.boasts(table.state)
