"""What leaves the house: records, tables, the hand-over."""

import csv
import io
import json
from contextlib import closing

from companion.storage import log
from companion.storage.data import Data
from companion.storage.sqlite.store import SqliteStore
from companion.table.record import read
from tests.reference import death_over_the_kingdom_records
from tests.support.past_games import all_games, bring, get, record


def test_records_come_out_as_they_would_by_the_command(guest, app, store, games):
    from companion.storage.stored_table import record_of, unfold

    told = get(guest, "/history/records.jsonl").splitlines()
    expected = {}
    for header in log.all_tables(store.reader()):
        expected[header.id] = record_of(unfold(store, header), True)
    out = [game.id for game in all_games(store, over=True)]
    assert told == [expected[id] for id in out]
    assert len(told) > 20
    for id in out[:10]:
        assert get(guest, f"/history/{id}/record.json") == expected[id] + "\n"


def test_records_go_into_another_house_and_come_out_the_same(guest, store, games, tmp_path):
    from companion.commands.transfer import import_games as take_in

    told = get(guest, "/history/records.jsonl")
    (tmp_path / "all.jsonl").write_text(told, "utf-8")
    for _ in range(2):  # what is there already does not come in twice
        assert take_in(Data(tmp_path / "other"), [tmp_path / "all.jsonl"], "") == 0
    with closing(SqliteStore(tmp_path / "other")) as other:
        found = all_games(other, over=True)
        from companion.history.export import records

        assert records(other, found) == told


def test_only_the_games_that_are_sought_go_out(guest, store, games):
    told = get(guest, "/history/records.jsonl?game=death-wish").splitlines()
    assert {json.loads(line)["game"] for line in told} == {"death-wish"}
    assert len(told) == len(all_games(store, game="death-wish", over=True))


def test_results_and_ledgers_are_read_by_a_spreadsheet(guest, store, games):
    rows = list(csv.DictReader(io.StringIO(get(guest, "/history/results.csv").removeprefix("\ufeff"))))
    found = all_games(store, over=True)
    assert [(row["id"], row["name"], int(row["total"]), row["place"], row["won"] == "1") for row in rows] == [
        (game.id, seat.name, seat.total, "" if game.outcome == "lost" else str(seat.place), seat.won)
        for game in found
        for seat in game.seats
    ]
    assert {"won", "lost"} <= {game.outcome for game in found}
    entries = list(csv.DictReader(io.StringIO(get(guest, "/history/ledgers.csv").removeprefix("\ufeff"))))
    sealed = {game.id: json.loads(log.last_seal(store.reader(), game.id)[-1]) for game in found}
    assert [(row["id"], int(row["seat"]), int(row["by"]), row["because"]) for row in entries] == [
        (game.id, entry["seat"], entry["by"], entry["because"]) for game in found for entry in sealed[game.id]["ledger"]
    ]
    one = list(csv.DictReader(io.StringIO(get(guest, f"/history/{found[0].id}/ledger.csv").removeprefix("\ufeff"))))
    assert len(one) == len(sealed[found[0].id]["ledger"])


FORMULAS = (
    "=1+1",
    "+49",
    "-1",
    "@SUM(A1)",
    '=HYPERLINK("http://x")',
    "=cmd|' /C calc'!A0",
    "  =2",
    "a,b",
    'a"b',
    "x;y",
)


def test_no_name_becomes_a_formula_and_numbers_stay_numbers(guest, store):
    whole = next(
        record(death_over_the_kingdom_records, seed)
        for seed in range(200)
        if len(death_over_the_kingdom_records.games(seed)["seats"]) >= 10
        and read(death_over_the_kingdom_records.games(seed)).table.standing.over
        and not read(death_over_the_kingdom_records.games(seed)).table.stopped
    )
    names = [*FORMULAS, *(f"x{n}" for n in range(16))][: len(whole["seats"])]
    bring(store, whole | {"seats": names})
    rows = list(csv.reader(io.StringIO(get(guest, "/history/results.csv").removeprefix("\ufeff"))))[1:]
    for row, name in zip(rows, names, strict=True):
        for cell in row:
            assert not cell.startswith(("=", "+", "@", "\t", "\r"))
            assert not cell.startswith("-") or cell[1:].isdigit()
        assert row[6] == (f"'{name.strip()}" if name.strip()[0] in "=+-@" else name)
