"""Folds of a screen as a browser opens them: what is in them is fetched from where their links lead."""

import re
from collections.abc import Callable

SCRIPTS = {"HX-Request": "true"}
LATER = re.compile(r'<a class="button later" href="([^"]+)">.*?</a>')


def folds(html: str) -> list[str]:
    """The addresses of what is in the folds of a page, as far as it is not on the page."""
    return LATER.findall(html)


def unfolded(html: str, fetch: Callable[[str], str]) -> str:
    """A page with what is in all of its folds, and in those inside of them, as `fetch` gets it from an address."""
    return LATER.sub(lambda link: unfolded(fetch(link[1]), fetch), html)
