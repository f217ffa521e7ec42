"""A house with a long past: `python -m bench.big_house FOLDER` fills a data folder with 10,000 games of 1,000 people.

A few random games of each kind (those of tests/reference) are played once; then written again and again, as rows,
with other people at other times. Every line has its hash, every game its seal and its rows of the chronicle:
`app.py check` finds nothing wrong.
"""

import random
import sys
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from uuid import UUID

from companion.group import people
from companion.storage import log, projection
from companion.storage.database import Database
from companion.storage.identifiers import CODE_LETTERS, HOME
from companion.storage.log import Header
from companion.storage.sqlite import condition
from companion.storage.sqlite.store import SqliteStore
from companion.table.fold import append, open_table
from companion.table.model import move_of
from companion.table.moves import move_to_json, struct_to_json
from companion.table.record import read
from companion.table.result import is_closed, result
from tests.reference import (
    death_name_records,
    death_over_the_kingdom_records,
    death_wish_records,
    final_deathweek_records,
    gamushara_gang_records,
)

MAKERS = (
    death_name_records,
    final_deathweek_records,
    gamushara_gang_records,
    death_wish_records,
    death_over_the_kingdom_records,
)
FAMILY = ("Ōkubo", "Longname", "O'Neil", "寿限無", "García", "Smith", "Ng", "Müller", "Featherstonehaugh", "Ito")
GIVEN = ("Ann", "Bartholomew", "Cy", "花子", "Eve", "Flo", "Gus", "Hal", "Ida", "Maximiliane")
EACH = 40
AT_ONCE = 250
START = datetime(2021, 1, 1, 18, tzinfo=UTC)


class Played:
    """A game that was played once: its moves as they are stored, its seals, and how it ended."""

    def __init__(self, record: dict) -> None:
        table = read(record).table
        self.game, self.seats, self.options = table.game.SLUG, len(table.seats), struct_to_json(table.options)
        self.moves = [log.to_json(move_to_json(move_of(line))) for line in table.lines]
        self.seals: dict[int, str] = {}
        at = open_table(table.game, table.seats, table.options)
        for line in table.lines:
            at = append(at, move_of(line))
            if is_closed(at):
                self.seals[line.number] = log.to_json(result(at))
        self.ended = projection.closing(at)


def fill(folder: Path, games: int = 10_000, persons: int = 1_000, seed: int = 1) -> None:
    """Write so many games of so many people into a data folder that is empty."""
    rng = random.Random(seed)
    played = [Played(maker.games(seed)) for maker in MAKERS for seed in range(EACH)]
    played = [of for of in played if of.moves]
    with closing(SqliteStore(folder)) as store:
        store.do(lambda db: _meet(db, persons))
        at, written = START, 0
        while written < games:
            some = min(AT_ONCE, games - written)
            at = store.do(partial(_write, rng=rng, played=played, games=some, persons=persons, at=at))
            written += some


def _meet(db: Database, persons: int) -> None:
    for number in range(persons):
        name = f"{GIVEN[number % 10]} {FAMILY[number // 10 % 10]} {number // 100 + 1}"
        people.add(db, HOME, name, *people.MARKS[number % len(people.MARKS)])


def _write(db: Database, rng: random.Random, played: list[Played], games: int, persons: int, at: datetime) -> datetime:
    names = dict(db.execute("select id, name from people"))
    for _ in range(games):
        at += timedelta(minutes=rng.choice([30, 45, 60, 1200]))
        of = rng.choice(played)
        # some come every week, most now and then
        who = sorted({1 + int(persons * rng.random() ** 3) for _ in range(3 * of.seats)})
        rng.shuffle(who)
        who = (who + [person for person in range(1, 40) if person not in who])[: of.seats]
        _lay(db, rng, of, at, who, [names[person] for person in who])
    return at


def _lay(db: Database, rng: random.Random, of: Played, at: datetime, who: list[int], names: list[str]) -> None:
    number = db.execute("select count(*) from chronicle").first()[0] * 797  # 24^5 has no factor in common with it
    id = UUID(int=rng.getrandbits(128)).hex
    code = "".join(CODE_LETTERS[number // 24**place % 24] for place in range(5))
    opened = _spelt(at)
    header = Header(id, HOME, code, of.game, names, of.options, opened, None, [*who])
    log.add_table(db, header)
    projection.insert_table(db, header)
    rows, seals, before = [], [], log.first_hash(header)
    for line, move in enumerate(of.moves, 1):
        spoken = _spelt(at + timedelta(seconds=25 * line))
        key = f"tap-{line:08d}"
        before = log.line_hash(before, line, move, spoken, "host", key)
        rows.append((id, line, move, spoken, "host", key, before))
        if line in of.seals:
            seals.append((line, of.seals[line], spoken))
    db.executemany("insert into lines values (?, ?, ?, ?, ?, ?, ?)", rows)
    for line, sealed, spoken in seals:
        log.add_seal(db, header, line, sealed, spoken)
    if of.ended is not None:
        projection.seal(db, id, len(of.moves), projection.span(db, id), of.ended)


def _spelt(at: datetime) -> str:
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def main() -> int:
    folder = Path(sys.argv[1])
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    began = time.perf_counter()
    fill(folder, games)
    size = (folder / condition.FILE).stat().st_size / 2**20
    print(f"{games} games in {time.perf_counter() - began:.1f} s: {size:.0f} MB in {folder}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
