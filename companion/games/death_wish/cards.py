"""Death Wish: what a card of its decks may say."""

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import force_setattr

from companion.games.cards import Pile, no_cards
from companion.games.death_wish.moves import Color
from companion.games.moves import text

DISEASES = "diseases"


class Disease(Struct, frozen=True, forbid_unknown_fields=True):
    """A disease, as far as it counts."""

    disease: str
    color: Color
    skulls: Annotated[int, Meta(ge=0, le=9)]
    outbreak: bool | None = None

    def __post_init__(self) -> None:
        force_setattr(self, "disease", text(self.disease))
        force_setattr(self, "outbreak", bool(self.outbreak))


PILES = {DISEASES: Pile(Disease, newest_first=True)}
cards_in = no_cards
