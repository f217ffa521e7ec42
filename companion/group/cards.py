"""What a card of a deck may say, game by game; to be handed to the games' own packages."""

from typing import Annotated, Any, get_args

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import force_setattr

from companion.games.death_over_the_kingdom.moves import Character
from companion.games.death_wish.moves import Color
from companion.games.final_deathweek import moves
from companion.games.moves import text

Icon = Annotated[int, Meta(ge=-2, le=2)]
Value = Annotated[int, Meta(ge=0, le=99)]
COPY = "copy"
DISEASES = "diseases"
CHARACTERS = "characters"
UPRIGHT = " upright"


class Event(moves.Event, frozen=True, forbid_unknown_fields=True):
    """An event of Final Deathweek; its colours in the order of the rulebook, so that one event is one card."""

    def __post_init__(self) -> None:
        super().__post_init__()
        force_setattr(self, "colors", tuple(color for color in moves.COLORS if color in self.colors))


class Disease(Struct, frozen=True, forbid_unknown_fields=True):
    """A disease of Death Wish, as the app needs to know it."""

    disease: str
    color: Color
    skulls: Annotated[int, Meta(ge=0, le=9)]
    outbreak: bool | None = None

    def __post_init__(self) -> None:
        force_setattr(self, "disease", text(self.disease))
        force_setattr(self, "outbreak", bool(self.outbreak))


class Suspect(Struct, frozen=True, forbid_unknown_fields=True):
    """A character of the Gang, with what is printed on the card."""

    name: str
    gender: str = ""
    nationality: str = ""
    career: str = ""

    def __post_init__(self) -> None:
        force_setattr(self, "name", text(self.name))
        for attribute in ("gender", "nationality", "career"):
            if said := getattr(self, attribute).strip():
                force_setattr(self, attribute, text(said))


FACES = get_args(Character)
PILES: dict[str, dict[str, Any]] = {
    "death-name": {
        "4": tuple[Icon, Icon, Icon, Icon],
        "5": tuple[Icon, Icon, Icon, Icon, Icon],
        "6": tuple[Icon, Icon, Icon, Icon, Icon, Icon],
    },
    "final-deathweek": {COPY: Event},
    "gamushara-gang": {CHARACTERS: Suspect},
    "death-wish": {DISEASES: Disease},
    "death-over-the-kingdom": {face + side: Value for face in FACES for side in ("", UPRIGHT)},
}


def card(game: str, pile: str, said: Any, strict: bool = True) -> Any:
    """A card as plain JSON in its one spelling; without `strict` its numbers may be texts, as in a form.

    ValueError if no card of that pile can say this, or if the game has no such pile.
    """
    piles = PILES.get(game)
    if piles is None:
        return said
    if pile not in piles:
        raise ValueError(f"There is no pile “{pile}”")
    try:
        return msgspec.json.decode(msgspec.json.encode(msgspec.convert(said, piles[pile], strict=strict)))
    except msgspec.ValidationError as problem:
        raise ValueError(str(problem)) from problem


def told_by_options(game: str, options: dict[str, Any]) -> list[tuple[str, Any]]:
    """The cards that the options of a game tell of, each with its pile."""
    if game == "gamushara-gang":
        return [(CHARACTERS, {"name": name}) for name in options.get("characters", ()) if not name.isdecimal()]
    if game == "death-over-the-kingdom":
        sides = options.get("values", {}).items()
        told = [(face + side, value) for face, both in sides for side, value in zip((UPRIGHT, ""), both, strict=False)]
        return [(pile, value) for pile, value in told if value is not None]
    return []
