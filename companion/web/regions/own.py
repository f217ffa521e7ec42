"""The regions of a table that one device alone is shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.evening.model import Notice
from companion.evening.unseated import Unseated
from companion.games.game import Ask
from companion.games.ledger import Entry, Highlight
from companion.group.notebook import Notes
from companion.group.people import Person
from companion.web.regions.region import PlayerRegion, Region


@dataclass(frozen=True, kw_only=True)
class Me(PlayerRegion):
    """Whose seat a phone shows, and its score, `total`. `moment`, `unfolding` and `has_board` as in the shared head."""

    TEMPLATE: ClassVar[str] = "play/_me.html"
    total: int
    moment: str
    unfolding: str
    has_board: bool


@dataclass(frozen=True, kw_only=True)
class About(PlayerRegion):
    """The thing that a player's phone is about: what they have, what a round did to them, how it ended.

    `asks`: what this seat is asked; `cards`: per pile, what decks offer: both where the game reads them here.
    `highlights`: once it has ended for this seat.
    `night`: when the game began, as it is stored (ISO, UTC); `table_id`: the game's in the history. For `entries`,
    `series_points` and `habits` see Moment.
    """

    TEMPLATE: ClassVar[str] = "play/_about.html"
    asks: Sequence[Ask]
    highlights: Sequence[Highlight]
    entries: Sequence[Entry]
    series_points: Sequence[int]
    habits: Mapping[str, Any]
    cards: Mapping[str, Sequence[Any]]
    night: str
    table_id: str


@dataclass(frozen=True, kw_only=True)
class Calm(PlayerRegion):
    """What a seat reads that is asked nothing."""

    TEMPLATE: ClassVar[str] = "play/_calm.html"


@dataclass(frozen=True, kw_only=True)
class Notebook(PlayerRegion):
    """A player's private notes: `notes` by character and seat."""

    TEMPLATE: ClassVar[str] = "play/_notebook.html"
    notes: Notes
    drawer: str


@dataclass(frozen=True, kw_only=True)
class Watcher(PlayerRegion):
    """A device without a seat at this table. `me`: who holds it, and sits at the evening; else how it stands there."""

    TEMPLATE: ClassVar[str] = "play/_watcher.html"
    me: Person | None
    unseated: Unseated | None


@dataclass(frozen=True, kw_only=True)
class Notices(Region):
    """What this device has to be told once."""

    TEMPLATE: ClassVar[str] = "parts/told.html"
    notices: Sequence[Notice]


@dataclass(frozen=True, kw_only=True)
class SharedPhone(Region):
    """A phone that several share. `holder`: whose hands it is in; `is_covered`: nobody said yet that they hold it."""

    TEMPLATE: ClassVar[str] = "play/_hands.html"
    people: Sequence[Person]
    holder: Person | None
    is_covered: bool


@dataclass(frozen=True, kw_only=True)
class NextSteps(Region):
    """What a device without a seat may do next, where somebody has decided about it. `kind`: how it is used."""

    TEMPLATE: ClassVar[str] = "play/_steps.html"
    unseated: Unseated
    kind: str


@dataclass(frozen=True, kw_only=True)
class Sit(Region):
    """The way to a seat, for a phone that has none."""

    TEMPLATE: ClassVar[str] = "play/_sit.html"
