"""A child that replays records, one a line, and prints what each adds up to."""

import hashlib
import json
import sys

import msgspec

from companion.table import questions, visibility
from companion.table import result as results
from companion.table.model import Table
from companion.table.record import read
from companion.table.strict_json import parse
from tests.faults import planted


def fingerprint(table: Table) -> str:
    """A hash of all that a table tells: its result, and what each seat and everybody sees and is asked."""
    seats = range(len(table.seats))
    seen = [visibility.view(table, viewer) for viewer in (*seats, None)]
    asked = [questions.asks(table, seat) for seat in seats]
    content = [json.dumps(results.result(table)).encode(), msgspec.json.encode(seen), msgspec.json.encode(asked)]
    return hashlib.sha256(b"\0".join(content)).hexdigest()


def main() -> int:
    planted.plant()
    for line in sys.stdin:
        print(fingerprint(read(parse(line)).table))
    return 0


if __name__ == "__main__":
    sys.exit(main())
