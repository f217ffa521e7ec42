"""Words for telling what happens at a Gamushara Gang table, and what came of it."""

from companion.games.gamushara_gang import GAME as gamushara_gang
from companion.games.gamushara_gang.moves import (
    Execute,
    Nominate,
    Options,
    Out,
    Turn,
)
from companion.table.fold import append, open_table
from companion.table.questions import asks
from companion.table.result import result

CAST = ("Ann", "Bo", "Cy", "Di", "Ed")
FOUR = ("Risa", "Shinji", "Saburo", "Lee")  # those that the book lets us know


def table(seats=4, **options):
    return open_table(gamushara_gang, CAST[:seats], Options(**options))


def on(played, *moves):
    """The table with these lines more; a list stands for its moves."""
    for each in moves:
        played = on(played, *each) if isinstance(each, list) else append(played, each)
    return played


def effect(character):
    return Execute(character, "effect")


def turn(character, *then):
    """A turn in which this character is executed without candidates having been entered; `then` what follows."""
    return [Execute(character), *then, Turn()]


def facts(played):
    return result(played)["facts"]


def status(played, *characters):
    return [facts(played)["characters"][character] for character in characters]


def points(played):
    return result(played)["tracks"]["points"]


def entries(played):
    """The ledger, short: seat, amount, reason."""
    return [(entry["seat"], entry["by"], entry["because"]) for entry in result(played)["ledger"]]


def asked(played, seat, optional=None):
    """The moves that a seat is asked for; only the optional ones, or only the others."""
    return [ask.move for ask in asks(played, seat) if optional in (None, ask.optional)]


def choices(played, seat, move, **given):
    """What an ask offers."""
    (fitting,) = [ask for ask in asks(played, seat) if ask.move == move and given.items() <= ask.given.items()]
    return fitting.choices


# Lines up to some moment

NAMED = [Nominate(1, "1"), Nominate(2, "2"), Nominate(3, "3")]
CY_OUT = turn("3", Out(2, False))
DI_OUT = turn("4", Out(3, False))
TWO_LEFT = [*CY_OUT, *DI_OUT]
