"""What players meant and were answered, compared with what lies in their folder."""

import json
import sqlite3
from collections import Counter as Times
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from types import MappingProxyType

from companion.history import rebuild
from companion.storage import log
from companion.storage.damage import Damaged
from companion.storage.errors import DatabaseError, Unusable
from companion.storage.sqlite.condition import FILE
from companion.storage.sqlite.store import SqliteStore
from companion.storage.store import Store
from companion.storage.stored_table import unfold
from tests.faults.children.players import Answered, Intent
from tests.faults.outcome import Outcome

Place = tuple[str, str]  # the code of a table, and a key


class Answers:
    """The intents of all players of a folder, and what they were answered."""

    def __init__(self, meant: Mapping[Place, Intent] = MappingProxyType({})) -> None:
        self.meant = {**meant}
        self.lines: dict[Place, int] = {}
        self.refused: set[Place] = set()

    def note(self, message: Intent | Answered) -> None:
        """Take what a player says."""
        intent = message.intent if isinstance(message, Answered) else message
        place = intent.code, intent.key
        self.meant[place] = intent
        if isinstance(message, Answered):
            if message.line is None:
                self.refused.add(place)
            else:
                self.lines[place] = message.line
                self.refused.discard(place)  # the same intent, reported again

    @property
    def number(self) -> int:
        """How many were answered."""
        return len(self.lines) + len(self.refused)

    @property
    def open(self) -> list[Intent]:
        """What nobody answered: it may be stored or not."""
        return [intent for place, intent in self.meant.items() if place not in self.lines and place not in self.refused]


def compare(outcome: Outcome, folder: Path, answers: Answers) -> None:
    """Count what was acknowledged and is not there as it was, and what is there twice or though nobody meant it."""
    try:
        with closing(SqliteStore(folder)) as store:
            _count_damage(outcome, store)
    except (Unusable, DatabaseError) as problem:
        outcome.note("lost", problem, max(1, len(answers.lines)))
        return
    with closing(sqlite3.connect(folder / FILE)) as conn:
        sql = "select code, key, line, move from lines join tables on tables.id = table_id"
        rows = conn.execute(sql).fetchall()
    times = Times((code, key) for code, key, _, _ in rows)
    lines = {(code, key): (line, json.loads(move)) for code, key, line, move in rows}
    for place, line in answers.lines.items():
        if lines.get(place) != (line, json.loads(answers.meant[place].move)):
            outcome.note("lost", f"line {line} of {place} is {lines.get(place)}")
    doubled = [place for place, number in times.items() if number > 1 or place not in answers.meant]
    outcome.note("doubled", doubled[:3], len(doubled))
    outcome.note("doubled", "refused, and there", len(answers.refused & lines.keys()))


def _count_damage(outcome: Outcome, store: Store) -> None:
    """Count each table that does not replay to what was sealed, and whose rows of the history say something else."""
    for header in log.all_tables(store.reader()):
        try:
            if not rebuild.is_right(store, unfold(store, header)):
                outcome.note("lost", f"{header.id}: the history counts it as something else")
        except Damaged as problem:
            outcome.note("lost", problem)
