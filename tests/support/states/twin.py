"""Twins of states: the same table, in which everything is otherwise that its viewer may not know."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.games.game import Secret
from companion.games.moves import Move, Refused
from companion.table.fold import append, open_table
from companion.table.model import Line, Table, move_of
from companion.table.moves import move, move_to_json
from companion.table.questions import asks
from companion.table.visibility import closed
from tests.reference.death_name import direction_of, step_of
from tests.support.games.random_play import TEXTS, answer, fits
from tests.support.games.two_worlds import owing
from tests.support.states.state import State

TRIES = 30
OF_A_CARD = ("name", "reading")


def has_secrets(state: State) -> bool:
    """Whether a line of its table holds what its viewer may not know."""
    return any(_hidden(state, line) for line in state.table.lines)


def twin(state: State) -> State | None:
    """The state with other secrets of those that its viewer may not know; None if nothing else may stand there.

    A secret is redrawn from what its seat was asked; all that is public stays as it is, and what was closed is closed.
    """
    rng = random.Random(state.name)
    tables = (_redrawn(rng, state) for _ in range(TRIES))
    return next((replace(state, table=table) for table in tables if table and _is_twin(state, table)), None)


def changed_lines(one: Table, other: Table) -> Iterator[tuple[Line, Line]]:
    """The lines that read otherwise in the other table."""
    pairs = zip(one.lines, other.lines, strict=True)
    return ((line, twin_line) for line, twin_line in pairs if move_of(line) != move_of(twin_line))


def _hidden(state: State, line: Line) -> list[Secret]:
    """What of the move in a line is closed to the viewer; nothing of a correction, which stays as it is."""
    if line.recorded is None:
        return []
    secrets = [secret for secret in closed(state.table, line.recorded) if state.viewer not in secret.seats]
    return [secret for secret in secrets if not is_in_hand(state, secret)]


def is_in_hand(state: State, secret: Secret) -> bool:
    """Whether this is on the card of DEATH Name that the viewer holds, and may read."""
    if state.viewer is None or secret.fields[0] not in OF_A_CARD:
        return False
    newest, seats = state.table.state.newest, len(state.table.seats)
    if newest.by_hand or newest.steps:
        writer = newest.holding[state.viewer]
    else:
        writer = (state.viewer - step_of(direction_of(newest.number))) % seats if newest.written else None
    return writer in secret.seats


def _redrawn(rng: random.Random, state: State) -> Table | None:
    table = open_table(state.table.game, state.table.seats, state.table.options)
    for line in state.table.lines:
        reads = move_of(line)
        for secret in _hidden(state, line):
            reads = _otherwise(rng, table, reads, secret)
        try:
            table = append(table, reads)
        except Refused:
            return None  # a later line does not fit to what was drawn
    return table


def _otherwise(rng: random.Random, table: Table, reads: Move, secret: Secret) -> Move:
    """The move with something else in its secret fields: what was asked for, or another text where none was."""
    plain: dict[str, Any] = move_to_json(reads)
    for ask in (ask for ask in asks(table, plain["seat"]) if ask.move == plain["move"]):
        values = {name: rng.choice(TEXTS) for name in secret.fields} | answer(rng, ask)
        drawn = plain | {name: values[name] for name in secret.fields}
        by_hand = {*secret.fields} - ask.choices.keys()
        if fits(ask, {name: value for name, value in drawn.items() if name not in by_hand}):
            return move(table.game, drawn)
    return reads


def _is_twin(state: State, table: Table) -> bool:
    """Whether a secret is another one, all of them are still closed, and the same readings are missing."""
    pairs = list(changed_lines(state.table, table))
    closed_there = all(line.recorded is not None and closed(table, line.recorded) for _, line in pairs)
    return bool(pairs) and closed_there and owing(state.table) == owing(table)
