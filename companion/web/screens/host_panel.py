"""For whom a host may report, and what is asked of the whole table."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

from companion.games.game import Ask
from companion.games.view import ViewBase
from companion.web.screens.facts import Facts


@dataclass(frozen=True)
class Reported:
    """A seat for which a host may report. `is_due`: something is asked of it that may not be left undone."""

    seat: int
    asks: Sequence[Ask]
    has_phone: bool
    is_due: bool


def others(table: Facts, own: int | None) -> list[Reported]:
    """For whom a host may report: first the seats without a phone of their own, then the others that are waited for."""
    seats = [_reported(table, seat, own) for seat in range(len(table.seats)) if seat != own]
    return sorted((one for one in seats if one.asks), key=lambda one: (one.has_phone, one.seat))


def _reported(table: Facts, seat: int, own: int | None) -> Reported:
    asks = table.reported(seat, own)
    return Reported(seat, asks, seat in table.with_phone, not all(map(attrgetter("optional"), asks)))


def first_open(view: ViewBase, reported: Sequence[Reported]) -> int | None:
    """The seat whose drawer is open: the next one without a phone that is waited for, in the order of the game.

    None while something new is still being looked at.
    """
    waited = [one.seat for one in reported if one.is_due and not one.has_phone]
    due = [seat for seat in view.due if seat in waited]
    return None if view.fresh else next(iter(due + waited), None)


def of_all(table: Facts) -> list[Ask]:
    """What is asked of the whole table, each once."""
    common: list[Ask] = []
    for seat in range(len(table.seats)):
        common += [ask for ask in table.asks(seat) if ask.seat is None and ask not in common]
    return common
