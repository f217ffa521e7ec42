"""What grows without copying: logs, and ledgers that know what they add up to."""

from statistics import median
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import GAMES
from companion.games.death_wish.moves import Contract
from companion.games.ledger import Entry, Ledger, sums
from companion.games.log import CHUNK, Log
from companion.games.moves import Adjust
from companion.table.fold import append, lay
from companion.table.moves import options_for
from companion.table.questions import asks
from tests.games.play import every_game
from tests.playing import CAST

numbers = st.lists(st.integers(0, 9), max_size=3 * CHUNK)
entries = st.lists(
    st.builds(
        Entry, st.just(1), st.integers(0, 3), st.sampled_from(["points", "lives"]), st.integers(-9, 9), st.just("x")
    ),
    max_size=2 * CHUNK,
)


@given(numbers, numbers, st.slices(3 * CHUNK))
def test_a_log_is_read_like_a_tuple(before: list[int], after: list[int], part: slice) -> None:
    log, plain = Log(before).grown(*after), (*before, *after)
    assert (tuple(log), len(log), tuple(reversed(log))) == (plain, len(plain), plain[::-1])
    assert log[part] == plain[part]
    assert [log[at - len(plain)] for at in range(len(plain))] == list(plain)
    assert log.cut(len(before)) == Log(before)
    assert log == Log(plain)
    assert hash(log) == hash(Log(plain))
    assert (log == Log(before)) == (not after)
    with pytest.raises(IndexError):
        log[len(plain)]


@given(numbers)
def test_every_version_of_a_log_stays_as_it_was(values: list[int]) -> None:
    versions = [Log[int]()]
    for value in values:
        versions.append(versions[-1].grown(value))
    assert [tuple(log) for log in versions] == [tuple(values[:length]) for length in range(len(values) + 1)]


@given(entries, entries)
def test_a_ledger_knows_what_its_entries_add_up_to(before: list[Entry], after: list[Entry]) -> None:
    first = Ledger(before)
    both = first.grown(*after)
    for track in ("points", "lives", "skulls"):
        assert first.sums(track, 4) == sums(before, track, 4)
        assert both.sums(track, 4) == sums([*before, *after], track, 4)
    assert both == Ledger([*before, *after])


@pytest.mark.parametrize("slug", every_game())
def test_a_line_costs_no_more_on_a_long_sheet(slug: str) -> None:
    game = GAMES[slug]
    table, taken = lay(game, CAST[: game.SEATS[0]], options_for(game, {})), []
    for number in range(3000):
        began = perf_counter()
        table = append(table, Adjust(number % 2, table.tracks[0], 1 if number % 4 < 2 else -1, "a bet"))
        taken.append(perf_counter() - began)
    assert median(taken[-300:]) < 3 * median(taken[:300])


def test_what_is_asked_at_high_stacks_of_diseases_costs_little_more_than_they_are_high() -> None:
    taken, game = {}, GAMES["death-wish"]
    for high in (250, 2500):
        table = lay(game, CAST[:2], options_for(game, {}))
        for number in range(2 * high):
            table = append(table, Contract(number % 2, f"disease {number}", "red", 0))
        times = []
        for _ in range(5):
            began = perf_counter()
            asks(table, 0)
            times.append(perf_counter() - began)
        taken[high] = median(times)
    assert taken[2500] < 40 * taken[250]
