"""Death Wish: options, moves as in a record, and cards."""

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
    """A contracted disease. It stays in a stack as diagnosed, also after it passes to another seat."""

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
    """A disease passed to another seat, possibly in exchange for one of its diseases."""

    NAMES: ClassVar[tuple[str, ...]] = ("disease", "back")

    seat: Seat
    to: Seat
    disease: Text
    back: Text | None = None


class Cure(Move, frozen=True, tag="cure"):
    """A disease lost by an effect."""

    NAMES: ClassVar[tuple[str, ...]] = ("disease",)

    seat: Seat
    disease: Text


class Farewell(Move, frozen=True, tag="farewell"):
    """A burial preference."""

    seat: Seat
    text: Text


class Outbreak(Move, frozen=True, tag="outbreak"):
    """An outbreak drawn by a seat; `kept`: for later."""

    seat: Seat
    kept: bool
    text: Text | None = None


class PlayKeeper(Move, frozen=True, tag="play-keeper"):
    """The use of a kept outbreak."""

    seat: Seat
    text: Text | None = None


class Mutate(Move, frozen=True, tag="mutate"):
    """A change of a disease by an outbreak: of its colour, its skulls, or both."""

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
    """The return of a dead seat by an outbreak, which may cure diseases."""

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
    """The counted part of a disease card."""

    disease: str
    color: Color
    skulls: Annotated[int, Meta(ge=0, le=9)]
    outbreak: bool | None = None

    def __post_init__(self) -> None:
        force_setattr(self, "disease", text(self.disease))
        force_setattr(self, "outbreak", bool(self.outbreak))


class OutbreakCard(Struct, frozen=True, forbid_unknown_fields=True):
    """An outbreak, by its name."""

    text: str

    def __post_init__(self) -> None:
        force_setattr(self, "text", text(self.text))


class Diagnosis(Struct, frozen=True):
    """The words of a diagnosis, which do not count."""

    disease: str
    cause: str
    symptoms: tuple[str, ...]


# The two diseases in the book: of Poolio only the words of a diagnosis, of Loomonia the card.
POOLIO = Diagnosis("Poolio", "I licked an armpit", ("meat cravings", "a hurty face", "cheesy feet"))
LOOMONIA = {"disease": "Loomonia", "color": "blue", "skulls": 2, "outbreak": True}
PRINTED = (Printed(LOOMONIA, N_("takes 4 blue symptoms and a blue afflicter")),)
PILES = {
    DISEASES: Pile(DiseaseCard, newest_first=True, printed=PRINTED, has_effects=True, name="disease"),
    OUTBREAKS: Pile(OutbreakCard, has_effects=True, name="text"),
}
