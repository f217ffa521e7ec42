"""The register of the games."""

from importlib import import_module
from typing import Any

from companion.games.game import Game

# The number of the rules. It is raised with whatever lets a game that was played add up to something else.
RULES = 4

# One line a game: its package, beside this file. They are offered in this order.
PACKAGES = (
    "death_name",
    "final_deathweek",
    "gamushara_gang",
    "death_wish",
    "death_over_the_kingdom",
)


def _registered() -> dict[str, Game]:
    """The games by their slug. That each has all that a game has, is tested (`tests/games/test_every_game.py`)."""
    games: list[Any] = [import_module(f"{__name__}.{package}") for package in PACKAGES]
    return {game.SLUG: with_moves(game) for game in games}


def with_moves(game: Any) -> Any:
    """The package of a game; TypeError if its MOVES name no move, so that nothing could be reported."""
    if not game.MOVES:
        raise TypeError(f"{game.__name__} names no move in MOVES: say MOVES = kinds(AnyMove)")
    return game


GAMES = _registered()
