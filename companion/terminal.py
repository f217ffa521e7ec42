"""Terminal output, one line at a time, in which no quoted text can send control characters."""

import os
import shutil
import sys
from typing import TextIO
from unicodedata import category


def say(text: str, file: TextIO | None = None) -> None:
    """Print one line; characters that could steer a terminal are escaped."""
    print(spelt_out(text), file=file or sys.stdout, flush=True)


def columns() -> int:
    """The width of the terminal in columns; 80 without a terminal."""
    return shutil.get_terminal_size().columns


def is_coloured() -> bool:
    """Whether standard output is a terminal that takes colours; an old Windows console would print the codes."""
    return sys.stdout.isatty() and os.name != "nt" and os.environ.get("TERM") != "dumb"


def spelt_out(text: str) -> str:
    r"""The text with every unprintable character escaped as in JSON; inside JSON its value is the same.

    >>> spelt_out("red: \x1b[31m, C1: \x9b, right to left: \u202e, Käse")
    'red: \\u001b[31m, C1: \\u009b, right to left: \\u202e, Käse'
    """
    return text if text.isprintable() else "".join(map(_sign, text))


def _sign(sign: str) -> str:
    if sign.isprintable() or category(sign) == "Zs":
        return sign
    units = sign.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[start : start + 4]}" for start in range(0, len(units), 4))
