"""Small words for templates: signed numbers, ordinals, who wrote what."""

import unicodedata
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from flask import Flask
from flask_babel import format_date, format_time, get_locale, gettext

from companion import decks, lan, notebook, people
from companion.games import GAMES
from companion.table import Table
from companion.web import fields, lobby, series, words
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
        "breadth": breadth,
        "clock": clock,
        "COLOURS": people.COLOURS,
        "curves": curves,
        "day": day,
        "deck_of": deck_of,
        "changes": changes,
        "free_mark": people.free_mark,
        "habits_of": habits_of,
        "house_games": lambda: [slug for slug in GAMES if (Path(app.static_folder or "") / f"{slug}.css").exists()],
        "doors": lambda: house().doors,
        "join_address": lambda: f"{house().base}/j/{house().evenings.now().ticket}",
        "language": lambda: str(get_locale()).replace("_", "-"),
        "name_on": name_on,
        "mark_after": notebook.after,
        "newest": newest,
        "newest_of": newest_of,
        "notes_of": notes_of,
        "points_so_far": series.points_so_far,
        "option_fields": lobby.fields,
        "ordinal": ordinal,
        "qr_svg": lru_cache(8)(lan.qr_svg),
        "SHAPES_TO_PICK": people.SHAPES,
        "refused_words": lambda refused, seats: words.sentence(refused, gettext, [seat.name for seat in seats]),
        "seat_fields": fields.seat_fields,
        "scored": scored,
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


def scored(result: dict[str, Any]) -> Sequence[str]:
    """The tracks that add up to the totals of a result."""
    return GAMES[result["game"]].SCORED


def changes(result: dict[str, Any], seat: int) -> int:
    """What a seat's score has changed by in the newest round."""
    newest = [entry for entry in result["ledger"] if entry["round"] == result["round"]]
    return sum(entry["by"] for entry in newest if entry["seat"] == seat and entry["track"] in scored(result))


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


# --- the line of the scores --------------------------------------------------------------------------------------


def curves(result: dict[str, Any], wide: int, high: int, track: str = "") -> dict[str, Any]:
    """Where everything stands in a picture of the scores over the rounds, or of one track, `wide` by `high`."""
    seats, rounds = len(result["totals"]), max(1, result["round"])
    shown = [track] if track else scored(result)
    entries = [entry for entry in result["ledger"] if entry["track"] in shown]
    table = [_sums(entries, seats, round) for round in range(rounds + 1)]
    size = min(24, round((high - 60) / seats) - 4)
    left, right, top, bottom = 54, wide - size - 22 - 66, size // 2 + 4, high - 38
    ticks = _ticks(min(0, *map(min, table)), max(1, *map(max, table)))
    across = [round(left + (right - left) * at / rounds, 1) for at in range(rounds + 1)]

    def down(value: float, nudge: float = 0) -> float:
        return round(bottom - (bottom - top) * (value - ticks[0]) / (ticks[-1] - ticks[0]) + nudge, 1)

    nudges = [(seat - (seats - 1) / 2) * min(2.6, 14 / seats) for seat in range(seats)]  # equal scores lie side by side
    ends = _apart([down(table[-1][seat], nudges[seat]) for seat in range(seats)], size + 4, bottom)
    lines = [
        {"points": [(x, down(sums[at], nudges[at])) for x, sums in zip(across, table, strict=True)], "label": ends[at]}
        for at in range(seats)
    ]
    every = -(-rounds // 10)
    return {
        "left": left,
        "right": right,
        "size": size,
        "table": table,
        "ticks": [(value, down(value)) for value in ticks],
        "rounds": [(at, x) for at, x in enumerate(across) if at and at % every == 0],
        "lines": lines,
    }


def _sums(ledger: Iterable[dict[str, Any]], seats: int, until: int) -> list[int]:
    """What every seat has after round `until`."""
    total = [0] * seats
    for entry in ledger:
        total[entry["seat"]] += entry["by"] if entry["round"] <= until else 0
    return total


def _ticks(low: int, high: int) -> list[int]:
    """Four or so round numbers that reach from `low` to `high`, zero among them.

    >>> _ticks(-2, 3), _ticks(0, 34)
    ([-2, 0, 2, 4], [0, 10, 20, 30, 40])
    """
    steps = (base * 10**power for power in range(9) for base in (1, 2, 5))
    step = next(step for step in steps if (high - low) / step <= 4)
    return list(range(low // step * step, high + step, step))


def _apart(ys: Sequence[float], least: float, bottom: float) -> list[float]:
    """`ys` moved apart until `least` lies between any two, and none is below `bottom`."""
    order = sorted(range(len(ys)), key=lambda at: ys[at])
    moved = list(ys)
    for one, other in pairwise(order):
        moved[other] = max(moved[other], moved[one] + least)
    floor = bottom
    for at in reversed(order):
        moved[at] = round(min(moved[at], floor), 1)
        floor = moved[at] - least
    return moved
