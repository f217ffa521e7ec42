"""The pages of the rulebook at hand, each a frozen value: its texts in the reader's language."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class StepText:
    """A step of "How to play". `drawing`: its template, empty if there is none. `words`: by which it is found, too."""

    key: str
    title: str
    text: str
    drawing: str
    words: str = ""


@dataclass(frozen=True)
class CardText:
    """What a card does. `example`: a worked one with its numbers, empty if there is none. `words` as in StepText."""

    key: str
    title: str
    original: str
    text: str
    example: str
    words: str


@dataclass(frozen=True)
class QuestionText:
    """A question at the table. `setting`: how the house setting is called that changes it, empty if none does.

    `words` as in StepText.
    """

    key: str
    title: str
    reading: str
    reason: str
    otherwise: str
    setting: str
    example: str
    words: str


@dataclass(frozen=True)
class SettingText:
    """A house setting, called as where it is chosen. `words` as in StepText."""

    key: str
    title: str
    book: str
    otherwise: str
    since: str
    words: str


@dataclass(frozen=True)
class LaidThing:
    """One thing to lay out; `count`: how many, 0 where no number is shown."""

    count: int
    text: str


@dataclass(frozen=True)
class Laid:
    """What is laid out. `setting`: what was set for it, in words, empty if all is as in the rulebook."""

    setting: str
    things: Sequence[LaidThing]


@dataclass(frozen=True)
class LaidFor:
    """What so many players lay out. `otherwise`: what else, or in another number, with each setting that changes it."""

    players: int
    laid: Laid
    otherwise: Sequence[Laid]


@dataclass(frozen=True)
class LayingOutText:
    """The chapter of what is laid out, for each number of players; `shown`: for which at first.

    `words` as in StepText.
    """

    ways: Sequence[LaidFor]
    shown: int
    words: str


@dataclass(frozen=True)
class Rulebook:
    """A game that has a guide, with what it is in one sentence."""

    slug: str
    title: str
    about: str
