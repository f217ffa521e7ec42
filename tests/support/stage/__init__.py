"""The ten moments of each game, by the name of its package: `MOMENTS`."""

from tests.support.stage import death_name, death_over_the_kingdom, death_wish, final_deathweek, gamushara_gang
from tests.support.stage.moment import Moment

MOMENTS: dict[str, list[Moment]] = {
    "death-name": death_name.MOMENTS,
    "death-over-the-kingdom": death_over_the_kingdom.MOMENTS,
    "death-wish": death_wish.MOMENTS,
    "final-deathweek": final_deathweek.MOMENTS,
    "gamushara-gang": gamushara_gang.MOMENTS,
}
