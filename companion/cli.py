"""The commands: serve, replay, check, export, import, backup."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from companion.record import Refusal, Unreadable, parse, read, split
from companion.table import result
from companion.web.words import sentence

Error = dict[str, Any]


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; the exit status."""
    said = _parser().parse_args(words)
    status: int = said.run(said)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="app.py", description="Reaper's Ledger: the bookkeeping of five card games.")
    commands = parser.add_subparsers(metavar="COMMAND")
    replaying = commands.add_parser("replay", help="print the result of each record, one line of JSON each")
    replaying.add_argument("files", nargs="+", metavar="FILE", help="a record, or one per line; - is standard input")
    replaying.set_defaults(run=_replay)
    return parser


def _replay(said: argparse.Namespace) -> int:
    status = 0
    for file in said.files:
        for line in _results(file):
            status |= "error" in line
            print(json.dumps(line, ensure_ascii=False, separators=(",", ":")))
    return status


def _results(file: str) -> Iterator[dict[str, Any]]:
    try:
        sources = _stdin() if file == "-" else split(Path(file).read_text("utf-8-sig"))
        for source in sources:
            yield _result(source)
    except (OSError, UnicodeDecodeError) as problem:
        yield {"error": {"line": 0, "code": "unreadable", "message": f"{file} cannot be read: {problem}"}}


def _stdin() -> Iterator[str]:
    for line in sys.stdin.buffer:
        if line.strip():
            yield line.decode("utf-8-sig")


def _result(source: str) -> dict[str, Any]:
    try:
        return result(read(parse(source)).table)
    except Unreadable as problem:
        return {"error": {"line": problem.line, "code": "unreadable", "message": str(problem)}}
    except Refusal as problem:
        refused = problem.refused
        return {"error": {"line": problem.line, "code": refused.code, "message": sentence(refused)}}
