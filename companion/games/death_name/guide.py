"""DEATH Name: the rulebook at hand. The chapters are those of the detailed manual.

It is long: all that the game says of itself stands here, but for its questions.
"""

from typing import Any

from companion.games.death_name.guide_questions import QUESTIONS
from companion.games.death_name.moves import Options
from companion.games.death_name.state import DAY_1, State
from companion.games.death_name.view import stage_of
from companion.games.guide import Card, Change, Example, Fact, Guide, Item, Phase, Step, Sum
from companion.games.refusals import N_

SEATS = ("Ann", "Bo", "Cy", "Di")
ENVELOPES = {
    4: N_("The silver envelope, with seven decrees for four. The other two stay in the box."),
    5: N_("The golden envelope, with seven decrees for five. The other two stay in the box."),
    6: N_("The bronze envelope, with seven decrees for six. The other two stay in the box."),
}


def a_round(icons: tuple[int, ...], names: tuple[str, ...], holders: tuple[int, ...]) -> tuple[dict[str, Any], ...]:
    """The moves of a round of Day 1 that was drafted by hand; `holders`: per seat, whose card it ended with."""
    written = [{"move": "write", "seat": seat, "name": name} for seat, name in enumerate(names)]
    held = [{"move": "hold", "seat": seat, "card": writer} for seat, writer in enumerate(holders)]
    return ({"move": "decree", "icons": list(icons)}, *written, *held)


STEPS = (
    Step(
        "aim",
        N_("What it is about"),
        N_(
            "Write a name that costs points, and let somebody else end up with it. After seven rounds the most "
            "points win."
        ),
        "aim",
    ),
    Step(
        "decree",
        N_("1. The decree"),
        N_(
            "Turn up a decree. It has an icon for each place of the alphabetical order: plus, minus, or nothing. "
            "Anybody enters it, once."
        ),
        "decree",
    ),
    Step(
        "write",
        N_("2. Write"),
        N_("Everybody writes a name, on the card and on the phone, and hopes that it lands on a minus. Nobody tells."),
        "write",
    ),
    Step(
        "pass",
        N_("3. Pass it on"),
        N_("The card goes to your neighbour: to the left in rounds 1 and 3, to the right in rounds 2 and 4."),
        "pass",
    ),
    Step(
        "draft",
        N_("4. Keep or pass"),
        N_(
            "You look at what you got. All say at once whether they keep or pass. Who keeps is out; who passes "
            "hands on to the next who passes too, and decides again."
        ),
        "draft",
    ),
    Step(
        "order",
        N_("5. The order"),
        N_(
            "All names lie in alphabetical order under the icons. Whoever holds a card gets its icon; a card "
            "that lost points is marked for whoever wrote it."
        ),
        "order",
    ),
    Step(
        "kills",
        N_("After four rounds"),
        N_("The cards go back to their writers. Each mark is a kill point, and counts."),
        "kills",
    ),
    Step(
        "day2",
        N_("Day 2: three more rounds"),
        N_(
            "Now you play your own names: one of your four each round, all at once, each only once. This time "
            "you pay for them yourself."
        ),
        "day2",
    ),
)

