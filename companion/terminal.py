"""The terminal: one line at a time, in which nothing can steer it, whoever wrote what the line quotes."""

import os
import shutil
import sys
from typing import TextIO
from unicodedata import category


def say(text: str, file: TextIO | None = None) -> None:
    """Print one line; what a terminal would take for more than a letter is spelt out."""
    print(spelt_out(text), file=file or sys.stdout, flush=True)


def columns() -> int:
    """How many columns the terminal has; 80 where there is none."""
    return shutil.get_terminal_size().columns


def is_coloured() -> bool:
    """Whether standard output is a terminal that takes colours. An old console of Windows would show their codes."""
    return sys.stdout.isatty() and os.name != "nt" and os.environ.get("TERM") != "dumb"


def spelt_out(text: str) -> str:
    r"""The text with every sign that is not printable as JSON would write it; inside JSON it is the same value.

    >>> spelt_out("red: \x1b[31m, C1: \x9b, right to left: \u202e, Käse")
    'red: \\u001b[31m, C1: \\u009b, right to left: \\u202e, Käse'
    """
    return text if text.isprintable() else "".join(map(_sign, text))


def _sign(sign: str) -> str:
    if sign.isprintable() or category(sign) == "Zs":
        return sign
    units = sign.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[start : start + 4]}" for start in range(0, len(units), 4))
