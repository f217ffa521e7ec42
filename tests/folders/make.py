"""Makes the data folders beside it, each by the code of its own commit: `python -m tests.folders.make [STEP...]`.

A step is a step of the file's shape; the commit is the last one of which it was the newest. `games_and_lines` never
was: its commit is the first one, which has one step more. `before` is the last commit without a head and rules.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

FOLDERS = Path(__file__).parent
COMMITS = {
    "games_and_lines": "967136d",
    "people_and_evenings": "895f285",
    "door_and_hands": "172897e",
    "notebooks": "0bd4239",
    "one_person": "19ec12a",
    "chronicle": "3c71524",
    "resumed": "3e9a478",
    "named_decks": "38ec612",
    "before": "24f7fc4",
    "first_evenings": "aac8a62",
}


def make(step: str) -> None:
    """Play with the code of a step's commit, and keep what came of it."""
    with TemporaryDirectory() as made:
        code, data = Path(made) / "code", Path(made) / "data"
        code.mkdir()
        archive = subprocess.run(
            ["git", "archive", COMMITS[step]], cwd=FOLDERS.parent.parent, capture_output=True, check=True
        )
        subprocess.run(["tar", "-x", "-C", str(code)], input=archive.stdout, check=True)
        subprocess.run([sys.executable, str(FOLDERS / "player.py"), str(data)], cwd=code, check=True)
        kept = FOLDERS / step
        kept.mkdir(exist_ok=True)
        for name in ("ledger.db", "expected.json"):
            shutil.copyfile(data / name, kept / name)


if __name__ == "__main__":
    for wanted in sys.argv[1:] or COMMITS:
        make(wanted)
