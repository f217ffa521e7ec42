"""Two worlds: the same table twice, which differs in secrets alone."""

import random
from collections.abc import Iterator
from typing import Any

from companion.games.game import Ask, Game, Secret
from companion.table.model import Table
from companion.table.moves import move
from companion.table.questions import asks, waiting
from companion.table.result import result
from companion.table.visibility import secrets_open, view, visible_move, visible_reading
from tests.support.games.random_play import answer, fits, laid, offered, report


def worlds(rng: random.Random, game: Game, lines: int = 200) -> Iterator[tuple[Table, Table, set[int]]]:
    """A random table and its twin after every line, and the seats that know what differs.

    Where a secret comes into the open, the twin is made anew.
    """
    one = other = laid(rng, game)
    apart: list[Secret] = []
    for _ in range(lines):
        asked = offered(one, optional=rng.random() < 0.2)
        if not asked:
            return
        ask = rng.choice(asked)
        plain = answer(rng, ask)
        secret = game.secret_in(one.state, move(game, plain))
        twin = elsewhere(rng, other, ask, plain, secret)
        if twin is None:
            other, apart = one, []
            continue
        if twin != plain and secret is not None:
            apart.append(secret)
        one, other = report(one, plain), report(other, twin)
        opened = any(game.is_revealed(world.state, lowered) for lowered in apart for world in (one, other))
        if opened or owing(one) != owing(other):
            other, apart = one, []
        yield one, other, {seat for lowered in apart for seat in lowered.seats}


def owing(table: Table) -> set[int | None]:
    """Whose reading the table waits for: that a name has kanji is told when nothing but readings is missing."""
    return {ask.seat for ask in offered(table, optional=False) if ask.move == "reading"}


def elsewhere(rng, world: Table, ask: Ask, plain: dict[str, Any], secret: Secret | None) -> dict[str, Any] | None:
    """The same move in the other world, with other secrets in it; None if it is not asked for there."""
    seats = range(len(world.seats)) if ask.seat is None else [ask.seat]
    there = [of for seat in seats for of in asks(world, seat) if (of.move, of.seat) == (ask.move, ask.seat)]
    if not there:
        return None
    fresh = {} if secret is None else {name: answer(rng, there[0])[name] for name in secret.fields}
    twin = plain | fresh
    return twin if fits(there[0], twin) else None


def assert_alike(one: Table, other: Table, privy: set[int]) -> None:
    """Nobody who is not in on the secrets can tell one world from the other."""
    assert view(one, None) == view(other, None)
    assert result(one) == result(other)
    assert waiting(one) == waiting(other)
    assert secrets_open(one) == secrets_open(other)
    strangers = [seat for seat in range(len(one.seats)) if seat not in privy]
    assert [asks(one, seat) for seat in strangers] == [asks(other, seat) for seat in strangers]
    for line, twin in zip(one.lines, other.lines, strict=True):
        assert visible_move(one, line, None) == visible_move(other, twin, None)
        assert visible_reading(one, line.number, None) == visible_reading(other, line.number, None)
    for seat in strangers:
        assert visible_move(one, one.lines[-1], seat) == visible_move(other, other.lines[-1], seat)
