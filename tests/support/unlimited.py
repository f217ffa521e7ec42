"""The front door for tests and benches, which do more than people can: `app.py` without limits of pages and tables."""

import sys
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from companion import cli
from companion.commands import serve
from companion.web.limits import Limits, Rate
from tests.support import templates

NONE = Rate(1e9, 1e9)
LIFTED = Limits(pages=NONE, tables=NONE)


def main() -> int:
    """As `companion.cli.main`, with the limits lifted, and with templates that were compiled before."""
    templates.share()
    serve.start_server = partial(serve.start_server, limits=LIFTED)
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
