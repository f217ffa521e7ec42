"""Marks in secrets, and where one of them is found, however it is spelt."""

import base64
import html
import random
import re
import string
from collections.abc import Iterable
from urllib.parse import unquote_to_bytes

LETTERS = string.ascii_letters + string.digits
MARK = re.compile(r"TNT\w{16}")


def mark(rng: random.Random) -> str:
    """A text that stands nowhere by chance."""
    return "TNT" + "".join(rng.choices(LETTERS, k=16))


def marks_in(text: str) -> set[str]:
    """The marks in a text, as they are."""
    return {*MARK.findall(text)}


def disguises(marked: str) -> list[bytes]:
    """A mark as it may be found: as it is, in other cases, backwards, in hex, in base64 wherever it begins."""
    plain = marked.encode()
    encoded = [base64.b64encode(b"x" * shift + plain)[shift + 1 : -4] for shift in range(3)]
    return [plain, plain.lower(), plain.upper(), plain[::-1], plain.hex().encode(), *encoded]


def leaks(shown: bytes, marks: Iterable[str]) -> set[str]:
    """Those of these marks that stand in what was shown, also where signs are escaped for HTML or an address."""
    readings = {shown, unquote_to_bytes(shown), html.unescape(shown.decode("utf-8", "replace")).encode()}
    return {marked for marked in marks if any(spelt in reading for spelt in disguises(marked) for reading in readings)}
