"""The globals and filters of the templates."""

from typing import cast

from flask import Flask

from companion import messages
from companion.games import GAMES
from companion.games.sentences import signed
from companion.group import notebook, people
from companion.network import qr
from companion.paths import PROGRAM
from companion.storage.log import to_json
from companion.web.access.static_files import static_url, styled_games
from companion.web.access.visit import letters_are_large, this_visit
from companion.web.text import charts
from companion.web.text.art import figures
from companion.web.text.drawn import filled, rendered, symbols
from companion.web.text.environment import Templates
from companion.web.text.formatting import (
    beside,
    breadth,
    clock,
    day,
    duration,
    longest_word,
    measured,
    month,
    ordinal,
    places_of,
    plain_minus,
    ranked,
    seat_name,
    share,
    short_date,
    short_day,
)
from companion.web.text.guides import has_guide
from companion.web.text.languages import gettext, language_tag, languages, own_name, spoken
from companion.web.text.lettering import fitted, font, heard, plain
from companion.web.text.marks import marks
from companion.web.text.sentences import counted, isolated, joined, sentence
from companion.web.text.words import kept, other_title, settings, title_of, words_of


def init_templates(app: Flask) -> None:
    """Set the globals and filters of the templates of `app`."""
    app.jinja_environment = Templates
    styled = styled_games()
    app.jinja_env.globals |= {
        "_": sentence,
        "ngettext": counted,
        "beside": beside,
        "columns": charts.columns,
        "breadth": breadth,
        "clock": clock,
        "COLOURS": people.COLOURS,
        "curves": charts.curves,
        "day": day,
        "duration": duration,
        "all_games": list(GAMES),
        "art": figures,
        "fitted": fitted,
        "font": font,
        "static_url": static_url,
        "symbols": symbols,
        "styled_games": lambda slugs: [slug for slug in slugs if slug in styled],
        "has_guide": has_guide,
        "direction": lambda: spoken().locale.text_direction,
        "is_at_table": lambda: this_visit().here is not None,
        "language": lambda: str(spoken()).replace("_", "-"),
        "language_tag": language_tag,
        "longest_word": longest_word,
        "letters_are_large": letters_are_large,
        "measured": measured,
        "month": month,
        "other_title": other_title,
        "kept": kept,
        "mark": marks(cast(Templates, app.jinja_env)),
        "mark_after": notebook.after,
        "parts": charts.bar,
        "places_of": places_of,
        "plain": str,
        "plain_minus": plain_minus,
        "PROGRAM": PROGRAM,
        "ordinal": ordinal,
        "plain_card": to_json,
        "qr_svg": qr.qr_svg,
        "SHAPES_TO_PICK": people.SHAPES,
        "refused_words": lambda refused, seats: messages.sentence(refused, gettext, [seat.name for seat in seats]),
        "scored": charts.scored,
        "shown": charts.shown,
        "race": charts.race,
        "running": charts.running,
        "settings_of": settings,
        "share": share,
        "short_date": short_date,
        "short_day": short_day,
        "signed": signed,
        "spoken_languages": lambda: [(tag, own_name(tag)) for tag in languages().names],
        "tells_effects": lambda slug: slug in GAMES and any(pile.has_effects for pile in GAMES[slug].PILES.values()),
        "title_of": title_of,
        "words_of": words_of,
    }
    app.jinja_env.filters |= {
        "enumerated": lambda values: list(enumerate(values)),
        "isolated": isolated,
        "joined": joined,
        "seat_name": seat_name,
        "ranked": ranked,
        "plain_text": plain,
        "heard": heard,
        "nth": lambda index, values: values[index],
        "rendered": rendered,
        "filled": filled,
        "signed": signed,
    }
