"""What programs meant and were answered over HTTP, compared with what the server has stored."""

from tests.faults.history import History, stored
from tests.faults.outcome import Outcome
from tests.support.server import Server


def count(outcome: Outcome, history: History, server: Server) -> None:
    """Count acknowledged lines that are not there as they were meant, and keys or lines that nobody meant.

    Lines are numbered without a gap, in the order in which they were acknowledged; `check` finds nothing either.
    """
    tables = stored(server)
    lines = {(code, key): (line, move) for code, rows in tables.items() for line, key, move in rows}
    number = sum(map(len, tables.values()))
    gaps = [code for code, rows in tables.items() if [row[0] for row in rows] != [*range(1, len(rows) + 1)]]
    outcome.note("lost", f"lines between others: {gaps}", len(gaps))
    before = history.out_of_order()
    outcome.note("lost", f"acknowledged before, and stored behind: {before[:1]}", len(before))
    checked = server.run("check")
    outcome.note("lost", f"check: {checked.stdout}{checked.stderr}", int(checked.returncode != 0))
    meant = {(intent.code, intent.key) for intent in history.intents}
    for intent in history.acknowledged:
        if lines.get((intent.code, intent.key)) != (intent.line, intent.move):
            outcome.note("lost", intent)
    outcome.note("doubled", "keys that are there twice", number - len(lines))
    outcome.note("doubled", "lines that nobody meant", len(lines.keys() - meant))
    there = [intent for intent in history.intents if intent.refused and (intent.code, intent.key) in lines]
    outcome.note("doubled", "refused, and there", len(there))
