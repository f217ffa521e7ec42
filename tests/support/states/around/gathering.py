"""The states of an evening between two games: who is there, on which devices, and what the host decides."""

from functools import partial

from companion.evening.admission import SPECTATORS, STRANGERS
from companion.evening.rows import MOST_TABLES
from companion.evening.seats import MOST_GUESTS
from companion.games import GAMES
from companion.storage.identifiers import HOME
from companion.storage.log import add_table, new_header
from companion.table.fold import append, open_table
from companion.table.moves import move, options_for
from companion.web.text.guides import guided, texts
from tests.support.phone import HERE
from tests.support.states.around.crowd import Crowd, played_table
from tests.support.states.around.page import AroundState, Page, looks, refusal

NAMED = {"game": "death-name"}


def nobody(crowd: Crowd) -> None:
    """Nobody but the host has come."""


def one_guest(crowd: Crowd) -> None:
    crowd.comes("guest", 0)
    crowd.values["person"] = crowd.person(crowd.names[0])


def a_link_to_another_table(crowd: Crowd) -> None:
    """A guest, and the host's tablet, have the links of another evening."""
    one_guest(crowd)
    services = crowd.app.extensions["services"]
    another = services.evenings.open(HOME)
    crowd.values |= {"ticket": another.ticket, "host_ticket": another.host_ticket}
    crowd.own |= {another.code, f"/j/{another.ticket}", f"/host/{another.host_ticket}"}


def the_rules(crowd: Crowd) -> None:
    """One guest reads the rules, in which some words stand as the rulebooks' own language has them."""
    one_guest(crowd)
    crowd.own |= {card.original for slug in guided() for card in texts(slug, "en").cards if card.original}


def a_new_device(crowd: Crowd) -> None:
    one_guest(crowd)
    crowd.comes("new")


def four(crowd: Crowd) -> None:
    """One with a phone, three without."""
    one_guest(crowd)
    crowd.sits(1, 2, 3)
    crowd.values |= {"rival": crowd.person(crowd.names[1]), "third": crowd.person(crowd.names[2])}


def everybody(crowd: Crowd) -> None:
    """As many as an evening holds."""
    one_guest(crowd)
    crowd.sits(*range(1, 16))
    crowd.comes("new")


def every_device(crowd: Crowd) -> None:
    """As many devices as an evening lets in."""
    one_guest(crowd)
    admission, room = crowd.app.extensions["services"].admission, 2 * MOST_GUESTS + STRANGERS
    while len(crowd.now.screens) < room:
        admission.arrive(crowd.now, None)
    crowd.values["ticket"] = crowd.now.ticket


def a_name_of_two(crowd: Crowd) -> None:
    """Somebody new has the name of a guest who has a phone, or of somebody who was here before."""
    one_guest(crowd)
    crowd.sits(1)
    crowd.tablet.client.post(f"/guests/{crowd.person(crowd.names[1])}/leave", headers=HERE)
    crowd.comes("new")
    crowd.values |= {"taken": crowd.names[0], "before": crowd.names[1]}
    crowd.own |= {f"{name} 2" for name in crowd.names}


def put_out(crowd: Crowd) -> None:
    """The host has let a guest get up."""
    four(crowd)
    crowd.ask("tablet", "/guests/{person}/leave", {"sure": "yes"})


def let_go(crowd: Crowd) -> None:
    """A phone speaks for nobody any more, by its own wish."""
    four(crowd)
    crowd.ask("guest", "/let-go", {"person": "{person}"})


def a_silent_host(crowd: Crowd) -> None:
    """The host's role is offered to the guests; by now the host is back."""
    four(crowd)
    crowd.comes("other", 4)
    crowd.comes("watcher").fill("/use", kind="watch")
    silence(crowd)


def a_silent_host_who_is_asked(crowd: Crowd) -> None:
    four(crowd)
    crowd.comes("claimant")
    crowd.ask("claimant", "/sit", {"person": "{person}"})
    silence(crowd)


def silence(crowd: Crowd) -> None:
    """Nothing has been heard of the host for long."""
    services = crowd.app.extensions["services"]
    services.presence._heard = {heard: moment - 10**4 for heard, moment in services.presence._heard.items()}
    services.succession.look()


def a_stand_in(crowd: Crowd) -> None:
    a_silent_host(crowd)
    crowd.ask("guest", "/host-role/take", {"sure": "yes"})
    crowd.values["other"] = crowd.device(crowd.names[4])


def objected(crowd: Crowd) -> None:
    a_stand_in(crowd)
    crowd.ask("other", "/host-role/object", {"sure": "yes"})


def the_host_is_back(crowd: Crowd) -> None:
    a_stand_in(crowd)
    crowd.ask("tablet", "/host-role/take-back", {"sure": "yes"})


def many_of_before(crowd: Crowd) -> None:
    """More people are known than fit on the page of somebody who comes; one comes again on the phone of then."""
    everybody(crowd)
    crowd.next_evening()
    crowd.phones["guest"].get(f"/j/{crowd.now.ticket}")


def a_watcher(crowd: Crowd) -> None:
    one_guest(crowd)
    crowd.comes("watcher").fill("/use", kind="watch")


