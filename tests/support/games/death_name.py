"""Words for telling what happens at a DEATH Name table: its moves in one line each, and what came of them."""

from companion.games.death_name import GAME as death_name
from companion.games.death_name.moves import Choose, Declare, Decree, Hold, Icon, Options, Write
from companion.table.fold import append, open_table
from companion.table.result import result

CAST = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay")  # in the order of the seats, and of the alphabet
BOOK: tuple[Icon, ...] = (0, -1, 1, 0)  # the decree of the book's example, and of its practice card


def table(seats=4, **options):
    return open_table(death_name, CAST[:seats], Options(**options))


def on(at, *moves):
    """The table with these lines more; a list stands for its moves."""
    for move in moves:
        at = on(at, *move) if isinstance(move, list) else append(at, move)
    return at


def writes(*names):
    return [Write(seat, name) for seat, name in enumerate(names)]


def declares(said):
    """One sign per seat: k keeps, p passes, a dot is out of the draft."""
    return [Declare(seat, {"k": "keep", "p": "pass"}[sign]) for seat, sign in enumerate(said) if sign != "."]


def holds(*cards):
    return [Hold(seat, card) for seat, card in enumerate(cards)]


def chooses(*rounds):
    return [Choose(seat, number) for seat, number in enumerate(rounds)]


def own_back(icons, names):
    """A round of Day 1 after which everybody holds the own card."""
    return [Decree(icons), *writes(*names), *holds(*range(len(names)))]


def quiet(rounds, seats=4):
    """Rounds under nothing but zeros, with no name twice."""
    zeros = (0,) * seats
    day_2 = [[Decree(zeros), *chooses(*(number,) * seats)] for number in range(1, 4)]
    return ([own_back(zeros, NAMES[:seats])] * 4 + day_2)[:rounds]


def of_round(at, number, because=("decree", "duplicate")):
    """What each seat got in a round."""
    got = [0] * len(at.seats)
    for entry in result(at)["ledger"]:
        if entry["round"] == number and entry["because"] in because:
            got[entry["seat"]] += entry["by"]
    return got


def scored(at):
    """The cards of the newest scored round, in alphabetical order."""
    return result(at)["facts"]["rounds"][-1]["cards"]


def names(at):
    return [card["name"] for card in scored(at)]


def marked(at):
    """The writers whose cards were marked in the newest scored round."""
    return sorted(card["writer"] for card in scored(at) if card["x"])


def holders(at):
    """Per seat, who holds the card that it wrote."""
    return [card["holder"] for card in sorted(scored(at), key=lambda card: card["writer"])]


def kills(at):
    return result(at)["tracks"]["kill_points"]


def card(name, writer, holder, place, icons, duplicate=False, x=False):
    return {
        "name": name,
        "writer": writer,
        "holder": holder,
        "place": place,
        "icons": icons,
        "duplicate": duplicate,
        "x": x,
    }


# Lines up to some moment

OPEN = [Decree(BOOK)]
WRITTEN = [*OPEN, *writes(*NAMES[:4])]
DAY_2 = [*quiet(4), Decree(BOOK)]
OVER = quiet(7)
