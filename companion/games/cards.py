"""What all decks share: their piles."""

from typing import Any

import msgspec
from msgspec import Struct


class Printed(Struct, frozen=True):
    """A card that the rulebook shows, as plain JSON in its one spelling; `note`: what people are told besides."""

    card: Any
    note: str = ""


class Pile(Struct, frozen=True):
    """A pile of a game's decks: what a card of it may say, as a type.

    `newest_first`: screens offer the card used last first, else in a lasting order. `in_options`: the form of the
    game's options shows its cards. `printed`: screens offer these beside the decks'. `has_effects`: a group may tell
    what each of its cards does; `name`: the field by which such a card is known, whatever else it says; where it is
    empty, a card is a list, and known by all of it.
    """

    card: Any
    newest_first: bool = False
    in_options: bool = False
    printed: tuple[Printed, ...] = ()
    has_effects: bool = False
    name: str = ""

    def known_as(self, card: Any) -> str:
        """What a card in its one spelling is known as, where one looks up what it does."""
        return str(card[self.name]) if self.name else " ".join(map(str, card))

    @property
    def is_of_names(self) -> bool:
        """Whether a card of it is a name and nothing else, so that somebody may tell of one that nobody has seen."""
        return bool(self.name) and len(self.card.__struct_fields__) == 1

    def read(self, card: Any, strict: bool = True) -> Any:
        """`card` as plain JSON in its one spelling; without `strict` its numbers may be texts, as in a form.

        ValueError if no card of this pile can say this.
        """
        try:
            return msgspec.json.decode(msgspec.json.encode(msgspec.convert(card, self.card, strict=strict)))
        except msgspec.ValidationError as problem:
            raise ValueError(str(problem)) from problem
