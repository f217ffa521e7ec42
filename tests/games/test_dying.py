"""Who dies in a moment: exactly those who have died by its newest line, as everybody may know it."""

from typing import Any

import pytest

from companion.table.record import read
from companion.table.visibility import view
from tests.evenings import EVENINGS

GONE = {
    "death-over-the-kingdom": lambda seen: {seat for seat, is_living in enumerate(seen.living) if not is_living},
    "death-wish": lambda seen: {death.seat for death in seen.deaths},
    "final-deathweek": lambda seen: {
        seat for day in seen.week for seat, verdict in enumerate(day.verdicts) if verdict.died
    },
    "gamushara-gang": lambda seen: set(seen.out),
}


def told(name: str) -> list[tuple[set[int], set[int]]]:
    """Of each line that unfolds with a death: who dies by its words, and who is gone since the line before."""
    record = EVENINGS[name].record
    pairs: list[tuple[set[int], set[int]]] = []
    before: set[int] = set()
    for number, _ in enumerate(record["moves"], 1):
        table = read({**record, "moves": record["moves"][:number]}).table
        now: Any = view(table, None)
        gone = GONE[table.game.SLUG](now)
        recorded = table.lines[-1].recorded
        kind = str(recorded.move.__struct_config__.tag) if recorded else "correct"
        words = now.unfolding(kind).split()
        dying = {int(word.removeprefix("dies-")) for word in words if word.startswith("dies-")}
        if dying:
            pairs.append((dying, gone - before))
        before = gone
    return pairs


@pytest.mark.parametrize("slug", GONE)
def test_the_words_name_those_who_are_gone_since_the_line_before(slug: str) -> None:
    pairs = [pair for name in EVENINGS if name.startswith(f"{slug}/") for pair in told(name)]
    assert pairs, "somebody dies in these evenings"
    for dying, gone in pairs:
        assert dying == gone
