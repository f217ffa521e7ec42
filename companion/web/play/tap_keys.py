"""The keys of forms: the same as long as a question stands, so that a double tap is one line, and never to be foreseen.

A key is bound to the device that was given the form, to the question and to the seat. Who could guess another's next
key could take it, and that tap would be refused.
"""

import hmac
from functools import lru_cache

from flask import abort, request

from companion.web.forms.numbers import whole
from companion.web.services import services

LENGTH = 32
KEPT = 4096  # so many keys: a screen that is drawn again holds the same ones
LENGTHS = range(8, 65)


def key_for(device: int, code: str, *question: object) -> str:
    """The key of a form that was drawn for a device, at the table `code`, for this question."""
    return _key(services().form_key_secret, (device, code, *question))


@lru_cache(KEPT)
def _key(secret: str, question: tuple[object, ...]) -> str:
    text = "\0".join(map(str, question))
    return hmac.digest(secret.encode(), text.encode(), "sha256").hex()[:LENGTH]


def given_key() -> str:
    """The key of this tap; 400 if it has none."""
    key = request.form.get("key", "")
    if len(key) not in LENGTHS or not key.isprintable():
        abort(400)
    return key


def seen_line() -> int | None:
    """The line that the device had seen when this was tapped, as far as it says so; 400 for none that there is."""
    line: int | None = request.form.get("seen", type=whole)
    if line is not None and line < 0:
        abort(400)
    return line
