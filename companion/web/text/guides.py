"""Reading the texts of a guide: a file a game and language, beside the rules of the game."""

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from msgspec import toml

from companion.games import GAMES
from companion.games.guide import Texts

FIRST = "en"  # the language that every guide has, for whoever reads one that it lacks


def guided() -> list[str]:
    """The slugs of the games that have a rulebook at hand."""
    return [slug for slug in GAMES if has_guide(slug)]


@cache
def has_guide(slug: str) -> bool:
    """Whether a game has a rulebook at hand; its texts are not read for that."""
    return _file(slug, FIRST).is_file()


@cache
def texts(slug: str, language: str) -> Texts:
    """All that the guide of a game says, read once: it is a part of the program.

    In English where there is no file of `language`, a tag; nothing for a game that has no guide.
    """
    there = [file for tag in (language, FIRST) if (file := _file(slug, tag)).is_file()]
    return toml.decode(there[0].read_bytes(), type=Texts) if there else Texts()


def _file(slug: str, language: str) -> Traversable:
    return files(type(GAMES[slug]).__module__) / "guide" / f"{language}.toml"
