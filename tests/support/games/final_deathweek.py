"""Words for telling what happens in a Final Deathweek: its moves in one line each, and what came of them."""

from companion.games.final_deathweek import GAME as final_deathweek
from companion.games.final_deathweek.moves import Break, Event, Killers, Options, Solid, Take
from companion.table.fold import append, open_table
from companion.table.result import result

CAST = ("Ann", "Bo", "Cy", "Di")
SOLID = ("red", "red", "blue", "blue")


def bare(seats=3, **options):
    """A table before its first line."""
    return open_table(final_deathweek, CAST[:seats], Options(**options))


def week(seats=3, **options):
    """A table on the morning of day 1: Ann and Bo have red, the others blue; of two, Bo has blue."""
    return on(bare(seats, **options), dealt(*(SOLID[:seats] if seats > 2 else ("red", "blue"))))


def on(at, *moves):
    """The table with these lines more; a list stands for its moves."""
    for move in moves:
        at = on(at, *move) if isinstance(move, list) else append(at, move)
    return at


def dealt(*colors):
    return [Solid(seat, color) for seat, color in enumerate(colors)]


def event(colors, number=8):
    """An event by its colours in one text."""
    return Event(tuple(colors.split()), number)


def take(seat, colors="", number=8):
    return Take(seat, tuple(colors.split()), number)


def killers(seat, colors="green green"):
    return Killers(seat, tuple(colors.split()))


def day(*numbers):
    """A day of colourless events with these numbers, by seat; None uses Break."""
    acts = [Break(seat) if number is None else take(seat, "", number) for seat, number in enumerate(numbers)]
    return [*acts, *(killers(seat) for seat, number in enumerate(numbers) if number is not None)]


def quiet(days, seats=3):
    """Days on which nothing happens, with rising numbers."""
    return [move for number in range(1, days + 1) for move in day(*(number,) * seats)]


def hurt(seat, counters, seats=3):
    """A day on which one seat gets one or two counters, and the others nothing."""
    colors = {1: "green yellow", 2: "green black yellow"}[counters]
    acts = [take(other, colors if other == seat else "") for other in range(seats)]
    return [*acts, *(killers(other, "green black" if counters == 2 else "green green") for other in range(seats))]


def counters(at):
    return result(at)["tracks"]["death_counters"]


def points(at):
    return result(at)["tracks"]["points"]


def ledger(at, *because):
    """Round, seat and amount of the entries with these reasons."""
    told = result(at)["ledger"]
    return [(entry["round"], entry["seat"], entry["by"]) for entry in told if entry["because"] in because]


def seat(at, who):
    return result(at)["facts"]["seats"][who]


def judged(at, what, number=-1):
    """Something of every seat's verdict on a judged day, the newest unless said otherwise."""
    return [verdict[what] for verdict in result(at)["facts"]["days"][number]]
