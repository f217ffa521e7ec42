"""The states of what a group keeps: people who were renamed and merged, and decks."""

import json
from collections.abc import Iterator

from companion.group import decks
from companion.group.people import Person
from companion.storage.identifiers import HOME
from tests.support.states.around.crowd import Crowd
from tests.support.states.around.gathering import four, nobody, one_guest
from tests.support.states.around.page import AroundState, Page, looks, refusal

DECREES = [[a, b, c, 0] for a in (0, 1, -1) for b in (0, 1, -1) for c in (0, 1, -1)]
DECK = looks("tablet /decks/", "tablet /decks/{deck}", "guest /decks/", "guest /decks/{deck}")


def two_guests(crowd: Crowd) -> None:
    """Two who have never sat at one table."""
    one_guest(crowd)
    crowd.sits(1)
    crowd.values |= {"into": crowd.person(crowd.names[1]), "taken": crowd.names[1]}
    there = person(crowd, crowd.names[1])
    crowd.values |= {"colour": there.colour, "shape": there.shape}


def person(crowd: Crowd, name: str) -> Person:
    """The guest of this name."""
    return next(guest for guest in crowd.now.guests if guest.name == name)


def merged(crowd: Crowd) -> None:
    two_guests(crowd)
    crowd.ask("tablet", "/people/{person}/same", {"into": "{into}"})


def at_one_table(crowd: Crowd) -> None:
    """Two who play tonight, and a third, who was taken for somebody of an earlier evening."""
    crowd.sits(5)
    crowd.values["sixth"] = crowd.person(crowd.names[5])
    crowd.next_evening()
    four(crowd)
    crowd.sits(4)
    crowd.values |= {"into": crowd.person(crowd.names[1]), "third": crowd.person(crowd.names[4])}
    crowd.values["taken"] = crowd.names[1]
    crowd.plays("death-name")
    crowd.ask("tablet", "/people/{third}/same", {"into": "{sixth}"})


def a_deck(crowd: Crowd) -> None:
    """A deck with a long name, without a card."""
    one_guest(crowd)
    crowd.ask("tablet", "/decks/", {"game": "death-name", "name": crowd.names[1]})
    crowd.values |= {"deck": newest_deck(crowd), "taken": crowd.names[1]}


def newest_deck(crowd: Crowd) -> int:
    """The number of the deck that was made last."""
    return max(deck.id for deck in decks.all_decks(crowd.services.store.reader(), HOME))


def refused_decks() -> Iterator[Page]:
    """A file that cannot be read, one whose name is too long, one with a foreign card, and one with too many cards."""
    yield Page("tablet", "/decks/import", {"deck": b"{"}, 422, "deck-foreign")
    for name, cards, code in (("n" * 41, [], "no-deck"), ("", ["7"], "deck-card"), ("", [[0] * 4] * 501, "deck-large")):
        deck = {"game": "death-name", "name": name, "piles": {"4": cards}}
        yield Page("tablet", "/decks/import", {"deck": json.dumps({"format": 1, "deck": deck}).encode()}, 422, code)


def a_resting_deck(crowd: Crowd) -> None:
    a_deck(crowd)
    crowd.ask("tablet", "/decks/{deck}", {"how": "rest"})


def a_long_deck(crowd: Crowd) -> None:
    """What tables have taught without a name: more cards than a screen shows."""
    one_guest(crowd)
    store = crowd.services.store
    store.do(lambda db: decks.remember_cards(db, HOME, "death-name", "4", DECREES))
    store.do(lambda db: decks.tell_effect(db, HOME, "death-name", "4", DECREES[0], "Whoever sneezes loses a point"))
    crowd.values["deck"] = newest_deck(crowd)


GROUP = (
    AroundState(
        "two people",
        two_guests,
        (
            *looks("tablet /people/", "tablet /people/{person}", "guest /people/{person}", "guest /people/{into}"),
            Page("tablet", "/people/{person}/name", {"name": "{taken}"}, 422, "name-taken"),
            refusal("mark-taken", "guest", "/people/{person}/mark", colour="{colour}", shape="{shape}"),
            refusal("no-such-person", "tablet", "/people/{person}/same", into="9999"),
            refusal("sits-already", "tablet", "/guests", name="{taken}"),
            refusal("name", "tablet", "/guests", name="\u3000"),
            refusal("no-such-device", "tablet", "/claims", device="9999", person="{person}", allow="yes"),
        ),
    ),
    AroundState("two people are one", merged, looks("tablet /people/", "tablet /people/{into}", "guest /")),
    AroundState(
        "people at one table",
        at_one_table,
        (
            Page("tablet", "/people/{person}/name", {"name": "{taken}"}, 422, "name-taken"),
            refusal("two-people", "tablet", "/people/{person}/same", into="{into}"),
            refusal("plays-tonight", "tablet", "/people/{third}/apart", sure="yes"),
        ),
    ),
    AroundState("no deck", nobody, looks("tablet /decks/")),
    AroundState(
        "a deck with a name",
        a_deck,
        (
            *DECK,
            refusal("deck-name", "tablet", "/decks/", game="death-name", name="{taken}"),
            refusal("no-such-card", "tablet", "/decks/{deck}/cards", pile="4", card="7"),
            refusal("card-gone", "tablet", "/decks/{deck}/cards", pile="4", old="[0,0,0,1]", how="drop"),
            *refused_decks(),
        ),
    ),
    AroundState("a deck that is not offered", a_resting_deck, DECK),
    AroundState("a long deck without a name", a_long_deck, DECK),
)
