"""The folders of before, as they are kept: a few as files of SQLite, the others as SQL in gzip."""

import gzip
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

FOLDERS = Path(__file__).parent
FILE, DUMP, RESULTS = "ledger.db", "ledger.sql.gz", "expected.json"
PRAGMAS = ("journal_mode", "application_id", "user_version")  # of a file, which no statement of its dump sets


def names() -> list[str]:
    """All folders."""
    return sorted(file.parent.name for file in FOLDERS.glob(f"*/{RESULTS}"))


def copied(name: str, to: Path) -> Path:
    """A folder with the file of the folder `name`; `to` itself."""
    to.mkdir(parents=True, exist_ok=True)
    kept = FOLDERS / name
    if (kept / FILE).exists():
        shutil.copyfile(kept / FILE, to / FILE)
        return to
    with closing(sqlite3.connect(to / FILE)) as db:
        db.executescript(gzip.decompress((kept / DUMP).read_bytes()).decode())
    return to


def expected(name: str) -> Any:
    """What the games of a folder added up to then, by their ids."""
    return json.loads((FOLDERS / name / RESULTS).read_text("utf-8"))


def keep(name: str, file: Path, results: Any, as_file: bool = False) -> None:
    """Keep a file and what its games add up to, as SQL or as it is."""
    kept = FOLDERS / name
    kept.mkdir(exist_ok=True)
    (kept / RESULTS).write_text(json.dumps(results, ensure_ascii=False, sort_keys=True) + "\n", "utf-8")
    if as_file:
        shutil.copyfile(file, kept / FILE)
    else:
        (kept / DUMP).write_bytes(gzip.compress(dump(file).encode(), mtime=0))


def dump(file: Path) -> str:
    """A file as SQL that makes it."""
    with closing(sqlite3.connect(file)) as db:
        pragmas = [f"PRAGMA {name} = {db.execute(f'pragma {name}').fetchone()[0]};" for name in PRAGMAS]
        return "\n".join([*pragmas, *db.iterdump()]) + "\n"
