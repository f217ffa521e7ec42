"""Guides: the parts of a rulebook at hand.

The texts are data beside the rules, one file a language (`guide/<language>.toml`), with the same entries in each.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

LAYING_OUT = "laying-out"  # the key of the chapter on laying out
READ = "read"  # the field that names the reader


class Total(Struct, frozen=True, tag=str.lower, tag_field=READ):
    """The total of a seat."""

    seat: int


class Sum(Struct, frozen=True, tag=str.lower, tag_field=READ):
    """The sum of all entries of one track for a seat."""

    seat: int
    track: str


class Change(Struct, frozen=True, tag=str.lower, tag_field=READ):
    """The sum of a seat's entries on a track, limited by `because` and `round`.

    `signed`: shown with its sign; else its absolute value, for a sentence that has the direction in words.
    """

    seat: int
    track: str
    because: str = ""
    round: int | None = None
    signed: bool = True


class Place(Struct, frozen=True, tag=str.lower, tag_field=READ):
    """The place of a seat, from 1."""

    seat: int


class Fact(Struct, frozen=True, tag=str.lower, tag_field=READ):
    """A value among the facts of the result, by its path of keys and indexes."""

    path: tuple[str | int, ...]


Reader = Total | Sum | Change | Place | Fact


class Example(Struct, frozen=True):
    """A worked example: a table that is replayed, and a text about it.

    `moves`: those of a record (plain JSON, without time and reporter). `shows`: for each place of `text`, such as
    `%(ann)s`, the value to read from the replayed table: no computed number stands in the text itself.
    """

    text: str
    seats: tuple[str, ...]
    moves: tuple[dict[str, Any], ...] = ()
    shows: dict[str, Reader] = {}
    options: dict[str, Any] = {}


class Step(Struct, frozen=True):
    """One small card of "How to play": one to three short sentences.

    `drawing`: the template `games/<slug>/guide-<drawing>.html`, an inline SVG; none where it is empty.
    """

    key: str
    title: str
    text: str
    drawing: str = ""


class Card(Struct, frozen=True):
    """The effect of a card, an action or a rule, in two lines.

    `key`: its code (face, action or rule). `original`: its word in the rulebook's language, shown in brackets.
    """

    key: str
    title: str
    text: str
    original: str = ""
    example: Example | None = None


class Question(Struct, frozen=True):
    """A disputed point: the app's reading, its reason, and the alternative.

    `option`: the option that changes it; empty if none does.
    """

    key: str
    title: str
    reading: str
    reason: str
    otherwise: str = ""
    option: str = ""
    example: Example | None = None


class Setting(Struct, frozen=True):
    """A house setting: the rulebook's rule, the alternative, and the condition for it (`since`).

    `option`: its name among the game's options.
    """

    option: str
    book: str
    otherwise: str
    since: str

    @property
    def key(self) -> str:
        """The anchor of its entry."""
        return f"option-{self.option}"


class Item(Struct, frozen=True):
    """A thing to lay out before the first line; with `count` 0 no number is shown.

    `key`: the key of its sentence in `Texts.laying_out`. `numbers`: the values of its places, besides `%(count)s`.
    """

    count: int
    key: str
    numbers: dict[str, int | str] = {}

    def sentence(self, sentences: Mapping[str, str]) -> str:
        """The sentence among `sentences`, with the numbers in their places."""
        return sentences[self.key] % (self.numbers | {"count": self.count})


class Phase(Struct, frozen=True):
    """The current step as one public sentence.

    `key`: the key of the sentence in `Texts.phases`. `numbers`: the values of its places; `seats`: places for the names
    of seats. `card`: the card whose effect comes now: its pile, and its key (`Pile.known_as`).
    """

    key: str
    numbers: dict[str, int | str] = {}
    seats: dict[str, int] = {}
    card: tuple[str, str] | None = None


class Texts(Struct, frozen=True, forbid_unknown_fields=True):
    """The texts of a guide in one language. Keys of entries are unique in a guide: they are anchors.

    `words`: words of a rulebook, each with the keys of entries (or `laying-out`) that a search for it finds too.
    `original_language`: the tag of the language of the cards' `original` words.
    """

    steps: tuple[Step, ...] = ()
    cards: tuple[Card, ...] = ()
    questions: tuple[Question, ...] = ()
    settings: tuple[Setting, ...] = ()
    words: Mapping[str, tuple[str, ...]] = {}
    laying_out: Mapping[str, str] = {}
    phases: Mapping[str, str] = {}
    original_language: str = ""

    @property
    def entries(self) -> tuple[Card | Question, ...]:
        """The cards, then the questions."""
        return (*self.cards, *self.questions)
