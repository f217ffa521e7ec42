"""The front door for this bench: `app.py` without any limit, for all its devices have one address."""

import sys
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from companion import cli
from companion.commands import serve
from companion.web.limits import Limits
from tests.support.unlimited import NONE

ALL_LIFTED = Limits(*[NONE] * len(Limits.__struct_fields__))


def main() -> int:
    """As `companion.cli.main`, with the limits lifted."""
    serve.start_server = partial(serve.start_server, limits=ALL_LIFTED)
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
