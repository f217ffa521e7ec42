"""The register of the games."""

from importlib import import_module

from companion.games.game import Game

# The number of the rules. It is raised with whatever lets a game that was played add up to something else.
RULES = 5

# One line a game: its package, beside this file. They are offered in this order.
PACKAGES = (
    "death_name",
    "final_deathweek",
    "gamushara_gang",
    "death_wish",
    "death_over_the_kingdom",
)


_GAMES: list[Game] = [import_module(f"{__name__}.{package}").GAME for package in PACKAGES]
GAMES = {game.SLUG: game for game in _GAMES}
