"""What lies in the folder is no history of ours, or none any more: nothing opens it, and everything stays as it is."""

import io
import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random

from companion import cli
from companion.commands.serve import open_history
from companion.storage.data import Data
from companion.storage.errors import Unusable
from companion.storage.sqlite.condition import FILE
from companion.storage.sqlite.lock import ADDRESS, LOCK
from tests.faults.outcome import Effort, Outcome
from tests.faults.past import bring_past
from tests.faults.rows import row
from tests.support.api import GAME

NEWER_STEP = """insert into _sqlite_migrations (migration_set, name, applied_at)
                select migration_set, 'a step of a newer release', applied_at from _sqlite_migrations limit 1"""
READ = (["check"], ["export", "exported"], ["backup", "copy.db"])
CHANGE = (["recount"], ["forget", "0"])
BEGIN = (["import", "games.jsonl"], ["serve"])  # also where nothing was before
PAGE = 4096  # bytes
OWN = (LOCK, ADDRESS, f"{FILE}-shm")
Spoil = Callable[[Random, Path], object]


def _remove(rng: Random, file: Path) -> None:
    file.unlink()


def _empty(rng: Random, file: Path) -> None:
    file.write_bytes(b"")


def _cut(rng: Random, file: Path) -> None:
    """Take away its end: a page or more."""
    content = file.read_bytes()
    file.write_bytes(content[: rng.randrange(1, len(content) - PAGE + 1)])


def _zero(rng: Random, file: Path) -> None:
    """Let a page be all zeros that SQLite misses."""
    whole = file.read_bytes()
    pages = len(whole) // PAGE
    for page in rng.sample(range(pages), pages):
        content = bytearray(whole)
        content[PAGE * page : PAGE * (page + 1)] = bytes(PAGE)
        file.write_bytes(content)
        if _is_missed(file):
            return


def _is_missed(file: Path) -> bool:
    with closing(sqlite3.connect(f"{file.as_uri()}?immutable=1", uri=True)) as conn:
        try:
            return conn.execute("pragma quick_check(1)").fetchone() != ("ok",)
        except sqlite3.DatabaseError:
            return True


def _overwrite(rng: Random, file: Path) -> None:
    file.write_bytes(rng.randbytes(rng.choice([1, 99, 4096, 100_000])))


def _make_newer(rng: Random, file: Path) -> None:
    _execute(file, rng.choice([NEWER_STEP, "pragma user_version = 999"]))


def _make_foreign(rng: Random, file: Path) -> None:
    """Put the file of another program in its place, or say that this one is of another."""
    if rng.random() < 0.5:
        file.unlink()
    _execute(file, "create table recipes (name text)" if not file.exists() else "pragma application_id = 77")


def _execute(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as conn, conn:
        conn.execute(statement)


def _remove_all(rng: Random, file: Path) -> None:
    """There never was a history here, and perhaps not even a folder."""
    shutil.rmtree(file.parent)
    if rng.random() < 0.5:
        file.parent.mkdir()


SPOILT: tuple[Spoil, ...] = (_remove, _empty, _cut, _zero, _overwrite, _make_newer, _make_foreign)


@row("no history, or none of ours", load="folders refused", whole=4000, few=60)
def missing_history(effort: Effort) -> Outcome:
    """Serve such a folder, or run a command on it, which all are refused; only what is new begins with nothing."""
    outcome, rng = effort.outcome(), effort.rng
    whole, folder = effort.folder / "whole", effort.folder / "data"
    bring_past(whole, rng.getrandbits(30))
    open_history(Data(whole)).close()  # which makes a backup
    (effort.folder / "games.jsonl").write_text(json.dumps(GAME | {"format": 1, "moves": []}), "utf-8")
    while outcome.tries < effort.tries:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(whole, folder)
        spoil = rng.choice([*SPOILT, _remove_all])
        spoil(rng, folder / FILE)
        before = _content(folder)
        words = rng.choice([*CHANGE, *([] if spoil is _remove_all else BEGIN), *([] if spoil is _zero else READ)])
        what = f"{words[0]} after {spoil.__name__}"
        is_refused = _is_refused(outcome, effort.folder, words)
        outcome.note("lost", f"{what}: it is taken for a history", int(not is_refused))
        outcome.note("lost", f"{what}: the folder is another one", int(is_refused and _content(folder) != before))
        outcome.tries += 1
        outcome.load += is_refused
    return outcome


def _is_refused(outcome: Outcome, folder: Path, words: list[str]) -> bool:
    """Whether a command on the folder in this folder is refused, with a sentence."""
    told = io.StringIO()
    with redirect_stdout(told), redirect_stderr(told):
        try:
            if words == ["serve"]:
                open_history(Data(folder / "data")).close()
                return False
            given = [word if number == 0 else str(folder / word) for number, word in enumerate(words)]
            return cli.main([*given, "--data", str(folder / "data")]) == 1 and told.getvalue().strip() != ""
        except Unusable:
            return True
        except Exception as problem:
            outcome.note("failed", f"{words}: {problem!r}")
            return True


def _content(folder: Path) -> dict[str, bytes]:
    """All files of a folder that hold something, by their names, but for what comes with opening them."""
    files = [file for file in folder.rglob("*") if file.is_file() and file.stat().st_size and file.name not in OWN]
    return {str(file.relative_to(folder)): file.read_bytes() for file in files}
