"""Makes the data folders beside it, each by the code of its own commit: `python -m tests.folders.make [STEP...]`.

A step is a step of the file's shape; its first commit is the last one of which it was the newest, its second the one
whose player speaks to that code. `games_and_lines` never was the newest: its commit is the first one, which has one
step more. `before` is the last commit without a head and rules.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

FOLDERS = Path(__file__).parent
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
}


def git(*words: str) -> bytes:
    """What git answers in this repository."""
    return subprocess.run(["git", *words], cwd=FOLDERS.parent.parent, capture_output=True, check=True).stdout


def make(step: str) -> None:
    """Play with the code of a step's commit, and keep what came of it."""
    commit, of_player = COMMITS[step]
    with TemporaryDirectory() as made:
        code, data, player = Path(made) / "code", Path(made) / "data", Path(made) / "player.py"
        code.mkdir()
        subprocess.run(["tar", "-x", "-C", str(code)], input=git("archive", commit), check=True)
        player.write_bytes(git("show", f"{of_player}:tests/folders/player.py"))
        subprocess.run([sys.executable, str(player), str(data)], cwd=code, check=True)
        kept = FOLDERS / step
        kept.mkdir(exist_ok=True)
        for name in ("ledger.db", "expected.json"):
            shutil.copyfile(data / name, kept / name)


if __name__ == "__main__":
    for wanted in sys.argv[1:] or COMMITS:
        make(wanted)
