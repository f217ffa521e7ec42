"""Piles of cards in a game's decks."""

from typing import Any

import msgspec
from msgspec import Struct


class Printed(Struct, frozen=True):
    """A card that the rulebook shows, as canonical plain JSON, with a `note` for readers."""

    card: Any
    note: str = ""


class Pile(Struct, frozen=True):
    """A pile of a game's decks; `card` is the type of its cards.

    `newest_first`: screens offer the card used last first, else cards in a fixed order. `in_options`: the form of the
    game's options offers its cards. `printed`: screens offer these beside the decks' cards. `has_effects`: a group may
    note the effect of each card. `name`: the field that identifies a card; "": a card is a list, identified by all its
    values.
    """

    card: Any
    newest_first: bool = False
    in_options: bool = False
    printed: tuple[Printed, ...] = ()
    has_effects: bool = False
    name: str = ""

    def known_as(self, card: Any) -> str:
        """The key of a canonical card, by which its effect is looked up."""
        return str(card[self.name]) if self.name else " ".join(map(str, card))

    @property
    def is_of_names(self) -> bool:
        """Whether a card is a name alone, so that an effect can be noted for a card that is in no deck."""
        return bool(self.name) and len(self.card.__struct_fields__) == 1

    def read(self, card: Any, strict: bool = True) -> Any:
        """`card` as canonical plain JSON; without `strict` its numbers may be texts, as in a form.

        ValueError if `card` does not fit the pile.
        """
        try:
            return msgspec.json.decode(msgspec.json.encode(msgspec.convert(card, self.card, strict=strict)))
        except msgspec.ValidationError as problem:
            raise ValueError(str(problem)) from problem
