"""The front door of Reaper's Ledger: see `python app.py --help`."""

import sys

from companion.cli import main

if __name__ == "__main__":
    sys.exit(main())
