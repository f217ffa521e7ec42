"""Pictures that a game leaves of its players, and the end of a game on a scoreboard."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.games.ledger import Highlight
from companion.web.screens.facts import Facts
from companion.web.screens.region import Region, Seat
from companion.web.screens.slots import table_fields
from companion.web.text.words import Words


@dataclass(frozen=True, kw_only=True)
class EndCard(Region):
    """Picture that a game leaves of a `seat` for which it has ended, as everybody may see it: the same on all screens.

    `view`, `result`, `words` and `options` as in TableRegion. `night`: when the evening began, as it is stored (ISO,
    UTC).
    """

    TEMPLATE: ClassVar[str] = "play/_end_card.html"
    slug: str
    title: str
    seats: Sequence[Seat]
    seat: int
    view: Any
    result: Mapping[str, Any]
    words: Words
    options: Any
    highlights: Sequence[Highlight]
    night: str


@dataclass(frozen=True, kw_only=True)
class Ending(Region):
    """End of a game on a scoreboard: the cards of all seats, winners first, then by place, none if it was broken off;
    and behind a tap its numbers. `chart`: the result with its ledger; None if the ledger is empty."""

    TEMPLATE: ClassVar[str] = "play/_ending.html"
    cards: Sequence[EndCard]
    seats: Sequence[Seat]
    winners: Sequence[int]
    chart: Mapping[str, Any] | None


def end_card(table: Facts, seat: int) -> EndCard | None:
    """Picture that a game leaves of a seat; None while it goes on for that seat, and if it was broken off."""
    if table.stopped or not table.view(None).has_ended_for(seat):
        return None
    return table.once(_end_card, str(seat))


def _end_card(table: Facts, seat: str) -> EndCard:
    fields, whole = table_fields(table, None, "card"), table.view(None)
    return EndCard(
        **{name: fields[name] for name in ("slug", "title", "seats", "result", "words", "options")},
        seat=int(seat),
        view=whole.shown_to("card", int(seat), {}),
        highlights=table.highlights,
        night=table.evening.opened_at if table.evening else table.header.opened_at,
    )


def ending(table: Facts) -> Ending | None:
    """End of a game on a scoreboard; None while something may still be asked."""
    return table.once(_ending) if table.is_closed else None


def _ending(table: Facts) -> Ending:
    places, winners = table.result["places"], table.result["winners"]
    order = sorted(range(len(table.seats)), key=lambda seat: (seat not in winners, places[seat]))
    return Ending(
        cards=[card for seat in order if (card := end_card(table, seat))],
        seats=table.seats,
        winners=winners,
        chart=table.chart,
    )
