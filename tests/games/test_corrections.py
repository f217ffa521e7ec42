"""Mistakes (an evening among people, point 3): each kind of move, wrong in a finished game, is put right afterwards."""

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games import GAMES
from companion.games.game import Game
from companion.games.moves import Adjust, Move, Refused, Stop
from companion.table.fold import append, open_table
from companion.table.model import Correct, Table, move_of
from companion.table.moves import move as read_move
from companion.table.result import is_closed, result
from tests.support.games.random_play import answer, every_game, laid, offered, played

SEEDS = 100
TRIES = 4


def kinds(game: Game) -> set[Any]:
    return {*game.MOVES, Adjust} - {Stop}


def finished(rng: random.Random, game: Game) -> Table:
    """A game that was played to its end, with an adjust somewhere on its way."""
    table = laid(rng, game)
    *_, table = [table, *islice(played(rng, table, optional=0.25), rng.randrange(1, 8))]
    if not is_closed(table):
        table = append(table, Adjust(0, table.tracks[0], 1, "sang"))
    *_, table = [table, *played(rng, table, optional=0.25)]
    late = offered(table)  # what may still be told once the game is over
    return append(table, read_move(game, answer(rng, rng.choice(late)))) if late else table


def folded(like: Table, moves: list[Move]) -> Table:
    table = open_table(like.game, like.seats, like.options)
    for move in moves:
        table = append(table, move)
    return table


def spoilt(rng: random.Random, right: Table, at: int, kind: type[Any]) -> Iterator[tuple[Table, Correct]]:
    """The same finished game with a mistake of this kind at line `at` (from 0), each with the correction that mends it.

    The line reads otherwise, or was forgotten; two lines were mixed up; or there is a line too many.
    """
    moves: list[Any] = [move_of(line) for line in right.lines]
    before, after = moves[:at], moves[at + 1 :]
    this: Any = moves[at]
    for other in others(rng, folded(right, before), kind):
        if type(this) is kind:
            yield from mended(right, [*before, other, *after], (at + 1, this))
        yield from mended(right, [*before, other, this, *after], (at + 1, None))
    if type(this) is kind and after:
        yield from mended(right, [*before, *after], (at + 1, (this, after[0])))
        if type(after[0]) is kind and hasattr(this, "seat"):
            mixed = [replace(after[0], seat=this.seat), replace(this, seat=after[0].seat)]
            yield from mended(right, [*before, *mixed, *after[1:]], (at + 1, this), (at + 2, after[0]))


def others(rng: random.Random, then: Table, kind: type[Move]) -> Iterator[Move]:
    """Moves of this kind that somebody might have reported then."""
    if kind is Adjust:
        yield Adjust(0, then.tracks[0], -2, "a slip of the thumb")
    asked = [ask for ask in offered(then) if ask.move == kind.__struct_config__.tag]
    for ask in rng.sample(asked, min(len(asked), TRIES)):
        yield read_move(then.game, answer(rng, ask))


def mended(right: Table, wrong: list[Move], *reads: tuple[int, Any]) -> Iterator[tuple[Table, Correct]]:
    """The wrong table, if it went on to its end all the same.

    None whose mistake was ruled upon: a ruling of DEATH Name stays about the names that lay there when it was given.
    """
    try:
        table = folded(right, wrong)
    except Refused:
        return
    meant = [line.recorded and line.recorded.reported for line in right.lines]
    others = [line for line in table.lines if line.number not in dict(reads)]
    if all((line.recorded and line.recorded.reported) in meant for line in others):
        yield table, Correct(reads)


@pytest.mark.slow
@pytest.mark.drawn("kinds of move corrected")
@pytest.mark.parametrize("slug", every_game())
def test_each_kind_of_move_is_corrected_when_the_game_is_over(slug: str) -> None:
    game, missing, silent = GAMES[slug], kinds(GAMES[slug]), set[type[Move]]()
    for seed in range(SEEDS):
        rng = random.Random(seed)
        right = finished(rng, game)
        for at in range(len(right.lines) if right.standing.over else 0):
            for kind in list(missing):
                for wrong, correction in spoilt(rng, right, at, kind):
                    assert append(wrong, correction).state == right.state
                    assert result(append(wrong, correction)) == result(right)
                    if wrong.state != right.state:
                        missing.discard(kind)
                    silent.add(kind)
        if not missing:
            return
    assert missing <= silent, f"never seen corrected: {missing - silent}"
    assert {kind.__struct_config__.tag for kind in missing} <= {"act", "redeal"}, "a mistake that never shows"
