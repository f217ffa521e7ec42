"""Death Over The Kingdom: the rulebook at hand. The numbers in brackets are those of docs/rules."""

from companion.games.death_over_the_kingdom.guide_cards import CARDS
from companion.games.death_over_the_kingdom.guide_questions import QUESTIONS
from companion.games.death_over_the_kingdom.moves import CHARACTERS, Options
from companion.games.death_over_the_kingdom.state import GOALS, State
from companion.games.guide import Guide, Item, Phase, Step
from companion.games.refusals import N_

DECK = 2 * len(CHARACTERS)  # cards in the box

STEPS = (
    Step(
        "aim",
        N_("Be second"),
        N_("Win points, but not the most: in the end highest and lowest are dropped, and the best of the others wins."),
        "second",
    ),
    Step(
        "dealing",
        N_("Three cards, one Dealer"),
        N_(
            "The Dealer deals three cards to each and plays last. Play goes to the left, up to the Dealer and never "
            "past."
        ),
        "dealer",
    ),
    Step(
        "goals",
        N_("Three rounds, three goals"),
        N_("First the highest card gets a point, then the lowest, then every card in between. Who is level shares."),
        "goals",
    ),
    Step(
        "laying",
        N_("All lay one card"),
        N_(
            "Face down, before anybody acts; only a King lies face up. Your three cards last three rounds: none is "
            "drawn."
        ),
        "lay",
    ),
    Step(
        "acts",
        N_("Then act in turn"),
        N_(
            "From the Dealer's left: keep it, swap it with your left neighbour, swap it with your hand, or show a "
            "Merchant, Thief, Juggler or Dragon and use it. One of these, once."
        ),
        "act",
    ),
    Step(
        "turning-up",
        N_("Turn up, and tap your face"),
        N_("Tap the card you end with. Some turn others upside down: the app says which, why, and who has a point."),
        "turn",
    ),
    Step(
        "turns",
        N_("As many turns as players"),
        N_(
            "After three rounds all cards are shuffled and the next to the left deals. Each is Dealer once, then count."
        ),
        "turns",
    ),
    Step(
        "many",
        N_("If you are a crowd"),
        N_("One card each and one round a turn; no hand. The lowest card loses: a bad point, or one of your lives."),
        "crowd",
    ),
)


def laying_out(seats: int, options: Options) -> tuple[Item, ...]:
    """Three cards each, in the crowd and for the last one standing one; the deck lies on the Dealer's left [1, 5]."""
    each = len(GOALS) if options.mode == "classic" else 1
    dealt = (
        N_("cards dealt, three to each. Look at your own; show nobody.")
        if options.mode == "classic"
        else N_("cards dealt, one to each. Look at your own; show nobody.")
    )
    return (
        Item(DECK, N_("cards shuffled into one deck: thirteen characters, two of each.")),
        Item(seats * each, dealt),
        Item(DECK - seats * each, N_("cards left: the deck, face down, on the Dealer's left.")),
        Item(0, N_("The player on the Dealer's left begins; the Dealer plays last.")),
        Item(0, N_("The aid cards may stay in the box: hold a face on a screen, and it says what it does.")),
        _counted(options),
    )


def _counted(options: Options) -> Item:
    if options.mode != "last-standing":
        return Item(0, N_("The markers may stay in the box: points are counted here."))
    return Item(
        0,
        N_("Lives each: %(lives)s. The markers may stay in the box: lives are counted here."),
        {"lives": options.lives},
    )


def phase(state: State) -> Phase | None:
    """What is done now, in the order of a round: deal, Kings up, lay, act up to the Dealer, turn up [1]."""
    if state.over:
        return None
    if state.now.complete:
        return Phase(N_("Some cards are turned upside down: read off what they show."))
    if any(state.now.played):
        return Phase(N_("All turn up, and tap the card that they end with."))
    return Phase(_round(state))


def _round(state: State) -> str:
    """How a round begins; in a classic game by the cards that are left in hand: three, two, one."""
    if state.options.mode != "classic":
        return N_("Deal one each, Kings face up → act in turn, the Dealer last → turn up.")
    return {
        "highest": N_("Deal three each → lay one, Kings face up → act in turn, the Dealer last → turn up."),
        "lowest": N_("Lay one of two, Kings face up → act in turn, the Dealer last → turn up."),
        "intermediate": N_("Lay the last card, Kings face up → act in turn, the Dealer last → turn up."),
    }[state.goal]


GUIDE = Guide(STEPS, CARDS, QUESTIONS, laying_out, phase, language="es")
