"""The chapter of the rulebook at hand that says what goes on the table, for each number of players."""

from collections.abc import Sequence
from typing import Any

from msgspec import json as msgspec_json

from companion.games import GAMES
from companion.games.guide import Item, Texts
from companion.games.moves import Refused
from companion.web.text.guide_search import fits
from companion.web.text.guide_values import Laid, LaidFor, LaidThing, LayingOutText
from companion.web.text.words import settings


def laying_out_text(slug: str, guide: Texts, asked: str, words: str) -> LayingOutText | None:
    """The chapter; None where nothing is laid out, or nothing of it has to do with `asked`.

    It begins with the first number of players whose list has it, for a book may call something of one number alone.
    """
    ways = [way for players in GAMES[slug].SEATS for way in _for(slug, guide, players)]
    read = {way.players: [words, *_all_text(way)] for way in ways}
    fitting = [players for players, texts in read.items() if fits(texts, asked)]
    return LayingOutText(ways, fitting[0], words) if fitting else None


def _for(slug: str, guide: Texts, players: int) -> list[LaidFor]:
    """What so many players lay out with the first options that go with their number, and what any others change."""
    fitting = [
        options for options in (GAMES[slug].Options(), *GAMES[slug].GUIDE.laid_otherwise) if _go(slug, players, options)
    ]
    usual, *others = [(options, GAMES[slug].GUIDE.laying_out(players, options)) for options in fitting]
    if not usual[1]:
        return []
    otherwise = [(options, [item for item in items if item not in usual[1]]) for options, items in others]
    laid = _laid(slug, guide, *usual)
    return [LaidFor(players, laid, [_laid(slug, guide, options, items) for options, items in otherwise if items])]


def _go(slug: str, players: int, options: Any) -> bool:
    """Whether so many may play with these options."""
    try:
        GAMES[slug].initial_state(players, options)
    except Refused:
        return False
    return True


def _laid(slug: str, guide: Texts, options: Any, items: Sequence[Item]) -> Laid:
    is_usual = options == GAMES[slug].Options()
    setting = "" if is_usual else settings(slug, msgspec_json.encode(options).decode())
    return Laid(setting, [LaidThing(item.count, item.sentence(guide.laying_out)) for item in items])


def _all_text(way: LaidFor) -> list[str]:
    """All that is read of it on the page."""
    return [text for laid in (way.laid, *way.otherwise) for text in (laid.setting, *(one.text for one in laid.things))]
