"""Text in a drawing: broken into lines and shrunk until it fits a box, by estimated widths of letters."""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from companion.web.text.languages import spoken

KEPT = 1024  # texts that are kept as they were fitted
LEAD = 1.18  # from one baseline to the next, in sizes of the letters
RISE = 0.36  # from the middle of a line down to its baseline
STEP = 0.94  # what does not fit is tried again in letters by this smaller
SMALLEST = 0.3  # of the size that was asked for: below it words are broken rather than letters shrunk
CLASSES = (
    (0.37, "il|!'.,:;·j‘’"),
    (0.46, "ft()[]I-/r \u00a0"),
    (0.62, "sczvxykaeJáàâäãéèêëñç"),
    (0.70, "bdghnopquL?0123456789óòôöõúùûü+"),
    (1.06, "mwMW%@—…æœ"),
)
WIDTHS = {letter: width for width, letters in CLASSES for letter in letters}
CAPITAL, OTHER, FULL = 0.82, 0.74, 1.02
NEVER_FIRST = frozenset("、。，．・：；？！ー―」』）］｝〕〉》】ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々")
NEVER_LAST = frozenset("「『（［｛〔〈《【")
FONTS = {  # as in static/css/tokens.css
    "serif": "ui-serif, Noto Serif, Georgia, Noto Serif CJK JP, Noto Serif JP, Hiragino Mincho ProN, Yu Mincho, serif",
    "sans": "system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, Noto Sans CJK JP, Noto Sans JP, Hiragino Sans, "
    "sans-serif",
}
JAPANESE = {
    "serif": "Hiragino Mincho ProN, Noto Serif CJK JP, Noto Serif JP, Yu Mincho, ",
    "sans": "Hiragino Sans, Noto Sans CJK JP, Noto Sans JP, Yu Gothic UI, ",
}
ISOLATES = {"<bdi>": "\u2068", "</bdi>": "\u2069"}


class Line(NamedTuple):
    """Line of a text; `y`: its baseline."""

    text: str
    y: float


class Fitted(NamedTuple):
    """Text in lines, in letters of `size`."""

    size: float
    lines: tuple[Line, ...]


def font(kind: str) -> str:
    """Fonts of a "serif" or "sans" text in the language in use, the first the best."""
    return (JAPANESE[kind] if spoken().locale.language == "ja" else "") + FONTS[kind]


def plain(text: object) -> str:
    """Text without HTML; a name in it stays isolated from the writing direction around it.

    >>> plain(Markup("<b>A&amp;O</b> dies")), plain("A&amp;O")
    ('A&O dies', 'A&amp;O')
    """
    if not isinstance(text, Markup):
        return " ".join(str(text).split())
    html = str(text)
    for tag, mark in ISOLATES.items():
        html = html.replace(tag, mark)
    return Markup(html).striptags()


def width(text: str) -> float:
    """Width of a text, in sizes of its letters: at least what common fonts take, bold ones too.

    >>> round(width("Ann"), 2), round(width("花子"), 2), width("e\u0301") == width("e")
    (2.22, 2.04, True)
    """
    return sum([_width(letter) for letter in text])


@lru_cache(KEPT)
def _width(letter: str) -> float:
    if letter in WIDTHS:
        return WIDTHS[letter]
    category = unicodedata.category(letter)
    if category in ("Mn", "Me", "Cf"):
        return 0
    if unicodedata.east_asian_width(letter) in "WF" or category[0] == "S":
        return FULL * (1.3 if category == "So" else 1)
    return CAPITAL if category == "Lu" else OTHER


