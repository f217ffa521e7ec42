"""Whole numbers in forms and addresses: none larger than SQLite can hold."""

import re

from flask import Flask, abort, request
from werkzeug.routing import BaseConverter, ValidationError

MOST = 2**63 - 1  # SQLite counts no further
WRITTEN = re.compile("-?[0-9]{1,19}")  # Python alone would read “٣”, “1_0” and “ 1” too, and give up at 4,301 digits


def whole(text: str) -> int:
    """Parse a whole number; ValueError if it is none, or one that the file cannot hold.

    >>> whole("-12")
    -12
    """
    if not WRITTEN.fullmatch(text) or abs(int(text)) > MOST:
        raise ValueError("no whole number")
    return int(text)


def required_number(name: str) -> int:
    """Read the number in this field of the form; 400 if there is none."""
    number = request.form.get(name, type=whole)
    if number is None:
        abort(400)
    return number


class Whole(BaseConverter):
    """Number in an address; 404 for any that is none, or too large."""

    regex = "[0-9]+"

    def to_python(self, value: str) -> int:
        try:
            return whole(value)
        except ValueError:
            raise ValidationError from None


def count(app: Flask) -> None:
    """Use `Whole` for every `<int:…>` in an address of `app`."""
    app.url_map.converters = app.url_map.converters | {"int": Whole}
