"""Screens between two games: the private part of a device, where a host starts the next one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar

from companion.evening import series
from companion.evening.model import Evening, EveningDevice
from companion.evening.seats import Unseated, unseated
from companion.games import GAMES
from companion.games.cards import Printed
from companion.games.game import Game
from companion.group import decks, groups, keepers, preferences
from companion.group.people import Person
from companion.history import search, statistics
from companion.storage.identifiers import HOME
from companion.web.access.services import Services
from companion.web.forms import options
from companion.web.screens.asking import ClaimRow, claims
from companion.web.screens.gathering import name_of
from companion.web.screens.private import notices
from companion.web.screens.region import Region
from companion.web.screens.slots import Values
from companion.web.text.words import Words, title_of, words_of


@dataclass(frozen=True, kw_only=True)
class Choice(Region):
    """Game that the host may start. `least` and `most`: numbers of players; `fits`: `sitting` is one of them.

    `is_chosen`: its box is the one that is taken down at first. The rest is empty if it does not fit:

    `habit`: the group's habits, with the options of last time and who begins now; `usual`: how many minutes it takes,
    and whether by as many players; `cards`: per pile of options, the
    cards that the group's decks offer, `printed`: those that the rulebook shows; `option_fields`: the JSON Schema of
    each option.
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
    usual: tuple[int, bool] | None
    cards: Mapping[str, Sequence[Any]]
    printed: Mapping[str, Sequence[Printed]]
    option_fields: Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, kw_only=True)
class Unfinished(Region):
    """Game that may go on. `begun_at`: when it began (ISO); `names`: of its seats."""

    TEMPLATE: ClassVar[str] = "gather/_go_on.html"
    code: str
    slug: str
    title: str
    begun_at: str
    names: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class GatherMe(Region):
    """Person who holds a device between two games; None if nobody sits with it. `name`: as in GatherTop."""

    TEMPLATE: ClassVar[str] = "gather/_me.html"
    name: str
    me: Person | None


@dataclass(frozen=True, kw_only=True)
class GatherCalm(Region):
    """Text for a device that does not host: the hosts, or how it stands without a seat (`unseated`).

    `hosts`: the names of the guests who host; `is_hosted_by_board`: whether a scoreboard does.
    """

    TEMPLATE: ClassVar[str] = "gather/_calm.html"
    kind: str
    unseated: Unseated | None
    hosts: Sequence[str]
    is_hosted_by_board: bool


@dataclass(frozen=True, kw_only=True)
class Claims(Region):
    """Devices that ask for somebody's seat."""

    TEMPLATE: ClassVar[str] = "gather/_claims.html"
    claims: Sequence[ClaimRow]


@dataclass(frozen=True, kw_only=True)
class LetIn(Region):
    """Host's links on a phone: the way in for others, and the looks of the games.

    `code`: that of the evening, if the terminal does not print it: not at home. `stands_at`: as in Invitation.
    `has_paper`: as in HostMenu.
    """

    TEMPLATE: ClassVar[str] = "gather/_let_in.html"
    code: str
    stands_at: int | None
    has_paper: bool


@dataclass(frozen=True, kw_only=True)
class OtherUnfinished(Region):
    """Games that may go on besides the newest one."""

    TEMPLATE: ClassVar[str] = "gather/_other_unfinished.html"
    games: Sequence[Unfinished]


@dataclass(frozen=True, kw_only=True)
class AddGuest(Region):
    """Host's form to add somebody without a phone. `absent`: the names of the people of the group who are not here.

    `sitting`: the number of guests: once somebody was added the form is another one, and empty.
    """

    TEMPLATE: ClassVar[str] = "gather/_add_guest.html"
    sitting: int
    absent: Sequence[str]

    @property
    def has_field(self) -> bool:
        return True


@dataclass(frozen=True, kw_only=True)
class WhoSits(Region):
    """Guests in the order in which they sit, for a host to change it."""

    TEMPLATE: ClassVar[str] = "gather/_who_sits.html"
    guests: Sequence[Person]


@dataclass(frozen=True, kw_only=True)
class HostMenu(Region):
    """Further links of a host. `is_keeper`: the device keeps the group, which is not the home; `has_paper`: and is
    offered its code on paper, since nothing has been played yet."""

    TEMPLATE: ClassVar[str] = "gather/_host_menu.html"
    kind: str
    is_keeper: bool
    has_paper: bool


@dataclass(frozen=True, kw_only=True)
class GatherMenu(Region):
    """Links of a phone's menu. `is_seated`: somebody sits with it."""

    TEMPLATE: ClassVar[str] = "gather/_menu.html"
    is_host: bool
    is_seated: bool


@dataclass(frozen=True, kw_only=True)
class Elsewhere(Region):
    """Codes of other tables to which a device may go back."""

    TEMPLATE: ClassVar[str] = "gather/_elsewhere.html"
    codes: Sequence[str]


UNFINISHED = 3  # so many are shown


INTERRUPTED = timedelta(60)  # who has not gone on by then will not


