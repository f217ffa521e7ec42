"""Plays a few games with the code of the folder it is started in: finished ones, open ones, and an evening of people.

`python player.py FOLDER`: a data folder, and beside the database `expected.json` with every game's result.
It speaks to the code of its own commit: `make.py` takes the player that goes with a step.
"""

import importlib
import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path.cwd()))

from companion.games import GAMES
from companion.storage.sqlite.store import SqliteStore
from companion.table.record import read
from companion.table.result import result
from companion.table.strict_json import parse
from companion.web.access.services import Services
from companion.web.app import create_app
from tests.support.tonight import tonight

HERE = {"Origin": "http://localhost"}


def main(folder: Path) -> None:
    store = SqliteStore(folder)
    app = create_app(Services(store))
    for slug in GAMES:
        records = importlib.import_module(f"tests.reference.{slug.replace('-', '_')}_records")
        plain = [record for record in map(records.games, range(200)) if not is_corrected(record)]
        over = min(filter(is_over, plain), key=lambda record: len(record["moves"]))
        half = next(record for record in plain if record is not over and len(record["moves"]) > 12)
        play(app.test_client(use_cookies=False), over)
        play(app.test_client(use_cookies=False), half | {"moves": half["moves"][:9]})
    gather(app)
    codes = [row[0] for row in store.reader().execute("select code from tables")]
    live_tables = [app.extensions["services"].tables.find(code) for code in codes]
    expected = {live.header.id: result(live.table) for live in live_tables}
    (folder / "expected.json").write_text(json.dumps(expected, ensure_ascii=False, indent=0, sort_keys=True) + "\n")
    store.close()
    with closing(sqlite3.connect(folder / "ledger.db")) as db:
        db.execute("vacuum")


def is_corrected(record: dict) -> bool:
    """Whether a line is corrected: while a secret is closed the app refuses corrections that a record may hold."""
    return any(move["move"] == "correct" for move in record["moves"])


def is_over(record: dict) -> bool:
    """Whether a record is of a game that comes to its end."""
    return bool(result(read(parse(json.dumps(record))).table)["over"])


def play(client, record: dict) -> None:
    """A program lays a table and reports all moves."""
    wanted = {name: record[name] for name in ("game", "seats", "options")}
    laid = client.post("/api/tables", json=wanted).json
    key = {"Authorization": f"Bearer {laid['host_key']}"}
    for number, move in enumerate(record["moves"]):
        body = move | {"key": f"intent-{number:04}"}
        answer = client.post(f"/api/tables/{laid['table']}/moves", json=body, headers=key)
        assert answer.status_code == 201, (move, answer.text)


def gather(app) -> None:
    """People come in by the host's tablet, play a game to its end, and leave another one open, with names in secret."""
    services, host = app.extensions["services"], app.test_client()
    host.get(f"/host/{tonight(services).host_ticket}")
    assert host.post("/use", data={"kind": "board"}, headers=HERE).status_code in (200, 303)
    for name in ("Ann", "Bo", "Cy", "Di"):
        assert host.post("/guests", data={"name": name}, headers=HERE).status_code in (200, 303)
    contract = {"move": "contract", "seat": 1, "color": "red", "skulls": 6, "disease": "Plague"}
    report(services, host, "death-wish", contract, contract | {"disease": "Gout"})
    host.post("/put-away", headers=HERE)
    write = {"move": "write", "seat": 0, "name": "Zed"}
    report(services, host, "death-name", {"move": "decree", "icons": [0, -1, 1, 0]}, write, write | {"seat": 2})


def report(services, host, slug: str, *moves: dict) -> None:
    assert host.post("/tables", data={"game": slug}, headers=HERE).status_code in (200, 303)
    code = tonight(services).table_code
    for number, move in enumerate(moves):
        given = move | {"key": f"evening-{number}", "seen": number}
        answer = host.post(f"/table/{code}/move", data=given, headers=HERE)
        assert answer.status_code in (200, 303), (move, answer.text[:300])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
