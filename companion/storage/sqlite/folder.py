"""The data folder: its owner's alone. It holds secrets, and the links by which one comes in."""

import stat
from contextlib import suppress
from pathlib import Path

PRIVATE = 0o700


def make_private(folder: Path) -> None:
    """Make the data folder, where there is none, and let no other account of this machine look into it.

    OSError with a sentence where a file has its name.
    """
    try:
        folder.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as problem:
        raise OSError(
            f"{folder} cannot be the data folder, for a file is there: choose another with --data."
        ) from problem
    mode = folder.stat().st_mode
    if not mode & stat.S_ISVTX:  # /tmp and its like are everybody's
        with suppress(OSError):  # somebody else's folder, or a file system without modes
            folder.chmod(stat.S_IMODE(mode) & PRIVATE)
