"""The front door for tests: `app.py` in haste, and perhaps with a planted bug."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from companion import cli
from companion.commands import serve
from companion.server import deadlines
from tests.faults import planted
from tests.support import gaps, templates

HASTE = "LEDGER_TEST_HASTE"  # of the environment: connections are let go so many times as soon


def hasten(times: float) -> None:
    """Let go of connections so many times as soon, so that a test need not wait for it."""
    for name in ("QUIET_SECONDS", "HEAD_SECONDS", "BODY_SECONDS"):
        setattr(deadlines, name, getattr(deadlines, name) / times)


def watch_loop() -> None:
    """Have an eye on the loop while the app is served."""

    def serve_watched(*given: Any) -> None:
        with gaps.watched():
            serve_app(*given)

    serve_app: Callable[..., None] = planted.replace(serve, "serve", serve_watched)


def main() -> int:
    """As `companion.cli.main`, with templates that were compiled before, its loop watched, perhaps a planted bug."""
    planted.plant()
    hasten(float(os.environ.get(HASTE, "1")))
    templates.share()
    watch_loop()
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
