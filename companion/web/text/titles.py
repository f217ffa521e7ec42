"""Titles of the games on their boxes, by language."""

from companion.games import GAMES
from companion.web.text.languages import language_tag


def title_of(slug: str) -> str:
    """Title of a game on the box in the language in use, else in English; its slug if no game has it."""
    if slug not in GAMES:
        return slug
    return GAMES[slug].NAMES.get(language_tag(), GAMES[slug].TITLE)


def titles() -> dict[str, str]:
    """Titles of all games by their slugs, as `title_of` gives them."""
    return {slug: title_of(slug) for slug in GAMES}


def other_title(slug: str) -> tuple[str, str]:
    """Other title on the box and the tag of its language; two empty texts if there is one title alone."""
    if slug not in GAMES:
        return "", ""
    titles = {"en": GAMES[slug].TITLE, **GAMES[slug].NAMES}
    return next(((title, tag) for tag, title in titles.items() if title != title_of(slug)), ("", ""))
