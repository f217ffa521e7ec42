"""The states around a table: its host's panel, sheet, notebook, corrections, and its end."""

from collections.abc import Mapping
from typing import Any

from companion.evening.evenings import MOST_OPEN
from companion.evening.proposals import MOST, propose
from companion.group import decks
from companion.group.groups import open_group
from companion.storage.identifiers import HOME
from tests.support.api import ApiTable
from tests.support.api import over as calls
from tests.support.phone import Phone
from tests.support.states.around.crowd import Crowd, played_table
from tests.support.states.around.gathering import four, several_on_a_phone, silence
from tests.support.states.around.page import AroundState, Page, looks, refusal

DECREE = {"move": "decree", "icons": (0, -1, 1, 0)}
CORRECT = "/table/{code}/correct"
WRITE = {"line": 2, "how": "replace", "move": "write", "seat": 0, "name": "Zed"}
BONUS = {"line": 2, "how": "before", "move": "adjust", "seat": 0, "track": "points", "by": 2, "why": "sang"}
CARDS = "/table/{code}/cards"
NAMES = "/table/{code}/names"
GESTURE = "/table/{code}/gesture"
NUMBERS = [str(number) for number in range(1, 15)]
OTHERS = ["Mei", *NUMBERS[1:]]  # than somebody else has told
TWINS = [*NUMBERS[:8], "Zed", "Zed", *NUMBERS[10:]]
SICK = {"move": "contract", "seat": 0, "disease": "Dropsy", "color": "blue", "skulls": 2, "outbreak": True}
EFFECT = "Everybody passes a disease to the left; who has none draws two symptoms and one afflicter from the decks."
THEIRS = '[[3,"replace",{"move":"write","seat":1,"name":"Zed"}]]'
OTHERWISE = {"move": "decree", "icons": "1 1 0 0", "seen": 0}  # than the first line says
ROW = {
    "seen": 0,
    "deck": "events",
    "deck.of": "copy",
    "deck.by": "number",
    "moves.1.move": "schedule",
    "moves.1.day": 1,
} | {f"moves.1.events.{place}.number": 5 for place in range(4)}
FORGOTTEN = {"line": 11, "how": "before", "move": "write", "seat": 2, "name": "Zed"}


def a_round(crowd: Crowd) -> None:
    """A round of DEATH Name; one player has a phone."""
    four(crowd)
    crowd.plays("death-name")
    crowd.round("Xa", "Xb", "Xc", "Xd")
    crowd.own |= {"Xa", "Xb", "Xc", "Xd", "Zed"}


def proposed(crowd: Crowd) -> None:
    """Twenty devices have proposed that a line is struck which is somebody else's."""
    a_round(crowd)
    services, line = crowd.services, crowd.live.line
    added = "insert into devices (hash) values (?) returning id"
    for number in range(MOST):
        device = services.writer.write(lambda db, number=number: db.execute(added, [f"{number}"]).first()[0])
        services.evenings.act(crowd.now, propose, crowd.live.header.id, device, 0, line, THEIRS)


def of_one_number(crowd: Crowd) -> None:
    """A week is laid out; of the cards that are known from others two have one number."""
    four(crowd)
    crowd.plays("final-deathweek")
    services = crowd.services
    known = [{"colors": [color], "number": 5} for color in ("red", "blue")]
    services.writer.write(lambda db: decks.remember_cards(db, HOME, "final-deathweek", "copy", known))


def an_open_round(crowd: Crowd) -> None:
    """A second round holds a secret of somebody else."""
    a_round(crowd)
    crowd.tell(DECREE, {"move": "write", "seat": 1, "name": "Xe"})


def corrected(crowd: Crowd) -> None:
    a_round(crowd)
    crowd.tablet.get(f"/table/{crowd.live.header.code}/sheet").tap(f"/table/{crowd.live.header.code}/back")


def a_host_who_plays(crowd: Crowd) -> None:
    a_round(crowd)
    crowd.tablet.get("/devices").tap(f"/devices/{crowd.device(crowd.names[0])}", "share")


def everybody_has_a_phone(crowd: Crowd) -> None:
    for place in range(4):
        crowd.comes(f"guest-{place}", place)
    crowd.plays("death-name", DECREE)


def asked_for_a_seat(crowd: Crowd) -> None:
    """Somebody asks for a seat at the table, somebody has not said yet who they are, somebody watches."""
    a_round(crowd)
    crowd.comes("claimant")
    crowd.ask("claimant", "/sit", {"person": crowd.person(crowd.names[1])})
    crowd.comes("new")
    crowd.comes("watcher").fill("/use", kind="watch")


