"""Private part of a device's screen at a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from companion.evening.model import UNSEATED, Evening, EveningDevice, Notice
from companion.evening.seats import Unseated, unseated
from companion.games.ledger import Entry
from companion.group.notebook import Notes
from companion.group.people import Person
from companion.web.access.visit import seat_in_hand
from companion.web.screens.asking import EVERY, AskForm, TapForms, asked_of, host_panel, own_asks
from companion.web.screens.disputes import CONTRADICTED, disputes
from companion.web.screens.end_cards import end_card
from companion.web.screens.facts import Facts
from companion.web.screens.region import PlayerRegion, Region
from companion.web.screens.shared import moment
from companion.web.screens.slots import Values, rows, table_fields
from companion.web.text.rulebook import guide_of


@dataclass(frozen=True, kw_only=True)
class Me(PlayerRegion):
    """Seat that a phone shows, and its score, `total`."""

    TEMPLATE: ClassVar[str] = "play/_me.html"
    total: int


@dataclass(frozen=True, kw_only=True)
class PhaseLine(Region):
    """Phase of the game in one sentence, with the names of its seats.

    `card`: whose effect comes now, by its name, empty if none does; `effect`: that of the card, empty if nobody has
    entered it; `cards`: the page to enter it, if links lead there.
    """

    TEMPLATE: ClassVar[str] = "play/_phase.html"
    phase: str
    card: str
    effect: str
    cards: str


@dataclass(frozen=True, kw_only=True)
class About(PlayerRegion):
    """Main slot of a player's phone: their cards and numbers, the effects of a round, the end of the game.

    `asked`: the moves that this seat is asked for, `pressing`: those of them that are not optional. `entries`: its
    ledger entries of the newest round; `cards`: per pile, the cards that decks offer: both if the game reads them here.
    For `series_points` and `habits` see Moment.
    """

    TEMPLATE: ClassVar[str] = "play/_about.html"
    asked: Sequence[str]
    pressing: Sequence[str]
    entries: Sequence[Entry]
    series_points: Sequence[int]
    habits: Mapping[str, Any]
    cards: Mapping[str, Sequence[Any]]


@dataclass(frozen=True, kw_only=True)
class Calm(PlayerRegion):
    """Text for a seat that is asked nothing."""

    TEMPLATE: ClassVar[str] = "play/_calm.html"


@dataclass(frozen=True, kw_only=True)
class Dead(Calm):
    """Text for a seat that is out of a game that goes on, and what it may send to the scoreboard."""

    TEMPLATE: ClassVar[str] = "play/_dead.html"


@dataclass(frozen=True, kw_only=True)
class Notebook(PlayerRegion):
    """Private notes of a player: `notes` by character and seat; None: they are in a fold, and not drawn with it."""

    TEMPLATE: ClassVar[str] = "play/_notebook.html"
    notes: Notes | None
    drawer: str


@dataclass(frozen=True, kw_only=True)
class Fold(Region):
    """Contents of a fold of a device's screen, which is fetched when it is opened.

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
    """Device without a seat at this table. `me`: who holds it, and sits at the evening; else how it stands there."""

    TEMPLATE: ClassVar[str] = "play/_watcher.html"
    me: Person | None
    unseated: Unseated | None


@dataclass(frozen=True, kw_only=True)
class Notices(Region):
    """Notices that this device has not read."""

    TEMPLATE: ClassVar[str] = "parts/told.html"
    notices: Sequence[Notice]


@dataclass(frozen=True, kw_only=True)
class SharedPhone(Region):
    """Phone that several share. `holder`: who holds it; `is_covered`: nobody has said so yet."""

    TEMPLATE: ClassVar[str] = "play/_hands.html"
    people: Sequence[Person]
    holder: Person | None
    is_covered: bool


@dataclass(frozen=True, kw_only=True)
class NextSteps(Region):
    """Links for a device without a seat, about which somebody has decided. `kind`: how it is used."""

    TEMPLATE: ClassVar[str] = "play/_steps.html"
    unseated: Unseated
    kind: str


@dataclass(frozen=True, kw_only=True)
class Sit(Region):
    """Link to a seat, for a phone that has none."""

    TEMPLATE: ClassVar[str] = "play/_sit.html"


OWN = (
    *("me", "watcher", "notices", "steps", "hands", "phase", "card", "about", "asks", "calm"),
    *("notebook", "own-moment", "sit", "host", "host-end"),
)


def own(table: Facts, evening: Evening, device: EveningDevice, of_everybody: Sequence[AskForm] = ()) -> Values:
    """Private part of a device at a table; a slot that is not shown is None. `of_everybody`: as in own_asks."""
    seat = seat_in_hand(table.header, device)
    knows = None if device.is_covered else seat
    shown = unseated(evening, device)
    values = dict.fromkeys(_slots(len(table.seats)))
    unread = notices(evening, device, shown)
    is_disputed = evening.proposals or evening.notices
    values["notices"] = (is_disputed and disputes(table, evening, device, unread.notices)) or unread
    values["hands"] = _hands(evening, device, is_covered=device.is_covered and seat is not None)
    values["phase"] = table.once(_phase_line) if device.kind != "board" else None
    if seat is not None:
        values["me"] = _me(table, seat, knows, device.kind)
    elif device.kind != "board":
        values |= _watching(table, evening, device, shown)
    if device.host or knows is not None:
        asking, reported = asked_of(table, device)
        if device.host:
            values |= host_panel(table, evening, asking, reported)
        if knows is not None:
            values |= own_asks(table, asking, knows, of_everybody)
            values["card"] = end_card(table, knows, can_save=device.kind == "phone")
            values["about"] = _about(table, knows, device.kind, asking)
            values |= _about_rows(table)
            values["calm"] = _calm(table, knows, device.kind)
            if device.kind == "phone" and _has_suspects(table):
                values["notebook"] = _noted(table, knows, knows, device, None)
    return values


