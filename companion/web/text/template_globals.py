"""The globals and filters of the templates."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from flask import Flask
from flask_babel import get_locale, gettext

from companion import messages
from companion.evening import series
from companion.games import GAMES
from companion.group import decks, notebook, people, preferences
from companion.network import qr
from companion.storage.log import to_json
from companion.table.model import Table
from companion.table.result import result
from companion.web.access.device import this_evening
from companion.web.forms import fields, options
from companion.web.play import tap_keys
from companion.web.services import services
from companion.web.static_files import static_url, styled_games
from companion.web.text import charts, words
from companion.web.text.formatting import (
    beside,
    breadth,
    changes,
    clock,
    day,
    entries_of,
    measured,
    ordinal,
    places_of,
    seat_name,
    share,
    short_day,
    signed,
)


def init_templates(app: Flask) -> None:
    """Give the templates of `app` their words."""
    styled = styled_games()
    app.jinja_env.globals |= {
        "beside": beside,
        "highlights": highlights,
        "breadth": breadth,
        "clock": clock,
        "COLOURS": people.COLOURS,
        "curves": charts.curves,
        "day": day,
        "deck_of": deck_of,
        "changes": changes,
        "entries_of": entries_of,
        "free_mark": people.free_mark,
        "damaged_of": lambda evening: len(services().tables.damaged(evening.id)),
        "habits_of": habits_of,
        "is_damaged": lambda game: services().verdicts.is_damaged(game),
        "all_games": list(GAMES),
        "static_url": static_url,
        "styled_games": lambda slugs: [slug for slug in slugs if slug in styled],
        "doors": lambda: services().doors,
        "join_address": lambda: f"{services().base}/j/{this_evening().ticket}",
        "language": lambda: str(get_locale()).replace("_", "-"),
        "measured": measured,
        "name_on": name_on,
        "mark_after": notebook.after,
        "newest": newest,
        "newest_of": newest_of,
        "notes_of": notes_of,
        "points_so_far": lambda evening, live: series.points_so_far(services().tables, evening, live),
        "places_of": places_of,
        "plain": str,
        "option_fields": options.fields,
        "key_for": tap_keys.key_for,
        "ordinal": ordinal,
        "plain_card": to_json,
        "qr_svg": lru_cache(8)(qr.qr_svg),
        "SHAPES_TO_PICK": people.SHAPES,
        "refused_words": lambda refused, seats: messages.sentence(refused, gettext, [seat.name for seat in seats]),
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
        "words_of": words.words_of,
    }
    app.jinja_env.filters |= {
        "enumerated": lambda values: list(enumerate(values)),
        "seat_name": seat_name,
        "nth": lambda index, values: values[index],
        "signed": signed,
    }


def name_on(view: Any, writer: int) -> str:
    """The name on the card of `writer` in the round that lies open."""
    return next((card.name for card in view.cards if card.writer == writer), "")


def highlights(table: Table) -> Iterable[Any]:
    """What the players of this game may brag about."""
    return table.game.highlights(table.state)


def newest(table: Table) -> str:
    """What kind of move the newest line is: "correct" for a correction, nothing before the first line."""
    if not table.lines:
        return ""
    said = table.lines[-1].recorded
    return str(said.move.__struct_config__.tag) if said else "correct"


def habits_of(game: str) -> dict[str, Any]:
    """How this house likes a game."""
    return preferences.preferences(services().store.reader(), game)


def deck_of(game: str, deck: str) -> list[Any]:
    """What this house was taught of a deck."""
    return decks.cards(services().store.reader(), game, deck)


def newest_of(game: str, deck: str) -> list[Any]:
    """What this house was taught of a deck, the newest first."""
    return decks.newest(services().store.reader(), game, deck)


def notes_of(table_id: str, device: int, owner: int) -> notebook.Notes:
    """What the player in `owner` has noted on this device at a table."""
    return notebook.notes(services().store.reader(), device, table_id, owner)
