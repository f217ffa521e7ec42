"""Make a contact sheet of each game, every state in every size: `python docs/contact_sheets.py [GAME …]`.

A row a state, a column a size: scoreboards first, then phones as a dark and as a light device shows them. They come
into `artifacts/contact-sheets`. `--every 5` takes every fifth state, `--language ja` speaks Japanese; `--moments` takes
the scoreboard at the moments of docs/stage.md instead.
"""

import argparse
import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page, sync_playwright

TOP = Path(__file__).parent.parent
sys.path.insert(0, str(TOP))

from companion.games import GAMES  # noqa: E402
from companion.web.text.languages import DEFAULT  # noqa: E402
from docs.words import languages  # noqa: E402
from tests.support.browser.chromium import OPTIONS, program  # noqa: E402
from tests.support.browser.sizes import STILLS, Still, show  # noqa: E402
from tests.support.browser.stills import stills  # noqa: E402
from tests.support.stage import MOMENTS  # noqa: E402
from tests.support.stage.moment import Moment  # noqa: E402
from tests.support.stage.shown import show as show_moment  # noqa: E402
from tests.support.states.games import game_states  # noqa: E402
from tests.support.states.state import State  # noqa: E402

SHEETS = TOP / "artifacts" / "contact-sheets"
LONGEST = 300  # pixels of the longer side of a picture
GAP = 12
HEAD = 20
TABLET = (1280, 800)


class Column(NamedTuple):
    """What is pictured in a column: a screen of this kind, in this size, on a device that wishes to be so."""

    kind: str
    still: Still
    scheme: str


COLUMNS = [
    *(Column("board", still, "dark") for still in STILLS["board"]),
    *(Column("phone", still, scheme) for scheme in ("dark", "light") for still in STILLS["phone"]),
]


def main(words: list[str]) -> int:
    """Make the sheets of the games that are named, or of all."""
    parser = argparse.ArgumentParser(description="Make a contact sheet of each game.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take every Nth state")
    parser.add_argument("--language", default=DEFAULT, choices=languages(), help="the tag of a language")
    parser.add_argument("--moments", action="store_true", help="the moments of the stage on a scoreboard")
    given = parser.parse_args(words)
    if unknown := set(given.games) - GAMES.keys():
        parser.error(f"no game is called {', '.join(sorted(unknown))}: {', '.join(GAMES)}")
    SHEETS.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program(), args=OPTIONS)
        for slug in given.games or GAMES:
            path = SHEETS / f"{slug}-{'moments' if given.moments else given.language}.png"
            if given.moments:
                stage(chromium, MOMENTS[slug]).save(path)
            else:
                sheet(list(rows(chromium, game_states(slug)[:: given.every], given.language))).save(path)
            print(f"Made: {path.relative_to(TOP)}", flush=True)
        chromium.close()
    return 0


def rows(browser: Browser, states: tuple[State, ...], language: str) -> Iterator[tuple[str, dict[int, Image.Image]]]:
    """Per state its name, and its pictures by the number of their column."""
    pages = [small_page(browser, column) for column in COLUMNS]
    for state in states:
        drawn = stills(state, language)
        shown = [(number, column) for number, column in enumerate(COLUMNS) if column.kind in drawn]
        yield state.name, {number: picture(pages[number], drawn[column.kind], column) for number, column in shown}
    for page in pages:
        page.context.close()


def stage(browser: Browser, moments: list[Moment]) -> Image.Image:
    """The moments of a game, two in a row, each with its name above."""
    wide, high = TABLET
    context = browser.new_context(viewport={"width": wide, "height": high}, device_scale_factor=0.5)
    page = context.new_page()
    whole = Image.new("RGB", (GAP + 2 * (wide // 2 + GAP), -(-len(moments) // 2) * (HEAD + high // 2)), "#555")
    pen = ImageDraw.Draw(whole)
    for number, moment in enumerate(moments):
        show_moment(page, moment)
        left, top = GAP + number % 2 * (wide // 2 + GAP), number // 2 * (HEAD + high // 2)
        pen.text((left, top + 4), moment.name, "white")
        whole.paste(Image.open(io.BytesIO(page.screenshot())), (left, top + HEAD))
    context.close()
    return whole


def small_page(browser: Browser, column: Column) -> Page:
    """An empty page whose pictures are small."""
    context = browser.new_context(
        reduced_motion="reduce",
        color_scheme="light" if column.scheme == "light" else "dark",
        device_scale_factor=LONGEST / max(column.still.size),
    )
    return context.new_page()


def picture(page: Page, html: str, column: Column) -> Image.Image:
    """A small picture of this page."""
    page.set_content(html)
    show(page, column.still)
    return Image.open(io.BytesIO(page.screenshot()))


def sheet(pictured: list[tuple[str, dict[int, Image.Image]]]) -> Image.Image:
    """All rows below one another, each with its name above; and above all, the sizes."""
    widths = [round(LONGEST * column.still.size[0] / max(column.still.size)) for column in COLUMNS]
    lefts = [GAP + sum(width + GAP for width in widths[:number]) for number in range(len(COLUMNS))]
    heights = [HEAD + GAP + max(image.height for image in images.values()) for _, images in pictured]
    whole = Image.new("RGB", (lefts[-1] + widths[-1] + GAP, HEAD + sum(heights) + GAP), "#555")
    pen = ImageDraw.Draw(whole)
    for left, column in zip(lefts, COLUMNS, strict=True):
        pen.text((left, 4), f"{column.still}, {column.scheme}", "white")
    top = HEAD
    for (name, images), height in zip(pictured, heights, strict=True):
        pen.text((GAP, top + 4), name, "white")
        for number, image in images.items():
            whole.paste(image, (lefts[number], top + HEAD))
        top += height
    return whole


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
