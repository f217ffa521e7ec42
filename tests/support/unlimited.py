"""The front door for tests and benches, which do more than people can: `app.py` without limits of pages and tables."""

import os
import sys
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from companion import cli
from companion.commands import serve
from companion.server import deadlines
from companion.web.limits import Limits, Rate
from tests.faults import planted
from tests.support import templates

NONE = Rate(1e9, 1e9)
LIFTED = Limits(pages=NONE, tables=NONE)
HASTE = "LEDGER_TEST_HASTE"  # of the environment: connections are let go so many times as soon


def hasten(times: float) -> None:
    """Let go of connections so many times as soon, so that a test need not wait for it."""
    for name in ("QUIET_SECONDS", "HEAD_SECONDS", "BODY_SECONDS"):
        setattr(deadlines, name, getattr(deadlines, name) / times)


def main() -> int:
    """As `companion.cli.main`: the limits lifted, templates that were compiled before, and perhaps a planted bug."""
    planted.plant()
    hasten(float(os.environ.get(HASTE, "1")))
    templates.share()
    serve.start_server = partial(serve.start_server, limits=LIFTED)
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
