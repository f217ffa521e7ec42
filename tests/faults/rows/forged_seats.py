"""Moves for the seat of somebody else: of every kind, in games of all kinds, refused, and nothing has changed."""

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.games import GAMES
from companion.table.model import Table, move_of
from companion.table.moves import move_to_json
from companion.table.questions import asks
from tests.faults.forgers import Forged, PlayedTable, is_about
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.support.games.random_play import laid, played, with_texts
from tests.support.own_app import app_of_its_own

LONGEST = 60  # lines
OPTIONAL = 0.3  # so often something is answered that might be left undone
KINDS = 4  # of moves that are tried where they are not asked


@row("forged seats", load="forged moves", whole=400, few=1)
def forged_seats(effort: Effort) -> Outcome:
    """Break so often into a game, and report there for others: by form and by JSON, with seats said twice."""
    outcome = effort.outcome()
    slugs = [*GAMES]
    for number in range(effort.tries):
        rng = Random(f"{effort.seed} {number}")
        on_the_way = [*played(rng, laid(rng, GAMES[rng.choice(slugs)]), LONGEST, OPTIONAL, with_texts)]
        with app_of_its_own() as app:
            _forge(outcome, PlayedTable(app, rng, rng.choice(on_the_way)), on_the_way[-1])
        outcome.tries += 1
    return outcome


def _forge(outcome: Outcome, played_table: PlayedTable, last: Table) -> None:
    for plain in _moves(played_table, last):
        for forged in played_table.forgeries(plain):
            _count(outcome, played_table, forged)


def _moves(played_table: PlayedTable, last: Table) -> Iterator[dict[str, Any]]:
    """Moves of some seat: what it is asked now, what is reported in this game at other times, and entries by hand."""
    rng, table = played_table.rng, played_table.table
    seat = rng.choice(played_table.players)
    yield from (with_texts(rng, ask) for ask in asks(table, seat) if ask.seat == seat)
    kinds = {plain["move"]: plain for line in last.lines if "seat" in (plain := move_to_json(move_of(line)))}
    for kind in rng.sample([*kinds], min(KINDS, len(kinds))):
        yield kinds[kind] | {"seat": rng.choice(played_table.players)}
    yield {"move": "adjust", "seat": seat, "track": table.tracks[0], "by": 1, "why": "forged"}


def _count(outcome: Outcome, played_table: PlayedTable, forged: Forged) -> None:
    """Whoever names a seat of their own as well may have been understood so, and told that this was reported before."""
    status, lines = played_table.send(forged)
    outcome.load += 1
    foreign = [line for line in lines if not is_about(line, forged.forger.seats)]
    outcome.note("doubled", f"{forged} is line {foreign}", len(foreign))
    outcome.note(
        "leaked", f"{forged} is answered by {status}", int(status < 400 and not lines and not forged.names_own)
    )
    outcome.note("failed", f"{forged} is answered by {status}", int(status >= 500))
