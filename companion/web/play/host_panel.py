"""For whom a host may report, and what is asked of the whole table."""

from collections.abc import Sequence
from typing import Any

from companion.evening.model import Evening
from companion.games.game import Ask
from companion.storage.stored_table import LiveTable
from companion.table import questions


def others(evening: Evening, live: LiveTable, own: int | None) -> list[dict[str, Any]]:
    """For whom a host may report: first the seats without a phone of their own, then the others that are waited for.

    On a phone of the host's own, what is asked of the whole table is among them, where it is not asked there already.
    """
    known = () if own is None else questions.asks(live.table, own)
    told = [
        {"seat": seat, "asks": asks, "phone": evening.has_phone(person), "due": any(not ask.optional for ask in asks)}
        for seat in range(len(live.table.seats))
        if seat != own
        for person in [live.header.people[seat] if live.header.people else None]
        for asks in [_asked_of(live, seat, own, known)]
    ]
    return sorted((of for of in told if of["asks"]), key=lambda of: (of["phone"], of["seat"]))


def _asked_of(live: LiveTable, seat: int, own: int | None, known: Sequence[Ask]) -> list[Ask]:
    asks = questions.asks(live.table, seat)
    return [ask for ask in asks if ask.seat is not None or (own is not None and ask not in known)]


def of_all(live: LiveTable) -> list[Ask]:
    """What is asked of the whole table, each once."""
    found: list[Ask] = []
    for seat in range(len(live.table.seats)):
        found += [ask for ask in questions.asks(live.table, seat) if ask.seat is None and ask not in found]
    return found
