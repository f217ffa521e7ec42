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
from companion.games.guide import Step
from companion.group import decks, groups, keepers, preferences
from companion.group.people import Person
from companion.history import search
from companion.storage.identifiers import HOME
from companion.web.access.services import services
from companion.web.forms import options
from companion.web.screens.facts import Facts
from companion.web.screens.gathering import (
    AddGuest,
    Around,
    Boast,
    Choice,
    Claims,
    Damaged,
    Elsewhere,
    GatherCalm,
    GatherMe,
    GatherMenu,
    GatherTop,
    HostMenu,
    Invitation,
    LetIn,
    OtherUnfinished,
    Place,
    SoFar,
    Tallies,
    Tip,
    Tips,
    Unfinished,
    WhoSits,
)
from companion.web.screens.prepare_asking import claims
from companion.web.screens.prepare_own import end_card, notices
from companion.web.screens.prepare_shared import Values
from companion.web.text import words
from companion.web.text.formatting import plain_minus
from companion.web.text.guide_texts import guide_of, step_text
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
        **_tips(len(evening.guests)),
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


def _tips(players: int) -> Values:
    """The steps of each game for so many; of all games while too few sit there, or too many."""
    slugs = [game.SLUG for game in GAMES.values() if players in game.SEATS] or [*GAMES]
    guides = {slug: guide_of(slug).steps for slug in slugs}
    first = next((slug for slug, steps in guides.items() if steps), None)
    return {f"tips-{slug}": _steps(slug, guides.get(slug, ()), slug == first) for slug in GAMES}


def _steps(slug: str, steps: Sequence[Step], is_first: bool) -> Tips | None:
    tips = [Tip(title_of(slug), number, len(steps), step_text(slug, step)) for number, step in enumerate(steps, 1)]
    return Tips(tips=tips, is_first=is_first) if tips else None


def phone(evening: Evening) -> Values:
    """The shared part of a phone."""
    tallies = series.tallies(services().tables, evening)
    slugs = dict.fromkeys(slug for tally in tallies for slug in tally.points)
    return {
        "damaged": Damaged() if _is_damaged(evening) else None,
        "around": _around(evening, []),
        "tallies": Tallies(tallies=tallies, titles={slug: title_of(slug) for slug in slugs}),
    }


OWN = ("me", "notices", "calm", "claims", "let-in", "unfinished", "guests", "others", "seats", "host-menu", "menu")


def own(evening: Evening, device: EveningDevice) -> Values:
    """The private part of a device; what is not shown is None."""
    shown, me = None if device.host else unseated(evening, device), evening.guest(device.holder)
    values: Values = dict.fromkeys((*OWN, *map(_box, GAMES), "elsewhere"))
    values["notices"] = notices(evening, device, shown)
    values["elsewhere"] = Elsewhere(codes=elsewhere(evening, device.device))
    if device.host:
        values |= _host(evening, device)
    if device.kind != "board":
        values["me"] = GatherMe(name=_name(evening), me=me)
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


def _host(evening: Evening, device: EveningDevice) -> Values:
    """What a host decides between two games."""
    begins, chosen = series.proposals(services().tables, evening), _chosen(evening)
    absent: Sequence[Person] = services().evenings.absent(evening)
    unfinished, is_home = _unfinished(evening), evening.group == HOME
    is_keeper = not is_home and keepers.is_keeper(services().store.reader(), evening.group, device.device)
    return {
        "claims": Claims(claims=claims(evening)),
        "let-in": LetIn(code="" if is_home else evening.code) if device.kind != "board" else None,
        "unfinished": unfinished[0] if unfinished else None,
        **{_box(slug): _choice(evening, game, begins[slug], slug == chosen) for slug, game in GAMES.items()},
        "guests": AddGuest(sitting=len(evening.guests), absent=[person.name for person in absent]),
        "others": OtherUnfinished(games=unfinished[1:]) if unfinished[1:] else None,
        "seats": WhoSits(guests=evening.guests) if evening.guests else None,
        "host-menu": HostMenu(kind=device.kind, is_keeper=is_keeper),
    }


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
        sitting=len(evening.guests),
        guests=evening.guests if fits else [],
        everybody_has_a_phone=fits and all(evening.has_phone(guest.id) for guest in evening.guests),
        habit=_as_last_time(evening.group, game, begins) if fits else {},
        cards={name: decks.offered(reader, evening.group, game.SLUG, name) for name in piles} if fits else {},
        printed={name: game.PILES[name].printed for name in piles},
        option_fields=options.fields(game) if fits else {},
    )


def _as_last_time(group: int, game: Game, begins: dict[str, int]) -> dict[str, Any]:
    habits = preferences.preferences(services().store.reader(), group, game.SLUG)
    return habits | {"options": habits.get("options", {}) | begins} if begins else habits