def a_host_with_a_phone(crowd: Crowd) -> None:
    four(crowd)
    crowd.tablet.get("/devices").tap(f"/devices/{crowd.device(crowd.names[0])}", "share")


def a_closed_door(crowd: Crowd) -> None:
    one_guest(crowd)
    crowd.values["ticket"] = crowd.now.ticket
    crowd.tablet.get("/devices").tap("/door", "yes")


def a_removed_device(crowd: Crowd) -> None:
    one_guest(crowd)
    crowd.tablet.get("/devices").tap(f"/devices/{crowd.device(crowd.names[0])}", "remove")
    crowd.own.add(crowd.now.code)


def a_claim(crowd: Crowd) -> None:
    """Two new phones ask for the seat of somebody who has one."""
    one_guest(crowd)
    for device in ("claimant", "other"):
        crowd.comes(device)
        crowd.ask(device, "/sit", {"person": "{person}"})


def answered_claims(crowd: Crowd) -> None:
    """One got the seat, the other did not: three devices have a notice."""
    a_claim(crowd)
    first, second = (claim.device for claim in crowd.now.claims)
    for device, allow in ((first, "yes"), (second, "no")):
        crowd.ask("tablet", "/claims", {"device": device, "person": "{person}", "allow": allow})


def a_seat_taken(crowd: Crowd) -> None:
    """A guest without a phone has one now: whoever was there is told."""
    four(crowd)
    crowd.plays("death-name")
    crowd.comes("claimant")
    crowd.ask("claimant", "/sit", {"person": crowd.person(crowd.names[1])})
    crowd.tablet.get("/").tap("/claims", "yes")
    crowd.ask("tablet", "/put-away", {"sure": "yes"})


def several_on_a_phone(crowd: Crowd) -> None:
    one_guest(crowd)
    crowd.phones["guest"].get("/choose").fill("/sit", name=crowd.names[1])


def after_games(crowd: Crowd) -> None:
    """Two games were played to their end: the evening adds up."""
    four(crowd)
    for _ in range(2):
        crowd.lays(played_table("death-wish", crowd.names[:4]))
        crowd.ask("tablet", "/put-away", {"sure": "yes"})
    crowd.links(1)


def sixteen_after_a_game(crowd: Crowd) -> None:
    """A game of as many as an evening holds was played to its end."""
    everybody(crowd)
    game = GAMES["death-over-the-kingdom"]
    table = open_table(game, crowd.names[:16], options_for(game, {"mode": "crowd"}))
    for round in range(16):
        table = append(table, move(game, {"move": "losers", "seats": [round % 3, 3 + round % 13]}))
    crowd.lays(table)
    crowd.ask("tablet", "/put-away", {"sure": "yes"})
    crowd.links(1)


def every_game(crowd: Crowd) -> None:
    """As many games were laid and put away as an evening may have."""
    four(crowd)
    services, game = crowd.app.extensions["services"], GAMES["death-name"]
    table, evening = open_table(game, crowd.names[:4], game.Options()), crowd.now
    headers = [new_header(services.store.reader(), evening.group, table, evening.id, []) for _ in range(MOST_TABLES)]
    for header in headers:
        services.writer.write(partial(add_table, header=header))


def interrupted(crowd: Crowd) -> None:
    """A game of the last evening may go on."""
    four(crowd)
    crowd.lays(played_table("death-wish", crowd.names[:4], 0.5))
    crowd.next_evening()


def two_interrupted(crowd: Crowd) -> None:
    interrupted(crowd)
    crowd.sits(*range(4))
    crowd.lays(played_table("final-deathweek", crowd.names[:4], 0.3))
    crowd.next_evening()


def a_link(crowd: Crowd) -> None:
    """One link to the scoreboard alone."""
    four(crowd)
    crowd.links(1)


def a_link_at_a_table(crowd: Crowd) -> None:
    a_link(crowd)
    crowd.plays("death-name")


def six_letters(crowd: Crowd) -> None:
    """The code of an evening that was opened while anybody could open a group, in the broadest letters."""
    a_link(crowd)
    services, evening = crowd.app.extensions["services"], crowd.now
    sql = "update evenings set code = ? where id = ?"
    services.evenings.change(evening, lambda db: db.execute(sql, ["WMWMWM", evening.id]))
    crowd.own.add(crowd.now.code)


def six_letters_at_a_table(crowd: Crowd) -> None:
    six_letters(crowd)
    crowd.plays("death-name")


def many_links(crowd: Crowd) -> None:
    """As many links to the scoreboard as an evening has."""
    four(crowd)
    crowd.links(SPECTATORS)


def over(crowd: Crowd) -> None:
    """The evening has ended, and nobody has opened another."""
    four(crowd)
    crowd.ask("tablet", "/end", {"sure": "yes"})