OWN = ("me", "notices", "calm", "claims", "let-in", "unfinished", "guests", "others", "seats", "host-menu", "menu")


def own(services: Services, evening: Evening, device: EveningDevice) -> Values:
    """Private part of a device; a slot that is not shown is None."""
    shown, me = None if device.host else unseated(evening, device), evening.guest(device.holder)
    values: Values = dict.fromkeys((*OWN, *map(_box, GAMES), "elsewhere"))
    values["notices"] = notices(evening, device, shown)
    values["elsewhere"] = Elsewhere(codes=elsewhere(services, evening, device.device))
    if device.host:
        values |= _host(services, evening, device)
    if device.kind != "board":
        values["me"] = GatherMe(name=name_of(services, evening), me=me)
        values["menu"] = GatherMenu(is_host=device.host, is_seated=me is not None)
    if device.kind != "board" and not device.host:
        values["calm"] = GatherCalm(
            kind=device.kind,
            unseated=shown,
            hosts=[guest.name for guest in evening.hosts],
            is_hosted_by_board=evening.is_hosted_by_board,
        )
    return values


def _box(slug: str) -> str:
    return f"box-{slug}"


def elsewhere(services: Services, evening: Evening, device: int) -> list[str]:
    """Codes of other tables at which a device still is."""
    return [other.code for other in services.evenings.elsewhere(evening, device)]


def _host(services: Services, evening: Evening, device: EveningDevice) -> Values:
    """Host's slots between two games."""
    begins, chosen = series.proposals(services.tables, evening), _chosen(services, evening)
    absent: Sequence[Person] = services.evenings.absent(evening)
    unfinished, is_home = _unfinished(services, evening), evening.group == HOME
    is_keeper = not is_home and keepers.is_keeper(services.store.reader(), evening.group, device.device)
    has_paper = is_keeper and not groups.has_played(services.store.reader(), evening.group)
    return {
        "claims": Claims(claims=claims(services, evening)),
        "let-in": LetIn(code="" if is_home else evening.code, stands_at=evening.stands_at, has_paper=has_paper)
        if device.kind != "board"
        else None,
        "unfinished": unfinished[0] if unfinished else None,
        **{_box(slug): _choice(services, evening, game, begins[slug], slug == chosen) for slug, game in GAMES.items()},
        "guests": AddGuest(sitting=len(evening.guests), absent=[person.name for person in absent]),
        "others": OtherUnfinished(games=unfinished[1:]) if unfinished[1:] else None,
        "seats": WhoSits(guests=evening.guests) if evening.guests else None,
        "host-menu": HostMenu(kind=device.kind, is_keeper=is_keeper, has_paper=has_paper),
    }


def _unfinished(services: Services, evening: Evening) -> list[Unfinished]:
    """Games of the last weeks that may go on here, the newest first: none of a table that is open beside this."""
    since = (datetime.now(UTC) - INTERRUPTED).isoformat()
    beside = [other.id for other in services.evenings.all_open(evening.group) if other.id != evening.id]
    return [
        Unfinished(
            code=code,
            slug=game.game,
            title=title_of(game.game),
            begun_at=game.opened_at,
            names=[seat.name for seat in game.seats],
        )
        for code, game in search.interrupted(
            services.store.reader(), evening.group, since, besides=beside, most=UNFINISHED
        )
    ]


def _chosen(services: Services, evening: Evening) -> str:
    """Game whose box is taken down at first: tonight's last one that fits the number of guests, else the first such
    one."""
    ended = services.tables.ended(evening.id)
    slugs = [*(ending.game for ending in reversed(ended)), *GAMES]
    return next((slug for slug in slugs if len(evening.guests) in GAMES[slug].SEATS), next(iter(GAMES)))


def _choice(services: Services, evening: Evening, game: Game, begins: dict[str, int], is_chosen: bool) -> Choice:
    fits = len(evening.guests) in game.SEATS
    piles = [name for name, pile in game.PILES.items() if pile.in_options]
    reader = services.store.reader()
    return Choice(
        slug=game.SLUG,
        title=title_of(game.SLUG),
        words=words_of(game.SLUG),
        least=game.SEATS[0],
        most=game.SEATS[-1],
        fits=fits,
        is_chosen=is_chosen,
        sitting=len(evening.guests),
        guests=evening.guests if fits else [],
        everybody_has_a_phone=fits and all(evening.has_phone(guest.id) for guest in evening.guests),
        habit=_as_last_time(services, evening.group, game, begins) if fits else {},
        usual=statistics.usual_minutes(reader, evening.group, game.SLUG, len(evening.guests)) if fits else None,
        cards={name: decks.offered(reader, evening.group, game.SLUG, name) for name in piles} if fits else {},
        printed={name: game.PILES[name].printed for name in piles},
        option_fields=options.fields(game) if fits else {},
    )


def _as_last_time(services: Services, group: int, game: Game, begins: dict[str, int]) -> dict[str, Any]:
    habits = preferences.preferences(services.store.reader(), group, game.SLUG)
    return habits | {"options": habits.get("options", {}) | begins} if begins else habits