def late_refused_and_put_out(crowd: Crowd) -> None:
    """While a game is played: somebody came late, somebody was refused a seat, somebody was put out."""
    a_round(crowd)
    crowd.comes("late", 4)
    crowd.comes("refused")
    crowd.ask("refused", "/sit", {"person": crowd.person(crowd.names[1])})
    crowd.tablet.get("/").tap("/claims", "no")
    crowd.tablet.post(f"/guests/{crowd.person(crowd.names[0])}/leave")


def a_silent_host(crowd: Crowd) -> None:
    """Those without phones are waited for, and the host is silent."""
    an_open_round(crowd)
    silence(crowd)


def a_stand_in(crowd: Crowd) -> None:
    a_silent_host(crowd)
    crowd.ask("guest", "/host-role/take", {"sure": "yes"})


def one_phone_of_two(crowd: Crowd) -> None:
    """A phone of two at a table, which is in nobody's hands."""
    several_on_a_phone(crowd)
    crowd.sits(2, 3)
    crowd.plays("death-name", DECREE)
    crowd.values["other"] = crowd.person(crowd.names[1])


def the_other_holds_it(crowd: Crowd) -> None:
    one_phone_of_two(crowd)
    crowd.ask("guest", "/front", {"person": "{other}", "open": "1"})


def a_gang(crowd: Crowd) -> None:
    """A game with a notebook, in which something is noted."""
    four(crowd)
    crowd.plays("gamushara-gang")
    crowd.ask("guest", "/table/{code}/notes", {"cell": "0.1.no"})


def named(crowd: Crowd, *moves: Mapping[str, Any]) -> None:
    """A gang of which some have names, long ones too."""
    four(crowd)
    crowd.plays("gamushara-gang", *moves)
    crowd.ask("guest", NAMES, {"seen": NUMBERS, "name": ["Risa", *crowd.names[:4], *NUMBERS[5:]]})


def named_later(crowd: Crowd) -> None:
    """The same, but that they were named after the first line; one of them is dead."""
    named(crowd, {"move": "execute", "character": "3"})


def a_dead_guest(crowd: Crowd) -> None:
    """The guest is out of a game that goes on, and has sent the scoreboard a crow."""
    four(crowd)
    execution = {"move": "execute", "character": "3", "cause": "meeting"}
    crowd.plays("gamushara-gang", execution, {"move": "out", "seat": 0, "spy": False})
    crowd.ask("guest", GESTURE, {"gesture": "crow"})


def an_execution(crowd: Crowd) -> None:
    """A character is dead of whom it was told what it does, as of another one and of a chance card."""
    four(crowd)
    crowd.plays("gamushara-gang", {"move": "execute", "character": "9"})
    for pile, name in (("characters", "9"), ("characters", "3"), ("chances", crowd.names[1])):
        crowd.ask("guest", CARDS, {"pile": pile, "name": name, "effect": EFFECT})


def a_kept_outbreak(crowd: Crowd) -> None:
    """The guest keeps an outbreak, and has a disease of which it was told what it takes; another one has happened."""
    four(crowd)
    crowd.plays("death-wish", SICK)
    kept = {"move": "outbreak", "seat": 0, "kept": "true", "text": "All faint", "key": "tap-kept-00", "seen": 1}
    crowd.ask("guest", "/table/{code}/move", kept)
    crowd.tell({"move": "outbreak", "seat": 1, "kept": False, "text": "All sneeze"})
    for pile, name in (("diseases", "Dropsy"), ("outbreaks", "All sneeze")):
        crowd.ask("guest", CARDS, {"pile": pile, "name": name, "effect": EFFECT})
    crowd.note_table()


def a_full_deck(crowd: Crowd) -> None:
    """As many outbreaks are known as a deck may hold."""
    four(crowd)
    crowd.plays("death-wish", SICK)
    known = [{"text": f"Outbreak {n}"} for n in range(decks.MOST)]
    services = crowd.services
    services.writer.write(lambda db: decks.remember_cards(db, HOME, "death-wish", "outbreaks", known))


def a_decree_with_words(crowd: Crowd) -> None:
    """A decree of one's own says something besides its icons."""
    four(crowd)
    crowd.plays("death-name", DECREE)
    crowd.ask("guest", CARDS, {"pile": "4", "name": "0 -1 1 0", "effect": EFFECT})


def ended(crowd: Crowd) -> None:
    """A game is over; the next one is offered."""
    four(crowd)
    crowd.lays(played_table("death-wish", crowd.names[:4]))


