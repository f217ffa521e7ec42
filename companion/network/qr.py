"""QR codes: as SVG, as text, and of a Wi-Fi network."""

import io
import re
import unicodedata
from functools import lru_cache
from typing import Any

import qrcode
from qrcode.image.svg import SvgPathImage


@lru_cache(maxsize=32)
def qr_svg(text: str) -> str:
    """`text` as inline SVG: only a viewBox, so CSS sets the size; modules in `currentColor`; quiet zone kept.

    The page sets it dark on light (class "qr"), for many phones cannot read a light code on dark.
    It is hidden from screen readers: the text itself stands beside it.
    """
    image = _code(text).make_image(image_factory=SvgPathImage)
    svg = image.get_image()
    del svg.attrib["width"], svg.attrib["height"]  # millimetres
    del image.path.attrib["id"]  # two codes may stand on one page
    image.path.set("fill", "currentColor")
    svg.attrib.update({"class": "qr", "aria-hidden": "true", "shape-rendering": "crispEdges"})
    return str(image.to_string(encoding="unicode"))


def qr_text(text: str) -> str:
    """`text` as lines of block characters for a terminal with a dark background, as small as can be: two of them, with
    a host's link each, fit side by side into 80 columns and with their labels into 24 lines.

    They are not in every encoding: printing them to an old Windows console can raise UnicodeEncodeError.
    """
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
    """What a code says that brings a phone into a Wi-Fi network.

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
