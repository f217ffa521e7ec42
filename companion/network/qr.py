"""QR codes: as SVG, in a terminal, and of a Wi-Fi network."""

import io
import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import qrcode
from qrcode.image.svg import SvgPathImage

GAP = "   "
BRIGHT_ON_BLACK, AS_BEFORE = "\x1b[97;40m", "\x1b[0m"


@lru_cache(maxsize=32)
def qr_svg(text: str) -> str:
    """The QR code of `text` as inline SVG: only a viewBox, so CSS sets the size; modules in `currentColor`.

    The page sets it dark on light (class "qr"), since many phones cannot read a light code on dark.
    """
    image = _code(text).make_image(image_factory=SvgPathImage)
    svg = image.get_image()
    del svg.attrib["width"], svg.attrib["height"]  # millimetres
    del image.path.attrib["id"]  # two codes may stand on one page
    image.path.set("fill", "currentColor")
    svg.attrib.update({"class": "qr", "aria-hidden": "true", "shape-rendering": "crispEdges"})
    return str(image.to_string(encoding="unicode"))


def qr_text(text: str) -> str:
    """The QR code of `text` in block characters for a dark terminal: two links fit into 80 columns and 24 lines."""
    out = io.StringIO()
    _code(text, qrcode.constants.ERROR_CORRECT_L, border=2).print_ascii(out=out, invert=True)
    return out.getvalue()


def _code(text: str, correction: int = qrcode.constants.ERROR_CORRECT_M, border: int = 4) -> qrcode.QRCode[Any]:
    code: qrcode.QRCode[Any] = qrcode.QRCode(error_correction=correction, border=border)
    code.add_data(text)
    code.make()
    return code


SECURITY = ("WPA", "WEP", "nopass")  # as the code of a Wi-Fi network spells it; WPA stands for WPA2 and WPA3 too


def wifi_text(name: str, password: str, security: str) -> str:
    """The text of a QR code that brings a phone into a Wi-Fi network.

    ValueError, whose text is "name" or "password", if there can be no such network.

    >>> wifi_text("Chez; Zoë", "a:b,c\\\\d", "WEP")
    'WIFI:T:WEP;S:Chez\\\\; Zoë;P:a\\\\:b\\\\,c\\\\\\\\d;;'
    """
    if security not in SECURITY or not 1 <= len(name.encode()) <= 32 or _has_control(name):
        raise ValueError("name")
    if security == "nopass":
        return f"WIFI:T:nopass;S:{_escaped(name)};;"
    if not (8 if security == "WPA" else 1) <= len(password) <= 64 or _has_control(password):
        raise ValueError("password")
    return f"WIFI:T:{security};S:{_escaped(name)};P:{_escaped(password)};;"


def _has_control(text: str) -> bool:
    return any(unicodedata.category(letter) == "Cc" for letter in text)


def _escaped(text: str) -> str:
    return re.sub(r'([\\;,":])', r"\\\1", text)


class LabelledCode(NamedTuple):
    label: str
    content: str


def drawn(codes: Sequence[LabelledCode], columns: int, is_coloured: bool) -> str:
    """The codes for a terminal of `columns` columns, under their labels, side by side if they fit, and coloured."""
    blocks = [_block(code, is_coloured) for code in codes]
    if sum(width for width, _ in blocks) + len(GAP) * (len(blocks) - 1) > columns:
        return "\n\n".join("\n".join(lines) for _, lines in blocks)
    height = max(len(lines) for _, lines in blocks)
    rows = ([lines[row] if row < len(lines) else " " * width for width, lines in blocks] for row in range(height))
    return "\n".join(GAP.join(row).rstrip(" ") for row in rows)


def _block(code: LabelledCode, is_coloured: bool) -> tuple[int, list[str]]:
    """The width in columns, and the lines of a label and its code."""
    rows = qr_text(code.content).splitlines()
    width = max(len(code.label), len(rows[0]))
    beside = " " * (width - len(rows[0]))
    coloured = [f"{BRIGHT_ON_BLACK}{row}{AS_BEFORE}" if is_coloured else row for row in rows]
    return width, [code.label.ljust(width), *(row + beside for row in coloured)]
