"""The lines of templates and sheets: none too long to be read, and one declaration each."""

import re
from pathlib import Path

TOP = Path(__file__).parent.parent.parent
LONGEST = 160
COMMENT = re.compile(r"/\*.*?\*/|\"[^\"]*\"|\([^()]*\)", re.S)


def test_no_line_of_a_template_is_too_long() -> None:
    found = [
        f"{path.relative_to(TOP)}:{number}"
        for path in (TOP / "templates").rglob("*.html")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > LONGEST
    ]
    assert found == []


def test_no_line_of_a_sheet_has_two_declarations() -> None:
    for sheet in (TOP / "static").rglob("*.css"):
        for line in COMMENT.sub("", sheet.read_text("utf-8")).splitlines():
            assert line.count(";") <= 1, f"{sheet.name}: {line}"


def test_a_condition_on_width_is_a_range() -> None:
    for sheet in (TOP / "static").rglob("*.css"):
        assert not re.search(r"\((min|max)-width:", sheet.read_text("utf-8")), f"{sheet.name}: width <= …, width > …"
