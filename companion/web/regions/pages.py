"""The pages around an evening, each a frozen value: who is here, how to come in, people and decks."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from companion.group.decks import Deck
from companion.group.people import Person
from companion.network.entrances import Entrance
from companion.web.regions.gathering import Invitation
from companion.web.regions.region import Region
from companion.web.text.words import Words


@dataclass(frozen=True, kw_only=True)
class Choose(Region):
    """How a device is used. `held`: for whom it spoke the last time; `others`: who else is here, or came before.

    `is_host`: it hosts; `is_full`: no seat is left of the `most` that an evening has; `preset`: colour and symbol of
    somebody new; `may_leave`: it has been said already, so there is a screen to go back to; `elsewhere`: the codes of
    other tables to go back to; `is_open`: the device may open a group of its own.
    """

    TEMPLATE: ClassVar[str] = "gather/choose.html"
    is_host: bool
    is_full: bool
    most: int
    held: Sequence[Person]
    others: Sequence[Person]
    preset: Sequence[str]
    may_leave: bool
    elsewhere: Sequence[str]
    is_open: bool


@dataclass(frozen=True, kw_only=True)
class Namesake(Region):
    """The question who it is that has `typed`, as somebody new, the name by which `namesake` goes.

    `is_here`: who goes by it is a guest, `has_phone`: with a phone; `has_to_ask`: the host decides whether this device
    may speak for them; `suggestion`: a name that is free; `chosen`: the colour and symbol.
    """

    TEMPLATE: ClassVar[str] = "gather/namesake.html"
    typed: str
    namesake: Person
    is_here: bool
    has_phone: bool
    has_to_ask: bool
    suggestion: str
    chosen: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class SharedPhonePage(Region):
    """Who shares a phone. `sharing`: for whom it speaks; `others`: who else sits here, `absent`: who came before.

    `preset`: the colour and symbol of somebody new.
    """

    TEMPLATE: ClassVar[str] = "gather/shared_phone.html"
    sharing: Sequence[Person]
    others: Sequence[Person]
    absent: Sequence[Person]
    preset: Sequence[str]
    is_host: bool


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


@dataclass(frozen=True, kw_only=True)
class Front(Region):
    """The way in for a device that is at no evening.

    `is_open`: anybody may open a group; `groups`: those that the device knows; `back`: to the next evening of the one
    that it was with last. `is_barred`: a host has asked it to
    leave; `is_wrong`: no evening has the code that was typed; `is_too_soon`: its address has opened too many groups.
    """

    TEMPLATE: ClassVar[str] = "gather/front.html"
    is_open: bool
    groups: Sequence[KnownGroup]
    back: WayBack | None
    is_barred: bool
    is_wrong: bool
    is_too_soon: bool


@dataclass(frozen=True, kw_only=True)
class LeaveEvening(Region):
    """The question whether a device leaves the evening `here` for the one `there`, both by their codes.

    `people`: for whom it speaks here; `link`: the path of the link that it has followed.
    """

    TEMPLATE: ClassVar[str] = "gather/leave.html"
    here: str
    people: Sequence[Person]
    there: str
    link: str


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


@dataclass(frozen=True, kw_only=True)
class Devices(Region):
    """All devices of an evening; `removed`: the numbers of those that were asked to leave."""

    TEMPLATE: ClassVar[str] = "gather/devices.html"
    devices: Sequence[DeviceRow]
    removed: Sequence[int]
    is_locked: bool
    is_home: bool


@dataclass(frozen=True)
class SpectatorRow:
    """A link to the scoreboard alone. `made_at`: when it was made (UTC, ISO)."""

    id: int
    address: str
    made_at: str


@dataclass(frozen=True, kw_only=True)
class Spectators(Region):
    """All links to the scoreboard of an evening."""

    TEMPLATE: ClassVar[str] = "gather/spectators.html"
    links: Sequence[SpectatorRow]


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


@dataclass(frozen=True, kw_only=True)
class Hall(Region):
    """All open evenings of the server. `address`: of this page; `asked`: the one whose end is asked for."""

    TEMPLATE: ClassVar[str] = "hall/hall.html"
    address: str
    tables: Sequence[OpenTable]
    asked: OpenTable | None


@dataclass(frozen=True, kw_only=True)
class Network(Region):
    """How phones come in, and by which entrances of this machine they could."""

    TEMPLATE: ClassVar[str] = "gather/network.html"
    is_host: bool
    invitation: Invitation
    entrances: Sequence[Entrance]


@dataclass(frozen=True, kw_only=True)
class Help(Region):
    """When phones cannot connect. `others`: the addresses that the QR code does not carry; `warns`: browsers do."""

    TEMPLATE: ClassVar[str] = "gather/help.html"
    address: str
    local_name: str
    others: Sequence[str]
    warns: bool
    is_https: bool
    version: str


@dataclass(frozen=True, kw_only=True)
class EveryDeck(Region):
    """All decks: `decks` by the slug of the game, `titles` likewise."""

    TEMPLATE: ClassVar[str] = "decks/every.html"
    titles: Mapping[str, str]
    decks: Mapping[str, Sequence[Deck]]
    is_keeper: bool


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


@dataclass(frozen=True, kw_only=True)
class CardsPage(Region):
    """What the cards at a table do. `own`: those that this viewer alone may know; `asked`: what was searched for."""

    TEMPLATE: ClassVar[str] = "play/cards.html"
    slug: str
    title: str
    code: str
    words: Words
    asked: str
    may_tell: bool
    own: Sequence[CardEntry]
    piles: Sequence[PileEntry]


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


@dataclass(frozen=True, kw_only=True)
class NamesPage(Region):
    """The names of what lies on the table, place by place, to be told from any device.

    `is_begun`: a line was reported; `problem`: why what was typed was not taken, in words. `suggested`: names that the
    decks and the rulebook know.
    """

    TEMPLATE: ClassVar[str] = "play/names.html"
    slug: str
    title: str
    code: str
    words: Words
    option: str
    is_begun: bool
    problem: str
    places: Sequence[NamePlace]
    suggested: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class DeckPage(Region):
    """A deck, card by card. `kinds`: the piles into which a card of this game may be put; `with_effects`: those
    of them of whose cards is told what they do."""

    TEMPLATE: ClassVar[str] = "decks/deck.html"
    deck: Deck
    slug: str
    title: str
    kinds: Sequence[str]
    with_effects: Collection[str]
    words: Words
    is_keeper: bool


@dataclass(frozen=True, kw_only=True)
class Everybody(Region):
    """All people, who came last first; `played`: how many games, by the id of who played any."""

    TEMPLATE: ClassVar[str] = "people/everybody.html"
    people: Sequence[Person]
    played: Mapping[int, int]


@dataclass(frozen=True)
class GameOfPerson:
    """A game that somebody played. `name`: what they were called then; `title`: the slug, where no game has it."""

    table_id: str
    title: str
    opened_at: datetime
    names: Sequence[str]
    name: str


@dataclass(frozen=True, kw_only=True)
class PersonPage(Region):
    """Somebody. `typed`: what stands in the field of the name; `taken_by`: who has that name already.

    `merged`: former names by id, which may be taken apart again; `others`: with whom this person may be merged;
    `may_merge`: whoever has the name is one of them.
    """

    TEMPLATE: ClassVar[str] = "people/person.html"
    person: Person
    games: Sequence[GameOfPerson]
    played: int
    merged: Mapping[int, str]
    others: Sequence[Person]
    may_merge: bool
    may_rename: bool
    is_keeper: bool
    typed: str
    taken_by: Person | None


@dataclass(frozen=True, kw_only=True)
class LanguageChoice(Region):
    """The languages that a device can choose from."""

    TEMPLATE: ClassVar[str] = "gather/language.html"
