"""The file rots: whatever is served of a game is what was written, or its damage is told."""

import io
import sqlite3
from collections.abc import Callable
from contextlib import closing, redirect_stderr, suppress
from pathlib import Path
from random import Random
from typing import Any

from companion.commands.serve import open_history
from companion.history import rebuild
from companion.storage import log
from companion.storage.damage import Damaged
from companion.storage.data import Data
from companion.storage.errors import DatabaseError, Unusable
from companion.storage.sqlite.condition import FILE
from companion.storage.store import Store
from companion.storage.stored_table import unfold
from tests.faults.disk.images import write
from tests.faults.outcome import Effort, Outcome
from tests.faults.past import TOLD, Served, bring_past, served
from tests.faults.rows import row

PAGE = 4096  # bytes
OF_A_FILE = 200  # tries
LAST_LINES = """select table_id, hash from lines where table_id not in (select table_id from seals)
                group by table_id having line = max(line)"""
Damage = Callable[[Random, bytearray], None]


def _flip(rng: Random, content: bytearray) -> None:
    (where,) = rng.choices([_anywhere, _of_a_last_line, _of_a_listed_game, _of_an_index], [3, 1, 1, 1])
    content[where(rng, content)] ^= 1 << rng.randrange(8)


def _anywhere(rng: Random, content: bytearray) -> int:
    return rng.randrange(len(content))


def _of_a_last_line(rng: Random, content: bytearray) -> int:
    """A byte of the id in the newest line of a game that is not over: with another one it is no line of that game."""
    id, hash = rng.choice(_rows(content, LAST_LINES))
    return content.rindex(id.encode(), 0, content.index(hash.encode())) + rng.randrange(len(id))


def _of_a_listed_game(rng: Random, content: bytearray) -> int:
    """A byte of when a game was played, and which one, as the history has it."""
    id, played_at, game = rng.choice(_rows(content, "select table_id, at, game from chronicle"))
    return content.index(f"{id}{played_at}{game}".encode()) + len(id) + rng.randrange(len(played_at + game))


def _of_an_index(rng: Random, content: bytearray) -> int:
    """A byte of a game's id in an index by which the history lists it."""
    id, played_at = rng.choice(_rows(content, "select table_id, at from chronicle"))
    return content.index(f"{played_at}{id}".encode()) + len(played_at) + rng.randrange(len(id))


def _rows(content: bytearray, statement: str) -> list[Any]:
    with closing(sqlite3.connect(":memory:")) as conn:
        conn.deserialize(bytes(content))
        return conn.execute(statement).fetchall()


def _zero(rng: Random, content: bytearray) -> None:
    start = PAGE * rng.randrange(len(content) // PAGE)
    content[start : start + PAGE] = bytes(PAGE)


@row("a bit of the file flips", load="games compared or told", whole=2000, few=12)
def flipped_bits(effort: Effort) -> Outcome:
    """Flip one bit anywhere in the file, now and then where little else would notice it."""
    return _damaged(effort, _flip)


@row("a page of the file is zeroed", load="games compared or told", whole=200, few=20)
def zeroed_pages(effort: Effort) -> Outcome:
    """Let a page be all zeros."""
    return _damaged(effort, _zero)


def _damaged(effort: Effort, damage: Damage) -> Outcome:
    outcome, rng = effort.outcome(), effort.rng
    for first in range(0, effort.tries, OF_A_FILE):
        folder = effort.folder / str(first)
        bring_past(folder, rng.getrandbits(30))
        whole = (folder / FILE).read_bytes()
        with closing(open_history(Data(folder))) as store:
            before = served(store)
        for _ in range(min(OF_A_FILE, effort.tries - first)):
            content = bytearray(whole)
            damage(rng, content)
            image = effort.folder / "image"
            write(image, {FILE: bytes(content)})
            outcome.tries += 1
            _open(outcome, image, before)
    return outcome


def _open(outcome: Outcome, folder: Path, before: Served) -> None:
    """Open a damaged file as the server does, and count what is served otherwise without being told."""
    terminal = io.StringIO()
    try:
        with redirect_stderr(terminal), closing(open_history(Data(folder))) as store:
            after = served(store)
            with suppress(DatabaseError):  # what cannot be read cannot be counted again
                _rebuild(outcome, store)
    except (Unusable, DatabaseError):  # the whole file is told as damaged, and with it each game
        outcome.load += len(before)
        return
    except Exception as problem:
        outcome.note("failed", repr(problem))
        return
    outcome.load += len(before)
    for name, content in before.items():
        is_told = name.split()[1] in terminal.getvalue() or after.get(f"table {name.split()[1]}") == TOLD
        if after.get(name, TOLD if is_told else None) not in (content, TOLD):
            outcome.note("lost", f"{name}: {str(after.get(name))[:300]} instead of {str(content)[:300]}")
    unknown = [name for name in after.keys() - before.keys() if after[name] != TOLD]
    outcome.note("doubled", "a game that nobody played", len(unknown))


def _rebuild(outcome: Outcome, store: Store) -> None:
    """What the history counts otherwise than the lines add up to is right once it is counted again."""
    for header in log.all_tables(store.reader()):
        try:
            live = unfold(store, header)
        except (Damaged, DatabaseError):
            continue
        if not rebuild.is_right(store, live):
            rebuild.catch_up(store, all_of_it=True, skipped=lambda damaged: None)
            outcome.note("lost", f"{header.id} is not right once counted again", int(not rebuild.is_right(store, live)))
