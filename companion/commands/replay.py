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
        for source in _stdin() if file == "-" else records_in(Path(file)):
            yield _result(source)
    except OSError as problem:
        yield {"error": {"line": 0, "code": "unreadable", "message": f"{file} cannot be read: {problem}"}}


def records_in(file: Path) -> Iterator[str]:
    """The records in a file; a byte that is no UTF-8 is an error of its own record alone, where half a sign stands."""
    return split(file.read_text("utf-8-sig", "surrogateescape"))


def _stdin() -> Iterator[str | bytes]:
    if sys.stdin is None:  # closed by who called
        raise OSError("there is no standard input")
    yield from (line for line in sys.stdin.buffer if line.strip())


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