@lru_cache
def _slots(seats: int) -> tuple[str, ...]:
    return (*OWN, *(f"for-{seat}" for seat in range(seats)))


def past_phone(table: Facts, seat: int) -> Values:
    """Private part of the phone of `seat` after a line of a game that is over; nothing in it can be sent."""
    asking = table_fields(table, seat, "asks") | {
        "seat": seat,
        "kind": "phone",
        "asked": {seat: table.asks(seat)},
        "may_host": False,
        "drawer": "fold",
        "opened": EVERY,
        "with_phone": frozenset(),
        "habits": {},
        "cards": {},
        "printed": {},
        "taps": TapForms(table.since, is_inert=True),
    }
    return {
        "me": _me(table, seat, seat, "phone"),
        "card": end_card(table, seat),
        "about": _about(table, seat, "phone", asking),
        **_about_rows(table),
        **own_asks(table, asking, seat),
        "calm": _calm(table, seat, "phone"),
    }


def notebook(table: Facts, device: EveningDevice) -> Notebook:
    """Notebook of the player who holds a phone."""
    seat = seat_in_hand(table.header, device)
    assert seat is not None
    return _noted(table, seat, None, device, table.notes(device.device, seat))


def has_notebook(table: Facts, device: EveningDevice) -> bool:
    """Whether a device has a notebook: a phone in somebody's hands, while there is somebody to suspect."""
    is_held = seat_in_hand(table.header, device) is not None and not device.is_covered
    return is_held and _has_suspects(table)


def _has_suspects(table: Facts) -> bool:
    return bool(table.view(None).characters) and not table.is_closed


def notices(evening: Evening, device: EveningDevice, shown: Unseated | None) -> Notices:
    """Unread notices of a device, but for those that its `shown` standing without a seat tells already."""
    told_there, own = (*(UNSEATED if shown else ()), CONTRADICTED), device.device
    return Notices(notices=[one for one in evening.notices if one.device == own and one.code not in told_there])


def _me(table: Facts, seat: int, viewer: int | None, kind: str) -> Me:
    return Me(
        **table_fields(table, viewer, "me", "round"),
        total=table.result["totals"][seat],
        seat=seat,
        kind=kind,
    )


def _about(table: Facts, seat: int, kind: str, asking: Mapping[str, Any]) -> About:
    fields, wanted = table_fields(table, seat, "about"), table.view(seat).results("about")
    asks = table.asks(seat)
    return About(
        **fields,
        seat=seat,
        kind=kind,
        series_points=table.series_points if "series_points" in wanted else (),
        entries=[entry for entry in table.entries if entry.seat == seat] if "entries" in wanted else (),
        asked=tuple(dict.fromkeys([ask.move for ask in asks])),
        pressing=tuple([ask.move for ask in asks if not ask.optional]),
        cards=asking["cards"] if "cards" in wanted else {},
        habits=asking["habits"],
    )


def _about_rows(table: Facts) -> Values:
    return {} if table.stopped else rows(table, "about", "about")


def _phase_line(table: Facts) -> PhaseLine | None:
    now = table.phase
    if now is None:
        return None
    names = {place: table.seats[seat].name for place, seat in now.seats.items()}
    sentence = guide_of(table.header.game).phases[now.key] % (now.numbers | names)
    pile, card = now.card or ("", "")
    effect = table.effects[pile].get(card, "") if card else ""
    cards = f"/table/{table.code}/cards" if card and table.is_linked else ""
    return PhaseLine(phase=sentence, card=card, effect=effect, cards=cards)


def _calm(table: Facts, seat: int, kind: str) -> Calm | None:
    if table.is_closed or seat in table.waiting:
        return None
    fields = table_fields(table, seat, "calm")
    shown = Dead if table.is_linked and seat in fields["view"].out else Calm
    return shown(**fields, seat=seat, kind=kind)


def _noted(table: Facts, seat: int, viewer: int | None, device: EveningDevice, notes: Notes | None) -> Notebook:
    fields = table_fields(table, viewer, "notebook")
    return Notebook(**fields, seat=seat, kind=device.kind, notes=notes, drawer="fold")


def _watching(table: Facts, evening: Evening, device: EveningDevice, shown: Unseated | None) -> Values:
    """Slots of a device without a seat at this table: who holds it, its next steps, and the scoreboard's moment."""
    fields = table_fields(table, None, "watcher", "round")
    steps = NextSteps(unseated=shown, kind=device.kind) if shown and shown.how != "nothing" else None
    return {
        "watcher": Watcher(**fields, seat=None, kind=device.kind, me=evening.guest(device.holder), unseated=shown),
        "steps": steps,
        **moment(table, "own-moment"),
        "sit": None if steps else Sit(),
    }


def _hands(evening: Evening, device: EveningDevice, is_covered: bool) -> SharedPhone | None:
    if len(device.people) < 2:
        return None
    people = [guest for person in device.people for guest in [evening.guest(person)] if guest]
    if len(people) < 2:
        return None
    return SharedPhone(people=people, holder=evening.guest(device.holder), is_covered=is_covered)
