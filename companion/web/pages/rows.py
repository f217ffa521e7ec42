"""What the pages around an evening list, each a frozen value: groups, devices, links, cards, games."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.group.people import Person


@dataclass(frozen=True)
class KnownGroup:
    """A group that a device knows: `names` of some of its people, `held`: for whom the device spoke there."""

    id: int
    name: str
    names: Sequence[str]
    held: Sequence[Person]


@dataclass(frozen=True)
class WayBack:
    """How a device comes to the next evening of the group that it was with last, without a code.

    `people`: for whom it spoke; `is_open`: there is one; `may_open`: else the device opens it.
    """

    people: Sequence[Person]
    is_open: bool
    may_open: bool


@dataclass(frozen=True)
class DeviceRow:
    """A device of the evening. `people`: for whom it speaks as a phone; `is_own`: it shows this very page.

    `may_remove`: it may be asked to leave from here.
    """

    device: int
    kind: str
    people: Sequence[Person]
    is_host: bool
    is_own: bool
    may_remove: bool


@dataclass(frozen=True)
class SpectatorRow:
    """A link to the scoreboard alone. `made_at`: when it was made (UTC, ISO)."""

    id: int
    address: str
    made_at: str


@dataclass(frozen=True)
class OpenTable:
    """An open evening as the operator may know it: no names, no scores.

    `title` and `round` of the game that is played, empty between two games; `minutes`: for how long it has been open;
    `waiting`: how many are waited for.
    """

    code: str
    title: str
    round: str
    minutes: int
    waiting: int


@dataclass(frozen=True)
class CardEntry:
    """A card, by its name and as a deck has it, with what it does (empty if nobody has told); `key`: its anchor.

    `place`: the number by which it lies on the table, as long as it has no other name; empty of any other card.
    """

    name: str
    card: Any
    effect: str
    key: str
    place: str = ""


@dataclass(frozen=True)
class PileEntry:
    """A pile of a game with its cards; `is_of_names`: one that nobody has seen yet may be told of by its name."""

    name: str
    is_of_names: bool
    cards: Sequence[CardEntry]


@dataclass(frozen=True)
class NamePlace:
    """A place of a line-up: its `number`, what it is called `now` (empty: by its number), what stands in the field.

    `is_fixed`: it has its name in the record, and no field; `has_clash`: it is called otherwise than was typed.
    """

    number: str
    now: str
    typed: str
    is_fixed: bool
    has_clash: bool


@dataclass(frozen=True)
class GameOfPerson:
    """A game that somebody played. `name`: what they were called then; `title`: the slug, where no game has it."""

    table_id: str
    title: str
    opened_at: datetime
    names: Sequence[str]
    name: str
