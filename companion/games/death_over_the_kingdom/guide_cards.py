"""Death Over The Kingdom: what each character, act, goal and ending does; its numbers come from replayed examples."""

from typing import Any

from companion.games.guide import Card, Change, Example, Fact, Place, Reader, Total
from companion.games.refusals import N_

PEOPLE = ("Ann", "Bo", "Cy", "Di", "Ed")


def shown(text: str, *faces: str, mode: str = "classic", turned: int | None = None, **shows: Reader) -> Example:
    """The first round, Ann on the Dealer's left, the last of `faces` being the Dealer's.

    Every card would show the number `turned` upside down; None: no card of the example is turned.
    """
    moves = tuple({"move": "card", "seat": seat, "character": face} for seat, face in enumerate(faces))
    values = {} if turned is None else {face: [None, turned] for face in faces}
    options: dict[str, Any] = {"mode": mode, "dealer": len(faces) - 1, "values": values}
    return Example(text, PEOPLE[: len(faces)], moves, shows, options)


def worth(seat: int) -> Fact:
    """What the card of `seat` was worth in the round that was scored last."""
    return Fact(("cards", seat, "value"))


def won(*seats: int) -> tuple[dict[str, Any], ...]:
    """Rounds that one seat each won, as moves."""
    return tuple({"move": "winners", "seats": [seat]} for seat in seats)


FACES = (
    Card("death", N_("Death"), N_("The lowest number in the box. It does nothing, and nothing turns it."), "Muerte"),
    Card(
        "innkeeper",
        N_("Innkeeper"),
        N_("At the end of the round: turned upside down if a King lies before anybody."),
        "Posadero",
        shown(
            N_("Bo has a King. Say Ann's Innkeeper shows 9 upside down: it is worth %(ann)s."),
            *("innkeeper", "king", "thief"),
            turned=9,
            ann=worth(0),
        ),
    ),
    Card(
        "merchant",
        N_("Merchant"),
        N_("When you act: show it, and swap it for the top card of the deck. That one lies face down."),
    ),
    Card(
        "thief",
        N_("Thief"),
        N_("When you act: show it, look at one card on your left, up to the Dealer's, and swap the two or do not."),
        "Ladrón",
    ),
    Card(
        "jester",
        N_("Jester"),
        N_("At the end of the round: turned upside down if a Queen lies before anybody."),
        "Bufón",
        shown(
            N_("Cy has a Queen. Say Ann's Jester shows 10 upside down: it is worth %(ann)s."),
            *("jester", "thief", "queen"),
            turned=10,
            ann=worth(0),
        ),
    ),
    Card(
        "juggler",
        N_("Juggler"),
        N_("When you act: show it, and swap it unseen for a card on your left, up to the Dealer's: face down."),
    ),
    Card(
        "monk",
        N_("Monk"),
        N_(
            "At the end, when all turning is done: worth as much as your left neighbour's card, even if that is a King."
        ),
        "Monje",
        shown(
            N_(
                "Cy's Queen turns Bo's Jester. Say it shows 10 upside down: Ann's Monk copies that and is worth "
                "%(ann)s."
            ),
            *("monk", "jester", "queen"),
            turned=10,
            ann=worth(0),
        ),
    ),
    Card(
        "sorceress",
        N_("Sorceress"),
        N_("At the end of the round: turned upside down if a Monk lies before anybody."),
        "Hechicera",
        shown(
            N_("Ann has a Monk. Say Cy's Sorceress shows 3 upside down: it is worth %(cy)s."),
            *("monk", "thief", "sorceress"),
            turned=3,
            cy=worth(2),
        ),
    ),
    Card(
        "dragon",
        N_("Dragon"),
        N_(
            "When you act: show it. Your left neighbour's card is discarded for one from the deck, face down. A King "
            "stays."
        ),
        "Dragón",
    ),
    Card(
        "knight",
        N_("Knight"),
        N_("At the end of the round: turns every Dragon that lies before anybody."),
        "Caballero",
        shown(
            N_("Bo has a Knight. Say Ann's Dragon shows 2 upside down: it is worth %(ann)s."),
            *("dragon", "knight", "thief"),
            turned=2,
            ann=worth(0),
        ),
    ),
    Card(
        "princess",
        N_("Princess"),
        N_("At the end of the round: turns every Knight that lies before anybody. A Queen is turned for her, too."),
        "Princesa",
        shown(
            N_("Ann has a Princess. Say Bo's Knight shows 5 upside down: it is worth %(bo)s."),
            *("princess", "knight", "thief"),
            turned=5,
            bo=worth(1),
        ),
    ),
    Card(
        "queen",
        N_("Queen"),
        N_(
            "At the end of the round: turned upside down if a Princess lies before anybody. Jesters are turned for her."
        ),
        "Reina",
        shown(
            N_("Ann has a Princess. Say Cy's Queen shows 1 upside down: it is worth %(cy)s."),
            *("princess", "thief", "queen"),
            turned=1,
            cy=worth(2),
        ),
    ),
    Card(
        "king",
        N_("King"),
        N_("The highest number. He lies face up, and nothing moves or turns him: whoever has him can only keep him."),
        "Rey",
    ),
)

