"""The screens between two games, prepared from the evening."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from companion.evening import series
from companion.evening.model import Evening, EveningDevice
from companion.evening.series import Tally
from companion.evening.unseated import unseated
from companion.games import GAMES
from companion.games.game import Game
from companion.group import decks, groups, keepers, preferences
from companion.group.people import Person
from companion.history import search
from companion.storage.identifiers import HOME
from companion.web.forms import options
from companion.web.guide.texts import guide_of, step_text
from companion.web.regions.gathering import (
    Around,
    Boast,
    Choice,
    Damaged,
    GatherHost,
    GatherOwn,
    GatherTop,
    Invitation,
    Place,
    SoFar,
    Tallies,
    Tip,
    Tips,
    Unfinished,
)
from companion.web.regions.prepare_asking import claims
from companion.web.regions.prepare_own import end_card, notices
from companion.web.regions.prepare_shared import Values
from companion.web.screens.facts import Facts
from companion.web.services import services
from companion.web.text import words
from companion.web.text.formatting import plain_minus
from companion.web.text.titles import title_of

UNFINISHED = 3  # so many are shown
INTERRUPTED = timedelta(60)  # who has not gone on by then will not


def board(evening: Evening, invites: bool = True) -> Values:
    """The shared part of a scoreboard; `invites`: with the way in, and links."""
    tallies = series.tallies(services().tables, evening)
    return {
        "top": GatherTop(name=_name(evening), invites=invites, is_damaged=_is_damaged(evening)),
        "invitation": invitation(evening) if invites else None,
        "around": _around(evening, tallies),
        "so-far": _so_far(evening, tallies),
        "tips": _tips(len(evening.guests)),
    }


def _so_far(evening: Evening, tallies: Sequence[Tally]) -> SoFar | None:
    """What the evening adds up to, and the game that ended last: None before one has, or where it cannot be read."""
    ended = services().tables.ended(evening.id)
    live = services().tables.find_whole(ended[-1].code) if ended else None
    if live is None:
        return None
    table = Facts(live, evening, is_linked=False)
    winners = table.result["winners"]
    return SoFar(
        tallies=tallies,
        slug=live.header.game,
        title=title_of(live.header.game),
        words=words.words_of(live.header.game),
        boasts=[
            Boast(one.what, None if one.seat is None else table.seats[one.seat], one.word, plain_minus(one.amount))
            for one in table.highlights
        ],
        card=end_card(table, winners[0]) if winners else None,
    )


def _tips(players: int) -> Tips:
    """The steps of the games for so many; of all games while too few sit there, or too many."""
    games = [game for game in GAMES.values() if players in game.SEATS] or list(GAMES.values())
    guides = [(game.SLUG, guide_of(game.SLUG).steps) for game in games]
    return Tips(
        tips=[
            Tip(title_of(slug), number, len(steps), step_text(slug, step))
            for slug, steps in guides
            for number, step in enumerate(steps, 1)
        ]
    )


def phone(evening: Evening) -> Values:
    """The shared part of a phone."""
    tallies = series.tallies(services().tables, evening)
    slugs = dict.fromkeys(slug for tally in tallies for slug in tally.points)
    return {
        "damaged": Damaged() if _is_damaged(evening) else None,
        "around": _around(evening, []),
        "tallies": Tallies(tallies=tallies, titles={slug: title_of(slug) for slug in slugs}),
    }


def own(evening: Evening, device: EveningDevice) -> Values:
    """The private part of a device."""
    return {"gather": _own(evening, device)}


def _own(evening: Evening, device: EveningDevice) -> GatherOwn:
    shown = None if device.host else unseated(evening, device)
    return GatherOwn(
        name=_name(evening),
        kind=device.kind,
        is_host=device.host,
        me=evening.guest(device.holder),
        notices=notices(evening, device, shown),
        unseated=shown,
        hosts=[guest.name for guest in evening.hosts],
        is_hosted_by_board=evening.is_hosted_by_board,
        elsewhere=elsewhere(evening, device.device),
        host=_host(evening, device) if device.host else None,
    )


def _name(evening: Evening) -> str:
    """What the group of an evening is called, or else the server; empty if neither has a name."""
    return groups.name(services().store.reader(), evening.group) or services().name


def elsewhere(evening: Evening, device: int) -> list[str]:
    """The codes of other tables at which a device still is one of theirs."""
    return [other.code for other in services().evenings.elsewhere(evening, device)]


def invitation(evening: Evening) -> Invitation:
    """How to come in."""
    entrances = services().entrances
    return Invitation(
        join_address=join_address(evening),
        printed=entrances.printed(evening.address),
        code=evening.code,
        local_name=entrances.local_name,
        warns=entrances.warns,
        is_reached=entrances.is_reached(evening.group, evening.address),
        is_unreachable=entrances.is_unreachable,
        wifi=entrances.wifi(evening.id),
    )


def join_address(evening: Evening) -> str:
    """What the QR code of an evening says."""
    return services().entrances.join_link(evening.address, evening.ticket)


def _is_damaged(evening: Evening) -> bool:
    return bool(services().tables.damaged(evening.id))


def _around(evening: Evening, tallies: Sequence[Tally]) -> Around:
    by_person = {tally.person.id: tally for tally in tallies}
    places = [Place(guest, evening.has_phone(guest.id), by_person.get(guest.id)) for guest in evening.guests]
    half = (len(places) + 1) // 2
    return Around(far=places[:half], near=places[half:])


def _host(evening: Evening, device: EveningDevice) -> GatherHost:
    begins = series.proposals(services().tables, evening)
    absent: Sequence[Person] = services().evenings.absent(evening)
    is_home, chosen = evening.group == HOME, _chosen(evening)
    return GatherHost(
        kind=device.kind,
        claims=claims(evening),
        unfinished=_unfinished(evening),
        choices=[_choice(evening, game, begins[slug], slug == chosen) for slug, game in GAMES.items()],
        guests=evening.guests,
        absent=absent,
        code="" if is_home else evening.code,
        is_keeper=not is_home and keepers.is_keeper(services().store.reader(), evening.group, device.device),
    )


def _unfinished(evening: Evening) -> list[Unfinished]:
    """The games of the last weeks that may go on here, the newest first: none of a table that is open beside this."""
    since = (datetime.now(UTC) - INTERRUPTED).isoformat()
    beside = [other.id for other in services().evenings.all_open(evening.group) if other.id != evening.id]
    return [
        Unfinished(
            code=code,
            slug=game.game,
            title=title_of(game.game),
            begun_at=game.opened_at,
            names=[seat.name for seat in game.seats],
        )
        for code, game in search.interrupted(
            services().store.reader(), evening.group, since, besides=beside, most=UNFINISHED
        )
    ]


def _chosen(evening: Evening) -> str:
    """The game whose box is taken down at first: tonight's last one that so many may play, else the first such one."""
    ended = services().tables.ended(evening.id)
    slugs = [*(ending.game for ending in reversed(ended)), *GAMES]
    return next((slug for slug in slugs if len(evening.guests) in GAMES[slug].SEATS), next(iter(GAMES)))


def _choice(evening: Evening, game: Game, begins: dict[str, int], is_chosen: bool) -> Choice:
    fits = len(evening.guests) in game.SEATS
    piles = [name for name, pile in game.PILES.items() if pile.in_options]
    reader = services().store.reader()
    return Choice(
        slug=game.SLUG,
        title=title_of(game.SLUG),
        words=words.words_of(game.SLUG),
        least=game.SEATS[0],
        most=game.SEATS[-1],
        fits=fits,
        is_chosen=is_chosen,
        guests=evening.guests,
        everybody_has_a_phone=all(evening.has_phone(guest.id) for guest in evening.guests),
        habit=_as_last_time(evening.group, game, begins) if fits else {},
        cards={name: decks.offered(reader, evening.group, game.SLUG, name) for name in piles} if fits else {},
        printed={name: game.PILES[name].printed for name in piles},
        option_fields=options.fields(game) if fits else {},
    )


def _as_last_time(group: int, game: Game, begins: dict[str, int]) -> dict[str, Any]:
    habits = preferences.preferences(services().store.reader(), group, game.SLUG)
    return habits | {"options": habits.get("options", {}) | begins} if begins else habits
