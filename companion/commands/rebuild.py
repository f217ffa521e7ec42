"""`app.py recount`: rebuild the statistics from the stored lines."""

from contextlib import closing
from pathlib import Path

from companion.commands.check import Problems, open_sound, report_skipped
from companion.history import rebuild
from companion.storage.sqlite import condition
from companion.storage.sqlite.lock import exclusive_use


def rebuild_statistics(folder: Path) -> int:
    """Make all that the statistics count anew from the lines."""
    skipped: Problems = []
    condition.assert_there(folder)
    with exclusive_use(folder), closing(open_sound(folder)) as store:
        entered = rebuild.catch_up(store, all_of_it=True, skipped=lambda damaged: skipped.append(str(damaged)))
    return report_skipped(f"{entered} games counted again.", skipped)
