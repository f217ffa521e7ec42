"""How large the letters of a device are: as usual, or half as large again. The device keeps that in a cookie."""

from flask import request

COOKIE = "letters"
SIZES = ("usual", "large")


def are_large() -> bool:
    """Whether whoever asks for a page has chosen large letters."""
    return request.cookies.get(COOKIE) == "large"
