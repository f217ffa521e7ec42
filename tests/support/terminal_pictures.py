"""What a camera sees of a terminal: its block characters as a picture, and the codes in it."""

import re

import zxingcpp
from PIL import Image

HALVES = {"█": (255, 255), "▀": (255, 0), "▄": (0, 255)}  # all else is dark
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
AROUND = 3  # columns and rows of the terminal beside the text


def picture_of(text: str) -> Image.Image:
    """Draw a dark terminal that shows this text, two pixels a character."""
    lines = COLOURS.sub("", text).splitlines()
    width, height = max(map(len, lines)) + 2 * AROUND, 2 * len(lines) + 4 * AROUND
    picture = Image.new("L", (width, height))
    for row, line in enumerate(lines):
        for column, character in enumerate(line):
            upper, lower = HALVES.get(character, (0, 0))
            picture.putpixel((column + AROUND, 2 * (row + AROUND)), upper)
            picture.putpixel((column + AROUND, 2 * (row + AROUND) + 1), lower)
    return picture.resize((picture.width * 4, picture.height * 4), Image.Resampling.NEAREST)


def read(picture: Image.Image) -> list[str]:
    """What the codes in a picture say, from left to right and from the top down."""
    codes = sorted(
        zxingcpp.read_barcodes(picture), key=lambda code: (code.position.top_left.y // 40, code.position.top_left.x)
    )
    return [code.text for code in codes]
