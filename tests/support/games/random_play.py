"""Random play for every game: an answer drawn for any ask, and tables played on by answering what they ask."""

import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from companion.games import GAMES
from companion.games.game import Ask, Game
from companion.games.moves import Move
from companion.table.fold import append, open_table
from companion.table.model import Table
from companion.table.moves import move, options_for
from companion.table.questions import asks

CAST = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou", "Meg", "Ned", "Oz", "Pia")
TEXTS = (
    *(
        "Ann",
        "ann",
        "Anna",
        " Bob ",
        "Zoe",
        "Zoë",
        "Ñandú",
        "Nuria",
        "はな",
        "ハナ",
        "ﾊﾅ",
        "ばな",
        "花",
        "Sean",
        "Shawn",
    ),
    *(
        "x",
        "O'Neil",
        "<b>",
        "%(seat)s",
        '"',
        "\\",
        "🙂",
        "👩‍👩‍👧",
        "\u3000Mary  Ann\u3000",
        "ﷺ",
        "İ",
        "ß",
        "\u0301",
        "e\u0301",
    ),
)
LONGEST_TABLE = 2000


def a_name(rng: random.Random, seats: int) -> dict[str, Any]:
    return {
        "language": rng.choice(["en", "es", "es-MX", "ja", "sv"]),
        "kill_rule": rng.choice(["net", "any"]),
        "pass_limit": rng.choice([None, None, 1, 2, 9]),
        "practice": rng.choice([True, False]),
        "rounds": rng.choice([7, 7, 4, 5, 6]),
        "day2_duplicates": rng.choice(["penalty", "none"]),
    }


def a_kingdom(rng: random.Random, seats: int) -> dict[str, Any]:
    """The crowd's modes from eight seats on, and not too many lives; some turned values are known."""
    mode = rng.choice(["classic", "crowd", "last-standing"][seats > 7 :])
    among = ("innkeeper", "jester", "sorceress", "dragon", "knight", "queen")
    known = {
        character: [rng.choice([None, 7]), rng.randint(0, 20)] for character in rng.sample(among, rng.randint(0, 6))
    }
    own = {
        "last-standing": {"lives": rng.choice([1, 2] if seats > 7 else [1, 2, 3, 4])},
        "classic": rng.choice([{}, {}, {"turns": rng.randint(1, 4)}]),
        "crowd": rng.choice([{}, {"rounds": rng.randint(1, 4)}]),
    }
    return {
        "mode": mode,
        "dealer": rng.randrange(seats),
        "values": known,
        "flips": rng.choice(["each", "once"]),
    } | own.get(mode, {})


def a_week(rng: random.Random, seats: int) -> dict[str, Any]:
    return {
        "counter_limit": rng.choice([5, 5, 1, 9]),
        "break_removes": rng.randint(1, 3),
        "last_day": rng.choice(["all", "any"]),
        "scoring": rng.choice(["none", "each", "team"]),
        "chain_scored": rng.choice(["longest", "running"]),
        "days": rng.choice([7, 7, 7, 3, 4, 5, 6]),
        "leader": rng.randrange(seats),
    }


def a_gang(rng: random.Random, seats: int) -> dict[str, Any]:
    names = ["Risa", "Shinji", "Saburo", "Lee", *(f"the {number}th" for number in range(5, 15))]
    return {
        "points": rng.sample([1, 2, 3, 4, 5], rng.randint(0, 5)),
        "amounts": rng.choice([{}, {}, {"win": rng.randint(0, 20), "spy-wins": rng.randint(0, 20)}]),
        "first": rng.randrange(seats),
        "characters": rng.choice([names, [str(number) for number in range(1, 15)]]),
    }


def a_wish(rng: random.Random, seats: int) -> dict[str, Any]:
    agreed = rng.choice([{}, {"target": rng.randint(1, 40)}])
    return agreed | {"last_survivor": seats > 2 and rng.random() < 0.5, "first": rng.randrange(seats)}


# How options are drawn for so many seats, game by game: a game without a line here is played by the book.
OPTIONS: dict[str, Callable[[random.Random, int], dict[str, Any]]] = {
    "death-name": a_name,
    "final-deathweek": a_week,
    "gamushara-gang": a_gang,
    "death-wish": a_wish,
    "death-over-the-kingdom": a_kingdom,
}


def laid(rng: random.Random, game: Game) -> Table:
    """A table of some size, with some options, before its first line."""
    seats = rng.choice(game.SEATS)
    plain = OPTIONS.get(game.SLUG, lambda _, __: {})(rng, seats)
    return open_table(game, CAST[:seats], options_for(game, plain))