BETWEEN = (
    AroundState("nobody has come", nobody, looks("tablet /", "tablet /choose", "tablet /devices", "outside /")),
    AroundState("a host's link of before", nobody, (refusal("host-link-over", "outside", "/host/never", 404),)),
    AroundState(
        "a link to another table", a_link_to_another_table, looks("guest /j/{ticket}", "tablet /host/{host_ticket}")
    ),
    AroundState("a new device", a_new_device, looks("new /", "new /choose", "new /network", "tablet /devices")),
    AroundState(
        "one guest",
        one_guest,
        (
            *looks("tablet /", "guest /", "guest /choose", "guest /phone", "guest /network"),
            refusal("seats", "tablet", "/tables", **NAMED),
        ),
    ),
    AroundState("four of whom one has a phone", four, looks("tablet /", "guest /", "tablet /choose")),
    AroundState(
        "as many as an evening holds",
        everybody,
        (
            *looks("tablet /", "guest /", "new /choose", "tablet /devices", "tablet /people/"),
            refusal("no-seat-left", "tablet", "/guests", name="Zed"),
            Page("new", "/sit", {"name": "Zed"}, 422),
        ),
    ),
    AroundState(
        "as many devices as an evening lets in", every_device, (refusal("house-full", "outside", "/j/{ticket}"),)
    ),
    AroundState(
        "a name that somebody has",
        a_name_of_two,
        (
            Page("new", "/sit", {"name": "{taken}"}),
            Page("new", "/sit", {"name": "{before}"}),
            Page("guest", "/sit", {"name": "{taken}"}),
        ),
    ),
    AroundState("a guest was put out", put_out, looks("guest /", "guest /choose")),
    AroundState(
        "the host is silent",
        a_silent_host,
        (*looks("guest /", "tablet /"), refusal("host-is-here", "guest", "/host-role/take", sure="yes")),
    ),
    AroundState(
        "somebody asks for a seat while the host is silent",
        a_silent_host_who_is_asked,
        looks("guest /"),
    ),
    AroundState(
        "somebody stands in for the host",
        a_stand_in,
        (
            *looks("guest /", "guest /devices", "other /", "watcher /", "tablet /"),
            refusal("may-undo", "guest", "/devices/{other}", how="remove"),
        ),
    ),
    AroundState("somebody objected to who stands in", objected, looks("guest /", "tablet /")),
    AroundState("the host is back", the_host_is_back, looks("guest /", "other /", "tablet /")),
    AroundState("a phone has let its seat go", let_go, looks("guest /")),
    AroundState("many are known from before", many_of_before, looks("guest /", "guest /choose", "tablet /")),
    AroundState(
        "the rules are read",
        the_rules,
        looks(
            "guest /rules/",
            "outside /rules/",
            *(f"guest /rules/{slug}" for slug in guided()),
            "outside /rules/death-name?q=kanji",
            "guest /rules/death-name?q=nowhere+in+it",
        ),
    ),
    AroundState(
        "a language is chosen",
        one_guest,
        (
            *looks("guest /language", "tablet /language", "outside /language"),
            Page("guest", "/language", {"language": "en"}, 303),
        ),
    ),
    AroundState("a watcher", a_watcher, looks("watcher /", "watcher /choose", "watcher /phone", "tablet /devices")),
    AroundState("a host with a phone", a_host_with_a_phone, looks("guest /", "guest /devices", "tablet /devices")),
    AroundState(
        "a closed door",
        a_closed_door,
        (*looks("tablet /devices", "guest /"), refusal("door-closed", "outside", "/j/{ticket}")),
    ),
    AroundState(
        "a removed device",
        a_removed_device,
        (*looks("guest /", "tablet /devices"), refusal("barred", "guest", "/choose")),
    ),
    AroundState("a seat is asked for", a_claim, looks("tablet /", "claimant /", "guest /")),
    AroundState("seats were given and refused", answered_claims, looks("claimant /", "other /", "guest /")),
    AroundState("a seat was taken over", a_seat_taken, looks("guest /", "claimant /", "tablet /")),
    AroundState("several on a phone", several_on_a_phone, looks("guest /", "guest /phone", "tablet /devices")),
    AroundState("after games", after_games, looks("tablet /", "tablet /board/{watch}", "guest /")),
    AroundState("sixteen after a game", sixteen_after_a_game, looks("tablet /", "tablet /board/{watch}", "guest /")),
    AroundState("as many games as there may be", every_game, (refusal("evening-full", "tablet", "/tables", **NAMED),)),
    AroundState("an interrupted game", interrupted, looks("tablet /")),
    AroundState("two interrupted games", two_interrupted, looks("tablet /")),
    AroundState("a link to the scoreboard", a_link, looks("tablet /board/{watch}", "tablet /spectators")),
    AroundState(
        "a code of six letters",
        six_letters,
        looks("tablet /", "tablet /board/{watch}", "tablet /network", "guest /", "guest /network", "outside /"),
    ),
    AroundState("a code of six letters, in a game", six_letters_at_a_table, looks("tablet /", "tablet /board/{watch}")),
    AroundState("a link to the scoreboard, in a game", a_link_at_a_table, looks("tablet /board/{watch}")),
    AroundState(
        "many links to the scoreboard",
        many_links,
        (*looks("tablet /spectators"), refusal("many-spectators", "tablet", "/spectators", sure="yes")),
    ),
    AroundState("the evening is over", over, looks("tablet /", "guest /", "outside /")),
)
