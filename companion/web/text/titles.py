"""The titles of the games: what the box says in the language of who reads, and what else it says."""

from companion.games import GAMES
from companion.web.text.languages import language_tag


def title_of(slug: str) -> str:
    """The title of a game on the box in the language that is spoken here, else in English; else its slug."""
    if slug not in GAMES:
        return slug
    return GAMES[slug].NAMES.get(language_tag(), GAMES[slug].TITLE)


def titles() -> dict[str, str]:
    """The titles of all games by their slugs, as `title_of` gives them."""
    return {slug: title_of(slug) for slug in GAMES}


def other_title(slug: str) -> tuple[str, str]:
    """The other title on the box and the tag of its language; two empty texts if there is one title alone."""
    if slug not in GAMES:
        return "", ""
    titles = {"en": GAMES[slug].TITLE, **GAMES[slug].NAMES}
    return next(((title, tag) for tag, title in titles.items() if title != title_of(slug)), ("", ""))
