"""The rulebook at hand: what a guide of a game is made of.

Its texts are data beside the rules, one file a language (`guide/<language>.toml`), with the same entries in each.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

LAYING_OUT = "laying-out"  # the key of the chapter that says what goes on the table
READ = "read"  # the field that says which reader is meant


class Total(Struct, frozen=True, tag=str.lower, tag_field=READ):
    """The total of a seat."""

    seat: int


class Sum(Struct, frozen=True, tag=str.lower, tag_field=READ):
    """What all entries of one track add up to for a seat."""

    seat: int
    track: str


class Change(Struct, frozen=True, tag=str.lower, tag_field=READ):
    """What was entered for a seat; `because` and `round` say of which entries only.

    `signed`: shown with its sign; else its size alone, for a sentence that says in words which way it goes.
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
    """One value among the facts of the result: the keys and indexes that lead to it."""

    path: tuple[str | int, ...]


Reader = Total | Sum | Change | Place | Fact


class Example(Struct, frozen=True):
    """A worked example: a table that is replayed, and a text about it.

    `moves` are those of a record (plain JSON, without time and reporter). `shows` says for each place of `text`, such
    as `%(ann)s`, what is read from the replayed table: no number that the rules work out stands in the text itself.
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
    """What a card, an action or a rule does, in two lines.

    `key` is the word that the app uses for it: the face, action or code. `original` is its word in the rulebook's own
    language, shown in brackets.
    """

    key: str
    title: str
    text: str
    original: str = ""
    example: Example | None = None


class Question(Struct, frozen=True):
    """A point that a table argues about: how the app reads it, why, and what else one may do.

    `option`: the name of the house setting that changes it; empty if none does.
    """

    key: str
    title: str
    reading: str
    reason: str
    otherwise: str = ""
    option: str = ""
    example: Example | None = None


class Setting(Struct, frozen=True):
    """A house setting: what the rulebook says, what else there is, and since when, or with how many, one may choose it.

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
    """One thing to lay out before the first line: how many (0: no number is shown), and what and where.

    `key`: of its sentence among `laying_out`, whose places `numbers` fill in, besides `count`, which it may name as
    `%(count)s`.
    """

    count: int
    key: str
    numbers: dict[str, int | str] = {}

    def sentence(self, sentences: Mapping[str, str]) -> str:
        """Its sentence, with the numbers in their places."""
        return sentences[self.key] % (self.numbers | {"count": self.count})


class Phase(Struct, frozen=True):
    """What is done now, in one sentence that everybody may read: nothing secret.

    `key`: of the sentence among `phases`. Its places are filled from `numbers`, and from `seats` with the name of that
    seat. `card`: whose effect comes now: its pile, and what it is known as.
    """

    key: str
    numbers: dict[str, int | str] = {}
    seats: dict[str, int] = {}
    card: tuple[str, str] | None = None


class Texts(Struct, frozen=True, forbid_unknown_fields=True):
    """All that a guide says, in one language. Each key of an entry stands once in a guide: it is an anchor.

    `words`: words by which a rulebook calls something, with the keys of the entries that a search for them finds
    besides those in which they stand; `laying-out` is the key of that chapter. `original_language`: the tag of the
    language in which the cards' `original` words are.
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
