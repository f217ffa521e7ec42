"""The games that live in this house."""

from companion.games import death_name
from companion.games.game import Game

GAMES: dict[str, Game] = {game.SLUG: game for game in (death_name,)}
