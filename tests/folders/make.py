"""Makes the data folders beside it, each by the code of its own commit: `python -m tests.folders.make [STEP...]`.

A step is a step of the file's shape; its first commit is the last one of which it was the newest, its second the one
whose player speaks to that code. `games_and_lines` never was the newest: its commit is the first one, which has one
step more. `before` is the last commit without a head and rules.
"""

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.folders.given import GIVEN
from tests.folders.stored import FILE, FOLDERS, RESULTS, copied, keep

COMMITS = {
    "games_and_lines": ("967136d", "769f037"),
    "people_and_evenings": ("895f285", "769f037"),
    "door_and_hands": ("172897e", "769f037"),
    "notebooks": ("0bd4239", "769f037"),
    "one_person": ("19ec12a", "769f037"),
    "chronicle": ("3c71524", "769f037"),
    "resumed": ("3e9a478", "769f037"),
    "named_decks": ("38ec612", "769f037"),
    "before": ("24f7fc4", "769f037"),
    "first_evenings": ("aac8a62", "1ee3388"),
    "several_evenings": ("1e29eac", "e65cb2a"),
    "spectators": ("751f06a", "751f06a"),
    "empty_tables": ("f885a86", "f885a86"),
    "effects": ("3c2c9497", "3c2c9497"),
    "proposals": ("ee18bf53", "ee18bf53"),
    "seats_without_a_view": ("4eae650e", "4eae650e"),
    "floor": ("654855d4", "654855d4"),
    "laid_out": ("462ec491", "462ec491"),
    "leagues": ("e02c406f", "e02c406f"),
}
# Folders with what several groups leave, and with what no line tells: one of before the releases and one of each
# release, whose own commit holds its player. Beside each are the files that its code writes of it (see given.py).
GROUPS = {"two_groups": ("73c69a3", "3c2c9497"), "release_0_1_0": ("v0.1.0", "v0.1.0")}
# Those that stay as files of SQLite, byte by byte.
AS_FILES = {"first_rules", *GROUPS}
# The last commit of each number of the rules, which takes in the records in its folder, and of its own tests the
# evenings of all games but those.
RULES = {
    "first_rules": ("f1b8951", "final-deathweek"),
    "second_rules": ("a3e9786", "*"),
    "third_rules": ("f885a86", "*"),
    "fourth_rules": ("69a20b92", "*"),
}


def git(*words: str) -> bytes:
    """What git answers in this repository."""
    return subprocess.run(["git", *words], cwd=FOLDERS.parent.parent, capture_output=True, check=True).stdout


def make(step: str) -> None:
    """Play with the code of a step's commit, and keep what came of it."""
    commit, of_player = COMMITS[step]
    _play(step, commit, git("show", f"{of_player}:tests/folders/player.py"))


def make_groups(name: str) -> None:
    """Play with the code of a commit by the player that speaks to it, and keep what came of it."""
    commit, of_player = GROUPS[name]
    _play(name, commit, git("show", f"{of_player}:tests/folders/player_of_groups.py"))
    make_given(name)


def make_given(name: str) -> None:
    """Keep the files that the code of a commit writes of the folder that it has made."""
    with TemporaryDirectory() as made:
        code, data, given = _code(made, GROUPS[name][0]), copied(name, Path(made) / "data"), FOLDERS / name / GIVEN
        given.mkdir(exist_ok=True)
        subprocess.run([sys.executable, FOLDERS / "given.py", data, given], cwd=code, check=True)


def _code(made: str, commit: str) -> Path:
    code = Path(made) / "code"
    code.mkdir()
    subprocess.run(["tar", "-x", "-C", str(code)], input=git("archive", commit), check=True)
    return code


def _play(step: str, commit: str, program: bytes) -> None:
    with TemporaryDirectory() as made:
        code, data, player = _code(made, commit), Path(made) / "data", Path(made) / "player.py"
        player.write_bytes(program)
        subprocess.run([sys.executable, str(player), str(data)], cwd=code, check=True)
        results = json.loads((data / RESULTS).read_text("utf-8"))
        keep(step, data / FILE, results, step in AS_FILES)


def make_rules(step: str) -> None:
    """Take records in by the code of older rules, and keep what came of them."""
    kept, (commit, but) = FOLDERS / step, RULES[step]
    with TemporaryDirectory() as made:
        code, data = _code(made, commit), Path(made) / "data"
        evenings = sorted(file for file in code.glob("tests/evenings/*/*.json") if ".result" not in file.name)
        files = [kept / "records.jsonl", *(file for file in evenings if not file.parent.match(but))]
        subprocess.run([sys.executable, "app.py", "import", *files, "--data", data], cwd=code, check=True)
        with closing(sqlite3.connect(data / FILE)) as db:
            db.execute("pragma journal_mode = delete")
            db.execute("vacuum")
            sealed = dict(db.execute("select table_id, result from seals order by table_id, line"))
        results = {id: json.loads(result) for id, result in sealed.items()}
        keep(step, data / FILE, results, step in AS_FILES)


if __name__ == "__main__":
    for wanted in sys.argv[1:] or (*COMMITS, *GROUPS, *RULES):
        (make_rules if wanted in RULES else make_groups if wanted in GROUPS else make)(wanted)
