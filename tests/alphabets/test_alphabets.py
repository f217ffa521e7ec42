"""Names stand as the published collation of their language has them."""

import os
import random
import re
import shutil

import pytest

from companion.games.death_name.alphabet import order
from companion.games.death_name.collation.tailorings import TAILORINGS
from tests.alphabets.rounds import wrongs
from tests.alphabets.table import table
from tests.support import TOP
from tests.support.effort import SEED, tries

LANGUAGES = table()["languages"]
NO_NODE = "no node: no rounds are compared with its collator"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_of_a_language_stand_as_another_collator_puts_them(language):
    names = LANGUAGES[language]
    shuffled = random.Random(7).sample(names, len(names))
    assert sorted(shuffled, key=lambda name: order(name, language)) == names


def test_every_language_that_is_offered_and_every_tailoring_has_its_names():
    words = (TOP / "templates" / "games" / "death-name" / "options.html").read_text("utf-8")
    offered = re.findall(r'"([a-z]{2})": "', words.split("LANGUAGES = ")[1].split("}")[0])
    assert len(offered) > 20
    assert {*offered} <= LANGUAGES.keys()
    assert {*TAILORINGS} - {"no"} <= {tag.lower() for tag in LANGUAGES}


@pytest.mark.slow
def test_random_rounds_are_ordered_as_node_orders_them():
    if not shutil.which("node"):
        (pytest.fail if os.environ.get("REQUIRE_NODE") else pytest.skip)(NO_NODE)
    wrong = wrongs([*LANGUAGES], tries(200), SEED)
    assert not any(wrong.values()), {tag: pairs[:3] for tag, pairs in wrong.items() if pairs}
