"""Death Wish: what each action, colour and outbreak does; its numbers come from replayed examples."""

from typing import Any

from companion.games.guide import Card, Example, Place, Total
from companion.games.refusals import N_

PEOPLE = ("Ann", "Bo", "Cy")
TEN = {"target": 10}


def ill(seat: int, disease: str, skulls: int, color: str = "red") -> dict[str, Any]:
    """A contract, as a move."""
    return {"move": "contract", "seat": seat, "disease": disease, "color": color, "skulls": skulls}


ACTIONS = (
    Card(
        "symptoms",
        N_("Suffer symptoms"),
        N_("Take up to two, both from the deck or both from the pool. Of wild ones the pool gives you one a turn."),
    ),
    Card(
        "afflicted",
        N_("Become afflicted"),
        N_("Turn up two afflicters: one is yours, the other goes on the open pile. Or take the open one on top."),
    ),
    Card(
        "spread",
        N_("Spread a disease"),
        N_(
            "Lay the incubating disease, or the top one of the deck, across a disease in the pool. That one is blocked."
        ),
    ),
    Card(
        "contract",
        N_("Contract a disease"),
        N_(
            "One that lies free in the pool. Pay an afflicter and symptoms of its colour, as many of these as it shows."
        ),
        example=Example(
            N_("Loomonia is blue and shows 2 skulls. Ann, with none so far, pays for it and has %(ann)s."),
            PEOPLE,
            (ill(0, "Loomonia", 2, "blue"),),
            {"ann": Total(0)},
        ),
    ),
)

PAYING = (
    Card(
        "stealing",
        N_("Stealing"),
        N_(
            "Pay the number of symptoms printed small, and the afflicter may be anybody's. Nobody is asked; it is "
            "discarded."
        ),
    ),
    Card(
        "colors",
        N_("Colours"),
        N_("White, blue, orange, red: the rarer the colour, the more skulls. Red is rarest."),
    ),
    Card(
        "wild",
        N_("Wild cards"),
        N_("A wild symptom or afflicter is of the colour you need. A wild afflicter is soon stolen: use it."),
    ),
    Card(
        "wild-disease",
        N_("Wild diseases"),
        N_(
            "They cost a symptom of each of the four colours, wild ones too, and any afflicter of your own: no "
            "stealing."
        ),
    ),
    Card(
        "limits",
        N_("7 and 3"),
        N_("Take first, then discard: 7 symptoms in hand, 3 afflicters before you. Discards lie face down."),
    ),
    Card(
        "refilling",
        N_("Refilling"),
        N_(
            "Pools are filled after the turn: a gap among the diseases by the incubating one. That is replaced from "
            "the deck."
        ),
    ),
    Card(
        "one-colour",
        N_("A pool of one colour"),
        N_("Symptoms: discard the four and turn up others. Diseases: shuffle in those that lie free, and lay others."),
    ),
    Card(
        "decks",
        N_("An empty deck"),
        N_("Shuffle what was discarded. Of the afflicters the open ones go in as well, but for the one on top."),
    ),
)

DYING = (
    Card(
        "skulls",
        N_("Skulls"),
        N_("Those on your diseases count. At the total agreed on you are dead, and the first to be dead has won."),
        example=Example(
            N_("The total is 10. Ann contracts diseases of 4, 3 and 4 skulls: %(ann)s, dead, and in place %(place)s."),
            PEOPLE,
            (ill(0, "the first", 4), ill(0, "the second", 3), ill(0, "the third", 4)),
            {"ann": Total(0), "place": Place(0)},
            TEN,
        ),
    ),
    Card(
        "diagnosis",
        N_("Your diagnosis"),
        N_(
            "Tell the table what you have, how you got it, and what you suffer from. It goes on your death certificate."
        ),
    ),
    Card(
        "outbreak",
        N_("Outbreak"),
        N_("If the disease shows ☣: draw an outbreak, read it out, do it, discard it. Mostly it is good for you."),
    ),
    Card(
        "keeper",
        N_("KEEPER"),
        N_(
            "An outbreak that says so may be kept to yourself. On your phone only you see its words; tap it when you "
            "use it."
        ),
    ),
    Card(
        "give",
        N_("Passing on"),
        N_("A disease that goes to somebody takes its skulls along, over the total or below. It brings no outbreak."),
        example=Example(
            N_(
                "The total is 10. Ann has two diseases of 4, Bo gives her one of 2: she has %(ann)s, is dead, and wins."
            ),
            PEOPLE,
            (
                *(ill(0, "the first", 4), ill(0, "the second", 4), ill(1, "the third", 2)),
                {"move": "give", "seat": 1, "to": 0, "disease": "the third"},
            ),
            {"ann": Total(0)},
            TEN,
        ),
    ),
    Card(
        "cure",
        N_("Cured"),
        N_("An effect takes a disease away from you, and its skulls with it."),
        example=Example(
            N_("Ann has diseases of 3 and 2 skulls and is cured of the first: %(ann)s left."),
            PEOPLE,
            (ill(0, "the first", 3), ill(0, "the second", 2), {"move": "cure", "seat": 0, "disease": "the first"}),
            {"ann": Total(0)},
        ),
    ),
    Card(
        "mutate",
        N_("Mutated"),
        N_("An outbreak gives a disease another colour or other skulls. Tap it in; it kills at once if it is enough."),
        example=Example(
            N_("Ann has diseases of 3 and 2 skulls, and the second mutates to 5: %(ann)s skulls."),
            PEOPLE,
            (
                *(ill(0, "the first", 3), ill(0, "the second", 2)),
                {"move": "mutate", "seat": 0, "disease": "the second", "skulls": 5},
            ),
            {"ann": Total(0)},
        ),
    ),
    Card(
        "revive",
        N_("Back to life"),
        N_("An outbreak brings somebody back, who loses diseases until the rest is not deadly. The game goes on."),
        example=Example(
            N_("The total is 10. Ann, dead of diseases of 4, 4 and 3, comes back without the first: %(ann)s skulls."),
            PEOPLE,
            (
                *(ill(0, "the first", 4), ill(0, "the second", 4), ill(0, "the third", 3)),
                {"move": "revive", "seat": 0, "cured": ["the first"]},
            ),
            {"ann": Total(0)},
            TEN,
        ),
    ),
    Card(
        "farewell",
        N_("Burial"),
        N_("Say how you wish to be buried, once you are dead or any time before. It goes on the certificate."),
    ),
    Card(
        "last-survivor",
        N_("Playing on"),
        N_(
            "More than two may go on until one is left, past the dead. The first to die has won; others follow as "
            "they die."
        ),
        example=Example(
            N_("Bo dies first, Cy second, Ann is left over: places %(bo)s, %(cy)s and %(ann)s."),
            PEOPLE,
            (ill(1, "the first", 5), ill(2, "the second", 5)),
            {"bo": Place(1), "cy": Place(2), "ann": Place(0)},
            {"target": 5, "last_survivor": True},
        ),
    ),
)

CARDS = (*ACTIONS, *PAYING, *DYING)
