"""What a correction changes: scores, entries of the ledger, who leads, whether the game is over."""

from collections import Counter
from collections.abc import Sequence
from math import inf
from typing import Any

from companion.games.ledger import Entry, first
from companion.table.model import Table
from companion.table.open_round import is_locked
from companion.table.visibility import secrets_open, view


def preview(before: Table, after: Table) -> dict[str, Any]:
    """The values of the template that compares a table with itself after a correction.

    As long as something is secret, the entries of the open round are left out, and those of rounds that would follow
    it: whether any does, is told by the secrets too. If what is left out differs, so is who leads and whether the game
    ends: either could give the secret away.
    """
    first_hidden = before.standing.round + before.counted if secrets_open(before) else inf  # the dropped round, if any
    open_before, secret_before = _parted(before, first_hidden)
    open_after, secret_after = _parted(after, first_hidden)
    is_public = secret_before == secret_after and is_locked(before) == is_locked(after)
    leads = [first(table.standing.places) for table in (before, after)]
    ended = [table.standing.over and not table.stopped for table in (before, after)]
    return {
        "differences": _differences(open_before, open_after, before.game.SCORED),
        "gone": _only(open_before, open_after),
        "new": _only(open_after, open_before),
        "lead": leads[1] if is_public and leads[0] != leads[1] and len(leads[1]) < len(after.seats) else None,
        "goes_on": is_public and ended == [True, False],
        "ends": is_public and ended == [False, True],
        "overruled": view(before, None).overruled(view(after, None), first_hidden),
    }


def _parted(table: Table, first_hidden: float) -> tuple[list[Entry], list[Entry]]:
    """The entries of a table's ledger, and apart from them those from the first hidden round on."""
    ledger = table.game.ledger(table.state)
    return (
        [entry for entry in ledger if entry.round < first_hidden],
        [entry for entry in ledger if entry.round >= first_hidden],
    )


def _differences(
    before: Sequence[Entry], after: Sequence[Entry], scored: Sequence[str]
) -> list[tuple[int, str, int, int]]:
    """(seat, track, number before, number after) where one changes; track "" is the score."""
    old, new = _numbers(before, scored), _numbers(after, scored)
    changed = sorted(number for number in old.keys() | new.keys() if old[number] != new[number])
    return [(seat, track, old[seat, track], new[seat, track]) for seat, track in changed]


def _numbers(entries: Sequence[Entry], scored: Sequence[str]) -> Counter[tuple[int, str]]:
    """The score of each seat, and what is counted besides."""
    numbers: Counter[tuple[int, str]] = Counter()
    for entry in entries:
        numbers[entry.seat, "" if entry.track in scored else entry.track] += entry.by
    return numbers


def _only(entries: Sequence[Entry], others: Sequence[Entry]) -> list[Entry]:
    """The entries of one ledger that the other has not."""
    return list((Counter(entries) - Counter(others)).elements())
