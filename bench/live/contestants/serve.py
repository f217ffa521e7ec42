"""The front door for this bench: `app.py` without any limit, for all its devices have one address.

At SIGUSR1 it writes how many greenlets there are into the file that the environment names.
"""

import gc
import os
import signal
import sys
from functools import partial
from pathlib import Path
from types import FrameType

sys.path.insert(0, str(Path(__file__).parents[3]))

from gevent import Greenlet

from companion import cli
from companion.commands import serve
from companion.server import ending
from companion.server.room import PLENTY, Room
from companion.web.limits import Limits
from tests.support.unlimited import NONE

ALL_LIFTED = Limits(*[NONE] * len(Limits.__struct_fields__))


GREENLETS = "LEDGER_BENCH_GREENLETS"


def count_greenlets(number: int, frame: FrameType | None) -> None:
    """Write how many greenlets are alive; the file is there when it is whole."""
    alive = sum(isinstance(one, Greenlet) and not one.dead for one in gc.get_objects())
    file = Path(os.environ[GREENLETS])
    part = file.with_suffix(".part")
    part.write_text(str(alive))
    part.rename(file)


def main() -> int:
    """As `companion.cli.main`, with the limits lifted."""
    signal.signal(signal.SIGUSR1, count_greenlets)
    ending.Room = partial(Room, per_address=PLENTY)  # type: ignore[assignment, attr-defined]
    serve.start_server = partial(serve.start_server, limits=ALL_LIFTED)
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
