"""The regions of the screens between two games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.evening.series import Tally
from companion.evening.unseated import Unseated
from companion.games.cards import Printed
from companion.group.people import Person
from companion.network.entrances import Wifi
from companion.web.screens.asking import ClaimRow
from companion.web.screens.own import About
from companion.web.screens.region import Region
from companion.web.screens.seats import Seat
from companion.web.text.guide_values import StepText
from companion.web.text.words import Words


@dataclass(frozen=True, kw_only=True)
class Invitation(Region):
    """How to come in. `join_address`: what the QR code says; `printed`: the same for people to type, with `code`.

    `is_reached`: another device has come in by it; `warns`: browsers do, of our certificate. `local_name`: a name to
    say aloud, empty if there is none. `wifi`: the network's own code, if the host gave one for this evening.
    """

    TEMPLATE: ClassVar[str] = "gather/_invitation.html"
    join_address: str
    printed: str
    code: str
    local_name: str
    warns: bool
    is_reached: bool
    is_unreachable: bool
    wifi: Wifi | None


@dataclass(frozen=True)
class Place:
    """Somebody at the table. `tally`: what they have to show for the evening, where that is shown."""

    guest: Person
    has_phone: bool
    tally: Tally | None


@dataclass(frozen=True, kw_only=True)
class Around(Region):
    """The table as people sit round it, clockwise: along its far side, then back along the near one."""

    TEMPLATE: ClassVar[str] = "gather/_around.html"
    far: Sequence[Place]
    near: Sequence[Place]


@dataclass(frozen=True, kw_only=True)
class Tallies(Region):
    """What the evening adds up to so far; `titles`: per game whose points carry over, its title."""

    TEMPLATE: ClassVar[str] = "gather/_tally.html"
    tallies: Sequence[Tally]
    titles: Mapping[str, str]


@dataclass(frozen=True)
class Tip:
    """A step of how a game is played, as the scoreboard shows it; `number` of `most`."""

    title: str
    number: int
    most: int
    step: StepText


@dataclass(frozen=True, kw_only=True)
class Tips(Region):
    """How a game is played, step by step. `is_first`: its first step is the one that is shown where no script runs."""

    TEMPLATE: ClassVar[str] = "gather/_tips.html"
    tips: Sequence[Tip]
    is_first: bool


@dataclass(frozen=True)
class Boast:
    """A number of the last game that is worth remembering: of what kind, whose (None: the table's), and its word."""

    what: str
    person: Seat | None
    word: str
    amount: str


@dataclass(frozen=True, kw_only=True)
class SoFar(Region):
    """The evening between two games: what everybody has won, and the game that ended last with its winner's card."""

    TEMPLATE: ClassVar[str] = "gather/_so_far.html"
    tallies: Sequence[Tally]
    slug: str
    title: str
    words: Words
    boasts: Sequence[Boast]
    card: About | None


@dataclass(frozen=True, kw_only=True)
class GatherTop(Region):
    """The top of a scoreboard between two games. `name`: what the server is called, empty if nothing.

    `invites`: the screen lets people in, and has links. `is_damaged`: a game of this evening cannot be read.
    """

    TEMPLATE: ClassVar[str] = "gather/_top.html"
    name: str
    invites: bool
    is_damaged: bool


@dataclass(frozen=True, kw_only=True)
class Damaged(Region):
    """A game of this evening cannot be read."""

    TEMPLATE: ClassVar[str] = "gather/_damaged.html"


@dataclass(frozen=True, kw_only=True)
class Choice(Region):
    """A game that the host may start. `least` and `most`: for how many; `fits`: so many sit there as `sitting` says.

    `is_chosen`: its box is the one that is taken down at first. Where it does not fit, nothing is told of what follows:

    `habit`: how the group likes it, with its options of last time and who begins now; `cards`: per pile that options
    tell of, what the group's decks offer, `printed`: what the rulebook shows of it; `option_fields`: the JSON
    Schema of each option.
    """

    TEMPLATE: ClassVar[str] = "gather/_choice.html"
    slug: str
    title: str
    words: Words
    least: int
    most: int
    fits: bool
    is_chosen: bool
    sitting: int
    guests: Sequence[Person]
    everybody_has_a_phone: bool
    habit: Mapping[str, Any]
    cards: Mapping[str, Sequence[Any]]
    printed: Mapping[str, Sequence[Printed]]
    option_fields: Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, kw_only=True)
class Unfinished(Region):
    """A game that may go on. `begun_at`: when it began (ISO); `names`: who sits there."""

    TEMPLATE: ClassVar[str] = "gather/_go_on.html"
    code: str
    slug: str
    title: str
    begun_at: str
    names: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class GatherMe(Region):
    """Who holds a device between two games; None if nobody sits with it. `name`: as in GatherTop."""

    TEMPLATE: ClassVar[str] = "gather/_me.html"
    name: str
    me: Person | None


@dataclass(frozen=True, kw_only=True)
class GatherCalm(Region):
    """What a device reads that does not host: who does, or how it stands without a seat (`unseated`).

    `hosts`: the names of the guests who host; `is_hosted_by_board`: whether a scoreboard does.
    """

    TEMPLATE: ClassVar[str] = "gather/_calm.html"
    kind: str
    unseated: Unseated | None
    hosts: Sequence[str]
    is_hosted_by_board: bool


@dataclass(frozen=True, kw_only=True)
class Claims(Region):
    """The devices that ask for somebody's seat."""

    TEMPLATE: ClassVar[str] = "gather/_claims.html"
    claims: Sequence[ClaimRow]


@dataclass(frozen=True, kw_only=True)
class LetIn(Region):
    """What a host has on a phone: how others come in, and the looks of the games.

    `code`: that of the evening, where the terminal does not print it: not at home.
    """

    TEMPLATE: ClassVar[str] = "gather/_let_in.html"
    code: str


@dataclass(frozen=True, kw_only=True)
class OtherUnfinished(Region):
    """Games that may go on besides the newest one."""

    TEMPLATE: ClassVar[str] = "gather/_other_unfinished.html"
    games: Sequence[Unfinished]


@dataclass(frozen=True, kw_only=True)
class AddGuest(Region):
    """How a host adds somebody without a phone. `absent`: the names of the people of the group who are not here.

    `sitting`: how many are, by which the form is another one, and empty, once somebody was added.
    """

    TEMPLATE: ClassVar[str] = "gather/_add_guest.html"
    sitting: int
    absent: Sequence[str]

    @property
    def has_field(self) -> bool:
        return True


@dataclass(frozen=True, kw_only=True)
class WhoSits(Region):
    """The guests in the order in which they sit, for a host to change it."""

    TEMPLATE: ClassVar[str] = "gather/_who_sits.html"
    guests: Sequence[Person]


@dataclass(frozen=True, kw_only=True)
class HostMenu(Region):
    """What else a host decides. `is_keeper`: the device keeps the group, which is not the home."""

    TEMPLATE: ClassVar[str] = "gather/_host_menu.html"
    kind: str
    is_keeper: bool


@dataclass(frozen=True, kw_only=True)
class GatherMenu(Region):
    """Where the menu of a phone leads. `is_seated`: somebody sits with it."""

    TEMPLATE: ClassVar[str] = "gather/_menu.html"
    is_host: bool
    is_seated: bool


@dataclass(frozen=True, kw_only=True)
class Elsewhere(Region):
    """The codes of other tables to which a device may go back."""

    TEMPLATE: ClassVar[str] = "gather/_elsewhere.html"
    codes: Sequence[str]
