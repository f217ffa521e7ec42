"""Names stand as the published collation of their language has them."""

import random

import pytest

from companion.games.death_name.alphabet import order
from tests.alphabets.table import table

LANGUAGES = table()["languages"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_of_a_language_stand_as_another_collator_puts_them(language):
    names = LANGUAGES[language]
    shuffled = random.Random(7).sample(names, len(names))
    assert sorted(shuffled, key=lambda name: order(name, language)) == names
