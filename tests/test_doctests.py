"""The examples in the docstrings are true."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

TOP = Path(__file__).parent.parent
FILES = [file.relative_to(TOP) for file in (TOP / "companion").rglob("*.py") if ">>> " in file.read_text("utf-8")]


@pytest.mark.parametrize("file", sorted(FILES), ids=str)
def test_the_examples_of_a_module_are_true(file: Path) -> None:
    failed, tried = doctest.testmod(import_module(".".join(file.with_suffix("").parts)))
    assert failed == 0
    assert tried > 0
