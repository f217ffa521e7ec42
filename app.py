"""The front door of Reaper's Ledger: see `python app.py --help`."""

import sys

try:
    from companion.cli import main
except ModuleNotFoundError as problem:
    if (problem.name or "companion").startswith("companion"):
        raise
    raise SystemExit(f"{problem.name} is not installed for this Python: start.py installs it, and starts.") from None

if __name__ == "__main__":
    sys.exit(main())
