"""Docstrings are plain English: each begins with a verb or a noun phrase of the code (CONTRIBUTING.md, Style)."""

import ast
import re
from pathlib import Path

import pytest

from tests.support import TOP

FIRST = re.compile(
    r"(another|anew|as whom|at|by|for|from|how|in|it|nobody|nothing|of|on|once|so|somebody|something|that|the same|"
    r"there|these|they|those|to|told|under|what|whatever|when|where|which|who|whoever|whom|whose|why)\b",
    re.IGNORECASE,
)
ANYWHERE = re.compile(
    r"(?<!`)\b(whoever|anew|so many|so much|is told|(of|from) it|the house( opened)?|is enough)\b", re.IGNORECASE
)
GOOD_AND_BAD = [
    ("What is read at a path that was noted, as it is now.", "Current value of a recorded dependency."),
    (
        "Another value after each change: what a thread has read before it, is put where nobody looks any more.",
        "Replaced on every commit, so a slow reader cannot store stale rows.",
    ),
    (
        "As whom else this device reports: a tap that is sent again may find the phone in other hands.",
        "All reporters this device may act for (for retried taps).",
    ),
    (
        "What a job returns that changes nothing of any evening but adds a line",
        "Marks a commit that only appended a line; lets the evening cache survive.",
    ),
    (
        "a template is looked up once, and a call from it is a plain call",
        "Macros are called without Jinja's context wrapper.",
    ),
    ("`is_due`: something is asked of it that may not be left undone.", "has a mandatory question"),
    (
        "The wall is asked once, for what was before the house opened.",
        "Wall-clock time is used once, for idle time before this start.",
    ),
    ("End it; once is enough.", "Close. Idempotent."),
    (
        "Who comes on a device speaks on no other one tonight: it may be somebody else's, and shared since last week.",
        "Claiming a seat releases it on every other device.",
    ),
]


def problems(docstring: str) -> list[str]:
    """The words that make a docstring hard to read."""
    return [match[0] for match in (FIRST.match(docstring), *ANYWHERE.finditer(docstring)) if match]


def docstrings(file: Path) -> list[tuple[int, str]]:
    """The docstrings of a file, each with its line."""
    nodes = [node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, DOCUMENTED)]
    return [(node.body[0].lineno, text) for node in nodes if (text := ast.get_docstring(node))]


DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef)
FILES = [file.relative_to(TOP) for file in sorted((TOP / "companion").rglob("*.py"))]


@pytest.mark.parametrize("file", FILES, ids=str)
def test_docstrings_are_plain(file: Path) -> None:
    found_words = {line: words for line, text in docstrings(TOP / file) if (words := problems(text))}
    assert found_words == {}, f"{file}: say it with a verb or a noun phrase of the code first"


@pytest.mark.parametrize(("bad", "good"), GOOD_AND_BAD)
def test_the_linter_tells_plain_docstrings_from_others(bad: str, good: str) -> None:
    assert problems(bad) != []
    assert problems(good) == []
