"""The root order of CLDR: the weights of every sign, in a file that `docs/root_order.py` wrote."""

import pkgutil
import sys
import zlib
from array import array
from bisect import bisect_left
from functools import cache
from itertools import accumulate

FILE = "root_order.bin"
SPACE = 8  # bits between two weights of the root, for weights of a language in between
IDEOGRAPHS, UNKNOWN = 1 << 28, 1 << 29  # above every weight in the file
MOST = 0xFFFF  # the last code of the first plane
RARE = range(0x20000, 0x40000)  # the codes of ideographs that stand behind all others
Element = tuple[int, int, int]  # weights of the letter, its accent and its kind of writing; 0: none
Elements = tuple[Element, ...]


class Root:
    """The order that all languages share."""

    def __init__(self, packed: bytes) -> None:
        file = memoryview(zlib.decompress(packed))
        sizes, file = _column("I", 5, file)
        signs, sequences, weights, ideographs, text = sizes
        self._codes, file = _column("I", signs, file)
        self._ends, file = _column("I", signs + sequences, file)
        self._letters, file = _column("H", weights, file)
        self._accents, file = _column("H", weights, file)
        self._kinds, file = _column("B", weights, file)
        steps, file = _column("i", ideographs, file)
        self._ideographs = array("H", accumulate(steps))
        lines = str(file[:text], "utf-8").split("\n")
        self._sequences = {line: signs + number for number, line in enumerate(lines)}
        self.beginnings = {line[:length] for line in lines for length in range(1, len(line))}
        self.common = self.elements("a")[0][1:]

    def letter(self, sign: str) -> int:
        """The weight of a letter by itself."""
        return self.elements(sign)[0][0]

    def sequence(self, text: str) -> Elements | None:
        """The weights of several signs together; None if they are the weights of each sign."""
        row = self._sequences.get(text)
        return None if row is None else self._row(row)

    def elements(self, sign: str) -> Elements:
        """The weights of one sign by itself."""
        code = ord(sign)
        row = bisect_left(self._codes, code)
        if row < len(self._codes) and self._codes[row] == code:
            return self._row(row)
        return ((self._by_code(code), *self.common),)

    def _row(self, row: int) -> Elements:
        start, end = self._ends[row - 1] if row else 0, self._ends[row]
        return tuple(
            (self._letters[n] << SPACE, self._accents[n] << SPACE, self._kinds[n] << SPACE) for n in range(start, end)
        )

    def _by_code(self, code: int) -> int:
        """The weight of a sign without weights in the file: an ideograph, or an unknown sign."""
        if code in RARE:
            return IDEOGRAPHS + code
        if code <= MOST and code in self._ideographs:
            return IDEOGRAPHS + self._ideographs.index(code)
        return UNKNOWN + code


def _column(kind: str, length: int, file: memoryview) -> tuple["array[int]", memoryview]:
    column = array(kind)
    size = length * column.itemsize
    column.frombytes(file[:size])
    if sys.byteorder == "big":
        column.byteswap()
    return column, file[size:]


@cache
def root() -> Root:
    """The root order. Cached."""
    packed = pkgutil.get_data(__package__, FILE)
    assert packed is not None  # wherever the code is, its data is too
    return Root(packed)
