"""QR codes in a terminal: each under its label, side by side where there is room for that."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.network.qr import qr_text

GAP = "   "
BRIGHT_ON_BLACK, AS_BEFORE = "\x1b[97;40m", "\x1b[0m"


@dataclass(frozen=True)
class LabelledCode:
    """A code for the terminal: what stands above it, and what it says."""

    label: str
    content: str


def drawn(codes: Sequence[LabelledCode], columns: int, is_coloured: bool) -> str:
    """The codes as lines for a terminal of so many columns; `is_coloured`: it takes colours.

    Without colours a code is light on dark only where the terminal is dark.
    """
    blocks = [_block(code, is_coloured) for code in codes]
    if sum(block.width for block in blocks) + len(GAP) * (len(blocks) - 1) > columns:
        return "\n\n".join("\n".join(block.lines) for block in blocks)
    height = max(len(block.lines) for block in blocks)
    return "\n".join(GAP.join(block.line(row) for block in blocks).rstrip(" ") for row in range(height))


@dataclass(frozen=True)
class _Block:
    """A label and its code; each line is `width` columns wide on the screen."""

    width: int
    lines: Sequence[str]

    def line(self, row: int) -> str:
        return self.lines[row] if row < len(self.lines) else " " * self.width


def _block(code: LabelledCode, is_coloured: bool) -> _Block:
    rows = qr_text(code.content).splitlines()
    width = max(len(code.label), len(rows[0]))
    beside = " " * (width - len(rows[0]))
    coloured = [f"{BRIGHT_ON_BLACK}{row}{AS_BEFORE}" if is_coloured else row for row in rows]
    return _Block(width, [code.label.ljust(width), *(row + beside for row in coloured)])
