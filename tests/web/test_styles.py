"""Style sheets: a game's own is scoped to it, and a page loads those of the games that it shows and no others."""

import re
from pathlib import Path

import pytest

from companion.games import GAMES
from docs import parts
from tests.support.gathering import Gathering

STATIC = Path(__file__).parent.parent.parent / "static"
SHEETS = sorted((STATIC / "games").glob("*.css"))
SHARED = [sheet for sheet in sorted((STATIC / "css").glob("*.css")) if sheet.stem != "tokens"]
COMMENT = re.compile(r"/\*.*?\*/", re.S)
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(")
LENGTH = re.compile(r"(?<![\w.-])(\d*\.?\d+)(px|rem|pt|vw|vh)\b")
MEASURED = re.compile(r"gap|(row|column)-gap|(padding|margin)(-\w+)*|border-radius|font(-size)?")
DECLARATION = re.compile(r"([\w-]+):\s*([^;{}]+);")
# Lengths that are no token: hairlines, room beside what is fixed or beyond all scales, units of a drawing, paper.
EXCEPTIONS = {
    *("1px", "48px", "70px", "84px", "100px", "106px", "136px", "170px"),
    *("18px", "21px", "22px", "24px", "26px", "64vh", "80vw", "9vw", "11pt", "12pt"),
}
LINKED = re.compile(r'href="/static/[^"]*?games/([a-z-]+)\.css"')


def outermost(css: str) -> list[str]:
    """The selectors and at-rules at the top of a sheet, without what is nested in them.

    >>> outermost("/* x */ a { b { c: d } } @media print { e { f: g } }")
    ['a', '@media print']
    """
    heads, depth, head = [], 0, ""
    for character in COMMENT.sub("", css):
        if character == "{":
            if depth == 0:
                heads.append(" ".join(head.split()))
            depth += 1
        elif character == "}":
            depth -= 1
            head = ""
        elif depth == 0:
            head += character
    assert depth == 0, "as many braces open as close"
    return heads


def test_there_is_a_sheet_for_every_game_and_none_besides() -> None:
    assert {sheet.stem for sheet in SHEETS} == set(GAMES)


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_all_that_a_games_sheet_says_is_said_of_this_game_alone(sheet: Path) -> None:
    scopes = [head for head in outermost(sheet.read_text("utf-8")) if not head.startswith("@keyframes ")]
    assert scopes == [f'[data-game="{sheet.stem}"]']


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_nothing_of_a_games_sheet_is_important(sheet: Path) -> None:
    """Important, it would show what the house holds back: of important declarations those of the first layer win."""
    assert "!important" not in COMMENT.sub("", sheet.read_text("utf-8"))


@pytest.mark.parametrize("sheet", sorted((STATIC / "css").glob("*.css")), ids=lambda sheet: sheet.stem)
def test_no_shared_sheet_names_a_game(sheet: Path) -> None:
    assert "data-game" not in sheet.read_text("utf-8")


@pytest.mark.parametrize("sheet", [*SHEETS, *SHARED], ids=lambda sheet: sheet.stem)
def test_colours_spaces_sizes_and_corners_are_tokens(sheet: Path) -> None:
    """A game, and paper, may have colours of their own, each under a name; sizes in em follow what is around them."""
    for name, value in DECLARATION.findall(COMMENT.sub("", sheet.read_text("utf-8"))):
        if not name.startswith("--"):
            assert not COLOUR.search(value), f"{sheet.name} says {name}: {value}"
        if MEASURED.fullmatch(name):
            raw = {"".join(pair) for pair in LENGTH.findall(value)}
            assert raw <= EXCEPTIONS, f"{sheet.name} says {name}: {value}"


@pytest.mark.parametrize("sheet", [*SHEETS, *SHARED], ids=lambda sheet: sheet.stem)
def test_every_token_that_is_used_is_there(sheet: Path) -> None:
    """A game may say what a shared sheet has a default for."""
    css, games = sheet.read_text("utf-8"), "".join(one.read_text("utf-8") for one in SHEETS)
    there = set(re.findall(r"(--[\w-]+):", (STATIC / "css" / "tokens.css").read_text("utf-8") + css)) | {"--of"}
    assert set(re.findall(r"var\((--[\w-]+)\)", css)) <= there
    assert set(re.findall(r"var\((--[\w-]+),", css)) <= there | set(re.findall(r"(--[\w-]+):", games))


@pytest.mark.parametrize("game", GAMES)
def test_a_table_loads_the_sheet_of_its_game_alone(evening: Gathering, game: str) -> None:
    phones = [evening.come(name) for name in ("Ann", "Bo", "Cy", "Di")]
    assert LINKED.findall(phones[0].get("/").html) == [], "a phone's first page is to be light"
    for kind in ("phone", "board"):
        evening.tablet.post("/use", {"kind": kind})
        assert set(LINKED.findall(evening.tablet.get("/").html)) == set(GAMES), "a host chooses among all"
    evening.start(game)
    for screen in (evening.tablet, phones[0]):
        html = screen.get("/").html
        assert LINKED.findall(html) == [game]
        assert re.search(rf'<body [^>]*data-game="{game}"', html)
    told = evening.tablet.get(f"/history/{evening.live.header.id}?line=0").html
    assert LINKED.findall(told) == [game]
    assert re.search(rf'<body [^>]*data-game="{game}"', told)


@pytest.mark.parametrize("path", ["/history/", "/decks/", "/devices", "/help"])
def test_a_page_about_no_game_loads_none(evening: Gathering, path: str) -> None:
    assert LINKED.findall(evening.tablet.get(path).html) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_page_of_a_games_past_loads_its_sheet(evening: Gathering, game: str) -> None:
    assert LINKED.findall(evening.tablet.get(f"/history/games/{game}").html) == [game]


def test_a_stream_has_the_page_fetched_anew_when_another_game_is_on_the_table(evening: Gathering) -> None:
    for name in ("Ann", "Bo", "Cy", "Di"):
        evening.come(name)
    evening.start("death-name")
    stream = evening.tablet.client.get("/live?layout=board+table&game=death-wish")
    first = next(stream.iter_encoded())
    stream.close()
    assert first == b"event: reload\ndata: %s\n\n" % (evening.now.table_code or "").encode()


def test_every_part_of_the_house_stands_on_the_page_of_the_parts() -> None:
    """Each but what belongs to one kind of screen: its tables, its end cards, and what happens on it."""
    css = DECLARATION.sub("", COMMENT.sub("", (STATIC / "css" / "parts.css").read_text("utf-8")))
    of_screens = {"board", "moment", "tally", "rungs", "out", "sit", "swatches", "endcard", "endcards", "picture"}
    of_screens |= {"dw-race", "dead", "htmx-request", "languages-foot", "lead"}
    shown = {name for names in re.findall(r'class="([^"]*)"', parts.page("phone")) for name in names.split()}
    assert {*re.findall(r"\.([a-z][\w-]*)", css)} - shown <= of_screens


def test_letters_of_all_sheets_have_one_scale() -> None:
    found = {
        value
        for sheet in [*SHEETS, *SHARED]
        for name, value in DECLARATION.findall(sheet.read_text("utf-8"))
        if name == "font-size"
    }
    assert len(found) <= 40, sorted(found)