RULES = (
    Card(
        "acting",
        N_("One of four"),
        N_("When you act: keep your card, swap it to the left, swap it with your hand, or use what it says."),
    ),
    Card(
        "exchange",
        N_("Swap to the left"),
        N_(
            "With your left neighbour, who cannot refuse; a King stays. The Dealer says so aloud, and cuts the deck "
            "instead."
        ),
    ),
    Card(
        "hand",
        N_("Swap with your hand"),
        N_(
            "Take your card back and lay another one face down. In the third round no hand is left, in the crowd never."
        ),
    ),
    Card(
        "dealer",
        N_("Dealer"),
        N_("Acts last, with nobody on the left: Thief, Juggler and Dragon do nothing there, and a Monk copies nobody."),
        example=shown(N_("Cy deals and has a Monk: it is worth %(cy)s."), "king", "thief", "monk", cy=worth(2)),
    ),
    Card(
        "highest",
        N_("Highest"),
        N_("First round of a turn: a point for the highest card, and for all who are level with it."),
        example=shown(
            N_("Ann and Bo have a King each, Cy a Thief: %(ann)s for Ann and %(bo)s for Bo."),
            *("king", "king", "thief"),
            ann=Change(0, "points"),
            bo=Change(1, "points"),
        ),
    ),
    Card(
        "lowest",
        N_("Lowest"),
        N_("Second round of a turn: a point for the lowest card, and for all who are level with it."),
    ),
    Card(
        "intermediate",
        N_("In between"),
        N_("Third round of a turn: a point for every number above the lowest and below the highest."),
    ),
    Card(
        "second",
        N_("Second wins"),
        N_("In the end all with the most points and all with the fewest are dropped. The best of the others win."),
        example=Example(
            N_("Ann has %(ann)s points, Bo %(bo)s, Cy %(cy)s. Ann and Cy are dropped; in place %(place)s is Bo."),
            PEOPLE[:3],
            won(0, 0, 1, 0, 1, 2, 0, 1, 2),
            {"ann": Total(0), "bo": Total(1), "cy": Total(2), "place": Place(1)},
        ),
    ),
    Card(
        "crowd",
        N_("Crowd"),
        N_("One card each, one round a turn. The lowest card takes a point, and whoever has the fewest wins."),
        example=shown(
            N_("Ann and Bo have a Thief each, Cy a King: %(ann)s for Ann and %(bo)s for Bo. Cy gets away."),
            *("thief", "thief", "king"),
            mode="crowd",
            ann=Change(0, "points"),
            bo=Change(1, "points"),
        ),
    ),
    Card(
        "last-standing",
        N_("Last one standing"),
        N_("As in the crowd, but the lowest card costs a life. Who has none left is out; the last one living wins."),
        example=shown(
            N_("Ann's Death is the lowest card: Ann has %(ann)s lives left, Bo still %(bo)s."),
            *("death", "thief", "king"),
            mode="last-standing",
            ann=Total(0),
            bo=Total(1),
        ),
    ),
)

CARDS = (*FACES, *RULES)
