"""Perhaps doing, are you spy?: options, moves as in a record, and cards."""

from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, Struct, field
from msgspec.structs import force_setattr

from companion.games.cards import Pile, Printed
from companion.games.game import OptionsBase
from companion.games.moves import Move, Seat, Text, text

CHARACTERS = tuple(str(number) for number in range(1, 15))
Rule = Literal[1, 2, 3, 4, 5]
Side = Literal["active", "hiding"]
Attribute = Literal["gender", "nationality", "career"]
ATTRIBUTES: tuple[Attribute, ...] = get_args(Attribute)


Amount = Annotated[int, Meta(ge=0, le=20)]


class Amounts(OptionsBase, frozen=True, rename="kebab"):
    """The points paid under each rule, before any doubling; the defaults are the rulebook's proposal [9]."""

    win: Amount = 2
    execution: Amount = 1
    spy_first_out: Amount = 1
    spy_wins: Amount = 1


class Options(OptionsBase, frozen=True):
    PER_TABLE = ("first", "characters")

    points: Annotated[tuple[Rule, ...], Meta(extra_json_schema={"uniqueItems": True})] = (1, 2, 3)
    amounts: Amounts = Amounts()
    first: Annotated[int, Meta(ge=0, le=4)] = 0
    characters: Annotated[
        tuple[Text, ...], Meta(min_length=14, max_length=14, extra_json_schema={"uniqueItems": True})
    ] = CHARACTERS

    def __post_init__(self) -> None:
        names = tuple(text(name) for name in self.characters)
        if len(set(names)) != len(names):
            raise ValueError("Two characters have the same name")
        if len(set(self.points)) != len(self.points):
            raise ValueError("A rule for points is named twice")
        force_setattr(self, "characters", names)


class NoPartner(Move, frozen=True, tag="no-partner"):
    """A seat's choice to play without a partner."""

    seat: Seat


class Nominate(Move, frozen=True, tag="nominate"):
    """A seat's candidate, an active character."""

    seat: Seat
    character: Text


class Exchange(Move, frozen=True, tag="exchange"):
    """An exchange of a candidate for an active character."""

    seat: Seat
    out: Text
    into: Text = field(name="in")


class Add(Move, frozen=True, tag="add"):
    """One more candidate."""

    seat: Seat
    character: Text


class Execute(Move, frozen=True, tag="execute"):
    """An execution by the turn player, at the meeting or by the effect of a card."""

    character: Text
    cause: Literal["meeting", "effect"] = "meeting"


class Succeed(Move, frozen=True, tag="succeed"):
    """The seat's role was executed, and its partner takes over."""

    seat: Seat


class Out(Move, frozen=True, tag="out"):
    """The seat's role was executed, and it has no living partner: it shows its cards."""

    seat: Seat
    spy: bool


class Flip(Move, frozen=True, tag="flip"):
    """A character turned over by a card's effect."""

    character: Text
    to: Side


class Confess(Move, frozen=True, tag="confess"):
    """An answer of a seat about its role: true about the condition; a spy may lie about an attribute."""

    seat: Seat
    about: Literal["condition", "gender", "nationality", "career"]
    answer: Text | None = None


class Turn(Move, frozen=True, tag="turn"):
    """The turn player card passes to the left."""


class Personality(Move, frozen=True, tag="personality"):
    """The personality of the last survivor."""

    seat: Seat
    spy: bool


AnyMove = NoPartner | Nominate | Exchange | Add | Execute | Succeed | Out | Flip | Confess | Turn | Personality


CHARACTER_CARDS, CHANCE_CARDS = "characters", "chances"


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
    CHARACTER_CARDS: Pile(Character, in_options=True, printed=PRINTED, has_effects=True, name="name"),
    CHANCE_CARDS: Pile(Chance, has_effects=True, name="name"),
}


def cards_in(options: dict[str, Any]) -> list[tuple[str, Any]]:
    """The characters that have a name of their own, not just a number."""
    return [(CHARACTER_CARDS, {"name": name}) for name in options.get("characters", ()) if not name.isdecimal()]
