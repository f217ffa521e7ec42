"""`app.py replay`: records to results, one line of JSON each."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from companion.messages import sentence
from companion.table.record import Refusal, read, split
from companion.table.result import result
from companion.table.strict_json import Unreadable, parse
from companion.terminal import say


def replay(files: Sequence[str]) -> int:
    """Print the result, or the error, of every record; 1 if there was an error."""
    status = 0
    for file in files:
        for line in _results(file):
            status |= "error" in line
            say(json.dumps(line, ensure_ascii=False, separators=(",", ":")))
    return status


def _results(file: str) -> Iterator[dict[str, Any]]:
    try:
        sources: Iterator[str | bytes] = _stdin() if file == "-" else split(Path(file).read_text("utf-8-sig"))
        for source in sources:
            yield _result(source)
    except (OSError, UnicodeDecodeError) as problem:
        yield {"error": {"line": 0, "code": "unreadable", "message": f"{file} cannot be read: {problem}"}}


def _stdin() -> Iterator[bytes]:
    return (line for line in sys.stdin.buffer if line.strip())


def _result(source: str | bytes) -> dict[str, Any]:
    try:
        return result(read(parse(source)).table)
    except (Unreadable, Refusal) as problem:
        return {"error": {"line": problem.line, "code": code(problem), "message": why(problem)}}


def code(problem: Unreadable | Refusal) -> str:
    """The error code of an unreadable or refused record."""
    return problem.refused.code if isinstance(problem, Refusal) else "unreadable"


def why(problem: Unreadable | Refusal) -> str:
    """The problem of a record as a sentence with the names of its seats."""
    return sentence(problem.refused, seats=problem.seats) if isinstance(problem, Refusal) else str(problem)