def offered(table: Table, optional: bool = True) -> list[Ask]:
    """All that is asked of anybody, each once; without what may be left undone unless `optional`."""
    found: list[Ask] = []
    for seat in range(len(table.seats)):
        found += [ask for ask in asks(table, seat) if (optional or not ask.optional) and ask not in found]
    return found


def answer(rng: random.Random, ask: Ask) -> dict[str, Any]:
    """A move, as JSON, that fits the ask: every open field is filled with something that it offers."""
    about = {} if ask.seat is None else {"seat": ask.seat}
    open_fields = {name: _fill(rng, ask, name) for name in ask.choices}
    return {"move": ask.move} | about | ask.given | open_fields


def with_texts(rng: random.Random, ask: Ask) -> dict[str, Any]:
    """The same, and what a kept outbreak of Death Wish says, which only its player may know and need not tell."""
    plain = answer(rng, ask)
    return plain | ({"text": rng.choice(TEXTS)} if plain.get("kept") else {})


def _fill(rng: random.Random, ask: Ask, name: str) -> Any:
    fits = ask.choices[name]
    if name not in ask.many:
        filled = _one(rng, fits)
        taken = ask.taken.get(name, ())
        return _fill(rng, ask, name) if taken and filled.strip() in taken else filled
    count = rng.randint(*ask.many[name])
    if ask.repeats or not isinstance(fits, list):
        return [_one(rng, fits) for _ in range(count)]
    return rng.sample(fits, count)


def _one(rng: random.Random, fits: Any) -> Any:
    if isinstance(fits, list):
        return rng.choice(fits)
    if "text" in fits:
        return _text(rng, fits["text"])
    return rng.randint(fits["min"], fits["max"])


def _text(rng: random.Random, longest: int) -> str:
    """Mostly a text from the list; else letters, kana and signs, sometimes as long as may be."""
    if rng.random() < 0.8:
        return rng.choice(TEXTS)[:longest]
    length = rng.choice([1, 5, longest])
    return "".join(chr(rng.choice([rng.randint(0x21, 0x7E), rng.randint(0x3041, 0x30FE)])) for _ in range(length))


def fits(ask: Ask, plain: dict[str, Any]) -> bool:
    """Whether a move is one of those that the ask offers."""
    given = {"move": ask.move} | ask.given | ({} if ask.seat is None else {"seat": ask.seat})
    rest = {name: value for name, value in plain.items() if name not in given}
    if any(plain.get(name) != value for name, value in given.items()) or rest.keys() != ask.choices.keys():
        return False
    return all(_fits(ask, name, value) for name, value in rest.items())


def _fits(ask: Ask, name: str, value: Any) -> bool:
    choices = ask.choices[name]
    if name in ask.many:
        least, most = ask.many[name]
        apart = ask.repeats or len({repr(one) for one in value}) == len(value)
        return least <= len(value) <= most and apart and all(_is_one(choices, one) for one in value)
    return _is_one(choices, value)


def _is_one(choices: Any, value: Any) -> bool:
    if isinstance(choices, list):
        return value in choices
    if "text" in choices:
        return 1 <= len(value.strip()) <= choices["text"]
    return choices["min"] <= value <= choices["max"]


def report(table: Table, plain: dict[str, Any]) -> Table:
    """The table with one more line, read from its JSON."""
    return append(table, read(table.game, plain))


def read(game: Game, plain: dict[str, Any]) -> Move:
    """A move from its JSON."""
    return move(game, plain)


def played(
    rng: random.Random,
    table: Table,
    longest: int = LONGEST_TABLE,
    optional: float = 0.1,
    answered: Callable[[random.Random, Ask], dict[str, Any]] = answer,
) -> Iterator[Table]:
    """The table after each further line, until nothing has to be answered any more or there are `longest` lines.

    Now and then (`optional`) something is answered that might be left undone; `answered` answers what is asked.
    """
    while len(table.lines) < longest:
        must = offered(table, optional=False)
        if not must:
            return
        among = offered(table) if rng.random() < optional else must
        table = report(table, answered(rng, rng.choice(among)))
        yield table


def some_table(rng: random.Random, game: Game, shortest: int = 1) -> Table:
    """A table broken into somewhere on its way, or at its end."""
    table = laid(rng, game)
    on_the_way = [table, *played(rng, table)]
    return rng.choice(on_the_way[shortest:] or on_the_way[-1:])


def every_game() -> list[str]:
    """The slugs of all games, to run a law over."""
    return sorted(GAMES)


def source_of(described: Game | ModuleType) -> str:
    """The source of a module, or of all files beside a game's object."""
    if isinstance(described, ModuleType):
        return Path(str(described.__file__)).read_text("utf-8")
    home = Path(str(sys.modules[type(described).__module__].__file__)).parent
    return "\n".join(file.read_text("utf-8") for file in sorted(home.glob("*.py")))
