"""Small words for templates: signed numbers, ordinals, who wrote what."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from flask import Flask
from flask_babel import format_date, format_decimal, format_percent, format_time, get_locale, gettext

from companion import decks, lan, notebook, people
from companion.games import GAMES
from companion.games.ledger import Entry
from companion.history import night
from companion.store import plain
from companion.table import Table, result, summary
from companion.web import charts, fields, lobby, series, tap_keys, words
from companion.web.house import house
from companion.web.words import N_

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


def dress(app: Flask) -> None:
    """Give the templates of `app` their words."""
    app.jinja_env.globals |= {
        "beside": beside,
        "boasts": boasts,
        "breadth": breadth,
        "clock": clock,
        "COLOURS": people.COLOURS,
        "curves": charts.curves,
        "day": day,
        "deck_of": deck_of,
        "changes": changes,
        "entries_of": entries_of,
        "free_mark": people.free_mark,
        "damaged_of": lambda evening: len(house().desk.damaged(evening.id)),
        "habits_of": habits_of,
        "is_damaged": lambda game: house().verdicts.is_damaged(game),
        "house_games": lambda: [slug for slug in GAMES if (Path(app.static_folder or "") / f"{slug}.css").exists()],
        "doors": lambda: house().doors,
        "join_address": lambda: f"{house().base}/j/{house().evenings.now().ticket}",
        "language": lambda: str(get_locale()).replace("_", "-"),
        "measured": measured,
        "name_on": name_on,
        "mark_after": notebook.after,
        "newest": newest,
        "newest_of": newest_of,
        "notes_of": notes_of,
        "points_so_far": lambda evening, live: series.points_so_far(house().desk, evening, live),
        "places_of": places_of,
        "plain": str,
        "option_fields": lobby.fields,
        "key_for": tap_keys.key_for,
        "ordinal": ordinal,
        "plain_card": plain,
        "qr_svg": lru_cache(8)(lan.qr_svg),
        "SHAPES_TO_PICK": people.SHAPES,
        "refused_words": lambda refused, seats: words.sentence(refused, gettext, [seat.name for seat in seats]),
        "seat_fields": fields.seat_fields,
        "result_of": result,
        "scored": charts.scored,
        "shown": charts.shown,
        "race": charts.race,
        "running": charts.running,
        "settings_of": words.settings,
        "share": share,
        "short_day": short_day,
        "signed": signed,
        "title_of": lambda slug: GAMES[slug].TITLE if slug in GAMES else slug,
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


def entries_of(of: Table, round: int) -> list[Entry]:
    """What a round entered into the ledger; what was written by hand as one sum for each seat and track."""
    if ("entries", round) not in of.kept:
        of.kept["entries", round] = _entries(of.game.ledger(of.state), round)
    entries: list[Entry] = of.kept["entries", round]
    return entries


def _entries(ledger: Sequence[Entry], round: int) -> list[Entry]:
    here = [entry for entry in ledger if entry.round == round]
    by_hand = Counter[tuple[int, str]]()
    for entry in here:
        if entry.because == "adjust":
            by_hand[entry.seat, entry.track] += entry.by
    scored = [entry for entry in here if entry.because != "adjust"]
    return scored + [Entry(round, *key, by, "adjust") for key, by in by_hand.items() if by]


def changes(of: Table, seat: int) -> int:
    """What a seat's score has changed by in the newest round."""
    known = summary(of)
    own = [entry for entry in entries_of(of, known["round"]) if entry.seat == seat]
    return sum(entry.by for entry in own if entry.track in charts.scored(known))


def name_on(view: Any, writer: int) -> str:
    """The name on the card of `writer` in the round that lies open."""
    return next((card.name for card in view.cards if card.writer == writer), "")


def clock(at: str) -> str:
    """A stored moment as a time of day in this house."""
    try:
        moment = datetime.fromisoformat(at).astimezone().replace(tzinfo=None)
    except (ValueError, OverflowError):
        return at  # noted by somebody else's program, in its own way
    said: str = format_time(moment, "short", rebase=False)
    return said


def day(of: date) -> str:
    """A day as people say it."""
    said: str = format_date(of, "full", rebase=False)
    return said


def short_day(at: str) -> str:
    """A stored moment as a short date in this house."""
    said: str = format_date(night(at), "medium", rebase=False)
    return said


def share(won: int, played: int) -> str:
    """A part in percent, where there are enough games for one.

    >>> share(1, 3)
    ''
    """
    return f" ({format_percent(won / played)})" if played >= ENOUGH else ""


def places_of(places: dict[int, int]) -> str:
    """How often which place: the first ones in full."""
    return " · ".join(f"{ordinal(place)} ×{times}" for place, times in places.items())


def measured(boast: Any, how: str) -> str:
    """What of a boast is counted, as a number: a mean with one digit."""
    return format_decimal(round(boast.mean, 1)) if how == "mean" else plain_minus(getattr(boast, how))


def beside(boast: Any, how: str) -> str:
    """What else is to be known of it: from how many it comes, or how much each was."""
    if how == "times":
        told = gettext("mean %(n)s", n=format_decimal(round(boast.mean, 1)))
    elif how == "mean":
        told = gettext("mean of %(n)s", n=boast.times)
    else:
        told = gettext("in %(n)s", n=boast.times) if boast.times > 1 else ""
    return str(told)


def plain_minus(n: int) -> str:
    """A number with a true minus, without a plus."""
    return f"−{-n}" if n < 0 else str(n)


def boasts(table: Table) -> Iterable[Any]:
    """What the players of this game may brag about."""
    return table.game.boasts(table.state)


def newest(table: Table) -> str:
    """What kind of move the newest line is: "correct" for a correction, nothing before the first line."""
    if not table.lines:
        return ""
    said = table.lines[-1].said
    return str(said.move.__struct_config__.tag) if said else "correct"


def habits_of(game: str) -> dict[str, Any]:
    """How this house likes a game."""
    return decks.habits(house().store.reader(), game)


def deck_of(game: str, deck: str) -> list[Any]:
    """What this house was taught of a deck."""
    return decks.cards(house().store.reader(), game, deck)


def newest_of(game: str, deck: str) -> list[Any]:
    """What this house was taught of a deck, the newest first."""
    return decks.newest(house().store.reader(), game, deck)


def notes_of(table_id: str, device: int, owner: int) -> notebook.Notes:
    """What the player in `owner` has noted on this device at a table."""
    return notebook.notes(house().store.reader(), device, table_id, owner)


def breadth(name: str) -> int:
    """How broad a name is when written: a Japanese letter takes the room of two.

    >>> breadth("Ann"), breadth("シーザー")
    (3, 8)
    """
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in name)
