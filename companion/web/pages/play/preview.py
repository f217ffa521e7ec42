"""What a correction changes: scores, places, entries of the ledger, and what people look at besides."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

from companion.games.ledger import Entry, first
from companion.games.view import Aspect
from companion.table.model import Table
from companion.table.open_round import is_locked
from companion.table.visibility import view


def preview(before: Table, after: Table) -> dict[str, Any]:
    """The values of the template that compares a table with itself after a correction.

    As long as something is secret that decides anything, the open round is left out, and rounds that would follow it:
    whether any does, is told by the secrets too. If entries that are left out differ, so are places, who leads and
    whether the game ends: each could give the secret away.
    """
    first_hidden = before.standing.round + before.counted if is_locked(before) else inf  # the dropped round, if any
    open_before, secret_before = _parted(before, first_hidden)
    open_after, secret_after = _parted(after, first_hidden)
    is_public = secret_before == secret_after and is_locked(before) == is_locked(after)
    seen, seen_after = (view(table, None) for table in (before, after))
    leads = [first(table.standing.places) for table in (before, after)]
    ended = [table.standing.over and not table.stopped for table in (before, after)]
    return {
        "differences": _differences(open_before, open_after, before.game.SCORED),
        "gone": _only(open_before, open_after),
        "new": _only(open_after, open_before),
        "lead": leads[1] if is_public and leads[0] != leads[1] and len(leads[1]) < len(after.seats) else None,
        "goes_on": is_public and ended == [True, False],
        "ends": is_public and ended == [False, True],
        "places": _moved(before, after) if is_public else [],
        "aspects": _otherwise(seen.aspects(first_hidden), seen_after.aspects(first_hidden)),
        "overruled": seen.overruled(seen_after, first_hidden),
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


def _moved(before: Table, after: Table) -> list[tuple[int, int, int]]:
    """(seat, place before, place after) of those who have another one."""
    places = zip(before.standing.places, after.standing.places, strict=True)
    return [(seat, old, new) for seat, (old, new) in enumerate(places) if old != new]


def _otherwise(before: Mapping[Aspect, Any], after: Mapping[Aspect, Any]) -> list[tuple[Aspect, Any, Any]]:
    """What is otherwise, before and after; None where there is nothing of it."""
    both = [(aspect, before.get(aspect), after.get(aspect)) for aspect in dict.fromkeys([*before, *after])]
    return [(aspect, old, new) for aspect, old, new in both if old != new]


def _only(entries: Sequence[Entry], others: Sequence[Entry]) -> list[Entry]:
    """The entries of one ledger that the other has not."""
    return list((Counter(entries) - Counter(others)).elements())
