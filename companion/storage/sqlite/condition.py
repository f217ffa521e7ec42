"""Checks of a data folder before it is opened: whose file it is, of which release, and whether its end is there.

Nothing is written here: an unusable file stays as it is.
"""

from pathlib import Path

from companion.paths import PROGRAM
from companion.storage.errors import Malformed, Unusable
from companion.storage.sqlite import contents, head, shape
from companion.storage.sqlite.before import migrations

FILE = "ledger.db"
APPLICATION = 0x52504C47  # "RPLG": how `file` and others tell whose SQLite file this is
STEPS = shape.STEPS


class Nothing(Unusable):
    def __init__(self, folder: Path) -> None:
        super().__init__(f"There is no saved history in {folder}.")


def steps_to_come(folder: Path, new: bool = False) -> list[str]:
    """The steps that an older file still needs; all of them where there is no file.

    Unusable if the file is damaged, of another program or a newer release, or has lost its end; or if it is gone or
    empty where games were stored, unless `new`.
    """
    file = folder / FILE
    try:
        steps = steps_of(file)
        if steps is not None:
            _assert_end_is_there(folder, file)
    except (Malformed, UnicodeDecodeError) as problem:  # what SQLite complains of may itself be damaged
        raise Unusable(damaged(folder, problem)) from problem
    if steps is None and not new:
        _assert_nothing_was_there(folder, file)
    return [name for name in STEPS if name not in (steps or ())]


def assert_there(folder: Path) -> None:
    """Raise Nothing if there is no saved history; none is made."""
    steps_to_come(folder)
    if _is_empty(folder / FILE):
        raise Nothing(folder)


def assert_sound(folder: Path) -> None:
    """Check the whole file before it is served; Unusable if a page is damaged, and may hide lines."""
    if _is_empty(folder / FILE):
        return
    with contents.untouched(folder / FILE) as conn:
        sound = conn.execute("pragma quick_check(1)").fetchone()[0] == "ok"
    if not sound:
        raise Unusable(damaged(folder, Malformed(f"pages of it are damaged, see “{PROGRAM} check”")))


def steps_of(file: Path) -> frozenset[str] | None:
    """The steps that a file has gone; None if it is missing or empty. Unusable if it is not ours."""
    if _is_empty(file):
        return None
    with contents.untouched(file) as conn:
        names = {row[0] for row in conn.execute("select name from sqlite_master where type = 'table'")}
        application, version = (
            conn.execute(f"pragma {name}").fetchone()[0] for name in ("application_id", "user_version")
        )
        if application not in (0, APPLICATION) or (names and not names >= {"tables", "lines", "_sqlite_migrations"}):
            raise Unusable(f"{file} is a database of another program, and stays as it is: choose a folder with --data.")
        if not names:
            return None
        sql = "select name from _sqlite_migrations where migration_set = ?"
        steps = frozenset(row[0] for row in conn.execute(sql, [migrations.name]))
    if version > len(STEPS) or not steps <= set(STEPS):
        raise Unusable(
            f"{file} was written by a newer release, and stays as it is: start that one, or choose another folder "
            "with --data."
        )
    return steps


def _is_empty(file: Path) -> bool:
    return not file.exists() or not file.stat().st_size


def _assert_end_is_there(folder: Path, file: Path) -> None:
    newest = head.read(folder)
    if newest is None:
        return
    with contents.untouched(file) as conn:
        sql = "select 1 from lines where table_id = ? and line = ?"
        if conn.execute(sql, [newest.table_id, newest.line]).fetchone() is None:
            raise Unusable(
                f"{file} has lost its end: line {newest.line} of game {newest.table_id}, the newest, is not there. "
                f"Go on with what is there by “{PROGRAM} check --accept”, or put a backup back by “{PROGRAM} restore”."
            )


def _assert_nothing_was_there(folder: Path, file: Path) -> None:
    how = "holds nothing" if file.exists() else "is gone"
    backup = contents.newest_backup(folder)
    if backup:
        raise Unusable(f"{file} {how}: {way_out(folder)} Or begin anew with “{PROGRAM} --new”.")
    if head.read(folder) is not None:
        raise Unusable(
            f"{file} {how}, games were kept in it, and there is no good backup: look for it elsewhere, or begin anew "
            f"with “{PROGRAM} --new”."
        )


def damaged(folder: Path, problem: Exception) -> str:
    return f"The saved history in {folder} cannot be used ({problem}): {way_out(folder)}"


def way_out(folder: Path) -> str:
    backup = contents.newest_backup(folder)
    if backup is None:
        return f"there is no good backup in {folder / contents.BACKUPS}."
    return f"the newest good backup holds {backup[1]}, put it back with “{PROGRAM} restore {backup[0]}”."
