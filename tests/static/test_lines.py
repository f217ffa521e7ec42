"""The lines of templates and sheets: none too long to be read, and one declaration each."""

import re
from collections import Counter
from pathlib import Path

TOP = Path(__file__).parent.parent.parent
LONGEST = 160
LONG = {  # how many lines are longer, by template: one sentence, one drawing, one attribute
    "games/death-over-the-kingdom/guide-turns.html": 1,
    "games/death-over-the-kingdom/options.html": 1,
    "games/death-wish/_contract.html": 1,
    "games/death-wish/_skulls.html": 1,
    "games/gamushara-gang/_gang.html": 1,
    "gather/_host_menu.html": 1,
    "gather/_who_sits.html": 1,
    "gather/help.html": 2,
    "gather/network.html": 1,
    "group/become_keeper.html": 1,
    "group/file.html": 1,
    "layout/base.html": 1,
    "play/names.html": 1,
}
COMMENT = re.compile(r"/\*.*?\*/|\"[^\"]*\"|\([^()]*\)", re.S)


def test_no_line_of_a_template_is_too_long() -> None:
    found = Counter(
        str(path.relative_to(TOP / "templates"))
        for path in (TOP / "templates").rglob("*.html")
        for line in path.read_text("utf-8").splitlines()
        if len(line) > LONGEST
    )
    assert dict(found) == LONG


def test_no_line_of_a_sheet_has_two_declarations() -> None:
    for sheet in (TOP / "static").rglob("*.css"):
        for line in COMMENT.sub("", sheet.read_text("utf-8")).splitlines():
            assert line.count(";") <= 1, f"{sheet.name}: {line}"


def test_a_condition_on_width_is_a_range() -> None:
    for sheet in (TOP / "static").rglob("*.css"):
        assert not re.search(r"\((min|max)-width:", sheet.read_text("utf-8")), f"{sheet.name}: width <= …, width > …"
