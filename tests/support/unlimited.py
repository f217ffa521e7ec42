"""The front door for tests: `app.py` in haste, and perhaps with a planted bug."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from companion import cli
from companion.commands import serve
from companion.evening import succession
from companion.server import deadlines, server
from tests.faults import planted
from tests.support import gaps, templates

HASTE = "LEDGER_TEST_HASTE"  # of the environment: connections are let go so many times as soon
SILENCE = "LEDGER_TEST_SILENCE"  # of the environment: a host is missed after so many seconds


def hasten(times: float) -> None:
    """Let go of connections so many times as soon, so that a test need not wait for it."""
    for name in ("QUIET_SECONDS", "HEAD_SECONDS", "BODY_SECONDS"):
        setattr(deadlines, name, getattr(deadlines, name) / times)


def miss_hosts_after(seconds: float) -> None:
    """Offer the role of a host of whom nothing was heard for so long, and look ten times as often."""
    succession.SILENT_SECONDS, server.LOOK_SECONDS = seconds, seconds / 10


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
    if SILENCE in os.environ:
        miss_hosts_after(float(os.environ[SILENCE]))
    templates.share()
    watch_loop()
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
