"""Writes what a data folder gives out as files, with the code of the folder it is started in, and what they hold.

`python given.py DATA TO`: the file of each group, a record of each game and a file of each deck, and `held.json`, what
is in them. The club of the folder takes in an evening of each game before, and learns some cards. It speaks to the code
beside it (see make.py), to that of now as to that of 73c69a3; `held` reads either shape of the file.
"""

import gzip
import json
import sqlite3
import sys
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

GIVEN, HELD = "given", "held.json"
GROUPS = {"home": "", "club": "Club"}  # their names, by those of their files
RECORDS = "records.jsonl.gz"
RESTING = "final-deathweek"
CARDS: dict[tuple[str, str], list[Any]] = {
    ("death-name", "4"): [[0, -1, 1, 0], [1, 1, -2, 0]],
    ("death-name", "6"): [[2, -2, 1, 0, 0, -1]],
    (RESTING, "copy"): [{"colors": ["red", "blue"], "number": 7}],
    ("gamushara-gang", "characters"): [{"name": "Risa", "gender": "f", "nationality": "Japan", "career": "nurse"}],
    ("death-wish", "diseases"): [{"disease": "Dropsy", "color": "blue", "skulls": 3, "outbreak": True}],
    ("death-over-the-kingdom", "monk"): [12],
    ("death-over-the-kingdom", "king upright"): [99],
}
KEPT = {
    "people": """select p.name, p.colour, p.shape, p.seen_at, other.name from people p
                 left join people other on other.id = p.same_as where p.group_id = ? order by p.name""",
    "decks": "select game, name, in_play from decks where group_id = ? order by 1, 2",
    "cards": """select game, name, pile, card, used_at from cards join decks on decks.id = deck
                where group_id = ? order by 1, 2, 3, 4""",
    "effects": """select pile, card, effect from cards join decks on decks.id = deck
                  where group_id = ? and effect <> '' order by 1, 2""",
    "preferences": "select game, name, value from habits where group_id = ? order by 1, 2",
    "games": """select substr(table_id, 1, 32), hidden, outcome, secrets, at from chronicle
                where group_id = ? order by 1""",
    "seats": """select substr(table_id, 1, 32), seat, places.name, people.name, place, total, won
                from places left join people on people.id = person where places.group_id = ? order by 1, 2""",
}


def held(file: Path, group: str) -> dict[str, Any]:
    """What a database keeps of the group of this name: people, decks, preferences, games."""
    with closing(sqlite3.connect(file)) as db:
        if not db.execute("select 1 from pragma_table_info('cards') where name = 'effect'").fetchone():
            db.execute("create temp view cards as select *, '' as effect from main.cards")
        (id,) = db.execute("select id from groups where name = ?", [group]).fetchone()
        return {what: [[*row] for row in db.execute(sql, [id])] for what, sql in KEPT.items()}


def main(data: Path, to: Path) -> None:
    """Teach the folder, write its files, and what is in them."""
    from companion.cli import main as run  # the code beside it, whichever that is
    from companion.commands.opening import open_store
    from companion.group import deck_files, decks, groups
    from companion.storage import log
    from companion.storage.data import Data
    from companion.storage.stored_table import unfold
    from companion.table.result import result

    evenings = [str(file) for file in Path("tests/evenings").glob("*.jsonl")] or [  # until 0.1.0: a folder a game
        max(str(file) for file in folder.glob("*.json") if ".result" not in file.name)
        for folder in Path("tests/evenings").iterdir()
    ]
    assert run(["import", *sorted(evenings), "--group", "Club", "--data", str(data)]) == 0
    with closing(open_store(Data(data))) as store:
        club = groups.chosen(store.reader(), "Club").id
        for (game, pile), cards in CARDS.items():
            store.do(partial(decks.remember_cards, group=club, game=game, pile=pile, taught=cards))
        all_decks = decks.all_decks(store.reader(), club)
        (resting,) = (deck for deck in all_decks if deck.game == RESTING)
        store.do(lambda db: decks.play(db, resting, False))
        for deck in all_decks:
            _pack(to / f"deck-{deck.game}.json.gz", deck_files.exported(deck).encode())
        headers = log.all_tables(store.reader())
        results = {header.record_id: result(unfold(store, header).table) for header in headers}
    for name, group in GROUPS.items():
        written = to / f"{name}.jsonl"
        assert run(["export", "--whole", str(written), "--group", group, "--data", str(data)]) == 0
        _pack(to / f"{name}.jsonl.gz", written.read_bytes())
        written.unlink()
        assert run(["export", str(data / "records"), "--group", group, "--data", str(data)]) == 0
    _pack(to / RECORDS, b"".join(file.read_bytes() for file in sorted((data / "records").iterdir())))
    held_now = {name: held(data / "ledger.db", group) for name, group in GROUPS.items()}
    content = json.dumps(held_now | {"results": results}, ensure_ascii=False, sort_keys=True)
    (to / HELD).write_text(content + "\n", "utf-8")


def _pack(file: Path, content: bytes) -> None:
    file.write_bytes(gzip.compress(content, mtime=0))


if __name__ == "__main__":
    sys.path.insert(0, str(Path.cwd()))
    main(Path(sys.argv[1]), Path(sys.argv[2]))
