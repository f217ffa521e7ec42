"""The regions of a table that one device alone is shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from msgspec import Struct

from companion.evening.model import Notice
from companion.evening.unseated import Unseated
from companion.games.ledger import Entry, Highlight
from companion.group.notebook import Notes
from companion.group.people import Person
from companion.web.screens.asking import AskForm
from companion.web.screens.contradictions import Contradiction
from companion.web.screens.region import PlayerRegion, Region, TableRegion
from companion.web.screens.seats import Seat
from companion.web.screens.waiting import ProposedLine


@dataclass(frozen=True, kw_only=True)
class Me(PlayerRegion):
    """Whose seat a phone shows, and its score, `total`."""

    TEMPLATE: ClassVar[str] = "play/_me.html"
    total: int


@dataclass(frozen=True, kw_only=True)
class About(PlayerRegion):
    """The thing that a player's phone is about: what they have, what a round did to them, how it ended.

    `asked`: the moves that this seat is asked for, `pressing`: those of them that may not be left undone. `entries`:
    what the newest round entered for it; `cards`: per pile, what decks offer: both where the game reads them here.
    `highlights`: once it has ended for this seat.
    `night`: when the game began, as it is stored (ISO, UTC); `table_id`: the game's in the history. For
    `series_points` and `habits` see Moment.
    """

    TEMPLATE: ClassVar[str] = "play/_about.html"
    asked: Sequence[str]
    pressing: Sequence[str]
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
    """A player's private notes: `notes` by character and seat; None: they are in a fold, and not drawn with it."""

    TEMPLATE: ClassVar[str] = "play/_notebook.html"
    notes: Notes | None
    drawer: str


@dataclass(frozen=True, kw_only=True)
class Fold(Region):
    """What is in a fold of a device's screen, which is fetched when it is opened.

    `is_drawer`: it is a host's drawer with these asks. `notebook`, `of_all`: it holds no asks, but this; the latter, a
    slot with its rows, is shown to everybody.
    """

    TEMPLATE: ClassVar[str] = "play/_fold.html"
    asks: Sequence[AskForm] = ()
    is_drawer: bool = False
    notebook: Notebook | None = None
    of_all: Mapping[str, Region | None] | None = None


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


class ProposalRow(Struct, frozen=True, gc=False):
    """A correction that waits. `is_own`: this device proposed it, and may withdraw it; else it may allow it.

    `seat`: whose player proposed it; `may`: the seats whose players may allow it; `line` and `what`: which one it is.
    """

    id: int
    line: int
    what: str
    is_own: bool
    seat: Seat
    may: tuple[Seat, ...]
    lines: tuple[ProposedLine, ...]
    more: int


@dataclass(frozen=True, kw_only=True)
class Disputes(TableRegion):
    """Beside its notices what others said otherwise than this device, and corrections that wait which it proposed, or
    may allow."""

    TEMPLATE: ClassVar[str] = "play/_disputes.html"
    notices: Sequence[Notice]
    contradictions: Sequence[Contradiction]
    proposals: Sequence[ProposalRow]


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
