"""All that the product can do, by name: what stands in `features.txt` does not go by itself.

`python -m tests.test_features` writes the list anew; what it loses is told to people first, in `CHANGELOG.md`.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Flask
from msgspec.structs import fields

from companion.cli import parser
from companion.games import GAMES
from companion.storage.sqlite.store import SqliteStore
from companion.web.access.services import Services
from companion.web.app import create_app

LIST = Path(__file__).with_name("features.txt")
METHODS = {"HEAD", "OPTIONS"}  # Flask's own


def features(app: Flask) -> list[str]:
    """Routes, commands with their words, and games with their options, moves, fields, piles and settings."""
    return sorted({*_routes(app), *_commands(parser(), "app.py"), *_games()})


def _routes(app: Flask) -> Iterator[str]:
    for rule in app.url_map.iter_rules():
        yield from (f"route {method} {rule.rule}" for method in sorted((rule.methods or set()) - METHODS))


def _commands(words: argparse.ArgumentParser, called: str) -> Iterator[str]:
    yield f"command {called}"
    for action in words._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, of_command in action.choices.items():
                yield from _commands(of_command, f"{called} {name}")
        else:
            yield from (f"command {called} {word}" for word in action.option_strings or [action.dest])


def _games() -> Iterator[str]:
    for slug, game in GAMES.items():
        yield from (f"game {slug} seats {seats}" for seats in game.SEATS)
        yield from (f"game {slug} option {option.name}" for option in fields(game.Options))
        for move in game.MOVES:
            tag = move.__struct_config__.tag
            yield from (f"game {slug} move {tag} {field.name}" for field in fields(move))
        yield from (f"game {slug} pile {pile}" for pile in game.PILES)


def test_every_feature_is_there(app: Flask) -> None:
    listed, there = LIST.read_text("utf-8").splitlines(), features(app)
    assert [feature for feature in listed if feature not in there] == [], "gone"
    assert [feature for feature in there if feature not in listed] == [], "new: python -m tests.test_features"


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        made = create_app(Services(SqliteStore(Path(folder) / "data")))
        LIST.write_text("".join(f"{feature}\n" for feature in features(made)), "utf-8")
        made.extensions["services"].writer.close()
    sys.exit(0)
