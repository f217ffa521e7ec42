"""The front door with a sixth game behind it: what `app.py` does, after one line in the register."""

import sys
from pathlib import Path


def main() -> int:
    """As `companion.cli.main`, with Coffin Race in the house."""
    sys.path.insert(0, str(Path(__file__).parent.parent.parent))
    from companion.cli import main as front_door
    from companion.games import GAMES
    from tests.sixth.coffin_race import GAME

    GAMES[GAME.SLUG] = GAME
    return front_door()


if __name__ == "__main__":
    sys.exit(main())
