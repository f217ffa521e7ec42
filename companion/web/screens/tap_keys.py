"""The keys of taps: the same for the same question, so that a double tap is one line, and never to be foreseen.

No page holds one. A form says which question it answers: the line since which that stands, the move, and the seat. The
cookie says which device it is. Of these the key is made where the tap arrives. Who could guess another's next key could
take it, and that tap would be refused.
"""

import hmac

from flask import abort
from werkzeug.datastructures import MultiDict

from companion.storage.identifiers import is_key
from companion.web.access.services import services
from companion.web.access.visit import Guest
from companion.web.forms.numbers import whole

LENGTH = 32


def key_for(device: int, code: str, *question: object) -> str:
    """The key of what a device reports at the table `code` in answer to this question."""
    text = "\0".join(map(str, (device, code, *question)))
    return hmac.digest(services().form_key_secret.encode(), text.encode(), "sha256").hex()[:LENGTH]


def given_key(
    guest: Guest, code: str, form: MultiDict[str, str], kind: str, seen: int | None, *question: object
) -> str:
    """The key of a tap, which answers a question that stands since the line `seen`; 400 if its form does not say so.

    A page that was open when the server was exchanged may hold a key of its own: that counts.
    """
    key = form.get("key")
    if key is None and seen is not None:
        return key_for(guest.screen.device, code, kind, seen, *question)
    if not is_key(key):
        abort(400)
    return key


def seen_line(form: MultiDict[str, str]) -> int | None:
    """The line that the device had seen when this was tapped, as far as it says so; 400 for none that there is."""
    line: int | None = form.get("seen", type=whole)
    if line is not None and line < 0:
        abort(400)
    return line
