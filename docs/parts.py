"""Make a page of all that screens share, in every state: `python docs/parts.py`.

Letters, colours, people, buttons, fields, folds and the drawings of all games, small and large. It comes into
`artifacts/parts-phone.html` and `artifacts/parts-board.html`, with the style sheets inside.
"""

import re
import sys
from pathlib import Path

from msgspec import Struct

TOP = Path(__file__).parent.parent
sys.path.insert(0, str(TOP))

from companion.games import GAMES  # noqa: E402
from companion.group.people import MARKS  # noqa: E402
from companion.table.record import read  # noqa: E402
from companion.table.result import result  # noqa: E402
from companion.web.text.art import figures  # noqa: E402
from tests.evenings import kept  # noqa: E402
from tests.support.browser.stills import still  # noqa: E402
from tests.support.own_app import app_of_its_own  # noqa: E402

PAGES = TOP / "artifacts"
TOKENS = TOP / "static" / "css" / "tokens.css"
TEMPLATE = Path(__file__).with_suffix(".html")
NAMES = ("Ann", "Bo", "花子", "Magdalena von Wolfesc", "Cy", "Dora", "Ed", "Fay")


class Person(Struct, frozen=True):
    """A person at a table, with a mark."""

    index: int
    name: str
    colour: str
    shape: str


def tokens(kind: str, value: str = "") -> list[str]:
    """Return the names of the tokens whose name is of this pattern and whose value begins so, each once, in order."""
    return [*dict.fromkeys(re.findall(rf"^  ({kind}): {value}", TOKENS.read_text("utf-8"), re.M))]


def page(layout: str) -> str:
    """The page of all parts, as a "phone" or a "board" shows them; its style sheets stand in it."""
    _, played = next(kept("death-name"))
    with app_of_its_own() as app, app.test_request_context("/"):
        drawn = app.jinja_env.from_string(TEMPLATE.read_text("utf-8")).render(
            layout=layout,
            games=[*GAMES],
            figures={slug: figures(slug) for slug in GAMES},
            people=[Person(n, name, *MARKS[n]) for n, name in enumerate(NAMES)],
            result=result(read(played.record).table),
            letters=tokens(r"--(?:t\d+|text|title|long-name|own-\w+|close\S*|least|board-\w+)"),
            colours=tokens(r"--[\w-]+", r"(?:#|light-dark\()"),
        )
        return still(drawn)


def main() -> int:
    """Make the pages."""
    PAGES.mkdir(exist_ok=True)
    for layout in ("phone", "board"):
        path = PAGES / f"parts-{layout}.html"
        path.write_text(page(layout), "utf-8")
        print(f"Made: {path.relative_to(TOP)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
