"""Perhaps doing, are you spy?: what a card of its decks may say."""

from typing import Any

from msgspec import Struct
from msgspec.structs import force_setattr

from companion.games.cards import Pile, Printed
from companion.games.gamushara_gang.moves import ATTRIBUTES
from companion.games.moves import text

CHARACTERS, CHANCES = "characters", "chances"


class Character(Struct, frozen=True, forbid_unknown_fields=True):
    """A character, with what is printed on its card."""

    name: str
    gender: str = ""
    nationality: str = ""
    career: str = ""

    def __post_init__(self) -> None:
        force_setattr(self, "name", text(self.name))
        for attribute in ATTRIBUTES:
            if printed := getattr(self, attribute).strip():
                force_setattr(self, attribute, text(printed))


class Chance(Struct, frozen=True, forbid_unknown_fields=True):
    """A chance card, by its name."""

    name: str

    def __post_init__(self) -> None:
        force_setattr(self, "name", text(self.name))


# The four of the fourteen whose names are publicly known.
PUBLIC_NAMES = ("Risa", "Shinji", "Saburo", "Lee")
PRINTED = tuple(Printed({"name": name, "gender": "", "nationality": "", "career": ""}) for name in PUBLIC_NAMES)
PILES = {
    CHARACTERS: Pile(Character, in_options=True, printed=PRINTED, has_effects=True, name="name"),
    CHANCES: Pile(Chance, has_effects=True, name="name"),
}


def cards_in(options: dict[str, Any]) -> list[tuple[str, Any]]:
    """The characters that have a name of their own, not just a number."""
    return [(CHARACTERS, {"name": name}) for name in options.get("characters", ()) if not name.isdecimal()]
