"""The check of looks can fail: a page with one thing wrong, and what is said of it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.support.browser import looks, sizes

pytestmark = pytest.mark.browser

BOARD = """<body style="font-size: 30px"><main id="screen" data-layout="board table"><ol class="standing">
  <li>{names}</li></ol>{more}</main>"""
FOUR = '<bdi style="font-size: 48px">Ann</bdi> <b class="total" style="font-size: 48px">−3</b>' * 4
WRONG = {
    "a wide element": ("<p style='width: 90px'><b style='display: block; width: 200px'>x</b></p>", "needs 200 px"),
    "a wide page": ("<div style='width: 2000px'>x</div>", "the page is 2008 px wide"),
    "a wide page of a phone": ("<div style='width: 800px'>x</div>", "390×844: the page is 808 px wide"),
    "words that are cut off": ("<p style='height: 9px; overflow: hidden'>Ann<br>Bo</p>", "is cut off at 9"),
    "words that somebody else cuts off": (
        "<p style='height: 30px; overflow: hidden; font: 16px/20px serif'><span>Ann</span><br><b>Bo</b></p>",
        "b “Bo” is cut off by p",
    ),
    "half a line": (
        "<p style='display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden;"
        " width: 40px; min-height: 50px; font: 16px/20px serif'>Ann and Bo and Cy and Di</p>",
        "shows 2.50 lines",
    ),
    "what nobody can scroll to": (
        "<p style='position: absolute; bottom: calc(100% + 9px)'>Ann</p>",
        "p “Ann” begins outside of the page",
    ),
    "a low button": ("<button style='width: 90px; height: 43px'>Keep</button>", "a target of 90 × 43 px"),
    "a narrow link": ("<a href='/' style='display: block; width: 40px; height: 44px'>x</a>", "a target of 40 × 44 px"),
    "a low summary": ("<details><summary>more</summary></details>", "summary “more” is a target"),
    "a low field": ("<input name='name'>", "input[name=name] is a target"),
    "a low select": ("<select name='on'><option>Ann</option></select>", "select[name=on]"),
    "a small label": ("<label><input type='radio'>+1</label>", "label “+1” is a target"),
    "a small letter on the board": (BOARD.format(names=FOUR, more="<p style='font-size: 19px'>x</p>"), "in 19 px"),
    "a small name on the board": (
        BOARD.format(names=FOUR + "<span class='who'><bdi style='font-size: 31px'>Bo</bdi></span>", more=""),
        "bdi “Bo” is written in 31 px",
    ),
    "a small letter in a drawing": (
        BOARD.format(
            names=FOUR,
            more="<svg width='20' height='20' viewBox='0 0 40 40'><text y='30' font-size='38'>A</text></svg>",
        ),
        "in 19 px",
    ),
    "no standing on the board": (BOARD.format(names="", more=""), "has no standing"),
    "a complaint": ("<script>console.error('alas')</script>", "console: alas"),
    "a script that fails": ("<script>throw new Error('alas')</script>", "a script fails: alas"),
    "a request outside": ("<img src='http://127.0.0.9:9/x.png'>", "goes outside: http://127.0.0.9:9/x.png"),
    "a forbidden style": (
        "<meta http-equiv='Content-Security-Policy' content=\"style-src 'none'\"><style>p { top: 0 }</style>",
        "Content Security Policy",
    ),
}
RIGHT = {
    "a shortened name": "<p style='width: 90px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap'>"
    "Bartholomew Longname</p>",
    "a large label round a hidden box": "<label style='display: block; width: 44px; height: 44px'>"
    "<input type='checkbox' style='position: absolute; opacity: 0'>x</label>",
    "a small button that is folded away": "<details><summary style='height: 44px'>x</summary>"
    "<button>x</button></details>",
    "words for the ear": "<p style='position: absolute; width: 1px; height: 1px; overflow: hidden;"
    " clip-path: inset(50%); white-space: nowrap'>Waiting for Ann and for Bo</p>",
    "a board": BOARD.format(names=FOUR, more=""),
    "a caption": "<label for='x'>Name</label><input id='x' style='height: 44px; width: 100px'>",
}


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An empty page, watched."""
    opened = browser.new_page(viewport={"width": 1280, "height": 800})
    looks.watch(opened)
    yield opened
    opened.close()


@pytest.mark.parametrize("what", WRONG)
def test_it_says_what_is_wrong(page: Page, what: str) -> None:
    html, said = WRONG[what]
    page.set_content(html)
    with pytest.raises(AssertionError, match="faults:") as found:
        looks.check(page)
    assert said in str(found.value)
    if "<script" not in html and "http" not in html:
        assert looks.faults(page), "what stays is said again"


@pytest.mark.parametrize("what", RIGHT)
def test_it_leaves_alone_what_is_right(page: Page, what: str) -> None:
    page.set_content(RIGHT[what])
    looks.check(page)
    assert page.viewport_size == {"width": 1280, "height": 800}


def test_it_says_everything_at_once(page: Page) -> None:
    page.set_content(WRONG["a low button"][0] + WRONG["a narrow link"][0] + WRONG["a complaint"][0])
    assert len(looks.faults(page)) == 5  # two targets in two sizes, and a complaint


NARROW = "<p style='width: 100px; overflow-wrap: {}; font: 20px/1.5 serif'>Wolfeschlegelstein</p>"
LOW = "<p style='overflow: hidden; height: {}px; font: 40px/40px serif'>Cy</p>"


@pytest.mark.parametrize(
    ("html", "said"),
    [
        (NARROW.format("anywhere"), ["body > p: “Wolfeschlegelstein” breaks inside"]),
        (NARROW.format("normal; overflow: hidden; text-overflow: ellipsis"), []),
        ("<p style='width: 60px'>Ann-Sophie Bo</p>", []),
        ("<p style='width: 30px'>さくらとたろう</p>", []),
        (LOW.format(34), ["body > p: the feet of “Cy” are cut off by"]),
        (LOW.format(48), []),
    ],
)
def test_it_says_which_letters_nobody_can_read(page: Page, html: str, said: list[str]) -> None:
    page.set_content(html)
    found = page.evaluate(sizes.LETTERS)
    assert len(found) == len(said)
    assert all(fault.startswith(begins) for fault, begins in zip(found, said, strict=True))
