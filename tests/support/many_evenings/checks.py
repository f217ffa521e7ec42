"""Whether the store agrees with what the devices were told: taps, results, exports."""

import csv
import io
import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from companion.storage import log
from companion.storage.projection import places_in
from companion.storage.stored_table import record_of_rows
from tests.faults.history import stored
from tests.support.many_evenings.evening import PlayedEvening
from tests.support.server import APP, Server


def lost_and_doubled(server: Server, evenings: Sequence[PlayedEvening]) -> tuple[int, int]:
    """How many acknowledged taps are not in their lines, and how many are there twice, or as nobody sent them."""
    lines = stored(server)
    counts = [_lost_and_doubled(evening, lines[evening.table]) for evening in evenings]
    return sum(lost for lost, _ in counts), sum(doubled for _, doubled in counts)


def _lost_and_doubled(evening: PlayedEvening, rows: Sequence[tuple[int, str, Any]]) -> tuple[int, int]:
    assert [line for line, _, _ in rows] == [*range(1, len(rows) + 1)], evening.table
    stored_taps = {(line, move["move"]) for line, _, move in rows}
    corrections = {line for line, _, move in rows if move["move"] == "correct"}
    taps = [tap for tap in evening.taps if tap.move]
    backs = [tap for tap in evening.taps if not tap.move]
    lost = {(tap.line, tap.move) for tap in taps if tap.line} - stored_taps
    lost_backs = {tap.line for tap in backs if tap.line} - corrections
    unsent = {line for line, _, _ in rows} - corrections - {tap.line for tap in taps}
    doubled = len(unsent) + max(0, len(corrections) - len(backs))
    return len(lost) + len(lost_backs), evening.doubled + doubled


def replayed(server: Server, evenings: Sequence[PlayedEvening]) -> list[dict[str, Any]]:
    """What `app.py replay` makes of the record of each evening's table."""
    with server.history() as db:
        headers = [log.table_by_code(db, evening.table) for evening in evenings]
        texts = [record_of_rows(header, log.rows(db, header.id)) for header in headers if header]
    file = server.data.parent / "records.jsonl"
    file.write_text("".join(f"{text}\n" for text in texts), "utf-8")
    done = subprocess.run([sys.executable, str(APP), "replay", str(file)], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def sealed(server: Server, evening: PlayedEvening) -> dict[str, Any]:
    """The result that the server stored when the table was closed the last time."""
    sql = """select result from seals join tables on tables.id = table_id where code = ?
             order by line desc, rules desc limit 1"""
    with server.history() as db:
        result: dict[str, Any] = json.loads(db.execute(sql, [evening.table]).first()[0])
        return result


def rows_of_results(result: dict[str, Any]) -> list[list[str]]:
    """Of a result what the file of results says of each seat: its number, place if any, total, whether it has won."""
    return [
        [str(seat), str(place or ""), str(result["totals"][seat]), str(int(seat in result["winners"]))]
        for seat, place in enumerate(places_in(result))
    ]


def exported(text: str) -> list[list[str]]:
    """The same as a downloaded file of results says it."""
    read = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")))
    return [[row["seat"], row["place"], row["total"], row["won"]] for row in read]
