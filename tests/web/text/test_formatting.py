"""Numbers, places, times and names as text."""

import pytest
from flask import Flask

from companion.web.text.formatting import ordinal, places_of
from companion.web.text.languages import Languages, Speaking


@pytest.mark.parametrize(
    ("name", "places", "second"),
    [("en", "1st ×2 · 3rd ×1", "2nd"), ("es", "1.º ×2 · 3.º ×1", "2.º"), ("ja", "1位 2回 · 3位 1回", "2番")],
)
def test_a_place_in_the_end_is_counted_in_its_own_words(app: Flask, name: str, places: str, second: str) -> None:
    languages: Languages = app.extensions["languages"]
    with Speaking(languages.language(name)):
        assert (places_of({1: 2, 3: 1}), ordinal(2)) == (places, second)
