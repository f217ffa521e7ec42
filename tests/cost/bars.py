"""What a scene may cost at most: bars that are kept in a file, and may only fall."""

import json
import os
import subprocess
import sys
from math import ceil
from pathlib import Path
from typing import Any

from tests.support import TOP

FILE = Path(__file__).parent / "bars.json"
WELL_BELOW = 0.97  # of its bar: so much less is worth a lower one
DIGITS = 3  # of a bar
ROOM = 1.002  # above what was found: packed pages differ by some bytes, for their keys are drawn

FIRST_LOAD = "first load of a phone, bytes"

Figures = dict[str, int]


def bars() -> dict[str, Figures]:
    """The bars of each scene."""
    kept: dict[str, Figures] = json.loads(FILE.read_text("utf-8"))
    return kept


def cost(scene: str, **environment: str) -> dict[str, Any]:
    """What a scene costs, found out in a fresh process: its figures, and its busiest functions."""
    command = [sys.executable, "-m", "tests.cost.one", scene]
    done = subprocess.run(command, cwd=TOP, env=os.environ | environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def above(figures: Figures, kept: Figures) -> list[str]:
    """What costs more than it may."""
    return [f"{name}: {value:,}, at most {kept[name]:,}" for name, value in figures.items() if value > kept[name]]


def well_below(figures: Figures, kept: Figures) -> list[str]:
    """What costs so much less by now that its bar can be lowered."""
    return [
        f"{name}: {value:,}, and its bar is {kept[name]:,}"
        for name, value in figures.items()
        if value < kept[name] * WELL_BELOW
    ]


def lower(scene: str, figures: Figures) -> None:
    """Keep the bars of a scene as low as these figures, where they are higher."""
    kept = bars() if FILE.exists() else {}
    before = kept.get(scene, {})
    kept[scene] = {name: min(_bar(value), before.get(name, _bar(value))) for name, value in figures.items()}
    FILE.write_text(json.dumps(kept, indent=2) + "\n", "utf-8")


def _bar(value: int) -> int:
    """A bar for a figure, of a few digits."""
    step = 10 ** max(0, len(str(value)) - DIGITS)
    return ceil(value * ROOM / step) * step
