"""Figures of drawings, from the files of `static/art`: each is drawn there, and nowhere else."""

import re
from functools import cache
from typing import NamedTuple

from companion.paths import resources

SYMBOL = re.compile(r'<symbol id="([\w-]+)" viewBox="([^"]+)">(.*?)</symbol>', re.S)
WHOLE = re.compile(r'<svg [^>]*viewBox="([^"]+)">(.*)</svg>', re.S)


class Figure(NamedTuple):
    """Figure in its `box`, the viewBox: shapes without a colour, unless it is part of them."""

    box: str
    shapes: str


@cache
def figures(file: str) -> dict[str, Figure]:
    """Figures of `static/art/FILE.svg` by name: its symbols, or the drawing that the file is, by the file's name."""
    svg = (resources("static") / "art" / f"{file}.svg").read_text("utf-8")
    drawn = SYMBOL.findall(svg) or [(file, *whole) for whole in WHOLE.findall(svg)]
    return {name: Figure(box, shapes.strip()) for name, box, shapes in drawn}
