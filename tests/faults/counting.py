"""What programs meant and were answered over HTTP, compared with what the server has stored."""

from tests.faults.history import History, stored
from tests.faults.outcome import Outcome
from tests.support.server import Server


def count(outcome: Outcome, history: History, server: Server) -> None:
    """Count acknowledged lines that are not there as they were meant, and keys or lines that nobody meant."""
    lines = {(code, key): (line, move) for code, rows in stored(server).items() for line, key, move in rows}
    number = sum(map(len, stored(server).values()))
    meant = {(intent.code, intent.key) for intent in history.intents}
    for intent in history.acknowledged:
        if lines.get((intent.code, intent.key)) != (intent.line, intent.move):
            outcome.note("lost", intent)
    outcome.note("doubled", "keys that are there twice", number - len(lines))
    outcome.note("doubled", "lines that nobody meant", len(lines.keys() - meant))
    there = [intent for intent in history.intents if intent.refused and (intent.code, intent.key) in lines]
    outcome.note("doubled", "refused, and there", len(there))
