"""`app.py recount`: rebuild the statistics from the stored lines."""

from contextlib import closing
from pathlib import Path

from companion.commands.check import Problems, told
from companion.history import rebuild
from companion.storage.integrity import condition
from companion.storage.lock import alone
from companion.storage.store import Store


def count_again(folder: Path) -> int:
    """Make all that the statistics count anew from the lines."""
    skipped: Problems = []
    condition.assert_there(folder)
    with alone(folder), closing(Store(folder)) as store:
        entered = rebuild.catch_up(store, all_of_it=True, skipped=lambda damaged: skipped.append(str(damaged)))
    return told(f"{entered} games counted again.", skipped)