@lru_cache(KEPT)
def fitted(text: str, box: tuple[float, float, float], size: float, spacing: float = 0) -> Fitted:
    """Fit a text into a `box` (top, width, height), in letters of `size` at most, in the middle of its height.

    `spacing`: between two letters, in sizes of them. A word is broken only where letters would become too small; what
    even then has no room ends in "…".

    >>> fitted("Ann", (0, 400, 100), 80)
    Fitted(size=80, lines=(Line(text='Ann', y=78.8),))
    >>> [line.text for line in fitted("Bartholomew Longname", (0, 600, 300), 90).lines]
    ['Bartholomew', 'Longname']
    >>> [line.text for line in fitted("Wolfeschlegelsteinhausen", (0, 120, 60), 40).lines]
    ['Wolfeschlegelstei', 'nhausen']
    >>> [line.text for line in fitted("名を書かれた者は死ぬ。", (0, 300, 80), 40).lines]
    ['名を書かれた', '者は死ぬ。']
    >>> fitted("no room at all for these many words", (0, 60, 8), 20).lines[-1].text[-1]
    '…'
    """
    top, wide, high = box
    units = _units(text)
    letters = size
    while letters >= SMALLEST * size:
        rows = max(1, int(high / (letters * LEAD) + 0.1))
        lines = _broken(units, wide / letters, spacing)
        if lines is not None and len(lines) <= rows:
            return _placed(_balanced(units, len(lines), wide / letters, spacing), letters, top, high)
        letters *= STEP
    letters = SMALLEST * size
    rows = max(1, int(high / (letters * LEAD) + 0.1))
    lines = _broken(list(text), wide / letters, spacing) or [text]
    if len(lines) > rows:
        lines = [*lines[: rows - 1], lines[rows - 1].rstrip()[:-1] + "…"]
    return _placed(lines, letters, top, high)


def _units(text: str) -> list[str]:
    """Smallest parts of a text that stay in one line: words with the space after them, and letters that need none.

    >>> _units("two words"), _units("Anna-Lena"), _units("「死」です。")
    (['two ', 'words'], ['Anna-', 'Lena'], ['「死」', 'で', 'す。'])
    """
    units: list[str] = []
    for before, letter in zip(" " + text, text, strict=False):
        if units and not _may_break(before, letter):
            units[-1] += letter
        else:
            units.append(letter)
    return units


def _may_break(before: str, after: str) -> bool:
    if after in NEVER_FIRST or before in NEVER_LAST or after == " ":
        return False
    if before in " -":
        return True
    return unicodedata.east_asian_width(before) in "WF" or unicodedata.east_asian_width(after) in "WF"


def _broken(units: list[str], wide: float, spacing: float) -> list[str] | None:
    """Lines of `units`, each as full as it can be; None if a unit is wider than a line."""
    lines, room = [""], wide
    for unit in units:
        needed = width(unit.rstrip()) + spacing * len(unit)
        if needed > wide:
            return None
        if needed > room and lines[-1]:
            lines, room = [*lines, ""], wide
        lines[-1] += unit
        room -= width(unit) + spacing * len(unit)
    return [line.rstrip() for line in lines]


def _balanced(units: list[str], count: int, wide: float, spacing: float) -> list[str]:
    """Break `units` into `count` lines, the longest as narrow as it can be."""
    narrow = wide / count
    for _ in range(6 if count > 1 else 0):
        between = (narrow + wide) / 2
        lines = _broken(units, between, spacing)
        narrow, wide = (narrow, between) if lines is not None and len(lines) <= count else (between, wide)
    return _broken(units, wide, spacing) or []


def _placed(lines: list[str], size: float, top: float, high: float) -> Fitted:
    middle = top + high / 2 - (len(lines) - 1) * size * LEAD / 2
    placed = [Line(line, round(middle + (row * LEAD + RISE) * size, 1)) for row, line in enumerate(lines)]
    return Fitted(round(size, 1), tuple(placed))


def heard(texts: Iterable[object]) -> str:
    """Texts as one hears them one after the other: each ends like a sentence, and those without letters are left out.

    >>> heard(["Here lies", "", "Ann!"])
    'Here lies. Ann!'
    """
    spoken_texts = filter(None, map(plain, texts))
    return " ".join(text if text[-1] in ".。!?" else f"{text}." for text in spoken_texts)
