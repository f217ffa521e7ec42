"""Perhaps doing, are you spy?: the five rules for points, each with what it is worth. The keys are their reasons."""

from companion.games.gamushara_gang.guide.examples import HIT, HIT_ALONE, SPY_CAUGHT, SPY_FIRST, SPY_LEFT
from companion.games.guide import Card, Change, Example, Total
from companion.games.refusals import N_

THREE = ("Ann", "Bo", "Cy")
FOUR = (*THREE, "Di")

POINTS = (
    Card(
        "win",
        N_("Rule 1: won"),
        N_("Every winner takes two points from every player who is out."),
        example=Example(
            N_(
                "Di is out, then Cy, who was the spy: Ann and Bo have won. Ann: %(ann)s, Bo: %(bo)s, Cy: %(cy)s, Di: "
                "%(di)s."
            ),
            FOUR,
            SPY_CAUGHT,
            {name.lower(): Change(seat, "points", "win") for seat, name in enumerate(FOUR)},
            {"points": [1]},
        ),
    ),
    Card(
        "execution",
        N_("Rule 2: a role executed"),
        N_("The turn player takes a point from the player whose role it was, also if a partner takes over."),
        example=Example(
            N_("Ann executes Bo's role, and Bo's partner takes over. Ann: %(ann)s, Bo: %(bo)s."),
            THREE,
            HIT,
            {"ann": Change(0, "points", "execution"), "bo": Change(1, "points", "execution")},
        ),
    ),
    Card(
        "doubled",
        N_("Rule 3: no partner, double points"),
        N_("Who began without a partner receives everything twice; whoever pays, pays it."),
        example=Example(
            N_("The same, but Ann took no partner. Ann: %(ann)s, Bo: %(bo)s."),
            THREE,
            HIT_ALONE,
            {"ann": Change(0, "points", "execution"), "bo": Change(1, "points", "execution")},
        ),
    ),
    Card(
        "spy-first-out",
        N_("Rule 4: the spy fell first"),
        N_("If the first player to go out is the spy, the spy pays one point more to each of the others."),
        example=Example(
            N_("Cy, the spy, is the first to go out. By this rule alone: Ann %(ann)s, Cy %(cy)s."),
            FOUR,
            SPY_FIRST,
            {"ann": Change(0, "points", "spy-first-out"), "cy": Change(2, "points", "spy-first-out")},
            {"points": [1, 4]},
        ),
    ),
    Card(
        "spy-wins",
        N_("Rule 5: the spy was the last"),
        N_("If the last one left is the spy, the spy takes one point more from each of the others."),
        example=Example(
            N_("Ann is left and was the spy: %(win)s for having won, %(spy)s by this rule, %(total)s in all."),
            THREE,
            SPY_LEFT,
            {"win": Change(0, "points", "win"), "spy": Change(0, "points", "spy-wins"), "total": Total(0)},
            {"points": [1, 5]},
        ),
    ),
)
