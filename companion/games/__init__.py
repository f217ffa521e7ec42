"""The games that live in this house."""

from companion.games import death_name, death_over_the_kingdom, death_wish, final_deathweek, gamushara_gang
from companion.games.game import Game

# The number of the rules. It is raised with whatever lets a game that was played add up to something else.
RULES = 1
GAMES: dict[str, Game] = {
    game.SLUG: game
    for game in (
        death_name,
        final_deathweek,
        gamushara_gang,
        death_wish,
        death_over_the_kingdom,
    )
}
