"""The front door for this bench: at SIGUSR1 it writes how many greenlets there are into the file that it was told."""

import gc
import os
import signal
import sys
from pathlib import Path
from types import FrameType

sys.path.insert(0, str(Path(__file__).parents[3]))

from gevent import Greenlet

from companion import cli

GREENLETS = "LEDGER_BENCH_GREENLETS"


def count_greenlets(number: int, frame: FrameType | None) -> None:
    """Write how many greenlets are alive; the file is there when it is whole."""
    alive = sum(isinstance(one, Greenlet) and not one.dead for one in gc.get_objects())
    file = Path(os.environ[GREENLETS])
    part = file.with_suffix(".part")
    part.write_text(str(alive))
    part.rename(file)


def main() -> int:
    """As `companion.cli.main`."""
    signal.signal(signal.SIGUSR1, count_greenlets)
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
