"""Death Wish: what a card of its decks may say."""

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import force_setattr

from companion.games.cards import Pile, Printed, no_cards
from companion.games.death_wish.moves import Color
from companion.games.moves import text
from companion.games.refusals import N_

DISEASES, OUTBREAKS = "diseases", "outbreaks"


class Disease(Struct, frozen=True, forbid_unknown_fields=True):
    """A disease, as far as it counts."""

    disease: str
    color: Color
    skulls: Annotated[int, Meta(ge=0, le=9)]
    outbreak: bool | None = None

    def __post_init__(self) -> None:
        force_setattr(self, "disease", text(self.disease))
        force_setattr(self, "outbreak", bool(self.outbreak))


class Outbreak(Struct, frozen=True, forbid_unknown_fields=True):
    """An outbreak, by what it is called where it is told."""

    text: str

    def __post_init__(self) -> None:
        force_setattr(self, "text", text(self.text))


class Diagnosis(Struct, frozen=True):
    """What somebody says about a disease that they have contracted: nothing in it counts."""

    disease: str
    cause: str
    symptoms: tuple[str, ...]


# What the book tells of its diseases: all of one, of the other only how its diagnosis is shared.
POOLIO = Diagnosis("Poolio", "I licked an armpit", ("meat cravings", "a hurty face", "cheesy feet"))
LOOMONIA = {"disease": "Loomonia", "color": "blue", "skulls": 2, "outbreak": True}
PRINTED = (Printed(LOOMONIA, N_("takes 4 blue symptoms and a blue afflicter")),)
PILES = {
    DISEASES: Pile(Disease, newest_first=True, printed=PRINTED, has_effects=True, name="disease"),
    OUTBREAKS: Pile(Outbreak, has_effects=True, name="text"),
}
cards_in = no_cards
