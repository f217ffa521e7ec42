"""Colours that stand out: letters 4.5:1 from what they are written on, marks of people 3:1, by night and by day."""

import re
from pathlib import Path

import pytest

STATIC = Path(__file__).parent.parent.parent / "static"
TOKENS = (STATIC / "css" / "tokens.css").read_text("utf-8")
HEX = r"(?:var\(--[\w-]+, )?(#[0-9a-f]{3}(?:[0-9a-f]{3})?)\)?"  # or unless a game says
COLOUR = re.compile(rf"--([\w-]+): (?:{HEX}|light-dark\({HEX}, {HEX}\));")
COLOUR_OF_A_GAME = re.compile(rf"--([\w-]+): {HEX};")
BY_DAY = {name: alone or day for name, alone, day, _ in COLOUR.findall(TOKENS)}
BY_NIGHT = {name: alone or night for name, alone, _, night in COLOUR.findall(TOKENS)}
GROUNDS = ("ink", "ink2", "ink3", "deep")
LETTERS = [(letters, ground) for letters in ("bone", "bone2", "blood", "moss", "accent") for ground in GROUNDS[:2]]
ON_PANELS = [
    *(("bone", "ink3"), ("bone", "deep"), ("onbone", "bone"), ("onblood", "bloodbg"), ("onmoss", "mossbg")),
    *(("oncard", "card"), ("onbone-blood", "card"), ("onbone", "accent")),
]
PEOPLE = ("red", "blue", "yellow", "green", "purple", "orange", "teal", "pink")


def luminance(colour: str) -> float:
    """The relative luminance of `#rgb` or `#rrggbb` (WCAG 2)."""
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    channels = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_that_of_the_recommendation() -> None:
    assert contrast("#fff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#fff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("colours", [BY_NIGHT, BY_DAY], ids=["by night", "by day"])
@pytest.mark.parametrize(("letters", "ground"), [*LETTERS, *ON_PANELS])
def test_letters_stand_out(colours: dict[str, str], letters: str, ground: str) -> None:
    assert contrast(colours[letters], colours[ground]) >= 4.5


@pytest.mark.parametrize("colours", [BY_NIGHT, BY_DAY], ids=["by night", "by day"])
@pytest.mark.parametrize("person", PEOPLE)
def test_marks_stand_out_filled_or_as_an_outline(colours: dict[str, str], person: str) -> None:
    assert contrast(colours[person], colours["ink"]) >= 3
    assert contrast(colours[person], colours["onmark"]) >= 3, "its letter"


@pytest.mark.parametrize("letters", ["bone", "bone2", "blood", "moss", "accent-by-day"])
def test_letters_stand_out_on_the_last_day_of_a_week(letters: str) -> None:
    """A phone's ground darkens from day to day; by night, and on a board, it only grows darker than light letters."""
    sheet = (STATIC / "games" / "final-deathweek.css").read_text("utf-8")
    (dusk,) = re.findall(r"--dusk: light-dark\(#000000([0-9a-f]{2})", sheet)
    left = 1 - int(dusk, 16) / 255
    ground = "#" + "".join(f"{int(int(BY_DAY['ink'][place : place + 2], 16) * left):02x}" for place in (1, 3, 5))
    assert contrast((BY_DAY | dict(COLOUR_OF_A_GAME.findall(sheet)))[letters], ground) >= 4.5


@pytest.mark.parametrize("sheet", sorted(STATIC.rglob("*.css")), ids=lambda sheet: sheet.stem)
def test_no_mark_is_faded(sheet: Path) -> None:
    """Who is done, or out, is told by an outline."""
    faded = re.findall(r"([^{};]*\.mark\b[^{};]*)\{[^{}]*\bopacity: 0\.", sheet.read_text("utf-8"))
    assert faded == []
