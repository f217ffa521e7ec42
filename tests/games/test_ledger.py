"""What grows without copying: logs, and ledgers that know what they add up to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.ledger import BY_HAND, Entry, Highlight, HighlightRule, Ledger, foremost
from companion.games.log import CHUNK, Log

numbers = st.lists(st.integers(0, 9), max_size=3 * CHUNK)
TRACKS = ("points", "lives")


def entered(because: str) -> st.SearchStrategy[list[Entry]]:
    """Entries by round, as a game makes them."""
    rounds, amounts = st.integers(0, 4), st.sampled_from([-9, -2, 2, 9])
    entry = st.builds(
        Entry, rounds, st.integers(0, 3), st.sampled_from(TRACKS), amounts, st.sampled_from(because.split())
    )
    return st.lists(entry, max_size=2 * CHUNK).map(by_round)


def by_round(entries: list[Entry]) -> list[Entry]:
    return sorted(entries, key=lambda entry: entry.round)


def sums(entries: list[Entry], track: str) -> tuple[int, ...]:
    """What the entries of one track add up to, per seat."""
    return tuple(sum(one.by for one in entries if (one.seat, one.track) == (seat, track)) for seat in range(4))


entries = entered(f"goal {BY_HAND}")


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
        assert first.sums(track, 4) == sums(before, track)
        assert both.sums(track, 4) == sums([*before, *after], track)
    assert both == Ledger([*before, *after])


@given(entries, st.integers(0, 2 * CHUNK))
def test_what_a_round_entered_is_what_stands_there_and_by_hand_its_sums(given: list[Entry], first: int) -> None:
    ledger = Ledger(given[:first]).grown(*given[first:])
    for round in range(-1, 6):
        here = [entry for entry in given if entry.round == round]
        scored = [entry for entry in here if entry.because != BY_HAND]
        by_hand = [entry for entry in here if entry.because == BY_HAND]
        entered = ledger.of_round(round)
        assert entered[: len(scored)] == scored
        assert {(entry.because, *entry.track) for entry in entered[len(scored) :]} <= {
            (BY_HAND, *one) for one in TRACKS
        }
        for track in TRACKS:
            assert sums(entered[len(scored) :], track) == sums(by_hand, track)
        changes = [(entry.seat, entry.track) for entry in entered[len(scored) :]]
        assert len(changes) == len({*changes})
        assert all(entry.by for entry in entered)


def test_of_each_kind_the_best_alone_is_foremost_and_equals_with_it() -> None:
    rules = {"kills": HighlightRule("person", "sum"), "died": HighlightRule("person", "least")}
    kills = [Highlight("kills", seat, amount) for seat, amount in enumerate((1, 3, 3))]
    died = [Highlight("died", seat, day) for seat, day in enumerate((4, 2))]
    whole = Highlight("days", None, 7)
    assert foremost([*kills, *died, whole], rules) == [*kills[1:], died[1], whole]
