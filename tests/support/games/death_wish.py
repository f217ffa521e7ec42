"""Words for telling what happens at a Death Wish table, and what came of it."""

from companion.games.death_wish import GAME as death_wish
from companion.games.death_wish.moves import Contract
from companion.games.moves import Adjust
from companion.table.fold import append, open_table
from companion.table.moves import options_for
from companion.table.result import result
from tests.support.games import random_play

LOOMONIA = Contract(0, "Loomonia", "blue", 2, outbreak=True)


def table(seats=4, **options):
    return open_table(death_wish, random_play.CAST[:seats], options_for(death_wish, options))


def on(played, *moves):
    for each in moves:
        played = append(played, each)
    return played


def ill(seat, skulls, disease="", color="white", **more):
    """A disease of so many skulls; its name says whose it was first, and how bad it is."""
    return Contract(seat, disease or f"{random_play.CAST[seat]}'s {skulls}", color, skulls, **more)


def skulls(played):
    return result(played)["totals"]


def names(played, seat):
    return [disease["disease"] for disease in result(played)["facts"]["diseases"][seat]]


def fact(played, name):
    return result(played)["facts"][name]


def entries(played, start=0):
    return [
        (entry["round"], entry["seat"], entry["by"], entry["because"]) for entry in result(played)["ledger"][start:]
    ]


def by(skulls, seat=0):
    return Adjust(seat, "skulls", skulls, "a bet")
