"""Death Wish: its options, its moves as a record says them, and its cards."""

from typing import Annotated, ClassVar, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field
from msgspec.structs import force_setattr

from companion.games.cards import Pile, Printed
from companion.games.game import OptionsBase
from companion.games.moves import N_, Move, Seat, Text, text

Color = Literal["white", "blue", "orange", "red", "wild"]
Action = Literal["symptoms", "afflicted", "spread"]


class Options(OptionsBase, frozen=True):
    PER_TABLE = ("first",)

    target: Annotated[int, Meta(ge=1, le=40)] | UnsetType = UNSET
    last_survivor: bool = False
    first: Seat = 0


class Contract(Move, frozen=True, tag="contract"):
    """A disease is contracted. It lies in a stack as it was diagnosed, whoever has it later."""

    NAMES: ClassVar[tuple[str, ...]] = ("disease",)

    seat: Seat
    disease: Text
    color: Color
    skulls: Annotated[int, Meta(ge=0, le=9)]
    outbreak: bool = False
    from_: Seat | None = field(default=None, name="from")
    cause: Text | None = None
    symptoms: tuple[Text, ...] = ()


class Act(Move, frozen=True, tag="act"):
    """One of the other three turn actions."""

    seat: Seat
    action: Action


class Give(Move, frozen=True, tag="give"):
    """A disease passes to another, maybe in exchange for one of theirs."""

    NAMES: ClassVar[tuple[str, ...]] = ("disease", "back")

    seat: Seat
    to: Seat
    disease: Text
    back: Text | None = None


class Cure(Move, frozen=True, tag="cure"):
    """A disease is lost by an effect."""

    NAMES: ClassVar[tuple[str, ...]] = ("disease",)

    seat: Seat
    disease: Text


class Farewell(Move, frozen=True, tag="farewell"):
    """How somebody wants to be buried."""

    seat: Seat
    text: Text


class Outbreak(Move, frozen=True, tag="outbreak"):
    """What was drawn for a seat's last contract, and whether it is kept for later."""

    seat: Seat
    kept: bool
    text: Text | None = None


class PlayKeeper(Move, frozen=True, tag="play-keeper"):
    """A kept outbreak is used."""

    seat: Seat
    text: Text | None = None


class Mutate(Move, frozen=True, tag="mutate"):
    """An outbreak changes a disease: its colour, its skulls, or both."""

    NAMES: ClassVar[tuple[str, ...]] = ("disease",)

    seat: Seat
    disease: Text
    color: Color | None = None
    skulls: Annotated[int, Meta(ge=0, le=9)] | None = None

    def __post_init__(self) -> None:
        Move.__post_init__(self)
        if self.color is None and self.skulls is None:
            raise ValueError("A disease that mutates has another colour, other skulls, or both")


class Revive(Move, frozen=True, tag="revive"):
    """An outbreak brings somebody back to life, who may lose diseases by it."""

    NAMES: ClassVar[tuple[str, ...]] = ("cured",)

    seat: Seat
    cured: tuple[Text, ...] = ()

    def __post_init__(self) -> None:
        Move.__post_init__(self)
        if len(set(self.cured)) != len(self.cured):
            raise ValueError("Each disease is lost once")


AnyMove = Contract | Act | Give | Cure | Farewell | Outbreak | PlayKeeper | Mutate | Revive


DISEASES, OUTBREAKS = "diseases", "outbreaks"


class DiseaseCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A disease, as far as it counts."""

    disease: str
    color: Color
    skulls: Annotated[int, Meta(ge=0, le=9)]
    outbreak: bool | None = None

    def __post_init__(self) -> None:
        force_setattr(self, "disease", text(self.disease))
        force_setattr(self, "outbreak", bool(self.outbreak))


class OutbreakCard(Struct, frozen=True, forbid_unknown_fields=True):
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
    DISEASES: Pile(DiseaseCard, newest_first=True, printed=PRINTED, has_effects=True, name="disease"),
    OUTBREAKS: Pile(OutbreakCard, has_effects=True, name="text"),
}
