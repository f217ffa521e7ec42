"""Screens between two games: the shared part, with the way in, the guests, and the results so far."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from companion.evening import series
from companion.evening.model import Evening
from companion.evening.series import Tally
from companion.games import GAMES
from companion.games.ledger import foremost
from companion.group import groups
from companion.group.people import Person
from companion.history import years
from companion.history.evenings import evening_date
from companion.history.standings import LeagueNews
from companion.network.entrances import Wifi
from companion.web.access.services import Services
from companion.web.screens.end_cards import EndCard, end_card
from companion.web.screens.facts import Facts
from companion.web.screens.region import Region, Seat
from companion.web.screens.slots import Values
from companion.web.text.formatting import plain_minus
from companion.web.text.rulebook import StepText, guide_of, step_text
from companion.web.text.words import Words, title_of, words_of


@dataclass(frozen=True, kw_only=True)
class Invitation(Region):
    """Way in for others. `join_address`: the text of the QR code; `printed`: the address for people to type, with
    `code`; `stands_at`: the number of its place, None if it is at none.

    `is_reached`: another device has come in by it; `warns`: browsers do, of our certificate. `local_name`: a name to
    say aloud, empty if there is none. `wifi`: the network's own code, if the host gave one for this evening.
    """

    TEMPLATE: ClassVar[str] = "gather/_invitation.html"
    join_address: str
    printed: str
    code: str
    stands_at: int | None
    local_name: str
    warns: bool
    is_reached: bool
    is_unreachable: bool
    wifi: Wifi | None


@dataclass(frozen=True)
class Place:
    """Guest at the table. `tally`: their results of the evening, if they are shown."""

    guest: Person
    has_phone: bool
    tally: Tally | None


@dataclass(frozen=True, kw_only=True)
class Around(Region):
    """Table as people sit round it, clockwise: down its right side, `far`, then up its left, `near`."""

    TEMPLATE: ClassVar[str] = "gather/_around.html"
    far: Sequence[Place]
    near: Sequence[Place]


@dataclass(frozen=True, kw_only=True)
class Tallies(Region):
    """Results of the evening so far; `titles`: per game whose points carry over, its title."""

    TEMPLATE: ClassVar[str] = "gather/_tally.html"
    tallies: Sequence[Tally]
    titles: Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class Tips(Region):
    """Steps of "How to play". `is_first`: its first step is the one that is shown if no script runs."""

    TEMPLATE: ClassVar[str] = "gather/_tips.html"
    slug: str
    steps: Sequence[StepText]
    is_first: bool


@dataclass(frozen=True)
class Boast:
    """Highlight of the last game: its kind, its `person` (None: the table's), and its word."""

    what: str
    person: Seat | None
    word: str
    amount: str


@dataclass(frozen=True, kw_only=True)
class SoFar(Region):
    """Evening between two games: the results of all, and the game that ended last with its winner's card, and what it
    has changed in a `league`.

    `counted_by` as in TableRegion.
    """

    TEMPLATE: ClassVar[str] = "gather/_so_far.html"
    tallies: Sequence[Tally]
    slug: str
    title: str
    words: Words
    boasts: Sequence[Boast]
    card: EndCard | None
    counted_by: str
    league: LeagueNews | None


@dataclass(frozen=True, kw_only=True)
class YearAgo(Region):
    """Evening of the group a year ago: its date, and how often each game was played. `is_linked`: as in Facts."""

    TEMPLATE: ClassVar[str] = "gather/_year_ago.html"
    date: date
    played: Mapping[str, int]
    is_linked: bool


@dataclass(frozen=True, kw_only=True)
class GatherTop(Region):
    """Top of a scoreboard between two games. `name`: of the group or server, empty if neither has one.

    `invites`: the screen lets people in, and has links. `is_damaged`: a game of this evening cannot be read.
    """

    TEMPLATE: ClassVar[str] = "gather/_top.html"
    name: str
    invites: bool
    year_ago: YearAgo | None
    is_damaged: bool


@dataclass(frozen=True, kw_only=True)
class Damaged(Region):
    """Warning that a game of this evening cannot be read."""

    TEMPLATE: ClassVar[str] = "gather/_damaged.html"


def board(services: Services, evening: Evening, invites: bool = True) -> Values:
    """Shared part of a scoreboard; `invites`: with the way in, and links."""
    tallies = series.tallies(services.tables, evening)
    return {
        "top": GatherTop(
            name=name_of(services, evening),
            invites=invites,
            year_ago=_year_ago(services, evening, invites),
            is_damaged=_is_damaged(services, evening),
        ),
        "invitation": invitation(services, evening) if invites else None,
        "around": _around(evening, tallies),
        "so-far": _so_far(services, evening, tallies),
        **_tips(len(evening.guests)),
    }


def _so_far(services: Services, evening: Evening, tallies: Sequence[Tally]) -> SoFar | None:
    """Results of the evening, and the game that ended last: None before one has, or if it cannot be read."""
    ended = services.tables.ended(evening.id)
    live = services.tables.find_whole(ended[-1].code) if ended else None
    if live is None:
        return None
    table = Facts(services, live, evening, is_linked=False)
    winners = table.result["winners"]
    return SoFar(
        tallies=tallies,
        slug=live.header.game,
        title=title_of(live.header.game),
        words=words_of(live.header.game),
        boasts=[
            Boast(one.what, None if one.seat is None else table.seats[one.seat], one.word, plain_minus(one.amount))
            for one in foremost(table.highlights, table.table.game.HIGHLIGHTS)
        ],
        card=end_card(table, winners[0]) if winners else None,
        counted_by=table.counted_by,
        league=table.league,
    )


def _tips(players: int) -> Values:
    """Steps of each game for this number of players; of all games if none fits."""
    slugs = [game.SLUG for game in GAMES.values() if players in game.SEATS] or [*GAMES]
    guides = {slug: [step_text(slug, step) for step in guide_of(slug).steps] for slug in slugs}
    first = next((slug for slug, steps in guides.items() if steps), None)
    tips = {slug: Tips(slug=slug, steps=steps, is_first=slug == first) for slug, steps in guides.items() if steps}
    return {f"tips-{slug}": tips.get(slug) for slug in GAMES}


def phone(services: Services, evening: Evening) -> Values:
    """Shared part of a phone."""
    tallies = series.tallies(services.tables, evening)
    slugs = dict.fromkeys(slug for tally in tallies for slug in tally.points)
    return {
        "damaged": Damaged() if _is_damaged(services, evening) else None,
        "year-ago": _year_ago(services, evening, is_linked=True),
        "around": _around(evening, []),
        "tallies": Tallies(tallies=tallies, titles={slug: title_of(slug) for slug in slugs}),
    }


def _year_ago(services: Services, evening: Evening, is_linked: bool) -> YearAgo | None:
    night = evening_date(evening.opened_at)
    date, played = years.a_year_before(services.store.reader(), evening.group, night)
    return YearAgo(date=date, played=played, is_linked=is_linked) if played else None


def name_of(services: Services, evening: Evening) -> str:
    """Name of the evening's group, or else of the server; empty if neither has one."""
    return groups.name(services.store.reader(), evening.group) or services.name


def invitation(services: Services, evening: Evening) -> Invitation:
    entrances = services.entrances
    return Invitation(
        join_address=join_address(services, evening),
        printed=entrances.printed(evening.address),
        code=evening.code,
        stands_at=evening.stands_at,
        local_name=entrances.local_name,
        warns=entrances.warns,
        is_reached=entrances.is_reached(evening.group, evening.address),
        is_unreachable=entrances.is_unreachable,
        wifi=entrances.wifi(evening.id),
    )


def join_address(services: Services, evening: Evening) -> str:
    """Text of an evening's QR code."""
    return services.entrances.join_link(evening.address, evening.ticket)


def _is_damaged(services: Services, evening: Evening) -> bool:
    return bool(services.tables.damaged(evening.id))


def _around(evening: Evening, tallies: Sequence[Tally]) -> Around:
    by_person = {tally.person.id: tally for tally in tallies}
    places = [Place(guest, evening.has_phone(guest.id), by_person.get(guest.id)) for guest in evening.guests]
    half = (len(places) + 1) // 2
    return Around(far=places[:half], near=places[half:])