CARDS = (
    Card(
        "icons",
        N_("Icons and places"),
        N_(
            "The first icon is for the first name in alphabetical order, and so on. The holder gets it: −2 to "
            "+2, or nothing."
        ),
        example=Example(
            N_(
                "Ann writes %(second)s, and it ends with Bo. It comes second in the order, under %(icon)s: Bo has "
                "%(bo)s, and Ann a mark. Ann herself holds %(third)s, which comes third, and has %(ann)s."
            ),
            SEATS,
            a_round((0, -1, 1, 0), ("Edna", "Abel", "Ida", "Gus"), (3, 0, 1, 2)),
            {
                "second": Fact(("rounds", 0, "cards", 1, "name")),
                "icon": Fact(("rounds", 0, "icons", 1)),
                "bo": Change(1, "points"),
                "third": Fact(("rounds", 0, "cards", 2, "name")),
                "ann": Change(0, "points"),
            },
        ),
    ),
    Card(
        "alphabet",
        N_("The alphabetical order"),
        N_(
            "Large or small letters make no difference, and a shorter name comes before a longer one that begins "
            "with it. Which alphabet counts is set before the start."
        ),
        example=Example(
            N_("Among %(first)s, %(second)s, %(third)s and %(fourth)s that is the order."),
            SEATS,
            a_round((0, 0, 0, 0), ("annabel", "Ann", "Ánn", "Anna"), (3, 0, 1, 2)),
            {
                name: Fact(("rounds", 0, "cards", place, "name"))
                for place, name in enumerate(("first", "second", "third", "fourth"))
            },
        ),
    ),
    Card(
        "holders",
        N_("Who pays for what"),
        N_("Icons are for whoever holds the card at the end. The penalty for equal names is for whoever wrote it."),
    ),
    Card(
        "penalty",
        N_("Equal names"),
        N_(
            "They are one group and lie on as many places as there are of them. Each holder gets all icons of "
            "those places; each writer loses 1 besides."
        ),
        example=Example(
            N_(
                "Bo and Di both write Mia, on the places of %(one)s and %(other)s. Ann and Cy, who hold those cards, "
                "have %(ann)s each by the icons. Bo and Di, who wrote them, have %(bo)s each for it."
            ),
            SEATS,
            a_round((0, -1, -1, 1), ("Ada", "Mia", "Zoe", "Mia"), (3, 0, 1, 2)),
            {
                "one": Fact(("rounds", 0, "icons", 1)),
                "other": Fact(("rounds", 0, "icons", 2)),
                "ann": Change(0, "points", "decree"),
                "bo": Change(1, "points", "duplicate"),
            },
        ),
    ),
    Card(
        "marks",
        N_("Marks and kill points"),
        N_(
            "On Day 1 a card that lost points is crossed out for its writer. After round 4 each cross is one "
            "point, and kill points break a tie at the end."
        ),
        example=Example(
            N_(
                "Ann's names took points from their holders in rounds 1 and 3, and %(icon)s is one mark like any "
                "other. After round 4 she has %(kills)s kill points."
            ),
            SEATS,
            (
                *a_round((-2, 0, 0, 0), ("Abe", "Bob", "Cal", "Dot"), (3, 0, 1, 2)),
                *a_round((1, 0, 0, 0), ("Abe", "Bob", "Cal", "Dot"), (1, 2, 3, 0)),
                *a_round((-1, 0, 0, 0), ("Abe", "Bob", "Cal", "Dot"), (3, 0, 1, 2)),
                *a_round((0, 0, 0, 0), ("Abe", "Bob", "Cal", "Dot"), (1, 2, 3, 0)),
            ),
            {"icon": Fact(("rounds", 0, "icons", 0)), "kills": Sum(0, "kill_points")},
        ),
    ),
    Card(
        "veil",
        N_("What your phone keeps secret"),
        N_(
            "A name shows only on the phone of whoever wrote it and of whoever holds the card. Keep or pass "
            "opens for all at once, when the last has decided."
        ),
    ),
    Card(
        "choose",
        N_("Day 2"),
        N_(
            "You choose among your own four names; each is used up once it was played, and one is left over. Icons "
            "count as before; there are no marks any more."
        ),
    ),
    Card(
        "winner",
        N_("Who wins"),
        N_(
            "The most points in all, kill points among them. A tie goes to more kill points; if those are equal "
            "too, it is shared."
        ),
    ),
)


def laying_out(seats: int, options: Options) -> tuple[Item, ...]:
    """What goes on the table for so many players (chapters 2 and 4)."""
    practice = (
        (Item(1, N_("The practice decree, on top: a first round that counts nothing.")),) if options.practice else ()
    )
    return (
        Item(4, N_("Name cards for everybody, of one colour, with its board. New ones are bent at the crease.")),
        Item(seats, N_("Pens that can be wiped off, one for everybody.")),
        Item(1, ENVELOPES[seats]),
        Item(4, N_("Decrees of Day 1 in the middle, face down.")),
        Item(3, N_("Decrees with a black back beside them: those are for Day 2.")),
        *practice,
    )


PHASES = {
    "write left": N_("Write a name, then pass the card to the left."),
    "write right": N_("Write a name, then pass the card to the right."),
    "draft": N_("Read the card that you got; keep or pass, all at once."),
    "draft again": N_("Who passed decides again: keep or pass, all at once."),
    "hold": N_("The draft is over: say whose card you hold."),
    "read": N_("Say how the names are read: the order needs it."),
    "choose": N_("Choose one of your own names that is still unused, all at once."),
}


def phase(state: State) -> Phase | None:
    """What everybody does now; None once it is over (chapters 5 and 7)."""
    stage, now = stage_of(state), state.newest
    if stage == "over":
        return None
    if stage == "decree" or now is None:
        return _turn_up(now.number + 1 if now else int(not state.options.practice))
    if stage == "write":
        return Phase(PHASES["write left" if now.way == 1 else "write right"])
    return Phase(PHASES["draft again" if stage == "draft" and now.steps else stage])


def _turn_up(number: int) -> Phase:
    """Before a round: which decree is next."""
    if number == 0:
        return Phase(N_("Turn up the practice decree, and enter it."))
    if number in DAY_1:
        return Phase(N_("Turn up the decree of round %(round)s, and enter it."), {"round": number})
    return Phase(N_("Turn up a decree with a black back, for round %(round)s, and enter it."), {"round": number})


GUIDE = Guide(STEPS, CARDS, QUESTIONS, laying_out, phase)
