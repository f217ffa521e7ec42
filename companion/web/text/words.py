"""Titles and sentences of the games, in the language in use."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

from markupsafe import Markup

from companion.games import GAMES
from companion.games.game import Game
from companion.games.sentences import Sentences
from companion.web.text.formatting import ordinal
from companion.web.text.languages import gettext, language_tag, spoken
from companion.web.text.sentences import counted, joined, sentence

Words = Sentences[Any]


def title_of(slug: str) -> str:
    """Title of a game on the box in the language in use, else in English; its slug if no game has it."""
    if slug not in GAMES:
        return slug
    return GAMES[slug].NAMES.get(language_tag(), GAMES[slug].TITLE)


def other_title(slug: str) -> tuple[str, str]:
    """Other title on the box and the tag of its language; two empty texts if there is one title alone."""
    if slug not in GAMES:
        return "", ""
    titles = {"en": GAMES[slug].TITLE, **GAMES[slug].NAMES}
    return next(((title, tag) for tag, title in titles.items() if title != title_of(slug)), ("", ""))


class Spoken:
    """Language in use, as the sentences of a game call it."""

    gettext = staticmethod(sentence)
    ngettext = staticmethod(counted)
    joined = staticmethod(joined)
    ordinal = staticmethod(ordinal)


def kept(macro: Callable[..., Markup]) -> Callable[..., Markup]:
    """Cache a macro whose result depends on its texts and numbers alone, in each language."""
    return lambda *given: spoken().kept(macro, *given)


def words_of(slug: str) -> Words:
    """Sentences of the game called `slug`; for an unknown one its codes made readable."""
    return _words(GAMES.get(slug))


@cache
def _words(game: Game | None) -> Words:
    return game.SENTENCES(Spoken(), game.MOVES) if game else Sentences(Spoken())


def settings(slug: str, options: str) -> str:
    """Options of a game that differ from the rulebook (JSON, as in a record), in words: no HTML."""
    words, row = words_of(slug), Markup("{}: {}")
    shown = [row.format(words.option(name), _value(words, name, value)) for name, value in json.loads(options).items()]
    return Markup(" · ").join(shown).unescape()


def _value(words: Words, name: str, value: Any) -> str:
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, dict):
        return joined(Markup("{} {}").format(words.because(reason), number) for reason, number in value.items())
    if isinstance(value, list):
        return joined(_value(words, name, each) for each in value) or "–"
    return words.value(name, value)
