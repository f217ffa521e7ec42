"""What grows without copying: logs, and ledgers that know what they add up to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.ledger import Entry, Ledger, sums
from companion.games.log import CHUNK, Log

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
