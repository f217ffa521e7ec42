"""The regions of a table that everybody may see: on the scoreboard, and in the shared part of a phone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from msgspec import Struct

from companion.games.ledger import Entry
from companion.web.screens.region import Region, TableRegion
from companion.web.screens.seats import Seat
from companion.web.text.words import Words


@dataclass(frozen=True, kw_only=True)
class Head(TableRegion):
    """The top of the scoreboard. `address`: where phones come in, as it is printed; `evening_code`: what they type."""

    TEMPLATE: ClassVar[str] = "play/_head.html"
    address: str
    evening_code: str


@dataclass(frozen=True, kw_only=True)
class PhaseLine(Region):
    """What is done now, in one sentence. `card`: whose effect comes now, by its name; empty if none does.

    `effect`: what that card does, empty if nobody has told; `cards`: the page where that is told, if links lead there.
    """

    TEMPLATE: ClassVar[str] = "play/_phase.html"
    phase: str
    card: str
    effect: str
    cards: str


class LaidItem(Struct, frozen=True, gc=False):
    """One thing to lay out; `count`: how many, 0 where no number is shown."""

    count: int
    text: str
    is_ticked: bool


@dataclass(frozen=True, kw_only=True)
class LayingOut(Region):
    """What goes on the table for so many players, before the first line. `is_linked` as in TableRegion.

    Under it a game leads by `laying-out.html` to what is entered of what lies there.
    """

    TEMPLATE: ClassVar[str] = "play/_laying_out.html"
    slug: str
    code: str
    is_linked: bool
    players: int
    items: Sequence[LaidItem]


@dataclass(frozen=True, kw_only=True)
class PhoneHead(TableRegion):
    """The top of a phone's shared part. `has_board` as in Now, `unfolding` and `habits` as in Moment."""

    TEMPLATE: ClassVar[str] = "play/_phone_head.html"
    unfolding: str
    has_board: bool
    habits: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Now(Region):
    """What the script is told of the moment: its key, `moment`; a screen that comes to another one shows it in the
    steps of `unfolding`. `newest`: what kind of move the newest line is, for a scoreboard; `has_board`: one is
    followed, so phones say "look up"."""

    TEMPLATE: ClassVar[str] = "play/_now.html"
    moment: str
    unfolding: str
    newest: str
    has_board: bool


@dataclass(frozen=True, kw_only=True)
class Moment(TableRegion):
    """What the scoreboard is about. `unfolding` as in Now.

    Where the game reads them: `newest`, what kind of move the newest line is; `entries`, what the newest round entered
    into the ledger; `gains`, what the newest round that entered something did, while the game goes on; `series_points`,
    per seat, the points of this evening's games of this kind, none if it is the first. `habits`: how this group likes
    the game, as far as screens read it; `chart`: the result with its ledger once nothing more is asked, if there is
    something in it.
    """

    TEMPLATE: ClassVar[str] = "play/_moment.html"
    newest: str
    unfolding: str
    entries: Sequence[Entry]
    gains: Sequence[Entry]
    series_points: Sequence[int]
    habits: Mapping[str, Any]
    chart: Mapping[str, Any] | None


@dataclass(frozen=True, kw_only=True)
class WholeTable(Region):
    """What the scoreboard is about, on a phone. `moment`: its slots; None: it is in a fold, and not drawn with it."""

    TEMPLATE: ClassVar[str] = "play/_whole_table.html"
    code: str
    moment: Mapping[str, Region | None] | None


@dataclass(frozen=True, kw_only=True)
class Row(Region):
    """The row of a `seat` in the slot `where`, for which a game has a template; or what else is drawn alone there, by
    its name: then `kind` is not "row". `view`, `result` and `stopped` as in TableRegion, `habits` as in Moment.

    What has a name may be given what cards do, `effects`, and in what steps the moment unfolds, `unfolding`.
    """

    TEMPLATE: ClassVar[str] = "play/_row.html"
    slug: str
    title: str
    code: str
    is_linked: bool
    seats: Sequence[Seat]
    words: Words
    options: Any
    where: str
    kind: str
    seat: int | None
    view: Any
    result: Mapping[str, Any]
    stopped: bool
    habits: Mapping[str, Any]
    effects: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    unfolding: str = ""


class StandingRow(Struct, frozen=True, gc=False):
    """A seat in the standing: its total, what the newest round changed of it, the zone in which it would end."""

    seat: Seat
    total: int
    change: int
    zone: str
    has_won: bool


@dataclass(frozen=True, kw_only=True)
class Standing(TableRegion):
    """Who stands where, the first first; in a game where being first is no good, by score.

    Where its rows are slots, `rows` is empty.
    """

    TEMPLATE: ClassVar[str] = "play/_standing.html"
    rows: Sequence[StandingRow]


@dataclass(frozen=True, kw_only=True)
class SharedFold(TableRegion):
    """What a game has in the `fold` of a phone's shared part: everybody may see it. Drawn by fold-FOLD.html."""

    TEMPLATE: ClassVar[str] = "play/_shared_fold.html"
    fold: str


@dataclass(frozen=True, kw_only=True)
class Beside(TableRegion):
    """What a game shows under the standing. `series_points` and `habits` as in Moment."""

    TEMPLATE: ClassVar[str] = "play/_beside.html"
    series_points: Sequence[int]
    habits: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Waiting(TableRegion):
    """The line of those who are waited for, with the marks of all; empty once nothing more is asked. `is_waited`:
    somebody is. `habits` as in Moment."""

    TEMPLATE: ClassVar[str] = "play/_waiting.html"
    habits: Mapping[str, Any]
    is_waited: bool


@dataclass(frozen=True, kw_only=True)
class WaitedFor(Region):
    """What is waited for, and of the seats whom; `done`: the numbers of the others. `view` as in TableRegion."""

    TEMPLATE: ClassVar[str] = "play/_waited_for.html"
    seats: Sequence[Seat]
    waiting: Sequence[int]
    done: str
    words: Words
    view: Any


@dataclass(frozen=True, kw_only=True)
class LastLine(TableRegion):
    """What was reported last, as everybody may know it. `reporter`: who did, where the line itself does not say so."""

    TEMPLATE: ClassVar[str] = "play/_last.html"
    last: Any
    reporter: str


@dataclass(frozen=True, kw_only=True)
class Menu(Region):
    """Where the menu of a phone at a table leads. `is_closed`: the game is over or broken off."""

    TEMPLATE: ClassVar[str] = "play/_phone_menu.html"
    slug: str
    code: str
    is_closed: bool


@dataclass(frozen=True, kw_only=True)
class BoardMenu(Menu):
    """Where the menu of the scoreboard leads."""

    TEMPLATE: ClassVar[str] = "play/_board_menu.html"
