"""Pictures that a game leaves of its players, and the end of a game on a scoreboard."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, ClassVar
from zlib import crc32

from companion.games.ledger import Highlight
from companion.paths import resources
from companion.web.screens.facts import Facts
from companion.web.screens.region import Region, Seat
from companion.web.screens.slots import Values, table_fields
from companion.web.text.words import Words


@dataclass(frozen=True, kw_only=True)
class EndCard(Region):
    """Picture that a game leaves of a `seat` for which it has ended, as everybody may see it: the same on all screens.

    `view`, `result`, `words` and `options` as in TableRegion. `night`: when the evening began, as it is stored (ISO,
    UTC). `address`: where a screen of the evening fetches the picture; empty: it is drawn in its place. `can_save`: a
    button saves it; `all_cards`: the page with those of all seats, to print; empty while the game goes on.
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
    address: str
    can_save: bool = False
    all_cards: str = ""


@dataclass(frozen=True, kw_only=True)
class Ending(Region):
    """End of a game on a scoreboard: the cards of all seats, winners first, then by place; none if it was broken
    off. `is_won_alone`: the first has won alone."""

    TEMPLATE: ClassVar[str] = "play/_ending.html"
    cards: Sequence[EndCard]
    is_won_alone: bool


@dataclass(frozen=True, kw_only=True)
class Numbers(Region):
    """Numbers of a game that has ended, behind a tap if there are cards: the standing beside, and the `chart` of the
    result with its ledger, if that is not empty."""

    TEMPLATE: ClassVar[str] = "play/_numbers.html"
    chart: Mapping[str, Any] | None
    seats: Sequence[Seat]
    is_folded: bool


@cache
def has_cards(slug: str) -> bool:
    """Whether a game draws cards."""
    return (resources("templates") / "games" / slug / "card.html").is_file()


def end_card(table: Facts, seat: int, can_save: bool = False) -> EndCard | None:
    """Picture that a game leaves of a seat; None while it goes on for that seat, if it was broken off, and of a game
    that draws none."""
    if table.stopped or not table.view(None).has_ended_for(seat) or not has_cards(table.header.game):
        return None
    card = table.once(_end_card, seat)
    if not can_save:
        return card
    has_page = table.is_linked and table.result["over"]
    return replace(card, can_save=True, all_cards=f"/history/{table.record_id}#cards" if has_page else "")


def _end_card(table: Facts, seat: int) -> EndCard:
    fields, view = table_fields(table, None, "card"), table.view(None).shown_to("card", seat, {})
    highlights = [highlight for highlight in table.highlights if highlight.seat == seat]
    shown = repr((table.seats, view, fields["result"], highlights))
    return EndCard(
        **{name: fields[name] for name in ("slug", "title", "seats", "result", "words", "options")},
        seat=seat,
        view=view,
        highlights=highlights,
        night=table.evening.opened_at if table.evening else table.header.opened_at,
        # Another one for another picture, or a browser would keep the old one.
        address=f"/table/{table.code}/end-card/{seat}?{crc32(shown.encode())}" if table.is_linked else "",
    )


def ending(table: Facts, slot: str) -> Values:
    """End of a game in the main slot of a scoreboard; nothing while something may still be asked."""
    if not table.is_closed:
        return {}
    places, winners = table.result["places"], table.result["winners"]
    order = sorted(range(len(table.seats)), key=lambda seat: (seat not in winners, places[seat]))
    cards = [card for seat in order if (card := end_card(table, seat))]
    numbers = Numbers(chart=table.chart, seats=table.seats, is_folded=bool(cards))
    return {f"{slot}/ending": Ending(cards=cards, is_won_alone=len(winners) == 1), f"{slot}/numbers": numbers}