def ended_as_always(crowd: Crowd) -> None:
    """The third game that ended so."""
    ended(crowd)
    for _ in range(2):
        crowd.tablet.post("/put-away")
        crowd.lays(played_table("death-wish", crowd.names[:4]))


def stopped(crowd: Crowd) -> None:
    a_round(crowd)
    crowd.tell({"move": "stop"})


def a_second_evening(crowd: Crowd) -> None:
    """While a table is played, the same group has a second evening, with a scoreboard of its own."""
    a_round(crowd)
    second = crowd.services.evenings.open(crowd.now.group)
    crowd.phones["other"] = Phone(crowd.app).get(f"/host/{second.host_ticket}")
    crowd.phones["other"].fill("/use", kind="board")
    crowd.values["playing"] = crowd.names[1]
    crowd.own.add(second.code)


def every_table(crowd: Crowd) -> None:
    """The group has as many evenings open as it may have; the guest's phone has gone to the newest."""
    four(crowd)
    evenings = crowd.services.evenings
    opened = [evenings.open(crowd.now.group) for _ in range(MOST_OPEN - 1)]
    crowd.own |= {evening.code for evening in opened}
    crowd.phones["guest"].follow(f"/j/{opened[-1].ticket}").fill("/use", kind="watch")


def a_host_of_two(crowd: Crowd) -> None:
    """The host has opened another table beside the one that is played, and is there now."""
    a_round(crowd)
    crowd.ask("tablet", "/evenings", {"sure": "yes"})
    crowd.own.add(crowd.now.code)


def of_another_group(crowd: Crowd) -> None:
    """Another group has an evening of its own, whose host is `other`, called as a guest of the home."""
    four(crowd)
    services = crowd.services
    evening = services.evenings.open(services.writer.write(lambda db: open_group(db, "Club")).id)
    crowd.phones["other"] = Phone(crowd.app).get(f"/host/{evening.host_ticket}")
    crowd.phones["other"].fill("/sit", name=crowd.names[0])
    crowd.own |= {evening.code, "Club"}


def of_a_program(crowd: Crowd) -> None:
    """A table that a program has laid, which somebody watches by its link."""
    table = ApiTable(calls(crowd.app.test_client(use_cookies=False)))
    crowd.values["watch"] = table.watch
    crowd.own |= {*table.look()["seats"], table.code}


