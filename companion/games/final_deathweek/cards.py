"""Final Deathweek: what a card of its decks may say."""

from msgspec.structs import force_setattr

from companion.games.cards import Pile, no_cards
from companion.games.final_deathweek import moves

COPY = "copy"


class Event(moves.Event, frozen=True, forbid_unknown_fields=True):
    """An event; its colours in the order of the rulebook, so that one event is one card."""

    def __post_init__(self) -> None:
        super().__post_init__()
        force_setattr(self, "colors", tuple(color for color in moves.COLORS if color in self.colors))


PILES = {COPY: Pile(Event)}
cards_in = no_cards
