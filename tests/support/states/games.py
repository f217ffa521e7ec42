"""The states of a game: what random play and whole games reach, each feature once, at the shortest table that has it.

Random play is the same each time: `game_states` of a game are always the same states.
"""

import random
from collections.abc import Iterator
from functools import cache, reduce
from importlib import import_module
from itertools import chain, pairwise
from typing import Any

from companion.games import GAMES
from companion.games.game import Game
from companion.games.moves import Adjust, Refused, Stop
from companion.table.fold import append, open_table
from companion.table.model import Correct, Table, move_of
from companion.table.moves import move_to_json, options_for
from companion.table.record import read
from tests.support.games.random_play import OPTIONS, played
from tests.support.states.attempts import refusals
from tests.support.states.by_hand import by_hand
from tests.support.states.features import features, kind_of, of_the_end
from tests.support.states.people import STYLES
from tests.support.states.state import State

WALKS = 45  # tables that are played from their first line to their last
FEWER_WALKS = {"death-name": 16, "death-over-the-kingdom": 25}  # their tables are long
RECORDS = 40  # whole games of the second scorers, which are played to win
TRIES = 6  # refusals are tried for after every line
MANY_TRIES = 60  # after the first line of a kind


@cache
def game_states(slug: str) -> tuple[State, ...]:
    """All states of the game called `slug`, each name once."""
    shortest: dict[str, State] = {}
    walked = (state for number in range(FEWER_WALKS.get(slug, WALKS)) for state in walk(slug, f"{number}", number))
    for state in chain(walked, whole_games(slug), by_hand(slug)):
        kept = shortest.get(state.name)
        if kept is None or len(state.table.lines) < len(kept.table.lines):
            shortest[state.name] = state
    return tuple(shortest.values())


def walk(slug: str, seed: str, crowd_number: int, tries: int = TRIES) -> Iterator[State]:
    """The states of one table, and of what may become of it by hand."""
    rng = random.Random(f"{slug} {seed}")
    opened, crowd = open_game(rng, GAMES[slug], crowd_number)
    tables = [opened, *played(rng, opened, optional=0.4)]
    ends = [tables[0], tables[len(tables) // 2], tables[-1]]
    for when, table in zip(("begins", "is half played", "is over"), ends, strict=True):
        yield from (State(f"{slug}: {when} with {crowd}", table, viewer) for viewer in (None, 0))
    yield from of_table(rng, None, opened, tries)
    for before, table in pairwise(tables):
        yield from of_table(rng, before, table, tries)
    for before in ends:
        for table in after_hand_written(before):
            yield from of_table(rng, before, table, tries)


def whole_games(slug: str) -> Iterator[State]:
    """How games end that are not played by chance alone, and what stands after the first line of each kind in them."""
    maker, seen = import_module(f"tests.reference.{slug.replace('-', '_')}_records"), set[tuple[str, ...]]()
    for seed in range(RECORDS):
        whole = read(maker.games(seed)).table
        yield from (State(f"{slug}: {name}", whole, viewer) for name, viewer in of_the_end(whole))
        for line in whole.lines:
            kind = (kind_of(line), *move_to_json(move_of(line)))  # with the fields that are said
            if kind not in seen:
                seen.add(kind)
                before, table = prefix(whole, line.number - 1), prefix(whole, line.number)
                yield from of_table(random.Random(f"{slug} {seed}"), before, table, MANY_TRIES)


def prefix(table: Table, lines: int) -> Table:
    """The table as it stood after so many lines."""
    opened = open_table(table.game, table.seats, table.options)
    return reduce(append, map(move_of, table.lines[:lines]), opened)


def open_game(rng: random.Random, game: Game, number: int) -> tuple[Table, str]:
    """A table before its first line; the first four have the fewest and the most seats, in names of each style."""
    style, ends = list(STYLES)[number % 2], (game.SEATS[0], game.SEATS[-1])
    seats = ends[number // 2] if number < 4 else rng.choice(game.SEATS)
    plain = OPTIONS.get(game.SLUG, lambda _, __: {})(rng, seats)
    crowd = f"{seats} {style} names" if seats in ends else f"some {style} names"
    return open_table(game, STYLES[style][:seats], options_for(game, plain)), crowd


def of_table(rng: random.Random, before: Table | None, table: Table, tries: int) -> Iterator[State]:
    """What is to be seen at a table, and what it refuses."""
    slug = table.game.SLUG
    yield from (State(f"{slug}: {name}", table, viewer) for name, viewer in features(before, table))
    for code, plain in refusals(rng, table, tries):
        yield State(f"{slug}: refuses {code}", table, plain.get("seat"), plain)


def after_hand_written(table: Table) -> Iterator[Table]:
    """The table with an entry written by hand, with lines that were corrected, and broken off."""
    entry = Adjust(0, table.tracks[0], -3, "spilt the tea over the cards")
    for moves in ([entry], [entry, _strike(table, 1)], [entry, _strike(table, 1), _strike(table, 2)], [Stop()]):
        try:
            adjusted = table
            for move in moves:
                adjusted = append(adjusted, move)
        except Refused:
            continue  # this game does not take it there
        yield adjusted


def _strike(table: Table, after: int) -> Any:
    return Correct(((len(table.lines) + after, None),))