SHEET = "/table/{code}/sheet"
TABLES = (
    AroundState(
        "a table with one phone",
        a_round,
        (
            *looks("tablet /", "guest /", f"guest {SHEET}", f"guest {SHEET}?why=1", f"tablet {SHEET}?until=3"),
            *looks(f"guest {SHEET}/3", f"tablet {SHEET}/1", "tablet /table/{code}/ask/0/decree"),
            *looks("tablet /table/{code}/fold/all/decree/decree", "guest /table/{code}/ask/all/decree"),
            *looks("guest /table/{code}/fold/moment", "guest /table/{code}/fold/standing"),
            refusal("stale", "guest", "/table/{code}/back", 409, line=1),
            refusal("key-reused", "tablet", "/table/{code}/move", move="stop", key="tap-00000000", seen=9),
            refusal("contradicted", "guest", "/table/{code}/move", 409, **OTHERWISE),
        ),
    ),
    AroundState(
        "a correction",
        a_round,
        (
            Page("tablet", CORRECT, {"line": 9, "how": "strike"}),
            Page("guest", CORRECT, WRITE),
            Page("tablet", CORRECT, BONUS),
            Page("tablet", CORRECT, {"line": 5, "how": "strike"}),
            Page("tablet", CORRECT, {"line": 6, "how": "strike", "pending": '[[5,"strike",null]]'}),
            refusal("no-such-line", "tablet", CORRECT, line=99, how="strike"),
        ),
    ),
    AroundState(
        "a round with a secret",
        an_open_round,
        (
            *looks("tablet /", "guest /", f"guest {SHEET}", f"guest {SHEET}/11"),
            Page("guest", CORRECT, WRITE),
            refusal("secrets-open", "tablet", CORRECT, 409, **FORGOTTEN),
        ),
    ),
    AroundState(
        "as many corrections are proposed as may wait",
        proposed,
        (
            *looks("tablet /", "guest /"),
            refusal("many-proposals", "guest", "/table/{code}/propose", pending=THEIRS),
        ),
    ),
    AroundState(
        "two known cards have one number",
        of_one_number,
        (
            *looks("guest /table/{code}/ask/all/schedule"),
            refusal("several-cards", "guest", "/table/{code}/moves", **ROW),
        ),
    ),
    AroundState("a line was corrected", corrected, looks(f"tablet {SHEET}", f"guest {SHEET}/9", f"tablet {SHEET}/10")),
    AroundState("a host who plays", a_host_who_plays, looks("guest /", "tablet /")),
    AroundState("everybody has a phone", everybody_has_a_phone, looks("tablet /", "guest-0 /", "guest-3 /")),
    AroundState(
        "a seat at the table is asked for",
        asked_for_a_seat,
        looks("tablet /", "claimant /", "new /", "watcher /", "watcher /table/{code}/sheet"),
    ),
    AroundState(
        "without a seat at a table", late_refused_and_put_out, looks("late /", "refused /", "guest /", "tablet /")
    ),
    AroundState("the host of a game is silent", a_silent_host, looks("guest /")),
    AroundState("somebody stands in for the host of a game", a_stand_in, looks("guest /", "tablet /")),
    AroundState("a phone of two is covered", one_phone_of_two, looks("guest /", "guest /phone", f"guest {SHEET}")),
    AroundState("a phone of two is held", the_other_holds_it, looks("guest /", f"guest {SHEET}")),
    AroundState(
        "a notebook",
        a_gang,
        (
            *looks("guest /", "guest /table/{code}/notes", "tablet /", "tablet /table/{code}/ask/1/confess"),
            refusal("not-out", "guest", GESTURE, gesture="crow"),
        ),
    ),
    AroundState(
        "a dead guest has sent a crow",
        a_dead_guest,
        (*looks("guest /", "tablet /"), refusal("gesture-soon", "guest", GESTURE, 429, gesture="flower")),
        is_kept=False,
    ),
    AroundState(
        "a gang is named",
        named,
        (
            *looks("tablet /", "guest /", f"guest {NAMES}", f"tablet {NAMES}"),
            Page("guest", NAMES, {"seen": NUMBERS, "name": OTHERS}, 409),
            Page("guest", NAMES, {"seen": NUMBERS, "name": TWINS}, 422),
        ),
    ),
    AroundState(
        "numbers were named after the first line",
        named_later,
        (
            *looks("tablet /", "guest /", f"guest {NAMES}", f"guest {CARDS}"),
            Page("guest", NAMES, {"seen": NUMBERS, "name": TWINS}, 422),
        ),
    ),
    AroundState(
        "an execution, with what the card does",
        an_execution,
        (
            *looks("tablet /", "guest /", f"guest {CARDS}", f"tablet {CARDS}", f"guest {CARDS}?q=symptoms"),
            refusal("stale", "guest", CARDS, 409, pile="characters", name="9", effect="Nothing"),
            refusal("no-such-effect", "guest", CARDS, pile="characters", name="7", effect="x" * 301),
        ),
    ),
    AroundState(
        "a kept outbreak",
        a_kept_outbreak,
        looks(
            "tablet /",
            "tablet /table/{code}/for/1",
            "guest /",
            "guest /table/{code}/fold/0/give/give-0",
            f"guest {CARDS}",
            f"tablet {CARDS}",
        ),
    ),
    AroundState("a decree with words", a_decree_with_words, looks("tablet /", "guest /", f"guest {CARDS}")),
    AroundState(
        "a deck that is full",
        a_full_deck,
        (refusal("deck-full", "guest", CARDS, pile="outbreaks", name="One more", effect=EFFECT),),
    ),
    AroundState("a game is over", ended, looks("tablet /", "guest /", f"guest {SHEET}")),
    AroundState("a game ended as always", ended_as_always, looks("tablet /", "guest /")),
    AroundState("a game was broken off", stopped, looks("tablet /", "guest /", f"tablet {SHEET}")),
    AroundState(
        "a second evening of the group",
        a_second_evening,
        (*looks("other /", "tablet /", "guest /"), refusal("plays-elsewhere", "other", "/guests", name="{playing}")),
    ),
    AroundState("a host of two tables", a_host_of_two, looks("tablet /", "tablet /choose", "guest /")),
    AroundState(
        "as many tables as there may be",
        every_table,
        (*looks("guest /", "guest /choose", "tablet /"), refusal("many-tables", "tablet", "/evenings", sure="yes")),
    ),
    AroundState(
        "an evening of another group",
        of_another_group,
        (*looks("other /", "other /history/", "tablet /"), Page("other", "/history/copy.db", None, 403)),
    ),
    AroundState("a program's table", of_a_program, looks("outside /watch/{watch}")),
)
