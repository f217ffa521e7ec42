"""What a correction would change is shown as far as everybody may know it: the same in two worlds."""

from random import Random

import pytest

from companion.games import GAMES
from companion.table.fold import append
from companion.table.model import Correct
from companion.web.play.preview import preview
from tests.faults.pairs import adjusted, opened_again
from tests.support.effort import tries
from tests.support.games.random_play import laid, played
from tests.support.states.state import State
from tests.support.states.twin import twin


@pytest.mark.parametrize("slug", ["death-name", "final-deathweek"])
def test_what_putting_back_the_end_of_a_round_would_change_tells_none_of_its_secrets(slug: str) -> None:
    differ = False
    for number in range(tries(20)):
        rng = Random(f"{slug} {number}")
        for again in opened_again([*played(rng, laid(rng, GAMES[slug]))]):
            table = adjusted(rng, again)
            other = twin(State(f"{slug} {number} {len(table.lines)}", table))
            if other is None:
                continue
            put_back = Correct(((len(again.lines), None),))
            after, other_after = append(table, put_back), append(other.table, put_back)
            assert preview(table, after) == preview(other.table, other_after), (table.lines, other.table.lines)
            differ = differ or after.standing != other_after.standing
    assert differ, "there was nothing to be told"
